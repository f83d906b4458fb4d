import Settings
import Yams

/// Puts values into a text of YAML and leaves all else as it stands: other keys, their order, comments.
///
/// Every change is read back: where the text then says anything else than what was wanted, it is refused and the text stays.
public struct YAMLEdit {
    public struct Unfit: Error, Equatable {
        public let reason: String
    }

    private var lines: [[Unicode.Scalar]]

    public init(_ text: String) {
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    }

    public var text: String {
        String(String.UnicodeScalarView(lines.joined(separator: ["\n"])))
    }

    /// - Parameters:
    ///   - path: one key, or a section and a key in it.
    ///   - yaml: the value, in one line; `null` for none.
    public mutating func set(_ path: [String], to yaml: String) throws(Unfit) {
        guard !hasOtherLines else { throw Self.otherwise(path) }
        let before = try Self.tree(text)
        var changed = self
        try changed.put(path, yaml, before.root)
        let after = try Self.tree(changed.text)
        var wanted = before.leaves
        wanted[path] = try Self.tree("key: \(yaml)").leaves[["key"]]
        guard Set(after.leaves.keys) == Set(wanted.keys),
            wanted.allSatisfy({ SettingsDifference.areEqual($0.value, after.leaves[$0.key]) })
        else { throw Self.otherwise(path) }
        self = changed
    }

    /// Whether lines end in other ways than with `\n` or `\r\n`: YAML counts them otherwise than we do.
    private var hasOtherLines: Bool {
        lines.contains { line in
            line.dropLast().contains("\r") || line.contains { $0 == "\u{85}" || $0 == "\u{2028}" || $0 == "\u{2029}" }
        }
    }

    private static func tree(_ text: String) throws(Unfit) -> YAMLTree {
        do { return try YAMLTree(text) } catch { throw Unfit(reason: error.reason) }
    }

    private static func otherwise(_ path: [String]) -> Unfit {
        Unfit(
            reason:
                "\(path.joined(separator: ".")) is written in a way that only a person can change: edit the file itself"
        )
    }

    private mutating func put(_ path: [String], _ yaml: String, _ root: Node?) throws(Unfit) {
        guard let root, let mapping = root.mapping else { return append(path, yaml) }
        guard !isFlow(root) else { throw Self.otherwise(path) }
        guard let (key, value) = mapping.first(where: { $0.key.string == path[0] }) else { return try add(path, yaml) }
        guard path.count == 2 else { return try replace(key, value, with: yaml, path, isInFlow: false) }
        if value.isNull { return try add(path[1], yaml, under: key, children: nil) }
        guard let section = value.mapping else { throw Self.otherwise(path) }
        if let (inner, old) = section.first(where: { $0.key.string == path[1] }) {
            return try replace(inner, old, with: yaml, path, isInFlow: isFlow(value))
        }
        if isFlow(value) { return try insert("\(path[1]): \(yaml)", intoFlowAt: value, isEmpty: section.isEmpty, path) }
        try add(path[1], yaml, under: key, children: section.first.map { Self.column($0.key) } ?? nil)
    }

    // MARK: - A value that is there

    private mutating func replace(
        _ key: Node, _ value: Node, with yaml: String, _ path: [String], isInFlow: Bool
    ) throws(Unfit) {
        guard let row = Self.row(key), let column = Self.column(key),
            let colon = YAMLScan.colon(in: lines[row], from: column)
        else { throw Self.otherwise(path) }
        let start = YAMLScan.skippingSpace(in: lines[row], from: colon + 1)
        let last = isInFlow ? row : lastLine(ofEntryAt: row, column: column)
        if last == row {
            guard let end = YAMLScan.endOfValue(in: lines[row], from: start, isInFlow: isInFlow) else {
                throw Self.otherwise(path)
            }
            let rest = Array(lines[row][end...])
            let gap: [Unicode.Scalar] = rest.first.map { $0 == "#" ? [" "] : [] } ?? []
            lines[row] = lines[row][...colon] + Array((" " + yaml).unicodeScalars) + gap + rest
        } else {
            lines.replaceSubrange(row...last, with: [lines[row][...colon] + Array((" " + yaml).unicodeScalars)])
        }
    }

    /// The last line that belongs to a key and has something on it.
    private func lastLine(ofEntryAt row: Int, column: Int) -> Int {
        var last = row
        for next in lines.indices.dropFirst(row + 1) {
            guard let indent = YAMLScan.indent(of: lines[next]) else { continue }
            let isElement = indent == column && lines[next][indent] == "-"
            guard indent > column || isElement else { break }
            last = next
        }
        return last
    }

    // MARK: - One that is not there

    /// A whole section, or a key of none: beside its comment, or at the end.
    private mutating func add(_ path: [String], _ yaml: String) throws(Unfit) {
        if path.count == 1, let place = commented(path[0], in: lines.startIndex..<lines.endIndex, indent: 0) {
            lines.insert(Array("\(path[0]): \(yaml)".unicodeScalars), at: place + 1)
        } else {
            append(path, yaml)
        }
    }

    private mutating func append(_ path: [String], _ yaml: String) {
        while let last = lines.last, YAMLScan.isBlank(last) { lines.removeLast() }
        let added = path.count == 1 ? ["\(path[0]): \(yaml)"] : ["\(path[0]):", "  \(path[1]): \(yaml)"]
        lines += (added + [""]).map { Array($0.unicodeScalars) }
    }

    /// - Parameter children: the column of the keys that the section has; nil where it has none.
    private mutating func add(_ name: String, _ yaml: String, under key: Node, children: Int?) throws(Unfit) {
        guard let row = Self.row(key), let column = Self.column(key) else { throw Self.otherwise([name]) }
        let indent = children ?? column + 2
        var end = row + 1
        while end < lines.count {
            if let indent = YAMLScan.indent(of: lines[end]), indent <= column { break }
            end += 1
        }
        // Without children comments of the next section may have been counted in.
        let place =
            commented(name, in: row + 1..<end, indent: indent).map { $0 + 1 }
            ?? (children == nil ? row + 1 : lastLine(ofEntryAt: row, column: column) + 1)
        lines.insert(Array((String(repeating: " ", count: indent) + "\(name): \(yaml)").unicodeScalars), at: place)
    }

    /// The line where the shipped file names a key as a comment.
    private func commented(_ name: String, in range: Range<Int>, indent: Int) -> Int? {
        let wanted = Array((String(repeating: " ", count: indent) + "#\(name):").unicodeScalars)
        return range.first { lines[$0].starts(with: wanted) }
    }

    private mutating func insert(_ entry: String, intoFlowAt value: Node, isEmpty: Bool, _ path: [String]) throws(Unfit)
    {
        guard let row = Self.row(value), let column = Self.column(value), lines[row].indices.contains(column),
            lines[row][column] == "{"
        else { throw Self.otherwise(path) }
        lines[row].insert(contentsOf: Array((entry + (isEmpty ? "" : ", ")).unicodeScalars), at: column + 1)
    }

    /// By what stands there: Yams tells the style of the event that ends a mapping.
    private func isFlow(_ mapping: Node) -> Bool {
        guard let row = Self.row(mapping), let column = Self.column(mapping), lines.indices.contains(row),
            lines[row].indices.contains(column)
        else { return true }
        return lines[row][column] == "{"
    }

    private static func row(_ node: Node) -> Int? { node.mark.map { $0.line - 1 } }

    private static func column(_ node: Node) -> Int? { node.mark.map { $0.column - 1 } }
}
