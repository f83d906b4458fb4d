import Addresses
import Basics
import CCurl
import Synchronization

/// Sends requests with libcurl, on the calling thread. One handle keeps its connection from one request to the next.
///
/// Redirects are not followed, the environment's proxies are not used, and what an answer says beside its status is thrown away, unless it is asked
/// for.
final class WebhookClient: Sendable {
    struct Trust: Sendable {
        /// Files in PEM: authorities in place of the system's, a certificate of our own and its key.
        var authorities: String?
        var certificate: String?
        var key: String?
        /// For what is checked by its hash, and needs nobody to vouch for it.
        var isAnybodyTrusted = false
    }

    private let credentials: SourceAddress.Credentials?
    private let timeout: Duration
    private let trust: Trust
    private let isNowOrNever: Bool
    private let handle: CurlHandle

    /// - Parameter isNowOrNever: whether a request that was given up is not to arrive any more. Each has a connection of its own then.
    init(credentials: SourceAddress.Credentials?, timeout: Duration, trust: Trust, isNowOrNever: Bool = false) {
        self.isNowOrNever = isNowOrNever
        self.credentials = credentials
        self.timeout = timeout
        self.trust = trust
        handle = CurlHandle()
    }

    /// Looks whether the server can be reached, with TLS where the address says so. It is asked for nothing.
    ///
    /// - Parameter address: of the server, without a path.
    /// - Returns: what is in the way; nil where nothing is.
    func obstacle(to address: String, isStopped: StopFlag) -> String? {
        var request = WebhookRequest()
        request.address = address
        // A handle of its own: this connection is of no use for a request.
        let client = WebhookClient(credentials: nil, timeout: min(timeout, .seconds(10)), trust: trust)
        return client.send(request, isProbe: true, isStopped: isStopped).trouble?.reason
    }

    func send(_ request: WebhookRequest, isProbe: Bool = false, isStopped: StopFlag) -> WebhookAnswer {
        exchange(request, isProbe: isProbe, isStopped: isStopped, keeps: nil).answer
    }

    /// What a server says to a request, beside what became of that.
    struct Exchange: Sendable {
        var answer: WebhookAnswer
        /// 0 where there was no answer.
        var status = 0
        var bytes: [UInt8] = []
        /// What tells them from others.
        var tag: String?
    }

    /// - Parameters:
    ///   - timeout: in place of the client's.
    ///   - keeps: how many bytes of an answer are taken; nil where none is kept.
    func exchange(
        _ request: WebhookRequest, isProbe: Bool = false, within timeout: Duration? = nil, isStopped: StopFlag,
        keeps: Int?
    ) -> Exchange {
        let timeout = timeout ?? self.timeout
        return handle.use { curl, gate in
            // What was given up while it waited for its turn is not sent.
            if isStopped.isSet { return Exchange(answer: WebhookAnswer(.again("the hub is ending"))) }
            let transfer = WebhookTransfer(curl, gate: gate, isStopped: isStopped, keeps: keeps)
            transfer.set(CURLOPT_URL, request.address ?? "")
            transfer.set(CURLOPT_USERAGENT, "plated-hub")
            transfer.set(CURLOPT_PROTOCOLS_STR, "https,http")
            transfer.set(CURLOPT_FOLLOWLOCATION, 0)
            transfer.set(CURLOPT_PROXY, "")
            transfer.set(CURLOPT_SSL_VERIFYPEER, 1)
            transfer.set(CURLOPT_SSL_VERIFYHOST, 2)
            // TLS 1.2 and later.
            transfer.set(CURLOPT_SSLVERSION, 6)
            transfer.set(CURLOPT_TIMEOUT_MS, Int(timeout.milliseconds))
            transfer.set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(timeout, .seconds(10)).milliseconds))
            transfer.set(CURLOPT_TCP_NODELAY, 1)
            if isNowOrNever { plated_curl_set_now_or_never(curl, gate) }
            // Signals are the program's.
            transfer.set(CURLOPT_NOSIGNAL, 1)
            transfer.set(CURLOPT_NOPROGRESS, 0)
            if let file = trust.authorities { transfer.set(CURLOPT_CAINFO, file) }
            if let file = trust.certificate { transfer.set(CURLOPT_SSLCERT, file) }
            if let file = trust.key { transfer.set(CURLOPT_SSLKEY, file) }
            if let credentials {
                transfer.set(CURLOPT_USERNAME, credentials.user)
                transfer.set(CURLOPT_PASSWORD, credentials.password)
            }
            if isProbe { transfer.set(CURLOPT_CONNECT_ONLY, 1) }
            if trust.isAnybodyTrusted {
                transfer.set(CURLOPT_SSL_VERIFYPEER, 0)
                transfer.set(CURLOPT_SSL_VERIFYHOST, 0)
            }
            let answer = transfer.run(request, timeout: timeout, isProbe: isProbe)
            return Exchange(answer: answer, status: transfer.status, bytes: transfer.kept, tag: transfer.tag)
        }
    }
}

/// A handle of libcurl: its options go with each request, its connection stays.
private final class CurlHandle: Sendable {
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    typealias Gate = UnsafeMutablePointer<plated_curl_gate_owner>

    /// Addresses as numbers, since pointers cannot be handed from thread to thread; used under the mutex alone.
    private let addresses: Mutex<(curl: UInt, gate: UInt)>

    init() {
        guard Self.isReady, let curl = curl_easy_init() else { fatalError("no memory for requests") }
        let gate = Gate.allocate(capacity: 1)
        gate.initialize(to: plated_curl_gate_owner())
        addresses = Mutex((curl: UInt(bitPattern: curl), gate: UInt(bitPattern: gate)))
    }

    deinit {
        addresses.withLock { addresses in
            curl_easy_cleanup(UnsafeMutableRawPointer(bitPattern: addresses.curl))
            Gate(bitPattern: addresses.gate)?.deallocate()
        }
    }

    func use(_ body: (UnsafeMutableRawPointer, Gate) -> WebhookClient.Exchange) -> WebhookClient.Exchange {
        addresses.withLock { addresses in
            guard let curl = UnsafeMutableRawPointer(bitPattern: addresses.curl),
                let gate = Gate(bitPattern: addresses.gate)
            else { fatalError("a handle is no null") }
            curl_easy_reset(curl)
            return body(curl, gate)
        }
    }
}
