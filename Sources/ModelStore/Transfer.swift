import CCurl

/// One GET of one file over HTTP or HTTPS, on the calling thread, with libcurl. Redirects are followed, from https to https only;
/// certificates are verified against the system's authorities; proxies are those of the environment.
final class Transfer {
    struct Settings: Sendable {
        /// To look up the name, connect and agree on TLS; whole seconds.
        var connect = 20
        /// Without as much as a hundred bytes a second; whole seconds.
        var stall = 30
        /// A file of certificates (PEM) to trust in place of the system's.
        var authorities: String?
    }

    /// Why it did not come to its end.
    enum Failure: Error {
        case stopped
        /// In words, and what to do about it.
        case failed(reason: String, remedy: String)
        /// What a closure of the caller's threw.
        case refused(any Error)
    }

    private let curl: OpaquePointer
    private var range: Response.Range?
    private var isAnswered = false
    private var refusal: (any Error)?

    private let begin: (Response) throws -> Void
    private let receive: (UnsafeRawBufferPointer) throws -> Void
    private let isStopped: () -> Bool

    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// - Parameters:
    ///   - begin: gets the answer, once, before anything else. What it throws ends the transfer.
    ///   - receive: gets the body, piece by piece. What it throws ends the transfer.
    ///   - isStopped: asked at least once a second.
    init(
        begin: @escaping (Response) throws -> Void, receive: @escaping (UnsafeRawBufferPointer) throws -> Void,
        isStopped: @escaping () -> Bool
    ) {
        guard Self.isReady, let curl = curl_easy_init() else { fatalError("no memory for a transfer") }
        self.curl = OpaquePointer(curl)
        self.begin = begin
        self.receive = receive
        self.isStopped = isStopped
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    /// Asks for `address` from byte `offset` on, and hands over what comes.
    func run(_ address: String, from offset: Int, settings: Settings) throws(Failure) {
        var message = [CChar](repeating: 0, count: Int(plated_curl_error_size))
        let code = message.withUnsafeMutableBufferPointer { message in
            plated_curl_set_error_text(handle, message.baseAddress)
            configure(address, from: offset, settings: settings)
            let code = curl_easy_perform(handle)
            plated_curl_set_error_text(handle, nil)
            return code
        }
        if let refusal { throw .refused(refusal) }
        if code == CURLE_ABORTED_BY_CALLBACK { throw .stopped }
        guard code == CURLE_OK else {
            let said = message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            let detail =
                said.isEmpty ? String(cString: curl_easy_strerror(code)) : String(decoding: said, as: UTF8.self)
            throw Self.failure(code, detail: detail, settings: settings)
        }
        // An answer without a body.
        answer()
        if let refusal { throw .refused(refusal) }
    }

    private var handle: UnsafeMutableRawPointer { UnsafeMutableRawPointer(curl) }

    private func configure(_ address: String, from offset: Int, settings: Settings) {
        func set(_ option: CURLoption, _ text: String) { plated_curl_set_text(handle, option, text) }
        func set(_ option: CURLoption, _ number: Int) { plated_curl_set_number(handle, option, number) }
        set(CURLOPT_URL, address)
        set(CURLOPT_USERAGENT, "plated")
        set(CURLOPT_PROTOCOLS_STR, "https,http")
        set(CURLOPT_REDIR_PROTOCOLS_STR, address.hasPrefix("https:") ? "https" : "https,http")
        set(CURLOPT_FOLLOWLOCATION, 1)
        set(CURLOPT_MAXREDIRS, 8)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_CONNECTTIMEOUT, settings.connect)
        set(CURLOPT_LOW_SPEED_LIMIT, 100)
        set(CURLOPT_LOW_SPEED_TIME, settings.stall)
        // Signals are the program's.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_NOPROGRESS, 0)
        if let authorities = settings.authorities { set(CURLOPT_CAINFO, authorities) }
        // Not CURLOPT_RESUME_FROM, which takes a server without ranges for an error instead of the whole file.
        if offset > 0 { set(CURLOPT_RANGE, "\(offset)-") }
        plated_curl_set_receivers(
            handle, Unmanaged.passUnretained(self).toOpaque(),
            { bytes, _, count, owner in Transfer.of(owner).takeHeader(bytes, count) },
            { bytes, _, count, owner in Transfer.of(owner).takeBody(bytes, count) },
            { owner, _, _, _, _ in Transfer.of(owner).isStopped() ? 1 : 0 })
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> Transfer {
        // Set in `configure`, and called only while `run` runs.
        Unmanaged<Transfer>.fromOpaque(owner.unsafelyUnwrapped).takeUnretainedValue()
    }

    // MARK: - What comes

    private func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        // Each answer of a chain of redirects begins anew.
        if line.hasPrefix("HTTP/") { range = nil }
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == "content-range" {
            range = Response.Range(parts[1].split { $0.isWhitespace }.joined(separator: " "))
        }
        return count
    }

    private func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        answer()
        do {
            if refusal == nil { try receive(UnsafeRawBufferPointer(start: bytes, count: count)) }
        } catch {
            refusal = error
        }
        return refusal == nil ? count : 0
    }

    private func answer() {
        guard !isAnswered else { return }
        isAnswered = true
        var status = 0
        var length: curl_off_t = -1
        plated_curl_response_code(handle, &status)
        plated_curl_content_length(handle, &length)
        do {
            try begin(Response(status: status, range: range, length: length < 0 ? nil : Int(length)))
        } catch {
            refusal = error
        }
    }

    // MARK: - Errors

    private static let again = "What came so far is kept: the same command goes on from there."
    private static let offline = "Without a network: fetch the file elsewhere, and give it with --from FILE."

    private static func failure(_ code: CURLcode, detail: String, settings: Settings) -> Failure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
            .failed(reason: detail, remedy: offline)
        case CURLE_OPERATION_TIMEDOUT:
            .failed(
                reason: "no answer within \(settings.connect) s, or nothing more for \(settings.stall) s (\(detail))",
                remedy: again)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            .failed(
                reason: "the server's certificate is not trusted (\(detail))",
                remedy:
                    "Something on the way answers in its place, this machine's clock is wrong, or it does not know the"
                    + " authority (apt-get install ca-certificates; SSL_CERT_FILE names another file of them).")
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            .failed(reason: "the connection was cut (\(detail))", remedy: again)
        case CURLE_TOO_MANY_REDIRECTS, CURLE_UNSUPPORTED_PROTOCOL:
            .failed(reason: "the server sends on to where no file can be fetched from (\(detail))", remedy: offline)
        default: .failed(reason: detail, remedy: offline)
        }
    }
}
