import Addresses

extension CameraFile {
    /// A text of such a file without what nobody is to read from a page.
    public static func shown(_ text: String) -> String {
        var secret: SecretKey?
        var lines: [String] = []
        // Not by characters: to Swift the end of a line from Windows is another one.
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map({ String($0) }) {
            if let key = secret, key.holds(line) {
                let indent = String(line.prefix { $0.isWhitespace })
                lines.append(indent == line ? line : indent + "***")
            } else {
                secret = SecretKey(line)
                lines.append(shown(line: line))
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A key of a password, and the column where it begins. Whatever stands deeper below it may be the password, or a part of it.
    private struct SecretKey {
        private let column: Int
        /// What is a comment goes on in comments alone.
        private let isComment: Bool

        init?(_ line: String) {
            guard CameraFile.secretValue(in: line) != nil else { return nil }
            isComment = Self.isComment(line)
            column = Self.column(of: line, behind: isComment ? " \t#-" : " \t-")
        }

        func holds(_ line: String) -> Bool {
            if line.allSatisfy(\.isWhitespace) { return true }
            if !isComment { return Self.column(of: line, behind: " \t") > column }
            return Self.isComment(line) && Self.column(of: line, behind: " \t#") > column
        }

        private static func column(of line: String, behind signs: String) -> Int {
            line.prefix { signs.contains($0) }.count
        }

        private static func isComment(_ line: String) -> Bool { line.first { !$0.isWhitespace } == "#" }
    }

    /// What stands behind a password's key; nil where there is no such key.
    private static func secretValue(in line: String) -> Substring? {
        line.firstMatch(of: /(?i)pass(word|wd|phrase)?["']?\s*:(?<value>.*)/)?.output.value.drop { $0.isWhitespace }
    }

    private static func shown(line: String) -> String {
        if let value = secretValue(in: line), !value.isEmpty, !value.hasPrefix("null"), !value.hasPrefix("#") {
            return String(line[..<value.startIndex]) + "***"
        }
        var bytes = Array(line.utf8)
        let words = line.split(separator: " ").flatMap { word in
            let bare = word.drop { "\"'[{,#".contains($0) }
            let text = SourceAddress(String(bare))
            return text.credentials == nil ? [] : [(String(bare), text.description)]
        }
        var shown = line
        for (secret, masked) in words { shown = shown.replacing(secret, with: masked) }
        bytes = Array(shown.utf8)
        for range in SourceAddress.secrets(in: bytes).reversed() {
            bytes.replaceSubrange(range, with: Array("***".utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
