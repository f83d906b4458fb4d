import Addresses
import Basics
import CCurl
import Synchronization

/// Sends requests with libcurl, on the calling thread. One handle keeps its connection from one request to the next.
///
/// Redirects are not followed, the environment's proxies are not used, and what an answer says beside its status is thrown away.
final class WebhookClient: Sendable {
    struct Trust: Sendable {
        /// Files in PEM: authorities in place of the system's, a certificate of our own and its key.
        var authorities: String?
        var certificate: String?
        var key: String?
    }

    private let credentials: SourceAddress.Credentials?
    private let timeout: Duration
    private let trust: Trust
    private let handle: CurlHandle

    init(credentials: SourceAddress.Credentials?, timeout: Duration, trust: Trust) {
        self.credentials = credentials
        self.timeout = timeout
        self.trust = trust
        handle = CurlHandle()
    }

    func send(_ request: WebhookRequest, isStopped: StopFlag) -> WebhookAnswer {
        handle.use { curl in
            // What was given up while it waited for its turn is not sent.
            if isStopped.isSet { return WebhookAnswer(.again("the hub is ending")) }
            let transfer = WebhookTransfer(curl, isStopped: isStopped)
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
            return transfer.run(request, timeout: timeout)
        }
    }
}

/// A handle of libcurl: its options go with each request, its connection stays.
private final class CurlHandle: Sendable {
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// An address as a number, since pointers cannot be handed from thread to thread; used under the mutex alone.
    private let address: Mutex<UInt>

    init() {
        guard Self.isReady, let curl = curl_easy_init() else { fatalError("no memory for requests") }
        address = Mutex(UInt(bitPattern: curl))
    }

    deinit {
        curl_easy_cleanup(address.withLock { UnsafeMutableRawPointer(bitPattern: $0) })
    }

    func use(_ body: (UnsafeMutableRawPointer) -> WebhookAnswer) -> WebhookAnswer {
        address.withLock { address in
            guard let curl = UnsafeMutableRawPointer(bitPattern: address) else { fatalError("a handle is no null") }
            curl_easy_reset(curl)
            return body(curl)
        }
    }
}
