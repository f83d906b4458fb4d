import Addresses
import Basics
import CMosquitto
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A connection to a broker, with a thread of its own: it connects again by itself, every few seconds, and sends what was not acknowledged
/// once more.
///
/// Not libmosquitto's thread: that ends for good where a certificate is refused, or where somebody answers what is no MQTT.
/// It has more than 500 lines because its thread, its callers and libmosquitto's callbacks share one lock.
final class MQTTConnection: Sendable {
    struct Settings: Sendable {
        /// Tried in turn.
        var brokers: [BrokerAddress]
        /// The same after every start, and of no other client.
        var client: String
        var credentials: SourceAddress.Credentials?
        var authorities: String?
        var certificate: String?
        var key: String?
        /// What the broker says in our name when we are gone.
        var will: (topic: String, payload: String)?
        /// Of what comes from topics that were subscribed to, what is to be heard.
        var hears: @Sendable (String) -> Bool = { _ in false }
        /// Bytes of a message from others; more is none for us.
        var longest = 65_536
        /// For how long what was sent may be under way to the broker's machine: then the connection ends, and what was not there is thrown
        /// away. Nil for as long as the system tries.
        var unsentAtMost: Duration?
        /// How many of them wait to be taken; what comes while so many do is not heard.
        var room = 1000
    }

    /// What somebody else published.
    struct Message: Sendable {
        var topic: String
        var payload: [UInt8]
        /// Whether the broker had kept it from earlier.
        var isRetained: Bool
    }

    struct State {
        var isConnected = false
        /// How often it was connected.
        var sessions = 0
        /// Whether a connection is being made, and how many were tried since the last one that there was.
        var isTrying = false
        var failures = 0
        /// Messages that are on their way.
        var waiting: Set<Int32> = []
        /// Acknowledged before `publish` could say which they are.
        var early: Set<Int32> = []
        var lives = Lives()
        /// What was said of the connection as it is made now, and why the last one that was made did not last.
        var said: String?
        var reason: String?
    }

    static let success = Int32(MOSQ_ERR_SUCCESS.rawValue)
    private static let isReady: Bool = mosquitto_lib_init() == success
    /// Seconds without a word until either side takes the connection for dead, and between attempts to connect.
    private static let keepalive: Int32 = 30
    private static let pause: (first: Int, longest: Int) = (1, 5)
    /// Milliseconds after which the library looks whether the other side is still there.
    static let look: Int32 = 1000
    /// For how long `close` waits: names are looked up, and connections made, without a way to end that.
    private static let farewell = 2
    /// Messages that are not acknowledged; more wait in the library.
    static let window: UInt32 = 100

    let changes = Bell()
    /// What is heard, in the order it came.
    let messages: AsyncStream<Message>
    let heard: AsyncStream<Message>.Continuation
    private let closing = StopFlag()
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    let settings: Settings
    let state = Mutex(State())
    /// Pointers cannot be handed from thread to thread; the library locks what it leads to by itself.
    private let client: UInt
    /// Whether the library's memory is gone, with the thread.
    private let isDestroyed = Mutex(false)

    /// - Throws: where files are not what they are to be.
    init(_ settings: Settings) throws(Failure) {
        self.settings = settings
        (messages, heard) = AsyncStream.makeStream(of: Message.self, bufferingPolicy: .bufferingOldest(settings.room))
        guard Self.isReady, let client = mosquitto_new(settings.client, false, nil) else {
            fatalError("no memory for a connection to a broker")
        }
        self.client = UInt(bitPattern: client)
        try configure(client)
    }

    /// One that never began has no thread that frees the library's memory.
    deinit {
        if !isDestroyed.withLock({ $0 }) { mosquitto_destroy(pointer) }
        heard.finish()
    }

    private func configure(_ client: OpaquePointer) throws(Failure) {
        mosquitto_threaded_set(client, true)
        mosquitto_max_inflight_messages_set(client, Self.window)
        if let will = settings.will {
            mosquitto_will_set(client, will.topic, Int32(will.payload.utf8.count), will.payload, 1, true)
        }
        if let credentials = settings.credentials {
            mosquitto_username_pw_set(client, credentials.user, credentials.password)
        }
        guard let broker = settings.brokers.first, broker.isSecure else { return }
        let folder = settings.authorities == nil ? "/etc/ssl/certs" : nil
        let code = mosquitto_tls_set(
            client, settings.authorities, folder, settings.certificate, settings.key, { _, _, _, _ in 0 })
        guard code == Self.success else {
            throw Failure(
                .configuration, while: "preparing TLS to \(broker.origin)", because: Self.text(of: code),
                remedy: "ca_file, certificate_file and key_file are files in PEM that the hub's user can read.")
        }
        // TLS 1.2 and later.
        mosquitto_tls_opts_set(client, 1, nil, nil)
    }

    /// For the connection's own thread, and before there is one.
    var pointer: OpaquePointer? { OpaquePointer(bitPattern: client) }

    /// For all others, who may come when the connection has ended: they get `MOSQ_ERR_CONN_LOST` then.
    @discardableResult
    func asking(_ body: (OpaquePointer?) -> Int32) -> Int32 {
        isDestroyed.withLock { $0 ? Int32(MOSQ_ERR_CONN_LOST.rawValue) : body(pointer) }
    }

