import ALPR
import Basics
import Plates
import Testing

@testable import RemoteOCR

/// What is asked when, and that every question gets one answer.
@Suite struct DocketTests {
    private static let start = ContinuousClock.now

    private func moment(_ seconds: Double, day: Int = 20_000) -> Docket.Moment {
        .init(
            instant: Self.start + .milliseconds(Int((seconds * 1000).rounded())), second: day * 86_400 + Int(seconds))
    }

    private func question(_ ticket: Int) -> DistantQuestion {
        let box = Box(x: 10, y: 10, width: 60, height: 14)
        return DistantQuestion(
            ticket: ticket, picture: LumaImage(width: 80, height: 34),
            region: Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1))
    }

    private func docket(
        usage: Usage = Usage(day: 20_000), _ change: (inout RemoteSettings) -> Void = { _ in }
    ) -> Docket {
        var settings = RemoteSettings(service: .googleVision, address: "https://example.net/")
        change(&settings)
        return Docket(settings, usage: usage)
    }

    private func sheets(_ step: Docket.Step) -> [Sheet] {
        if case .send(let sheets, _) = step { sheets } else { [] }
    }

    private static let read = ViewReading([Symbol("A", 0.99)])

    @Test func `crops are asked about in one request, up to its limit, and no two have one size`() {
        var docket = docket()
        docket.ask((0..<20).map(question), at: moment(0))
        let first = sheets(docket.next(at: moment(0)))
        #expect(first.map(\.ticket) == Array(0..<16))
        #expect(Set(first.map { [$0.picture.width, $0.picture.height] }).count == 16)
        #expect(sheets(docket.next(at: moment(0))).map(\.ticket) == Array(16..<20))
        docket.took(.success(first.map { _ in Self.read }), of: first, at: moment(0.2))
        #expect(docket.takeAnswers(at: moment(0.2)).map(\.ticket) == Array(0..<16))
        #expect(docket.outstanding == 4 && docket.condition == .reads)
    }

    @Test func `a question whose time is up is answered as unread, and its answer is late`() {
        var docket = docket()
        docket.ask([question(7)], at: moment(0))
        let sent = sheets(docket.next(at: moment(0)))
        #expect(docket.takeAnswers(at: moment(2.9)).isEmpty)
        #expect(docket.takeAnswers(at: moment(3)) == [DistantAnswer(ticket: 7, reading: nil)])
        docket.took(.success([Self.read]), of: sent, at: moment(3.1))
        #expect(docket.takeAnswers(at: moment(3.1)).isEmpty)
        #expect(docket.counts.late == 1 && docket.counts.unanswered == 1 && docket.counts.answered == 0)
    }

    @Test func `a server that starts anew behind a proxy is asked again after half a minute`() {
        var docket = docket { $0.deadline = .seconds(60_000) }
        var now = 0.0
        docket.ask([question(1), question(2), question(3)], at: moment(0))
        func ask(_ fault: RemoteFault) -> Double {
            while true {
                switch docket.next(at: moment(now)) {
                case .send(let sheets, _):
                    let began = now
                    docket.took(.failure(fault), of: sheets, at: moment(now))
                    // So long it waits then.
                    guard case .wait(let until) = docket.next(at: moment(now)) else { return 0 }
                    now = (until - Self.start) / .seconds(1)
                    return now - began
                case .wait(let until): now = (until - Self.start) / .seconds(1)
                case .idle: return -1
                }
            }
        }
        #expect(abs(ask(.away("refused")) - 0.25) < 0.01 && abs(ask(.broken("502")) - 1) < 0.01)
        docket.ask([question(4)], at: moment(now))
        #expect(abs(ask(.refused("404")) - 30) < 0.01)
    }

    @Test func `no more requests a minute, crops a day or bytes a day than the limits say`() {
        var docket = docket {
            $0.limits.requestsPerMinute = 3
            $0.limits.picturesPerDay = 40
            $0.limits.bytesPerDay = 5_000
            $0.deadline = .seconds(100_000)
        }
        var sent: [(at: Double, crops: Int)] = []
        var now = 0.0
        docket.ask((0..<100).map(question), at: moment(0))
        while now < 600, docket.outstanding > 0 {
            switch docket.next(at: moment(now)) {
            case .send(let sheets, _):
                guard docket.maySpend(1_000, on: sheets, at: moment(now)) else { break }
                sent.append((now, sheets.count))
                docket.took(.success(sheets.map { _ in Self.read }), of: sheets, at: moment(now))
            case .wait(let until): now = (until - Self.start) / .seconds(1)
            case .idle: break
            }
            now += 0.01
        }
        #expect(sent.map(\.crops) == [16, 16, 8])
        #expect(docket.takeAnswers(at: moment(now)).count { $0.reading == nil } == 60)
        #expect(docket.condition != .reads)
        // The next day gives anew.
        docket.ask([question(200)], at: moment(now, day: 20_001))
        #expect(sheets(docket.next(at: moment(now + 61, day: 20_001))).count == 1)
    }

    @Test func `within any minute there are no more requests than the limit`() {
        var docket = docket {
            $0.limits.requestsPerMinute = 5
            $0.deadline = .seconds(100_000)
            $0.limits.picturesPerRequest = 1
        }
        docket.ask((0..<40).map(question), at: moment(0))
        var sent: [Int] = []
        for tick in 0..<60_000 {
            let now = moment(Double(tick) / 100)
            let sheets = sheets(docket.next(at: now))
            guard !sheets.isEmpty, docket.maySpend(10, on: sheets, at: now) else { continue }
            sent.append(tick)
            docket.took(.success(sheets.map { _ in nil }), of: sheets, at: now)
        }
        #expect(sent.count == 40)
        for time in sent { #expect(sent.count { (time..<time + 6000).contains($0) } <= 5) }
    }

    @Test func `a day that was used is used after a restart, too, and by a clock that is set back`() throws {
        let text = Usage(day: 20_000, pictures: 1000, bytes: 5).text(at: moment(0))
        let before = try #require(Usage(text: text, at: moment(0, day: 19_999)))
        var docket = docket(usage: before)
        docket.ask([question(1)], at: moment(0, day: 19_999))
        #expect(docket.next(at: moment(0, day: 19_999)) == .idle)
        #expect(docket.takeAnswers(at: moment(0)) == [DistantAnswer(ticket: 1, reading: nil)])
        #expect(Usage(text: "1 2 3", at: moment(0)) == nil && Usage(text: "1 -2 3 4 5", at: moment(0)) == nil)
    }

    /// A scanner that ends after each of its requests and starts again at once.
    @Test(arguments: [0.0, 0.4, 3])
    func `a process that starts again and again sends no more a minute and a day than one that runs`(pause: Double) {
        var usage = Usage(day: 20_000)
        var sent: [Double] = []
        var bytes = 0
        for tick in 0..<3000 {
            let now = moment(Double(tick) / 10 + Double(tick) * pause)
            var docket = docket(usage: Usage(text: usage.text(at: now), at: now) ?? Usage(day: 20_000)) {
                $0.limits.requestsPerMinute = 7
                $0.limits.picturesPerDay = 150
                $0.limits.bytesPerDay = 1450
            }
            docket.ask([question(tick)], at: now)
            let sheets = sheets(docket.next(at: now))
            guard !sheets.isEmpty, docket.maySpend(10, on: sheets, at: now) else { continue }
            usage = docket.usage
            sent.append(Double(tick) / 10 + Double(tick) * pause)
            bytes += 10
        }
        #expect(sent.count <= 145 && bytes <= 1450 && sent.count >= 30, "\(sent.count) requests")
        for time in sent { #expect(sent.count { (time..<time + 60).contains($0) } <= 7) }
    }

    @Test func `a clock that is set back by an hour gives no minute a second time`() throws {
        var used = Usage(day: 20_000)
        let limits = RemoteSettings.Limits()
        for _ in 0..<120 {
            _ = used.take(pictures: 1, bytes: 1, limits: limits, at: moment(5000).instant, day: 20_000)
        }
        // The next process; its clock on the wall is an hour behind.
        let later = Docket.Moment(instant: moment(5002).instant, second: moment(5002).second - 3600)
        var again = try #require(Usage(text: used.text(at: moment(5001)), at: later))
        #expect(
            again.denial(pictures: 1, bytes: 1, limits: limits, at: later.instant, day: later.day)
                == .until(later.instant + .seconds(60)))
    }

    @Test func `a server that fails is asked less and less often, and at most three times for one crop`() {
        var docket = docket { $0.deadline = .seconds(60) }
        docket.ask([question(1)], at: moment(0))
        var times: [Double] = []
        for tick in 0..<6000 {
            let now = moment(Double(tick) / 100)
            let sheets = sheets(docket.next(at: now))
            guard !sheets.isEmpty else { continue }
            times.append(Double(tick) / 100)
            docket.took(.failure(.broken("it fails")), of: sheets, at: now)
        }
        #expect(times == [0, 0.25, 1.25])
        #expect(docket.takeAnswers(at: moment(2)).map(\.reading) == [nil])
        #expect(docket.condition == .away(since: moment(0).instant, why: "it fails"))
    }

    @Test func `while it pauses, what cannot be asked in time is answered at once`() {
        var docket = docket()
        docket.ask([question(1)], at: moment(0))
        docket.took(.failure(.refused("no")), of: sheets(docket.next(at: moment(0))), at: moment(0.1))
        #expect(docket.takeAnswers(at: moment(0.1)).count == 1)
        docket.ask([question(2)], at: moment(1))
        #expect(docket.takeAnswers(at: moment(1)) == [DistantAnswer(ticket: 2, reading: nil)])
        // Half a minute later somebody may have done something about it.
        docket.ask([question(3)], at: moment(31))
        let sent = sheets(docket.next(at: moment(31)))
        #expect(sent.map(\.ticket) == [3])
        docket.took(.success([Self.read]), of: sent, at: moment(31.2))
        #expect(docket.condition == .reads)
    }

    @Test func `it waits for as long as a server that is asked too much says`() {
        var docket = docket { $0.deadline = .seconds(60) }
        docket.ask([question(1)], at: moment(0))
        let fault = RemoteFault(status: 429, retryAfter: 20)
        docket.took(.failure(fault), of: sheets(docket.next(at: moment(0))), at: moment(0))
        #expect(docket.next(at: moment(19)) == .wait(until: moment(20).instant))
        #expect(sheets(docket.next(at: moment(20))).count == 1)
    }

    @Test func `a request that is too large is asked in halves, and one crop alone is given up`() {
        var docket = docket()
        docket.ask((0..<4).map(question), at: moment(0))
        docket.took(.failure(.tooLarge), of: sheets(docket.next(at: moment(0))), at: moment(0))
        let half = sheets(docket.next(at: moment(0)))
        #expect(half.map(\.ticket) == [0, 1])
        docket.took(.failure(.tooLarge), of: half, at: moment(0))
        let one = sheets(docket.next(at: moment(0)))
        #expect(one.map(\.ticket) == [0])
        docket.took(.failure(.tooLarge), of: one, at: moment(0))
        #expect(docket.takeAnswers(at: moment(0)).map(\.ticket) == [0])
        #expect(sheets(docket.next(at: moment(0))).map(\.ticket) == [1])
    }

    /// A plate every few seconds for an hour, in front of a server that does one thing wrong.
    @Test(arguments: [401, 403, 429, 500, 503, 0, 1])
    func `for an hour of a fault each question has its one answer in time, and requests stay few`(status: Int) {
        var docket = docket()
        var open: [Int: Double] = [:]
        var requests = 0
        var ticket = 0
        for tick in 0..<36_000 {
            let seconds = Double(tick) / 10
            if tick % 20 == 0 {
                docket.ask([question(ticket)], at: moment(seconds))
                open[ticket] = seconds
                ticket += 1
            }
            let sheets = sheets(docket.next(at: moment(seconds)))
            if !sheets.isEmpty, docket.maySpend(4_000, on: sheets, at: moment(seconds)) {
                requests += 1
                let fault: RemoteFault =
                    status == 0 ? .away("no answer in time") : status == 1 ? .broken("half") : .init(status: status)
                docket.took(.failure(fault), of: sheets, at: moment(seconds))
            }
            for answer in docket.takeAnswers(at: moment(seconds)) {
                let asked = open.removeValue(forKey: answer.ticket)
                #expect(answer.reading == nil && asked.map { seconds - $0 < 3.05 } == true)
            }
        }
        #expect(open.values.allSatisfy { $0 > 3596 })
        #expect(requests < 130, "\(requests) requests")
    }
}
