import Basics
import Records
import Testing

@testable import Delivery

@Suite struct SignatureTests {
    private let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private let other = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx"

    private func signature(_ secrets: String...) throws -> String {
        let headers = try #require(WebhookSignature(secrets: secrets)).headers(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", time: WallTime(milliseconds: 1_614_265_330_000),
            body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(headers.prefix(2) == ["webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp: 1614265330"])
        return headers[2]
    }

    @Test func `it is that of the specification's example`() throws {
        #expect(try signature(secret) == "webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func `while keys change, there is one for each`() throws {
        let both = try signature(secret, other)
        #expect(both.hasPrefix("webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v1,"))
        #expect(try both.hasSuffix(signature(other).dropFirst("webhook-signature: ".count)))
    }

    @Test(arguments: ["", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_c2hvcnQ=", "whsec_?"])
    func `what is no secret is refused`(text: String) {
        #expect(WebhookSignature(secrets: [text]) == nil)
        #expect(WebhookSignature(secrets: [secret, text]) == nil)
    }
}

@Suite struct NetworkRuleTests {
    @Test(arguments: [
        "169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1", "::ffff:169.254.169.254",
        "::169.254.169.254", "64:ff9b::a9fe:a9fe", "fd00:ec2::254", "0xA9FEA9FE", "2852039166",
    ])
    func `addresses of the link are refused however they are written`(text: String) {
        #expect(NetworkRule.refuses(text))
    }

    @Test(arguments: [
        "127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "169.253.1.1", "fec0::1", "2001:db8::1", "hub.example",
    ])
    func `private and public ones are not`(text: String) {
        #expect(!NetworkRule.refuses(text))
    }
}

@Suite struct WebhookAnswerTests {
    @Test(arguments: [200, 201, 204, 299]) func `2xx is taken`(status: Int) {
        #expect(WebhookAnswer(status: status, retryAfter: 0).trouble == nil)
    }

    @Test(arguments: [301, 302, 307, 401, 403, 404, 405, 407, 408, 425, 429, 500, 502, 503, 599, 100, 600])
    func `what is no fault of the record is tried again`(status: Int) {
        let verdict = WebhookAnswer(status: status, retryAfter: 0).trouble?.verdict
        #expect(verdict == .again(after: nil))
    }

    @Test(arguments: [400, 409, 413, 415, 422, 451]) func `what is, is not`(status: Int) {
        #expect(WebhookAnswer(status: status, retryAfter: 0).trouble?.verdict == .refused)
    }

    @Test func `410 stops it, and Retry-After is heard`() {
        #expect(WebhookAnswer(status: 410, retryAfter: 0).trouble?.verdict == .stopped)
        #expect(WebhookAnswer(status: 503, retryAfter: 9).trouble?.verdict == .again(after: .seconds(9)))
    }
}
