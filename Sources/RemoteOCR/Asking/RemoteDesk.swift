import ALPR
import Dispatch
import Files
import Logging
import Synchronization

/// The docket, between the queue that asks for readings and the one that brings them.
final class RemoteDesk: Sendable {
    /// How long a request may take to say that its time is up.
    private static let grace = Duration.milliseconds(250)

    private let state: Mutex<Docket>
    private let mustStop = Atomic(false)
    /// Signalled where there is something to do.
    private let work = DispatchSemaphore(value: 0)
    /// Signalled where there are answers.
    private let answered = DispatchSemaphore(value: 0)
    private let status: RemoteStatus
    private let usageFile: UsageFile?
    private let log: Logger
    private let now: @Sendable () -> Docket.Moment

    init(_ settings: RemoteSettings, status: RemoteStatus, log: Logger, now: @escaping @Sendable () -> Docket.Moment) {
        usageFile = settings.usageFile.map { UsageFile(path: $0) }
        let moment = now()
        var usage = Usage(day: moment.day)
        switch usageFile?.read(at: moment) {
        case .usage(let known): usage = known
        case .unfit:
            log.warning(
                "what was used of the remote engine's day cannot be read in \(settings.usageFile ?? ""): the day begins anew"
            )
        case nil, .some(.none): break
        }
        state = Mutex(Docket(settings, usage: usage))
        self.status = status
        self.log = log
        self.now = now
    }

    var isStopped: Bool { mustStop.load(ordering: .sequentiallyConsistent) }

    func stop() {
        mustStop.store(true, ordering: .sequentiallyConsistent)
        work.signal()
        answered.signal()
    }

    // MARK: - From the queue that asks

    func ask(_ questions: [DistantQuestion]) {
        change { $0.ask(questions, at: now()) }
        work.signal()
    }

    func answers() -> [DistantAnswer] {
        change { $0.takeAnswers(at: now()) }
    }

    /// Waits until there is no question without an answer; their deadlines end it.
    func waitForAll() {
        while !isStopped {
            let deadline = change { docket -> ContinuousClock.Instant? in
                let moment = now()
                guard let next = docket.nextDeadline else { return nil }
                if moment.instant < next { return next }
                // Its request ends now, too, and tells why nothing came.
                guard let end = docket.requestDeadline, end <= moment.instant, moment.instant < end + Self.grace
                else { return nil }
                return end + Self.grace
            }
            guard let deadline else { return }
            _ = answered.wait(timeout: Self.time(until: deadline, from: now().instant))
        }
    }

    // MARK: - On the queue that brings them

    /// Brings answers until it is stopped.
    func run(
        _ transport: inout some RemoteTransport, service: RemoteService,
        encode: (LumaImage) throws -> [UInt8]
    ) {
        while !isStopped {
            switch change({ $0.next(at: now()) }) {
            case .idle: work.wait()
            case .wait(let until): _ = work.wait(timeout: Self.time(until: until, from: now().instant))
            case .send(let sheets, let deadline):
                let outcome = outcome(of: sheets, deadline, &transport, service, encode)
                if let outcome { change { $0.took(outcome, of: sheets, at: now()) } }
                answered.signal()
            }
        }
    }

    /// Nil where it was not sent.
    private func outcome(
        of sheets: [Sheet], _ deadline: ContinuousClock.Instant, _ transport: inout some RemoteTransport,
        _ service: RemoteService, _ encode: (LumaImage) throws -> [UInt8]
    ) -> Result<[ViewReading?], RemoteFault>? {
        let request: RemoteRequest
        do { request = service.request(try sheets.map { try encode($0.picture) }) } catch {
            return .failure(.broken("a crop cannot be encoded"))
        }
        let moment = now()
        let (mayBeSent, usage) = change { ($0.maySpend(request.body.count, on: sheets, at: moment), $0.usage) }
        guard mayBeSent else { return nil }
        // Before it is sent: after a kill it counts all the same. What cannot be counted is not spent.
        do throws(SystemError) { try usageFile?.write(usage, at: moment) } catch {
            change { $0.didNotSend(request.body.count, of: sheets) }
            let path = usageFile?.path ?? ""
            return .failure(
                .refused(
                    "what it uses of a day cannot be written down in \(path), so nothing is asked: \(error.reason)"))
        }
        let left = now().instant.duration(to: deadline)
        guard left > .zero else { return .failure(.away("no answer in time")) }
        do { return .success(try service.readings(transport.send(request, within: left), of: sheets)) } catch {
            return .failure(error)
        }
    }

    // MARK: - The docket

    @discardableResult
    private func change<Value>(_ body: (inout Docket) -> Value) -> Value {
        let (value, before, after) = state.withLock { docket in
            let before = docket.condition
            let value = body(&docket)
            status.tell(docket.condition, docket.counts)
            return (value, before, docket.condition)
        }
        tell(before, after)
        return value
    }

    private func tell(_ before: RemoteCondition, _ after: RemoteCondition) {
        switch (before, after) {
        case (.reads, .away(_, let why)):
            log.warning(
                "the remote engine is away: \(why); what it would have read is left to the local one, or unread")
        case (.away(let since, _), .reads):
            log.notice("the remote engine reads again after \(Self.text(since.duration(to: now().instant)))")
        case (.away(_, let old), .away(_, let new)) where old != new:
            log.info("the remote engine is still away: \(new)")
        default: break
        }
    }

    private static func text(_ duration: Duration) -> String { "\(Int(duration / .seconds(1))) s" }

    private static func time(until end: ContinuousClock.Instant, from now: ContinuousClock.Instant) -> DispatchTime {
        .now() + .milliseconds(max(1, Int((now.duration(to: end) / .milliseconds(1)).rounded(.up))))
    }
}
