import ALPR
import Plates
import TestSupport
import Testing

@testable import RemoteOCR

/// Two lanes of a road for an hour and a quarter, two vehicles a minute, and a server that does one thing wrong for an hour.
@Suite struct FaultHourTests {
    private static let places = [Box(x: 20, y: 30, width: 90, height: 18), Box(x: 180, y: 30, width: 90, height: 18)]
    private static let pairs = 75
    private static let faulty = 0..<60
    /// Each is seen in so many frames.
    private static let looks = 6

    /// The plate that is drawn in this grey.
    private static func plate(_ grey: UInt8) -> String {
        let letters = Array("BDFGHJKLMNPRSTVXZ")
        let number = Int(grey)
        return "\(letters[number % 17])\(letters[number / 17])\(10 + number % 83)\(letters[(number * 7) % 17])T"
    }

    /// The greys of a pair: 251 plates in turn.
    private static func greys(_ pair: Int) -> [UInt8] { [UInt8(2 * pair % 251), UInt8((2 * pair + 1) % 251)] }

    /// Reads what is drawn, as the server does.
    private struct Local: OCREngine {
        func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) -> [[ViewReading]] {
            regions.map { region in
                let centre = region.textBox.centre
                let text = FaultHourTests.plate(frame.image[Int(centre.x), Int(centre.y)])
                return [ViewReading(text.map { Symbol($0, 0.98) })]
            }
        }
    }

    /// What the plates of each lane were, by pair.
    private struct Outcome {
        var seen: [Set<Int>] = [[], []]
        var wrong: [String] = []
        var clock = VirtualClock()
    }

    /// - Parameter reads: whether the engine beside the server reads anything.
    private func drive(_ fault: ServerFault?, reads: Bool) throws -> Outcome {
        var remote = RemoteSettings(service: .googleVision, address: "https://example.net/")
        remote.limits.requestsPerMinute = 60
        remote.limits.picturesPerDay = 3000
        var outcome = Outcome()
        let clock = outcome.clock
        var settings = Recogniser.Settings.everyFrame
        settings.cooldown = .seconds(30)
        let localiser = ScriptedLocaliser { _, image in
            image[0, 0] != 255
                ? Self.places.map { Region(rows: [TextRow(quad: Quad($0), characters: 6)], score: 1) } : []
        }
        let engine: any OCREngine = reads ? Local() : NoEngine()
        let server = VirtualServer(remote, clock: clock, plate: Self.plate)
        var recogniser = Recogniser(localiser: localiser, engine: engine, distant: server, settings: settings)
        let empty = LumaImage(width: 320, height: 80, filledWith: 255)
        func count(_ recognition: Recognition, in pair: Int) {
            for plate in recognition.accepted {
                let lane = plate.box.centre.x < 160 ? 0 : 1
                // The server tells late: after the next vehicle has come.
                let match = [pair, pair - 1].first { $0 >= 0 && Self.plate(Self.greys($0)[lane]) == plate.text }
                if let match { outcome.seen[lane].insert(match) } else { outcome.wrong.append(plate.text) }
            }
        }
        for pair in 0..<Self.pairs {
            let greys = Self.greys(pair)
            let image = LumaImage(width: 320, height: 80) { out in
                for index in out.indices { out[index] = greys[index % 320 < 160 ? 0 : 1] }
            }
            // Four pictures a second of the vehicles, and one a second of the empty road behind them.
            for look in 0..<Self.looks + 6 {
                let milliseconds = 60_000 * pair + 250 * look + 750 * max(0, look - Self.looks)
                clock.set(milliseconds: milliseconds, fault: Self.faulty.contains(pair) ? fault : nil)
                let frame = Frame(
                    image: look < Self.looks ? image : empty, time: Timestamp(.milliseconds(milliseconds)))
                count(try recogniser.recognise(frame), in: pair)
            }
        }
        count(recogniser.finish(), in: Self.pairs - 1)
        return outcome
    }

    private func expectLimits(_ clock: VirtualClock, _ fault: ServerFault?) {
        let requests = clock.requests
        #expect(requests.reduce(0) { $0 + $1.crops } <= 3000)
        for request in requests {
            let minute = requests.count { (request.second..<request.second + 60).contains($0.second) }
            #expect(minute <= 60 && request.crops <= 16, "\(String(describing: fault))")
        }
    }

    @Test(arguments: ServerFault.allCases)
    func `with a local engine beside it, an hour of a fault costs no plate and makes none wrong`(
        fault: ServerFault
    ) throws {
        let outcome = try drive(fault, reads: true)
        #expect(outcome.wrong.isEmpty && outcome.seen.map(\.count) == [Self.pairs, Self.pairs])
        expectLimits(outcome.clock, fault)
    }

    @Test(arguments: ServerFault.allCases)
    func
        `beside an engine that reads nothing, an hour of a fault makes no plate wrong, and within ten minutes of its end all are read`(
            fault: ServerFault
        ) throws
    {
        let outcome = try drive(fault, reads: false)
        #expect(outcome.wrong.isEmpty)
        // Ten minutes are ten pairs.
        for seen in outcome.seen { #expect(seen.isSuperset(of: 71..<Self.pairs), "\(seen.sorted())") }
        #expect(outcome.clock.condition == .reads)
        expectLimits(outcome.clock, fault)
    }

    /// A standing column of vehicles: there is never a moment without a question. Refusals are asked again later than this takes.
    @Test(arguments: ServerFault.allCases.filter { ![.unauthorized, .forbidden, .redirect].contains($0) })
    func `where questions never cease, a server that answers again is heard within a minute and a half`(
        fault: ServerFault
    ) {
        let clock = VirtualClock()
        var settings = RemoteSettings(service: .googleVision, address: "https://example.net/")
        settings.limits.requestsPerMinute = 1800
        var server = VirtualServer(settings, clock: clock, plate: Self.plate)
        // Longer than from one question to the next: so long has the oldest one left when a pause is over.
        server.time = .milliseconds(600)
        var read: [Int] = []
        for tick in 0..<4 * 150 {
            clock.set(milliseconds: 250 * tick, fault: (40..<160).contains(tick) ? fault : nil)
            let box = Box(x: 10, y: 10, width: 60, height: 14)
            server.ask([
                DistantQuestion(
                    ticket: tick, picture: LumaImage(width: 80, height: 34),
                    region: Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1))
            ])
            read += server.answers().filter { $0.reading?.symbols.isEmpty == false }.map(\.ticket)
        }
        #expect(clock.condition == .reads)
        // Nearly all of the last seconds; after 413 it asks about one crop a request, which is fewer.
        let late = read.count { $0 >= 4 * 130 }
        #expect(late > (fault == .tooLarge ? 20 : 70), "\(late) of 80")
    }

    @Test func `without a fault a server reads all that the engine cannot`() throws {
        let outcome = try drive(nil, reads: false)
        #expect(outcome.wrong.isEmpty && outcome.seen.map(\.count) == [Self.pairs, Self.pairs])
        expectLimits(outcome.clock, nil)
    }
}
