import Yams

/// Finds the keys that a YAML text gives twice in one mapping, with both lines.
///
/// Yams refuses such a text, and names the first line alone. So the first of the two gets another name and the text is
/// composed again; then both stand in the tree, each with its line.
struct RepeatedKeys {
    /// From Unicode's private use: no key begins with it.
    private static let mark: Unicode.Scalar = "\u{E000}"
    /// Each costs a composition; whoever repeats more of them is told of the others next time.
    private static let most = 8

    let file: String
    private(set) var problems: [Problem] = []
    private var text: String.UnicodeScalarView
    /// Nodes that may still be walked through: aliases of aliases make a small text a tree without end.
    private var budget = 100_000

    init(text: String, file: String) {
        self.text = text.unicodeScalars
        self.file = file
    }

    /// The root without the first of two; nil of an empty text.
    mutating func root() throws -> Node? {
        var repetition: YamlError?
        for _ in 0...Self.most {
            do {
                guard let root = try Yams.compose(yaml: String(text)) else { return nil }
                guard let repetition else { return root }
                let cleaned = try withoutMarked(root, otherwise: repetition)
                if problems.isEmpty { throw repetition }
                return cleaned
            } catch let error as YamlError {
                guard case .duplicatedKeysInMapping(_, let context) = error, budget > 0, markKey(at: context.mark)
                else { throw error }
                repetition = error
            }
        }
        throw repetition ?? .no
    }

    /// False where there is no such place.
    private mutating func markKey(at place: Mark) -> Bool {
        var start = text.startIndex
        for _ in 1..<max(1, place.line) {
            guard let end = text[start...].firstIndex(of: "\n") else { return false }
            start = text.index(after: end)
        }
        guard var index = text.index(start, offsetBy: place.column - 1, limitedBy: text.endIndex), index < text.endIndex
        else { return false }
        if text[index] == "\"" || text[index] == "'" { index = text.index(after: index) }
        text.insert(Self.mark, at: index)
        return true
    }

    /// The tree without the marked keys, each of which is noted as the first of two.
    private mutating func withoutMarked(_ node: Node, otherwise repetition: YamlError) throws -> Node {
        budget -= 1
        guard budget > 0 else { throw repetition }
        switch node {
        case .mapping(let mapping):
            var pairs: [(Node, Node)] = []
            for (key, value) in mapping {
                if let name = key.scalar?.string.unicodeScalars, name.first == Self.mark {
                    note(String(name.drop { $0 == Self.mark }), first: key.mark?.line, in: mapping)
                } else {
                    pairs.append((key, try withoutMarked(value, otherwise: repetition)))
                }
            }
            return .mapping(Node.Mapping(pairs, mapping.tag, mapping.style, mapping.mark, mapping.anchor))
        case .sequence(let sequence):
            var nodes: [Node] = []
            for element in sequence { nodes.append(try withoutMarked(element, otherwise: repetition)) }
            return .sequence(Node.Sequence(nodes, sequence.tag, sequence.style, sequence.mark, sequence.anchor))
        default:
            return node
        }
    }

    private mutating func note(_ name: String, first: Int?, in mapping: Node.Mapping) {
        let second = mapping.first { $0.key.scalar?.string == name }?.key.mark?.line
        problems.append(
            Problem(
                file: file, line: second, key: name.printableKey,
                message: "is given twice" + (first.map { "; the first is in line \($0)" } ?? "")))
    }
}
