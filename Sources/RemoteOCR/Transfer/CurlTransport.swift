import Basics
import CCurl

/// Requests with libcurl, on the calling thread. One handle keeps its connection from one request to the next.
///
/// Redirects are not followed, certificates are verified, proxies are those of the environment.
final class CurlTransport: RemoteTransport {
    /// What is read of an answer; in bytes. Sixteen plates have a hundred kilobytes.
    private static let longestAnswer = 8 << 20

    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let settings: RemoteSettings
    private let isStopped: @Sendable () -> Bool
    private let curl: UnsafeMutableRawPointer
    private var body: [UInt8] = []
    private var isTooLong = false

    /// - Parameter isStopped: asked at least once a second while a request runs.
    init(_ settings: RemoteSettings, isStopped: @escaping @Sendable () -> Bool) {
        guard Self.isReady, let curl = curl_easy_init() else { fatalError("no memory for requests") }
        self.curl = curl
        self.settings = settings
        self.isStopped = isStopped
    }

    deinit {
        curl_easy_cleanup(curl)
    }

    func send(_ request: RemoteRequest, within time: Duration) throws(RemoteFault) -> RemoteResponse {
        curl_easy_reset(curl)
        (body, isTooLong) = ([], false)
        configure(within: time)
        var headers: UnsafeMutablePointer<curl_slist>?
        // A server that is asked whether it would take a body may keep us waiting for a second.
        for line in request.headers + ["Content-Type: \(request.type)", "Expect:"] {
            headers = curl_slist_append(headers, line)
        }
        defer { curl_slist_free_all(headers) }
        plated_curl_set_headers(curl, headers)
        plated_curl_set_body(curl, request.body, curl_off_t(request.body.count))
        plated_curl_set_receivers(
            curl, Unmanaged.passUnretained(self).toOpaque(), { _, _, count, _ in count },
            { bytes, _, count, owner in CurlTransport.of(owner).take(bytes, count) },
            { owner, _, _, _, _ in CurlTransport.of(owner).isStopped() ? 1 : 0 })
        let code = curl_easy_perform(curl)
        var status = 0
        plated_curl_response_code(curl, &status)
        // A refusal may come before all of the request is read.
        if status >= 300 || code == CURLE_OK, status > 0 {
            var asked: curl_off_t = 0
            plated_curl_retry_after(curl, &asked)
            return RemoteResponse(status: status, body: body, retryAfter: Int(max(0, min(asked, 86_400))))
        }
        throw fault(code, within: time)
    }

    private func configure(within time: Duration) {
        func set(_ option: CURLoption, _ text: String) { plated_curl_set_text(curl, option, text) }
        func set(_ option: CURLoption, _ number: Int) { plated_curl_set_number(curl, option, number) }
        let milliseconds = max(1, Int(time.milliseconds))
        set(CURLOPT_URL, settings.address)
        set(CURLOPT_USERAGENT, "plated")
        set(CURLOPT_PROTOCOLS_STR, "https,http")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        // TLS 1.2 and later.
        set(CURLOPT_SSLVERSION, 6)
        set(CURLOPT_TIMEOUT_MS, milliseconds)
        set(CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, 10_000))
        set(CURLOPT_TCP_NODELAY, 1)
        // Signals are the program's.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_NOPROGRESS, 0)
        if let authorities = settings.authorities { set(CURLOPT_CAINFO, authorities) }
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> CurlTransport {
        // Set in `send`, and called only while that runs.
        Unmanaged<CurlTransport>.fromOpaque(owner.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        isTooLong = body.count + count > Self.longestAnswer
        if !isTooLong { body += UnsafeRawBufferPointer(start: bytes, count: count) }
        return isTooLong ? 0 : count
    }

    /// In words of our own: libcurl's may have parts of an address in them.
    private func fault(_ code: CURLcode, within time: Duration) -> RemoteFault {
        if isTooLong { return .broken("the server's answer is longer than any should be") }
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: return .away("the scanner is ending")
        case CURLE_OPERATION_TIMEDOUT: return .away("no answer in time")
        case CURLE_COULDNT_RESOLVE_HOST: return .away("the server's name is not known (no network, or no such name)")
        case CURLE_COULDNT_RESOLVE_PROXY: return .away("the proxy's name is not known")
        case CURLE_COULDNT_CONNECT: return .away("the server cannot be reached")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            return .refused("the server's certificate is not trusted")
        case CURLE_PARTIAL_FILE: return .broken("the server's answer ends too soon")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return .away("the connection was cut")
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return .refused("the address is none that can be asked")
        default: return .away(String(cString: curl_easy_strerror(code)))
        }
    }
}
