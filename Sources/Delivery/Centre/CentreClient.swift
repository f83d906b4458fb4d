import Addresses
import Basics
import Fleet
import Records
import Synchronization

/// Asks a centre, at one of its addresses, on a thread of its own. One that is not reached is asked again at the next address.
package final class CentreClient: Sendable {
    /// What the centre answered.
    package struct Answer: Sendable {
        /// 0 where nobody answered.
        package var status: Int
        package var bytes: [UInt8]
        /// What tells them from others.
        package var tag: String?
        /// Why it is not what was asked for; nil where it is.
        var trouble: Trouble?

        package var reason: String? { trouble?.reason }
    }

    package enum Body: Sendable {
        case none
        case json(String)
        /// NDJSON, compressed.
        case records([UInt8])
        case bytes([UInt8])
    }

    private static let timeout = Duration.seconds(30)

    private let urls: [String]
    private let bearer: String?
    private let worker: Worker
    private let client: WebhookClient
    private let place = Mutex(0)
    private let answers = Atomic(0)

    /// Rung where the centre answered, and did before not.
    package let changes = Bell()

    /// - Parameters:
    ///   - urls: without a path.
    ///   - bearer: what lets it in; nil for nothing.
    ///   - authorities: a file in PEM, in place of the machine's.
    ///   - isAnybodyTrusted: for what is checked by its hash.
    package init(
        _ urls: [String], bearer: String?, authorities: String?, isAnybodyTrusted: Bool = false, name: String
    ) {
        self.urls = urls.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        self.bearer = bearer
        worker = Worker(name)
        var trust = WebhookClient.Trust()
        trust.authorities = authorities
        trust.isAnybodyTrusted = isAnybodyTrusted
        client = WebhookClient(credentials: nil, timeout: Self.timeout, trust: trust)
    }

    /// Reads what is secret.
    convenience init(
        _ way: CentreWay, of destination: String, secrets: SecretPlace, name: String
    ) throws(Failure) {
        let text = try secrets.lines(way.tokenFile, of: "token_file", destination: destination)[0]
        guard SiteToken(text) != nil else {
            throw Failure(
                .configuration, while: "opening the destination \(destination) (token_file)",
                because: "what \(secrets.path(of: way.tokenFile)) has is no token of a site",
                remedy: "plated-hub join writes it, with what plated-hub site add prints at the centre.")
        }
        let authorities = try way.authorities.map { file throws(Failure) in
            try secrets.file(file, of: "ca_file", destination: destination)
        }
        self.init(way.urls.map(\.location), bearer: text, authorities: authorities, name: name)
    }

    /// The site that a token is of.
    static func site(_ way: CentreWay, of destination: String, secrets: SecretPlace) throws(Failure) -> String {
        let text = try secrets.lines(way.tokenFile, of: "token_file", destination: destination)[0]
        return SiteToken(text)?.site ?? ""
    }

    /// How often the centre has answered.
    package var count: Int { answers.load(ordering: .relaxed) }

    /// - Parameters:
    ///   - path: such as `records?after=7`, below the centre's own.
    ///   - most: bytes that are taken of the answer.
    ///   - timeout: nil for the usual one.
    package func ask(
        _ method: String, _ path: String, body: Body = .none, headers: [String] = [], upTo most: Int = 64 << 10,
        within timeout: Duration? = nil
    ) async -> Answer {
        var request = WebhookRequest()
        request.method = method
        request.headers = headers + (bearer.map { ["Authorization: Bearer \($0)"] } ?? [])
        switch body {
        case .none: break
        case .json(let text): request.body = .bytes(Array(text.utf8), type: "application/json")
        case .records(let bytes):
            request.body = .bytes(Gzip.packed(bytes), type: "application/x-ndjson")
            request.headers.append("Content-Encoding: gzip")
        case .bytes(let bytes): request.body = .bytes(bytes, type: "application/octet-stream")
        }
        let first = place.withLock { $0 }
        var answer = Answer(status: 0, bytes: [], tag: nil, trouble: .again("the centre has no address"))
        for offset in urls.indices {
            let number = (first + offset) % urls.count
            request.address = "\(urls[number])/ingest/\(path)"
            let (client, final) = (client, request)
            let exchange = await worker.runStoppable {
                client.exchange(final, within: timeout, isStopped: $0, keeps: most)
            }
            answer = Self.answer(exchange)
            if Task.isCancelled { return answer }
            // What another centre may do better.
            guard answer.status == 0 || [502, 503, 504].contains(answer.status) else {
                place.withLock { $0 = number }
                break
            }
        }
        if 1..<500 ~= answer.status {
            answers.add(1, ordering: .relaxed)
            changes.ring()
        }
        return answer
    }

    private static func answer(_ exchange: WebhookClient.Exchange) -> Answer {
        var trouble = exchange.answer.trouble
        let words: String? =
            switch exchange.status {
            case 401:
                "the centre does not let this site in (401): it was taken out there, or its token is another's; plated-hub join gives it a new one"
            case 404: "there is no centre at this address (404), or one of another version"
            case 304: nil
            default: nil
            }
        if exchange.status == 304 { trouble = nil }
        if let words, var known = trouble {
            known.reason = words
            known.verdict = .again(after: nil)
            trouble = known
        }
        return Answer(status: exchange.status, bytes: exchange.bytes, tag: exchange.tag, trouble: trouble)
    }

    /// Looks whether the centre can be reached.
    ///
    /// - Returns: what is in the way; nil where nothing is.
    func obstacle() async -> String? {
        let answer = await ask("GET", "records?history=none", within: .seconds(10))
        return answer.status == 200 ? nil : answer.reason
    }
}
