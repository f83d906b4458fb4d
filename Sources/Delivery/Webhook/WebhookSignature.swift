import Foundation
import Records

/// Signs requests as the Standard Webhooks specification says: HMAC-SHA-256 of identifier, time and body.
/// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
struct WebhookSignature: Sendable {
    private static let prefix = "whsec_"

    private let keys: [[UInt8]]

    /// - Parameter secrets: one, or several while receivers change to the first. Nil where one of them is none.
    init?(secrets: [String]) {
        let keys = secrets.compactMap { secret -> [UInt8]? in
            guard secret.hasPrefix(Self.prefix),
                let key = Data(base64Encoded: String(secret.dropFirst(Self.prefix.count))),
                24...64 ~= key.count
            else { return nil }
            return Array(key)
        }
        guard !keys.isEmpty, keys.count == secrets.count else { return nil }
        self.keys = keys
    }

    func headers(id: String, time: WallTime, body: [UInt8]) -> [String] {
        let seconds = "\(time.milliseconds / 1000)"
        let signed = Array("\(id).\(seconds).".utf8) + body
        let signatures = keys.map { "v1," + Data(Digest(of: signed, key: $0).bytes).base64EncodedString() }
        return [
            "webhook-id: \(id)", "webhook-timestamp: \(seconds)",
            "webhook-signature: \(signatures.joined(separator: " "))",
        ]
    }
}
