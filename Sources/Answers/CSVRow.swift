/// A row of CSV (RFC 4180).
public enum CSVRow {
    /// What spreadsheets take for the start of a formula. A plate that somebody painted on a car must not run in an office.
    private static let dangerous: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    public static func text(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// In quotes where it has to be, and behind an apostrophe where a spreadsheet would compute it.
    private static func cell(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first { $0 != " " }.map(dangerous.contains) ?? false
        let text = isFormula && Double(text) == nil ? "'" + text : text
        let isPlain = text.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "," && $0 != ";" && $0.value >= 0x20 }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
