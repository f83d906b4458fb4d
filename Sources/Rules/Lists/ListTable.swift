import Answers
import Records
import Settings

/// Entries for a list, as a table of comma-separated values has them, and which columns it has.
public struct ListTable: Equatable, Sendable {
    public private(set) var entries: [ListEntry] = []
    public let columns: Set<ListColumn>

    public static let columnNames = ListColumn.allCases.map(\.rawValue).joined(separator: ", ")
    /// Of one list: beyond that somebody has put the wrong file there.
    public static let most = 1_000_000
    /// Of a note, and of an owner.
    static let longestText = 200

    /// All columns of these entries.
    public init(_ entries: [ListEntry]) {
        self.entries = entries
        columns = Set(ListColumn.allCases)
    }

    /// Reads a table with a header that has `plate` in it; the other columns may be missing, in any order.
    ///
    /// - Throws: everything that is wrong with it, with its line.
    public init(_ text: String, file: String, zone: LocalZone) throws(Problems) {
        let table = CSVTable(text)
        var problems: [Problem] = []
        func problem(_ line: Int?, _ message: String) {
            problems.append(Problem(file: file, line: line, message: message))
        }
        let header = table.header.map { $0.lowercased() }
        guard let plate = header.firstIndex(of: "plate") else {
            throw Problems([
                Problem(
                    file: file, line: 1,
                    message: "the first line names the columns, and plate is one of them: \(Self.columnNames)")
            ])
        }
        columns = Set(header.compactMap(ListColumn.init))
        for name in header where ListColumn(rawValue: name) == nil {
            problem(1, "there is no column \(name): they are \(Self.columnNames)")
        }
        for column in ListColumn.allCases where header.count(where: { $0 == column.rawValue }) > 1 {
            problem(1, "there are two columns \(column.rawValue)")
        }
        if let line = table.openQuote { problem(line, "a quotation mark begins here and has no end") }
        if table.rows.count > Self.most { problem(table.rows[Self.most].line, "has more than \(Self.most) plates") }
        for row in table.rows.prefix(Self.most) where row.fields.contains(where: { !$0.isEmpty }) {
            func field(_ name: String) -> String {
                guard let index = header.firstIndex(of: name), index < row.fields.count else { return "" }
                return row.fields[index].trimmed
            }
            if row.mayHaveSlipped(below: header) {
                problem(
                    row.line,
                    "has more fields than the first line names: a text with a \(table.separator.word) in it stands in "
                        + "quotation marks")
                continue
            }
            guard plate < row.fields.count, var entry = ListEntry(Self.unquoted(row.fields[plate].trimmed)) else {
                problem(row.line, "this is no plate: it \(ListEntry.rule)")
                continue
            }
            entry.note = Self.unquoted(field("note"))
            entry.owner = Self.unquoted(field("owner"))
            for (name, text) in [("note", entry.note), ("owner", entry.owner)] where text.count > Self.longestText {
                problem(row.line, "\(name) has more than \(Self.longestText) characters")
            }
            for (name, place) in [("from", \ListEntry.from), ("until", \ListEntry.until)] where !field(name).isEmpty {
                entry[keyPath: place] = field(name)
                if ListEntry.time(field(name), zone: zone) == nil {
                    problem(row.line, "\(name) is no date: write 2026-11-20, or 2026-11-20 14:05")
                }
            }
            entry.cameras = field("cameras").split(separator: " ").map(String.init)
            // What stands there may be a plate or a person that slipped: it is not told.
            if !entry.cameras.allSatisfy({ CameraRef($0) != nil }) {
                problem(row.line, "cameras are names with spaces between them, and each \(CameraRef.rule)")
            }
            if !field("hours").isEmpty {
                entry.hours = WeeklyHours(field("hours"))
                if entry.hours == nil { problem(row.line, "hours are written as \(WeeklyHours.example)") }
            }
            entries.append(entry)
        }
        guard problems.isEmpty else { throw Problems(problems) }
    }

    /// Without the apostrophe that keeps a spreadsheet from computing it.
    private static func unquoted(_ text: String) -> String {
        text.hasPrefix("'") && text.dropFirst().first.map { "=+-@".contains($0) } == true
            ? String(text.dropFirst()) : text
    }
}

extension CSVTable.Row {
    /// Whether a text that was torn apart at a separator in it may have moved what stands behind it into other columns.
    ///
    /// Spreadsheets write empty fields beyond the last column: of these nothing is said while the row has only texts, or none.
    fileprivate func mayHaveSlipped(below header: [String]) -> Bool {
        guard fields.count > header.count else { return false }
        if fields[header.count...].contains(where: { !$0.trimmed.isEmpty }) { return true }
        let filled = zip(header, fields).filter { !$0.1.trimmed.isEmpty }.map(\.0)
        let texts = filled.filter { ["note", "owner"].contains($0) }
        // A plate that stands first stays where it is.
        let others = filled.filter { !["note", "owner"].contains($0) && !($0 == "plate" && header.first == "plate") }
        return !texts.isEmpty && !others.isEmpty
    }
}

extension Character {
    /// As a message says it.
    fileprivate var word: String { self == "\t" ? "tab" : "\(self)" }
}

extension String {
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
