/// The centre's word to a site: up to which number it has all of its records on the disk, and what it lacks of those that came behind that.
package struct FleetWord: Sendable, Equatable {
    private static let mark = "plated.committed/1"
    private static let longestOrigin = 64

    /// The history that the numbers belong to.
    package var origin: String
    package var committed: Int64
    /// Behind `committed`; nil where nothing came behind a hole.
    package var missing: ClosedRange<Int64>?

    package init(origin: String, committed: Int64, missing: ClosedRange<Int64>? = nil) {
        self.origin = origin
        self.committed = committed
        self.missing = missing
    }

    package var text: String {
        let hole = missing.map { " \($0.lowerBound)-\($0.upperBound)" } ?? ""
        return "\(Self.mark) \(origin) \(committed)\(hole)"
    }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard 3...4 ~= words.count, words[0] == Self.mark, Self.isOrigin(words[1]), let committed = Int64(words[2]),
            committed >= 0
        else { return nil }
        self.init(origin: words[1], committed: committed)
        guard words.count == 4 else { return }
        let ends = words[3].split(separator: "-").compactMap { Int64($0) }
        guard ends.count == 2, ends[0] <= ends[1] else { return nil }
        missing = ends[0]...ends[1]
    }

    /// Whether a text can stand for a history.
    package static func isOrigin(_ text: String) -> Bool {
        1...longestOrigin ~= text.utf8.count
            && text.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || "-_".utf8.contains($0) }
    }
}
