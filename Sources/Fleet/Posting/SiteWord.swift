import History
import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a site tells its centre every few seconds: how its cameras stand, and what waits for the centre.
package struct SiteWord: Codable, Sendable, Equatable {
    /// Which history of the site its numbers belong to.
    package var history: String
    /// How many records wait for the centre, and the time of the first in milliseconds.
    package var waiting: Int
    package var oldest: Int64?
    /// Why the centre took nothing the last time.
    package var trouble: String?
    package var pictures: String
    package var version: String
    /// How its cameras stand, by its own names.
    package var cameras: [String: String]

    package init(
        history: String, waiting: Int, oldest: WallTime?, trouble: String?, pictures: PicturePolicy, version: String,
        standings: Standings
    ) {
        self.history = history
        self.waiting = waiting
        self.oldest = oldest?.milliseconds
        self.trouble = trouble
        self.pictures = pictures.rawValue
        self.version = version
        // Nobody files anything under another name.
        cameras = standings.cameras.filter { CameraID($0.key) != nil }.mapValues { Standings.text($0) }
    }

    package var policy: PicturePolicy { PicturePolicy(rawValue: pictures) ?? .never }

    package var standings: Standings {
        Standings(
            cameras.filter { CameraID($0.key) != nil }.compactMapValues { Standings.standing($0) })
    }

    package var text: String { Posted.text(self) }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        guard let word: SiteWord = Posted.value(bytes) else { return nil }
        self = word
    }
}

/// How far the centre has a site's records.
package struct Committed: Codable, Sendable, Equatable {
    package var committed: Int64
    /// What the last post brought, where that is asked for: by these hashes a site knows whether the centre speaks of the same history.
    package var tail: PostTail?

    package init(committed: Int64, tail: PostTail? = nil) {
        self.committed = committed
        self.tail = tail
    }

    package var text: String { Posted.text(self) }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        guard let value: Committed = Posted.value(bytes), value.committed >= 0 else { return nil }
        self = value
    }
}

/// The records of a post, by their numbers: the beginning of each line's hash.
package struct PostTail: Codable, Sendable, Equatable {
    private static let length = 16

    private var hashes: [String: String] = [:]

    package init() {}

    package static func hash(of line: some Sequence<UInt8>) -> String {
        String(Digest(of: line).description.prefix(length))
    }

    package subscript(number: Int64) -> String? {
        get { hashes["\(number)"] }
        set { hashes["\(number)"] = newValue }
    }

    /// Whether a record of a site's history is the one that the centre has under its number.
    package func has(_ stored: StoredRecord) -> Bool {
        guard let hash = self[stored.seq] else { return false }
        if case .forgotten(let forgotten) = stored.record, forgotten.hash.description.hasPrefix(hash) { return true }
        return Self.hash(of: stored.line) == hash
    }

    var text: String { hashes.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ") }

    init(_ text: String) {
        for word in text.split(separator: " ") {
            let parts = word.split(separator: ":").map(String.init)
            if parts.count == 2 { hashes[parts[0]] = parts[1] }
        }
    }
}

/// What a centre has for a site, which waits for it.
package struct SiteNews: Codable, Sendable, Equatable {
    /// A picture that somebody looks at.
    package struct Look: Codable, Hashable, Sendable {
        /// The event's identifier.
        package var event: String
        package var sha256: String

        package init(event: String, sha256: String) {
            self.event = event
            self.sha256 = sha256
        }
    }

    /// What tells the lists of now from others; nil where the centre names none to anybody.
    package var lists: String?
    package var pictures: [Look]

    package init(lists: String?, pictures: [Look]) {
        self.lists = lists
        self.pictures = pictures
    }

    package var text: String { Posted.text(self) }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        guard let value: SiteNews = Posted.value(bytes) else { return nil }
        self = value
    }
}

/// What a site says to be let in: what its token is, of which nobody but itself knows more than a hash; and whose its seals are.
package struct JoinRequest: Codable, Sendable, Equatable {
    package var token: String
    package var keys: [String]

    /// - Parameters:
    ///   - token: the SHA-256 of its secret.
    ///   - keys: public keys, as they are printed.
    package init(token: String, keys: [String]) {
        self.token = token
        self.keys = keys
    }

    package var text: String { Posted.text(self) }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        guard let value: JoinRequest = Posted.value(bytes), Digest(value.token) != nil, value.keys.count <= 16 else {
            return nil
        }
        self = value
    }
}

/// The answer to that: what the centre calls the site.
package struct JoinAnswer: Codable, Sendable, Equatable {
    package var site: String

    package init(site: String) { self.site = site }

    package var text: String { Posted.text(self) }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        guard let value: JoinAnswer = Posted.value(bytes) else { return nil }
        self = value
    }
}

/// Values as JSON.
enum Posted {
    static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
            preconditionFailure("a value is no JSON: \(error)")
        }
    }

    static func value<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
        do { return try JSONDecoder().decode(Value.self, from: Data(bytes)) } catch { return nil }
    }
}
