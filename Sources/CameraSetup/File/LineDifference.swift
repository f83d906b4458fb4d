/// Two texts line by line: what went, what came, what stayed.
public struct LineDifference: Sendable {
    public enum Kind: String, Codable, Sendable {
        case same, gone, new
    }

    public struct Line: Codable, Equatable, Sendable {
        public var kind: Kind
        public var text: String
    }

    public let lines: [Line]

    public init(from old: String, to new: String) {
        let before = old.isEmpty ? [] : old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if old < before.count, removed.contains(old) {
                lines.append(Line(kind: .gone, text: before[old]))
                old += 1
            } else if new < after.count, added.contains(new) {
                lines.append(Line(kind: .new, text: after[new]))
                new += 1
            } else {
                lines.append(Line(kind: .same, text: after[new]))
                (old, new) = (old + 1, new + 1)
            }
        }
        if lines.last == Line(kind: .same, text: "") || lines.last == Line(kind: .new, text: "") { lines.removeLast() }
        self.lines = lines
    }

    public var changes: Int { lines.count { $0.kind != .same } }

    /// Only what is near a change; nil stands for what is left out.
    public func near(_ distance: Int) -> [Line?] {
        let places = lines.indices.filter { lines[$0].kind != .same }
        var shown: [Line?] = []
        for (place, line) in lines.enumerated() {
            if places.contains(where: { abs($0 - place) <= distance }) {
                shown.append(line)
            } else if shown.last != .some(nil) {
                shown.append(nil)
            }
        }
        return shown
    }
}
