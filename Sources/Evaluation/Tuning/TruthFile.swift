import Basics
import Foundation
import Records
import Settings

/// Reads which plates came by in recordings: a table (CSV) or lines of JSON, such as the manifest of a set, or a corrected log.
///
/// A row has the plate (`plate` or `text`), and where that is known its recording (`video`, `clip`, `recording` or `file`) and its time
/// (`time` or `ts`, RFC 3339). An empty plate beside a recording says that none came by in it.
public struct TruthFile {
    struct Row: Sendable, Equatable {
        /// From 1.
        var line: Int
        /// Nil for none.
        var plate: String?
        var recording: String?
        var time: WallTime?
    }

    private static let plateNames = ["plate", "text"]
    private static let recordingNames = ["video", "clip", "recording", "file"]
    private static let timeNames = ["time", "ts"]
    /// In bytes: half a million rows.
    private static let largest = 64 << 20

    public let path: String
    let rows: [Row]

    public init(_ path: String) throws(Problems) {
        let text: String
        do { text = try TextFile(path, upTo: Self.largest).text() } catch {
            throw Problems([Problem(file: path, message: "cannot be read: \(error.reason)")]).ofInput(
                isMissing: error.isMissing)
        }
        do throws(Problems) { try self.init(text: text, path: path) } catch { throw error.ofInput() }
    }

    /// - Parameter path: for messages; recordings that are named without a folder may lie beside it.
    package init(text: String, path: String) throws(Problems) {
        self.path = path
        let isJSON = text.first { !$0.isWhitespace } == "{"
        rows = isJSON ? try Self.lines(of: text, path: path) : try Self.table(of: text, path: path)
        if rows.isEmpty { throw Problems([Problem(file: path, message: "has no plate in it")]) }
    }

    private static func table(of text: String, path: String) throws(Problems) -> [Row] {
        let table = CSVTable(text)
        func column(_ names: [String]) -> Int? { names.lazy.compactMap { table.header.firstIndex(of: $0) }.first }
        if let line = table.openQuote {
            throw Problems([Problem(file: path, line: line, message: "has a quotation mark that has no end")])
        }
        guard let plate = column(plateNames) else {
            throw Problems([
                Problem(
                    file: path, line: 1,
                    message: "expects a column plate (or text); has "
                        + (table.header.isEmpty ? "none" : table.header.joined(separator: ", ")))
            ])
        }
        let (recording, time) = (column(recordingNames), column(timeNames))
        return table.rows.compactMap { row in
            func field(_ column: Int?) -> String? {
                column.flatMap { $0 < row.fields.count ? row.fields[$0] : nil }.flatMap { $0.isEmpty ? nil : $0 }
            }
            let found = Row(
                line: row.line, plate: field(plate)?.labelledPlate, recording: field(recording),
                time: field(time).flatMap { WallTime(rfc3339: $0) })
            return found.plate == nil && found.recording == nil ? nil : found
        }
    }

    /// Lines that are no events, such as those of gaps in a log, say nothing here.
    private static func lines(of text: String, path: String) throws(Problems) -> [Row] {
        var rows: [Row] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if line.allSatisfy(\.isWhitespace) { continue }
            let object: Any?
            do { object = try JSONSerialization.jsonObject(with: Data(line.utf8)) } catch { object = nil }
            guard let fields = object as? [String: Any] else {
                throw Problems([Problem(file: path, line: index + 1, message: "is no object of JSON")])
            }
            func field(_ names: [String]) -> String? {
                names.lazy.compactMap { fields[$0] as? String }.first.flatMap { $0.isEmpty ? nil : $0 }
            }
            if let schema = fields["schema"] as? String, !schema.hasPrefix("plated.event/") { continue }
            let row = Row(
                line: index + 1, plate: field(plateNames)?.labelledPlate, recording: field(recordingNames),
                time: field(timeNames).flatMap { WallTime(rfc3339: $0) })
            if row.plate != nil || row.recording != nil { rows.append(row) }
        }
        return rows
    }
}
