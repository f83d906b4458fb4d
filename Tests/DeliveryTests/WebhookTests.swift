import Addresses
import Foundation
import History
import Records
import Settings
import TestSupport
import Testing

@testable import Delivery

/// Against a real web server on loopback.
@Suite struct WebhookTests {
    private let folder: TemporaryFolder
    private let receiver: Receiver

    init() throws {
        folder = try TemporaryFolder()
        receiver = try Receiver(folder)
    }

    private func webhook(_ address: String? = nil, _ change: (inout WebhookWay) -> Void = { _ in }) throws -> Webhook {
        var way = WebhookWay()
        way.address = SourceAddress(address ?? receiver.address())
        change(&way)
        return try Webhook(
            way, name: "test", secrets: SecretPlace(configuration: folder.file("hub.yaml"), environment: [:]))
    }

    private func parcels(_ numbers: Int...) throws -> [Parcel] {
        try numbers.map { number in
            let line = Array(DeliveryScene.event(number).line.dropLast())
            let stored = StoredRecord(
                seq: Int64(number), camera: "gate", time: DeliveryScene.event(number).time,
                record: try Record(line: line),
                line: line)
            return Parcel(hub: "site", record: stored, folder: { "\($0)" })
        }
    }

    private func trouble(_ webhook: Webhook) async throws -> Trouble {
        let result = try await webhook.deliver(parcels(1, 2))
        #expect(result.count == 0)
        return try #require(result.trouble)
    }