    static func text(of code: Int32) -> String {
        if code == Int32(MOSQ_ERR_ERRNO.rawValue) { return String(cString: strerror(errno)) }
        return mosquitto_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    // MARK: - Connecting

    /// Begins, and goes on until `close`.
    func begin() {
        // The thread holds on to us for as long as the library can call.
        mosquitto_user_data_set(pointer, Unmanaged.passUnretained(self).toOpaque())
        mosquitto_connect_callback_set(pointer) { _, owner, code in MQTTConnection.of(owner)?.connected(code) }
        mosquitto_disconnect_callback_set(pointer) { _, owner, _ in MQTTConnection.of(owner)?.disconnected() }
        mosquitto_publish_callback_set(pointer) { _, owner, number in MQTTConnection.of(owner)?.acknowledged(number) }
        // A certificate that is refused is told here, and nowhere else.
        mosquitto_log_callback_set(pointer) { _, owner, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MQTTConnection.of(owner)?.note(String(cString: text))
        }
        mosquitto_message_callback_set(pointer) { _, owner, message in
            if let message { MQTTConnection.of(owner)?.take(message.pointee) }
        }
        let thread = Thread { [self] in
            work()
            isDestroyed.withLock { isDestroyed in
                mosquitto_destroy(pointer)
                isDestroyed = true
            }
            ended.signal()
        }
        thread.name = "mqtt"
        thread.start()
    }

    /// Until it is closed, whatever comes from the other side.
    private func work() {
        var pause = Self.pause.first
        var number = 0
        var code = connect(number)
        while !closing.isSet {
            if code == Self.success { code = mosquitto_loop(pointer, Self.look, 1) }
            if code == Self.success {
                if isConnected { pause = Self.pause.first }
                continue
            }
            failed(code)
            if wake.wait(timeout: .now() + .seconds(pause)) == .success { return }
            number += 1
            // Once each has had its turn.
            if number % settings.brokers.count == 0 { pause = min(2 * pause, Self.pause.longest) }
            code = connect(number)
        }
        // One that comes about only now is nobody's.
        guard isConnected else { return disconnected() }
        // What is on its way, that we are going among it, goes out; the other side may have stopped to listen.
        let end = DispatchTime.now() + .seconds(1)
        while DispatchTime.now() < end, mosquitto_loop(pointer, Self.look / 10, 1) == Self.success {}
        disconnected()
    }

    /// - Parameter number: how often it was tried before. What is on its way stays with the library.
    private func connect(_ number: Int) -> Int32 {
        let broker = settings.brokers[number % settings.brokers.count]
        state.withLock { $0.isTrying = true }
        let code = mosquitto_connect(pointer, broker.host, Int32(broker.port), Self.keepalive)
        if code == Self.success { limitUnsent() }
        return code
    }

    /// A link that stalls does not end a connection for minutes, and what lies in the system's buffer goes out once it is well again.
    private func limitUnsent() {
        guard let limit = settings.unsentAtMost else { return }
        var milliseconds = UInt32(clamping: limit.milliseconds)
        setsockopt(
            mosquitto_socket(pointer), Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds,
            socklen_t(MemoryLayout<UInt32>.size))
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> MQTTConnection? {
        owner.map { Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Ends it for good, once what is on its way is out. To be called once, after `begin`.
    func close() {
        closing.set()
        asking { mosquitto_disconnect($0) }
        wake.signal()
        _ = ended.wait(timeout: .now() + .seconds(Self.farewell))
        heard.finish()
    }

    private func connected(_ code: Int32) {
        state.withLock { state in
            state.isConnected = code == 0
            state.said = code == 0 ? nil : refusal(code)
            guard code == 0 else { return }
            state.sessions += 1
            state.lives.begin(at: .now)
            (state.isTrying, state.failures, state.reason) = (false, 0, nil)
        }
        changes.ring()
    }

    /// A connection that was not made, or did not last.
    private func failed(_ code: Int32) {
        state.withLock { state in
            state.isConnected = false
            state.lives.end(at: .now)
            state.failures += state.isTrying ? 1 : 0
            state.isTrying = false
            state.reason = state.said
            if state.said == nil,
                code == Int32(MOSQ_ERR_PROTOCOL.rawValue) || code == Int32(MOSQ_ERR_MALFORMED_PACKET.rawValue)
            {
                state.reason = "what answers there does not speak MQTT"
            }
            state.said = nil
        }
        changes.ring()
    }

    private func disconnected() {
        state.withLock { state in
            state.isConnected = false
            state.lives.end(at: .now)
        }
        changes.ring()
    }

    var isConnected: Bool { state.withLock { $0.isConnected } }

    /// Whether it is closed, or about to be.
    var isClosing: Bool { closing.isSet }

    /// How many attempts failed since there was a connection.
    var failures: Int { state.withLock { $0.failures } }

    /// How often it was connected.
    var sessions: Int { state.withLock { $0.sessions } }

    /// What the broker or the library said of the last connection that failed; nil where nobody knows more than that there is none.
    var reason: String? { state.withLock { $0.reason } }
}
