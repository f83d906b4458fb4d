import ALPR
import Basics
import Dispatch
import Live
import Logging
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Shows the frames that are analysed to who connects to the scanner's socket, each with what was found in it. Lives on the live queue.
///
/// It encodes only while somebody watches, and never more than one picture ahead of anybody: who is slow misses pictures, and who takes
/// nothing for long is let go. Recognition waits for none of it.
struct LiveServer {
    typealias Instant = ContinuousClock.Instant

    private let offer: LiveOffer
    private let limits: LiveOffer.Limits
    private let slot: LiveSlot
    private let head: LiveHead
    private let log: Logger
    private let now: @Sendable () -> Moment
    private let beat: @Sendable () -> ScannerBeat
    private let socket: LiveSocket
    private var connections: [LiveConnection] = []
    private var failures: FailureTalk

    /// - Parameter beat: how the scanner is.
    init(
        _ offer: LiveOffer, camera: String, slot: LiveSlot, log: Logger, now: @escaping @Sendable () -> Moment,
        beat: @escaping @Sendable () -> ScannerBeat
    ) throws(Failure) {
        self.offer = offer
        self.slot = slot
        self.log = log
        self.now = now
        self.beat = beat
        limits = offer.limits
        head = LiveHead(camera: camera, hidesPlates: offer.hidesPlates)
        failures = FailureTalk(of: "live picture", verb: "encoded", at: now().instant)
        socket = try LiveSocket(offer.address)
        log.info(
            offer.showsPictures
                ? "the live picture is offered on \(offer.address)"
                : "the hub hears on \(offer.address) how this scanner is")
    }

    /// Until the slot is stopped.
    mutating func run() {
        defer { for connection in connections { close(connection.descriptor) } }
        while !slot.isStopped {
            wait()
            let time = now()
            if let frame = slot.take() { show(frame, at: time) }
            attend(at: time)
            admit(at: time)
            slot.wants(from: connections.filter(\.isIdle).map(\.nextDue).min())
        }
    }

    // MARK: - Who is there

    private func wait() {
        var all = [pollfd(fd: slot.wakeUp, events: Int16(POLLIN), revents: 0)]
        all.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
        for connection in connections {
            let events = Int16(POLLIN) | (connection.isSending ? Int16(POLLOUT) : 0)
            all.append(pollfd(fd: connection.descriptor, events: events, revents: 0))
        }
        // Without anybody there is nothing to do but wait for somebody.
        _ = poll(&all, nfds_t(all.count), connections.isEmpty ? -1 : Int32(limits.tick.milliseconds))
    }

    private mutating func admit(at time: Moment) {
        while let peer = socket.next() {
            // Some of them may have left meanwhile.
            if connections.count >= limits.connections { attend(at: time) }
            var connection = LiveConnection(peer, at: time.instant)
            if connections.count < limits.connections + limits.others {
                connections.append(connection)
            } else {
                _ = refuse(&connection, tooMany, at: time)
                close(peer)
            }
        }
    }

    /// Hears and sends on; lets go of who has left, has not asked in time, or takes nothing.
    private mutating func attend(at time: Moment) {
        var kept: [LiveConnection] = []
        var watchers = connections.count { $0.request != nil }
        for var connection in connections {
            let hasAsked = connection.request != nil
            if attend(&connection, among: watchers, at: time) {
                if !hasAsked, connection.request != nil { watchers += 1 }
                kept.append(connection)
            } else {
                close(connection.descriptor)
            }
        }
        connections = kept
    }

    /// - Parameter watchers: how many have asked for pictures before.
    private func attend(_ connection: inout LiveConnection, among watchers: Int, at time: Moment) -> Bool {
        switch connection.hear() {
        case .left: return false
        case .nonsense(let reason): return refuse(&connection, reason, at: time)
        case .asksHowItIs:
            _ = connection.send(Array(beat().line.utf8), at: time.instant)
            return false
        case .asked:
            guard offer.showsPictures else { return refuse(&connection, "live.offered is false", at: time) }
            guard watchers < limits.connections else { return refuse(&connection, tooMany, at: time) }
            guard connection.send(idle(time), at: time.instant) else { return false }
        case .nothing:
            guard connection.goOn(at: time.instant) else { return false }
        }
        let quiet = connection.lastMove.duration(to: time.instant)
        if connection.isIdle, quiet >= limits.beat { return connection.send(idle(time), at: time.instant) }
        return connection.isIdle || quiet < limits.patience
    }

    private var tooMany: String { "\(limits.connections) watch already" }

    /// - Returns: false: who is refused is let go.
    private func refuse(_ connection: inout LiveConnection, _ reason: String, at time: Moment) -> Bool {
        _ = connection.send(LiveMessage(head: head.refusal(reason, at: time.wall)).bytes, at: time.instant)
        return false
    }

    private func idle(_ time: Moment) -> [UInt8] { LiveMessage(head: head.idle(at: time.wall)).bytes }

    // MARK: - Pictures

    /// One encoding a width, for all who are due and have taken the last one.
    private mutating func show(_ frame: LiveFrame, at time: Moment) {
        let json = head.json(of: frame)
        var messages: [Int: [UInt8]] = [:]
        for index in connections.indices where connections[index].isIdle && connections[index].nextDue <= time.instant {
            guard let width = connections[index].request?.width else { continue }
            guard let message = messages[width] ?? message(json, frame, width: width, at: time.instant) else { return }
            messages[width] = message
            connections[index].shows(at: time.instant)
            // Who has left is found out by whoever attends to it next.
            _ = connections[index].send(message, at: time.instant)
        }
    }

    private mutating func message(_ json: [UInt8], _ frame: LiveFrame, width: Int, at now: Instant) -> [UInt8]? {
        if offer.hidesPlates { return LiveMessage(head: json).bytes }
        do {
            let picture = try offer.encode(frame.frame.anyColour.atMost(width: width))
            if let news = failures.succeeded(at: now) { log.notice("\(news)") }
            return LiveMessage(head: json, picture: picture).bytes
        } catch {
            if let news = failures.failed(because: "\(error)", at: now) { log.error("\(news)") }
            return nil
        }
    }
}