    @Test func `records arrive with their head, signed, over one connection`() async throws {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        try folder.write(secret + "\n", to: "secret")
        try folder.write("Authorization: Token t0ken\n", to: "headers")
        let webhook = try webhook {
            $0.secretFile = "secret"
            $0.headersFile = folder.file("headers")
            $0.headers = ["X-Site: here"]
        }
        #expect(try await webhook.deliver(parcels(1, 2)) == Delivered(count: 2))
        let requests = try receiver.requests()
        #expect(requests.map(\.method) == ["POST", "POST"] && requests.map(\.path) == ["/in", "/in"])
        let (head, body) = (requests[0].headers, requests[0].body)
        #expect(
            head["authorization"] == "Token t0ken" && head["x-site"] == "here"
                && head["content-type"] == "application/json")
        #expect(head["expect"] == nil && head["user-agent"] == "plated-hub")
        let time = try #require(head["webhook-timestamp"].flatMap { Int64($0) })
        let signed = try #require(WebhookSignature(secrets: [secret])).headers(
            id: try #require(head["webhook-id"]), time: WallTime(milliseconds: time * 1000), body: Array(body))
        #expect(signed[2] == "webhook-signature: \(head["webhook-signature"] ?? "")")
    }

    @Test func `a form has the JSON and the picture`() async throws {
        try folder.write("JPEG", to: "evidence/gate/a.jpg")
        var event = DeliveryScene.event(1)
        event.evidence = PlateEvidence(
            time: event.time, box: event.box,
            crop: .init(path: "a.jpg", sha256: Digest(of: Array("JPEG".utf8)).description, bytes: 4))
        let line = Array(event.line.dropLast())
        let stored = StoredRecord(seq: 1, camera: "gate", time: event.time, record: try Record(line: line), line: line)
        let parcel = Parcel(hub: "site", record: stored, folder: { [path = folder.path] in "\(path)/evidence/\($0)" })
        let webhook = try webhook {
            $0.format = .plateRecognizer
            $0.picture = .crop
        }
        #expect(await webhook.deliver([parcel]) == Delivered(count: 1))
        let request = try receiver.requests()[0]
        #expect(request.headers["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        let text = String(decoding: request.body, as: UTF8.self)
        #expect(text.contains("name=\"json\"\r\n\r\n{\"hook\"") && text.contains("name=\"upload\"; filename=\""))
        #expect(text.contains("Content-Type: image/jpeg\r\n\r\nJPEG\r\n"))
    }

    @Test func `a template's GET has no body`() async throws {
        let webhook = try webhook(receiver.address("open?plate={plate}")) {
            $0.format = .template
            $0.method = .get
        }
        #expect(try await webhook.deliver(parcels(1)) == Delivered(count: 1))
        let request = try receiver.requests()[0]
        #expect(request.method == "GET" && request.path == "/open?plate=AB1" && request.body.isEmpty)
    }

    @Test(arguments: [
        ("answer 500", "the server answers 500: it has a problem of its own"),
        (
            "answer 301 Location: http://169.254.169.254/",
            "the server answers 301: it sends on to another address, and redirects are not followed"
        ),
        ("cut", "Empty reply from server"), ("garbage", "Received HTTP/0.9 when not allowed"),
    ])
    func `what goes wrong is told, and tried again`(command: String, reason: String) async throws {
        try receiver.tell(command)
        #expect(try await trouble(webhook()) == .again(reason))
        #expect(try receiver.requests().count == 1)
    }

    @Test func `a server that hangs costs its time, and one that goes on for ever does not`() async throws {
        try receiver.tell("hang")
        let hung = try await trouble(webhook { $0.timeout = .milliseconds(200) })
        #expect(hung.reason.hasPrefix("no answer within 200 ms"), "\(hung)")
        try receiver.tell("endless")
        #expect(try await webhook().deliver(parcels(1)) == Delivered(count: 1))
    }

    /// One that says these bytes, and is asked for nothing with a body.
    private func blunt(_ answer: String, thenEnds ends: Bool) throws -> BluntServer {
        try BluntServer(folder, says: answer, thenEnds: ends)
    }

    private func asking(_ server: BluntServer, within limit: Duration = .seconds(300)) throws -> Webhook {
        try webhook("http://127.0.0.1:\(server.port)/in") {
            $0.format = .template
            $0.method = .get
            $0.timeout = limit
        }
    }

    @Test(arguments: ["Content-Length: 3\r\n\r\nok", "Transfer-Encoding: chunked\r\n\r\nok"])
    func `a receiver that has answered has answered, however its answer ends`(rest: String) async throws {
        let answers: [(status: String, verdict: Trouble.Verdict?)] = [
            ("200 OK", nil), ("400 Bad Request", .refused), ("503 Busy", .again(after: nil)),
        ]
        for (status, verdict) in answers {
            let server = try blunt("HTTP/1.1 \(status)\r\n\(rest)", thenEnds: true)
            defer { server.end() }
            let result = try await asking(server).deliver(parcels(1))
            #expect(result.trouble?.verdict == verdict && result.count == (verdict == nil ? 1 : 0), "\(status)")
            #expect(verdict == nil || result.trouble?.reason.hasPrefix("the server answers") == true, "\(result)")
        }
    }

    @Test func `a receiver that says yes and never ends has got it, and one that has only begun to say so has not`()
        async throws
    {
        let open = try blunt("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok", thenEnds: false)
        defer { open.end() }
        let patient = try asking(open, within: .seconds(1))
        var result = try await patient.deliver(parcels(1))
        // On a busy machine a whole second may be over before it has said anything.
        for _ in 0..<4 where result.count == 0 { result = try await patient.deliver(parcels(1)) }
        #expect(result == Delivered(count: 1))
        let torn = try blunt("HTTP/1.1 200 OK\r\nContent-Len", thenEnds: false)
        defer { torn.end() }
        let missed = try await asking(torn, within: .milliseconds(300)).deliver(parcels(1))
        #expect(missed.trouble?.reason.hasPrefix("no answer within 300 ms") == true, "\(missed)")
    }

    @Test func `an identifier that a site has made up is a word of the head, and no more`() async throws {
        let parcel = try Parcel.event(1) { $0.id = "01ABC\r\nX-Evil: 1\r\nContent-Length: 0" }
        #expect(parcel.identity == "site~gate~01ABC--X-Evil--1--Content-Length--0")
        try folder.write("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", to: "secret")
        #expect(try await webhook().deliver([parcel]) == Delivered(count: 1))
        #expect(try await webhook { $0.secretFile = "secret" }.deliver([parcel]) == Delivered(count: 1))
        let requests = try receiver.requests()
        #expect(requests.map { $0.headers["webhook-id"] } == [parcel.identity, parcel.identity])
        #expect(requests.allSatisfy { $0.headers["x-evil"] == nil && !$0.body.isEmpty })
    }

    @Test func `a task that is cancelled does not wait for a server`() async throws {
        try receiver.tell("hang")
        let webhook = try webhook { $0.timeout = .seconds(300) }
        let parcels = try parcels(1)
        let running = Task { await webhook.deliver(parcels) }
        running.cancel()
        #expect(await running.value.trouble?.reason == "the hub is ending")
    }

    @Test func `nobody there, and a name that is none`() async throws {
        let closed = try await trouble(webhook("http://127.0.0.1:1/in"))
        #expect(closed.reason.contains("Failed to connect to 127.0.0.1 port 1"))
        let unknown = try await trouble(webhook("http://no-such-host.invalid/secret-path"))
        #expect(
            unknown.reason.contains("no-such-host.invalid") && !unknown.reason.contains("secret-path"), "\(unknown)")
    }

    @Test func `an address of the link is refused when it is reached, too`() async throws {
        #expect(try await trouble(webhook("http://[::ffff:169.254.169.254]:80/")).reason == NetworkRule.reason)
    }

    @Test func `a certificate that nobody vouches for is refused, and one that is named is trusted`() async throws {
        let certificate = try FileServer.Certificate(named: "own", in: folder)
        let secure = try Receiver(folder, certificate: certificate)
        let refused = try await trouble(webhook(secure.address()))
        #expect(refused.reason.hasPrefix("the server's certificate is not trusted"), "\(refused)")
        let trusting = try webhook(secure.address()) { $0.authorities = certificate.path }
        #expect(try await trusting.deliver(parcels(1)) == Delivered(count: 1))
        let plain = try await trouble(webhook("https://127.0.0.1:\(receiver.port)/"))
        #expect(plain.verdict == .again(after: nil))
    }

    @Test func `no secret is in what is said`() async throws {
        try receiver.tell("answer 503 Retry-After: 7")
        let webhook = try webhook("http://me:S3cret-word@localhost:\(receiver.port)/hooks/T0P")
        let trouble = try await trouble(webhook)
        #expect(trouble.verdict == .again(after: .seconds(7)) && !trouble.reason.contains("S3cret"))
        #expect(
            try receiver.requests()[0].headers["authorization"]
                == "Basic \(Data("me:S3cret-word".utf8).base64EncodedString())")
    }

    @Test func `a secret that is none is found when it is opened`() throws {
        try folder.write("not a secret\n", to: "secret")
        try folder.write("", to: "empty")
        for (file, reason) in [
            ("secret", "is no secret"), ("empty", "the file is empty"), ("gone", "there is no such file"),
        ] {
            let error = #expect(throws: (any Error).self) { try webhook { $0.secretFile = file } }
            #expect("\(error.map { "\($0)" } ?? "")".contains(reason))
        }
    }

    /// That systemd's firewall is told apart from silence is tried under systemd: `scripts/test-service`.
    @Test func `nothing keeps a test from this machine, and an address that nobody has is silent`() {
        for host in ["127.0.0.1", "::1"] {
            #expect(ConnectionProbe.reason(host: host, port: 1) != Confinement.reason)
        }
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        #expect(!Confinement.keepsUs(from: .four(target)))
    }
}
