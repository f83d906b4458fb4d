import Basics
import CCurl

#if canImport(Glibc)
    import Glibc
#endif

/// One request with a handle of libcurl, on the calling thread.
final class WebhookTransfer {
    /// What is read of an answer before the connection is closed, where nothing of it is kept; in bytes.
    private static let longestAnswer = 1 << 20

    private let curl: UnsafeMutableRawPointer
    /// Lasts longer than the handle.
    private let gate: UnsafeMutablePointer<plated_curl_gate_owner>
    private let isStopped: StopFlag
    private var received = 0
    /// How much of an answer is kept; nil where none is.
    private let keeps: Int?
    private(set) var kept: [UInt8] = []
    /// What tells what is in the answer from others; nil where the server has not said.
    private(set) var tag: String?
    /// Whether the head of its last answer is there to its end.
    private var hasAnswered = false
    /// Where the last connection was to lead.
    private var asked: Confinement.Address?
    /// An address that was not to be asked.
    private var hasRefused = false

    init(
        _ curl: UnsafeMutableRawPointer, gate: UnsafeMutablePointer<plated_curl_gate_owner>, isStopped: StopFlag,
        keeps: Int? = nil
    ) {
        self.curl = curl
        self.keeps = keeps
        self.gate = gate
        self.isStopped = isStopped
    }

    func set(_ option: CURLoption, _ text: String) { plated_curl_set_text(curl, option, text) }
    func set(_ option: CURLoption, _ number: Int) { plated_curl_set_number(curl, option, number) }

    /// - Parameter isProbe: whether a connection is all that is wanted.
    func run(_ request: WebhookRequest, timeout: Duration, isProbe: Bool = false) -> WebhookAnswer {
        var headers: UnsafeMutablePointer<curl_slist>?
        // A server that is asked whether it would take a body may keep us waiting for a second.
        for line in request.headers + ["Expect:"] + type(of: request.body) {
            headers = curl_slist_append(headers, line)
        }
        defer { curl_slist_free_all(headers) }
        let form = begin(request)
        defer { curl_mime_free(form) }
        plated_curl_set_headers(curl, headers)
        var message = [CChar](repeating: 0, count: Int(plated_curl_error_size))
        let own = Unmanaged.passUnretained(self).toOpaque()
        gate.pointee = plated_curl_gate_owner(
            gate: { WebhookTransfer.of($0).admits($1) ? 1 : 0 }, owner: own, is_answered: 0)
        let code = message.withUnsafeMutableBufferPointer { message in
            plated_curl_set_gate(curl, gate)
            plated_curl_set_error_text(curl, message.baseAddress)
            plated_curl_set_receivers(
                curl, own, { bytes, _, count, owner in WebhookTransfer.of(owner).hear(bytes, count) },
                { bytes, _, count, owner in WebhookTransfer.of(owner).take(bytes, count) },
                { owner, _, _, _, _ in WebhookTransfer.of(owner).isStopped.isSet ? 1 : 0 })
            let code = curl_easy_perform(curl)
            plated_curl_set_error_text(curl, nil)
            return code
        }
        let said = message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        // What is the same each time is said once, however long it took.
        let detail =
            said.isEmpty
            ? String(cString: curl_easy_strerror(code))
            : String(decoding: said, as: UTF8.self).replacing(/\ after \d+ ms/, with: "")
        if isProbe, code == CURLE_OK { return WebhookAnswer() }
        return answer(code, detail: detail, timeout: timeout)
    }

    // MARK: - Before

    private func type(of body: WebhookRequest.Body) -> [String] {
        if case .bytes(_, let type) = body { return ["Content-Type: \(type)"] }
        return []
    }

    /// - Returns: the form, to be freed after the request.
    private func begin(_ request: WebhookRequest) -> OpaquePointer? {
        switch request.body {
        case .none:
            set(CURLOPT_CUSTOMREQUEST, request.method)
            if request.method != "GET" { plated_curl_set_body(curl, "", 0) }
        case .bytes(let bytes, _):
            plated_curl_set_body(curl, bytes, curl_off_t(bytes.count))
            set(CURLOPT_CUSTOMREQUEST, request.method)
        case .form(let json, let picture):
            let form = curl_mime_init(curl)
            let field = curl_mime_addpart(form)
            curl_mime_name(field, "json")
            curl_mime_data(field, json, json.utf8.count)
            if let picture {
                let part = curl_mime_addpart(form)
                curl_mime_name(part, "upload")
                curl_mime_filename(part, picture.name)
                curl_mime_type(part, "image/jpeg")
                picture.bytes.withUnsafeBufferPointer { bytes in
                    _ = bytes.withMemoryRebound(to: CChar.self) { curl_mime_data(part, $0.baseAddress, $0.count) }
                }
            }
            plated_curl_set_form(curl, form)
            return form
        }
        return nil
    }

    // MARK: - While it runs

    private static func of(_ owner: UnsafeMutableRawPointer?) -> WebhookTransfer {
        // Set in `run`, and called only while that runs.
        Unmanaged<WebhookTransfer>.fromOpaque(owner.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func admits(_ address: UnsafePointer<sockaddr>?) -> Bool {
        guard let address, !NetworkRule.refuses(address) else {
            hasRefused = true
            return false
        }
        asked = Confinement.Address(address)
        return true
    }

    private var isConfined: Bool { asked.map(Confinement.keepsUs) ?? false }

    /// The status of the answer; 0 where there was none to its end, where that is wanted.
    var status: Int {
        var status = 0
        plated_curl_response_code(curl, &status)
        return status
    }

    /// A line of a head; an empty one ends it. Before it answers, a server may say that it is at work (1xx).
    private func hear(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        if keeps != nil, let bytes, count < 256 {
            let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "etag" {
                tag = String(parts[1].filter { !$0.isWhitespace }.replacing("W/", with: "").filter { $0 != "\"" })
            }
        }
        if count <= 2 {
            var status = 0
            plated_curl_response_code(curl, &status)
            hasAnswered = status >= 200
            gate.pointee.is_answered = hasAnswered ? 1 : 0
        }
        return count
    }

    private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        received += count
        if keeps != nil, let bytes { kept += UnsafeRawBufferPointer(start: bytes, count: count) }
        return received > keeps ?? Self.longestAnswer ? 0 : count
    }

    // MARK: - After

    private func answer(_ code: CURLcode, detail: String, timeout: Duration) -> WebhookAnswer {
        var status = 0
        plated_curl_response_code(curl, &status)
        // What becomes of the record is said by then, whatever becomes of the rest: to ask again would be to say it twice.
        if code == CURLE_OK || hasAnswered, status > 0 {
            var asked: curl_off_t = 0
            plated_curl_retry_after(curl, &asked)
            return WebhookAnswer(status: status, retryAfter: Int(min(asked, 1 << 30)))
        }
        var number = 0
        plated_curl_system_error(curl, &number)
        let reason: String
        switch code {
        case CURLE_COULDNT_CONNECT where hasRefused: reason = NetworkRule.reason
        case _ where [EPERM, EACCES].contains(Int32(number)): reason = Confinement.reason
        case CURLE_OPERATION_TIMEDOUT where isConfined: reason = Confinement.reason
        case CURLE_ABORTED_BY_CALLBACK: reason = "the hub is ending"
        case CURLE_OPERATION_TIMEDOUT: reason = "no answer within \(timeout.milliseconds) ms (\(detail))"
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            reason = "the server's certificate is not trusted (\(detail))"
        default: reason = detail
        }
        return WebhookAnswer(Trouble(.transfer(code), reason), isNoAddress: code == CURLE_URL_MALFORMAT)
    }
}
