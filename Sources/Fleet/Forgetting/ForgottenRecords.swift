import Records

/// What a site has forgotten of what it handed over, for its centre to forget, too: which records, and nothing of what they were.
package struct ForgottenRecords: Sendable, Equatable {
    private static let mark = "plated.forget/1"
    private static let newline = UInt8(ascii: "\n")
    /// Told at once.
    package static let most = 500

    package struct Name: Hashable, Sendable {
        /// As the site calls it.
        package var camera: String
        package var id: String

        package init(camera: String, id: String) {
            self.camera = camera
            self.id = id
        }

        /// Neither has a space; what has one has no such name.
        var isTold: Bool { !camera.isEmpty && !id.isEmpty && !(camera + id).contains(where: \.isWhitespace) }
    }

    package var names: [Name]

    package init(_ names: [Name]) { self.names = names.filter(\.isTold) }

    package var bytes: [UInt8] {
        Array(names.reduce("\(Self.mark) \(names.count)\n") { $0 + "\($1.camera) \($1.id)\n" }.utf8)
    }

    /// Nil of what is none.
    package init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.mark.utf8) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ").map(String.init) }
        guard lines.popLast()?.isEmpty == true, let first = lines.first, first.count == 2, first[0] == Self.mark,
            let count = Int(first[1]), 1...Self.most ~= count, lines.count == count + 1,
            lines.dropFirst().allSatisfy({ $0.count == 2 })
        else { return nil }
        self.init(lines.dropFirst().map { Name(camera: $0[0], id: $0[1]) })
    }
}
