import Basics
import Live

#if canImport(Glibc)
    import Glibc
#endif

/// Somebody who watches. Lives on the live queue; whoever holds it closes it.
struct LiveConnection {
    typealias Instant = ContinuousClock.Instant

    /// What came of listening to it.
    enum Heard {
        case nothing
        case asked
        case asksHowItIs
        case nonsense(String)
        case left
    }

    let descriptor: Int32
    /// Nil until it has asked.
    private(set) var request: LiveRequest?
    /// When it was sent something, or took some of it, for the last time.
    private(set) var lastMove: Instant
    /// When it is to be shown the next picture.
    private(set) var nextDue: Instant
    private var asked: [UInt8] = []
    /// What is still to be sent.
    private var rest: ArraySlice<UInt8> = []

    init(_ descriptor: Int32, at now: Instant) {
        self.descriptor = descriptor
        lastMove = now
        nextDue = now
    }

    var isSending: Bool { !rest.isEmpty }
    /// Whether it has taken all that it was sent, and can be sent more.
    var isIdle: Bool { request != nil && !isSending }

    /// Reads what it asks for: once, and nothing after that.
    mutating func hear() -> Heard {
        var bytes = [UInt8](repeating: 0, count: LiveRequest.longest)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return .nothing }
            guard count > 0, request == nil else { return .left }
            asked += bytes.prefix(count)
            guard let end = asked.firstIndex(of: UInt8(ascii: "\n")) else {
                if asked.count < LiveRequest.longest { continue }
                return .nonsense("it has no end within \(LiveRequest.longest) bytes")
            }
            let line = String(decoding: asked[..<end], as: UTF8.self)
            if line == ScannerBeat.question { return .asksHowItIs }
            do throws(Failure) {
                request = try LiveRequest(line: line)
                return .asked
            } catch {
                return .nonsense(error.reason)
            }
        }
    }

    /// Notes that it is shown a picture now.
    mutating func shows(at now: Instant) {
        guard let request else { return }
        let interval = Duration.seconds(1) / request.rate
        // A quarter early, so that frames that come as often are not missed for being early by less.
        nextDue = max(nextDue + interval, now + interval * 3 / 4)
    }

    /// Sends a message, as much of it as is taken now. For idle ones. Returns false where it has left.
    mutating func send(_ message: [UInt8], at now: Instant) -> Bool {
        rest = message[...]
        lastMove = now
        return goOn(at: now)
    }

    /// Sends on. Returns false where it has left.
    mutating func goOn(at now: Instant) -> Bool {
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN
            }
            rest = rest.dropFirst(count)
            lastMove = now
        }
        return true
    }
}
