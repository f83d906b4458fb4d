import ALPR
import Dispatch
import Files
import Glibc
import Logging
import Plates
import Synchronization
import Testing

@testable import RemoteOCR

/// Asking and answering over two threads.
@Suite struct RemoteDeskTests {
    private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private struct Server: RemoteTransport {
        var answer: @Sendable (Int) throws(RemoteFault) -> RemoteResponse
        var count = 0

        mutating func send(_ request: RemoteRequest, within time: Duration) throws(RemoteFault) -> RemoteResponse {
            count += 1
            return try answer(count)
        }
    }

    private func question(_ ticket: Int) -> DistantQuestion {
        let box = Box(x: 10, y: 10, width: 60, height: 14)
        return DistantQuestion(
            ticket: ticket, picture: LumaImage(width: 80, height: 34),
            region: Region(rows: [TextRow(quad: Quad(box), characters: 6)], score: 1))
    }

    /// What three questions get, and how the server does afterwards.
    private func ask(
        usageFile: String? = nil, _ answer: @escaping @Sendable (Int) throws(RemoteFault) -> RemoteResponse
    ) -> (answers: [DistantAnswer], status: RemoteStatus) {
        var settings = RemoteSettings(service: .codeProject, address: "https://example.net/")
        settings.deadline = .milliseconds(600)
        settings.usageFile = usageFile
        let status = RemoteStatus()
        let desk = RemoteDesk(settings, status: status, log: Self.log, now: { .now })
        let working = DispatchGroup()
        DispatchQueue(label: "test.remote").async(group: working) { [settings] in
            var server = Server(answer: answer)
            desk.run(&server, service: RemoteService(settings), encode: { _ in [1, 2, 3] })
        }
        let reader = RemoteReader(desk: desk, status: status, waits: true)
        reader.ask((0..<3).map(question))
        let answers = reader.answers()
        desk.stop()
        working.wait()
        return (answers, status)
    }

    private static let plate =
        #"{"success":true,"predictions":[{"plate":"AB12CD","confidence":0.9,"x_min":9,"y_min":8,"x_max":80,"y_max":30}]}"#

    @Test func `who waits gets all answers, in one go`() {
        let (answers, status) = ask { _ in RemoteResponse(status: 200, body: Array(Self.plate.utf8)) }
        #expect(answers.map(\.ticket).sorted() == [0, 1, 2])
        #expect(answers.allSatisfy { $0.reading?.symbols.text == "AB12CD" })
        #expect(status.counts.answered == 3 && status.counts.requests == 3 && status.condition == .reads)
        #expect(status.summary?.hasPrefix("remote engine: 3 crops asked about, 3 answered, 0 not; 3 requests") == true)
    }

    @Test func `who waits for a server that is away waits until the time is up at most`() {
        let start = ContinuousClock.now
        let (answers, status) = ask { _ throws(RemoteFault) in throw .away("the server cannot be reached") }
        #expect(answers.map(\.reading) == [nil, nil, nil])
        #expect(start.duration(to: .now) < .seconds(30))
        guard case .away(_, let why) = status.condition else {
            Issue.record("it is not away")
            return
        }
        #expect(why == "the server cannot be reached")
    }

    @Test func `what was used of a day is read again by the next process`() throws {
        let path = "/tmp/plated-usage-\(UInt32.random(in: 0...UInt32.max))"
        defer { unlink(path) }
        let file = UsageFile(path: path)
        #expect(file.read(at: .now) == .none)
        let usage = Usage(day: 20_000, pictures: 12, bytes: 34_567)
        try file.write(usage, at: .now)
        #expect(file.read(at: .now) == .usage(usage))
        #expect(truncate(path, 3) == 0 && file.read(at: .now) == .unfit)
        #expect(throws: SystemError(ENOTDIR)) { try UsageFile(path: "/dev/null/usage").write(usage, at: .now) }
    }

    @Test func `what cannot be written down is not spent`() {
        let (answers, status) = ask(usageFile: "/dev/null/usage") { _ in
            Issue.record("something was sent")
            return RemoteResponse(status: 200, body: Array(Self.plate.utf8))
        }
        #expect(answers.map(\.reading) == [nil, nil, nil])
        #expect(status.counts.requests == 0 && status.counts.sent == 0 && status.counts.bytes == 0)
        guard case .away(_, let why) = status.condition else {
            Issue.record("it is not away")
            return
        }
        #expect(why.hasPrefix("what it uses of a day cannot be written down in /dev/null/usage"))
    }
}
