/// Rows of cells as a table for people: columns as wide as their widest cell.
public struct TextTable {
    private var rows: [[String]]

    public init(_ headings: [String]) {
        rows = [headings]
    }

    public mutating func add(_ cells: [String]) {
        rows.append(cells.map(\.shown))
    }

    public var isEmpty: Bool { rows.count == 1 }

    /// With a line end after each row.
    public var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let line = cells.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
            return line[..<end] + "\n"
        }.joined()
    }
}
