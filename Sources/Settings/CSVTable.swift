/// A table of comma-separated values with a header (RFC 4180), its rows with the lines they start on.
///
/// Where the header has no comma, semicolons or tabs separate: spreadsheets write them where the comma is in the numbers.
/// Our own and not a library's, because a bad row must be told with its line while the others are still measured.
public struct CSVTable {
    public struct Row {
        /// From 1.
        public var line: Int
        public var fields: [String]
    }

    /// A comma, a semicolon or a tab.
    public let separator: Character
    public private(set) var header: [String] = []
    public private(set) var rows: [Row] = []
    /// The line of a quotation mark that has no end: all behind it became one field. Nil where each has one.
    public private(set) var openQuote: Int?

    public init(_ text: String) {
        var fields: [String] = []
        var field = ""
        var isQuoted = false
        var line = 1
        var quoted = 1
        var start = 1
        var rest = Substring(text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...])
        separator = Self.separator(of: rest.prefix { !$0.isNewline })

        func endRow() {
            fields.append(field)
            field = ""
            if fields != [""] { rows.append(Row(line: start, fields: fields)) }
            fields = []
        }
        while let character = rest.popFirst() {
            if character.isNewline { line += 1 }
            if isQuoted {
                if character != "\"" {
                    field.append(character)
                } else if rest.first == "\"" {
                    field.append("\"")
                    rest.removeFirst()
                } else {
                    isQuoted = false
                }
            } else if character == "\"" && field.isEmpty {
                isQuoted = true
                quoted = line
            } else if character == separator {
                fields.append(field)
                field = ""
            } else if character.isNewline {
                endRow()
                start = line
            } else {
                field.append(character)
            }
        }
        endRow()
        openQuote = isQuoted ? quoted : nil
        if !rows.isEmpty { header = rows.removeFirst().fields.map { $0.filter { !$0.isWhitespace } } }
    }

    private static func separator(of header: Substring) -> Character {
        [",", ";", "\t"].first { header.contains($0) } ?? ","
    }
}
