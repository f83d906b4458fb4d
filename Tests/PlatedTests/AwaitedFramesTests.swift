import ALPR
import Plates
import Synchronization
import TestSupport
import Testing

@testable import plated

/// What `plated probe` shows of plates that a server reads, whose answers come when other pictures are looked at.
@Suite struct AwaitedFramesTests {
    /// Answers so many pictures later: who looks asks for answers twice a picture.
    private final class LateReader: DistantReader, Sendable {
        private let state = Mutex((waiting: [(due: Int, answer: DistantAnswer)](), round: 0))
        private let delay: Int

        init(pictures: Int) {
            delay = 2 * pictures
        }

        func ask(_ questions: [DistantQuestion]) {
            state.withLock { state in
                for question in questions {
                    let reading = ViewReading(
                        "AB12CD".map { Symbol($0, 0.98) }, outlines: [Quad(Box(x: 4, y: 5, width: 60, height: 20))])
                    let answer = DistantAnswer(ticket: question.ticket, reading: reading)
                    state.waiting.append((state.round + delay, answer))
                }
            }
        }

        func answers() -> [DistantAnswer] {
            state.withLock { state in
                let due = state.waiting.filter { $0.due <= state.round }.map(\.answer)
                state.waiting.removeAll { $0.due <= state.round }
                state.round += 1
                return due
            }
        }

        func drop(_ count: Int) {}
    }

    private static func grey(_ number: Int) -> UInt8 { UInt8(40 + 8 * number) }

    /// Of pictures of one grey each, a fifth of a second apart; a plate passes through the first of them.
    private func survey(pictures: Int, withPlate: Int, late: Int) throws -> Survey {
        let recogniser = Recogniser(
            localiser: ScriptedLocaliser { number, _ in
                let box = Box(x: Double(60 + 8 * number), y: 100, width: 120, height: 24)
                return number < withPlate ? [Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1)] : []
            }, engine: NoEngine(),
            distant: LateReader(pictures: late),
            settings: .everyFrame)
        var survey = Survey(recogniser, keepsGlimpses: true)
        for number in 0..<pictures {
            let image = LumaImage(width: 480, height: 270, filledWith: Self.grey(number))
            _ = try survey.add(Frame(image: image, time: Timestamp(.milliseconds(200 * number))))
        }
        _ = survey.finish()
        return survey
    }

    @Test(arguments: [0, 1, 4])
    func `each reading is cut out of the picture that it was read in`(late: Int) throws {
        let survey = try survey(pictures: 14, withPlate: 5, late: late)
        #expect(survey.plates.map(\.text) == ["AB12CD"])
        let glimpses = survey.glimpses?.ofPlates["AB12CD"] ?? []
        #expect(!glimpses.isEmpty)
        for glimpse in glimpses {
            let number = Int(glimpse.report.time.sinceStart / .milliseconds(200))
            #expect(number < 5 && glimpse.picture.width > 120)
            let grey = Int(glimpse.picture.green[10, 10])
            #expect(abs(grey - Int(Self.grey(number))) <= 3, "\(number): \(grey)")
        }
    }

    @Test func `the picture that shows most is one with the plate in it, and not one that it had left`() throws {
        let survey = try survey(pictures: 20, withPlate: 3, late: 4)
        let best = try #require(survey.moments.best(tracks: Set(survey.texts.keys)))
        #expect(best.frame.time < Timestamp(.seconds(1)))
        #expect(best.reports.map { $0.candidates.first?.text } == ["AB12CD"])
    }

    @Test func `no more pictures are held than can wait for answers`() throws {
        func frame(_ number: Int) -> Frame {
            Frame(image: LumaImage(width: 8, height: 8), time: Timestamp(.milliseconds(200 * number)))
        }
        var awaited = AwaitedFrames()
        let times = Set((0..<40).map { frame($0).time })
        for number in 0..<40 { awaited.keep(frame(number), Recognition(), waitingFor: times) }
        var told = Recognition()
        told.reports = (0..<40).map { number in
            CandidateReport(
                time: frame(number).time, box: Box(x: 0, y: 0, width: 4, height: 4), textHeight: 4,
                outcome: .rejected(.unread))
        }
        #expect(awaited.frames(of: told).map(\.frame.time) == (23..<40).map { frame($0).time })
        awaited.keep(frame(40), Recognition(), waitingFor: [])
        #expect(awaited.frames(of: told).isEmpty)
    }
}
