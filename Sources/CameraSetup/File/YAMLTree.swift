import Settings
import Yams

/// A text of YAML by its keys: what it says, however it is written.
struct YAMLTree {
    struct Unfit: Error {
        let reason: String
        var line: Int?
    }

    /// In bytes: the shipped file with every comment has 14 KB.
    static let longest = 96 << 10
    /// Aliases of aliases make a small text a tree without end.
    private static let most = 20_000

    let root: Node?
    /// The values by the keys above them; what is empty is not there. Lists are values.
    let leaves: [[String]: Node]

    init(_ text: String) throws(Unfit) {
        guard text.utf8.count <= Self.longest else {
            throw Unfit(reason: "it is larger than \(Self.longest >> 10) KiB")
        }
        let read: (root: Node?, repeated: [Problem])
        do { read = try YAMLFile.rootAndRepeatedKeys(of: text, file: "") } catch {
            throw Unfit(reason: error.message, line: error.line)
        }
        if let first = read.repeated.first {
            throw Unfit(reason: "\(first.key ?? "a key") \(first.message)", line: first.line)
        }
        var leaves: [[String]: Node] = [:]
        var budget = Self.most
        if let root = read.root, !root.isNull {
            guard root.mapping != nil else { throw Unfit(reason: "it has no keys") }
            try Self.walk(root, [], &budget, &leaves)
        }
        (self.root, self.leaves) = (read.root, leaves)
    }

    subscript(_ key: SettingsKey) -> Node? { leaves[key.path] }

    private static func walk(
        _ node: Node, _ path: [String], _ budget: inout Int, _ leaves: inout [[String]: Node]
    ) throws(Unfit) {
        budget -= 1
        guard budget > 0 else { throw Unfit(reason: "it refers to itself too often") }
        switch node {
        case .mapping(let mapping):
            for (key, value) in mapping {
                guard let name = key.scalar?.string else {
                    throw Unfit(reason: "a key must be a plain word", line: key.mark?.line)
                }
                try walk(value, path + [name], &budget, &leaves)
            }
        case .sequence(let sequence):
            var inner: [[String]: Node] = [:]
            for element in sequence { try walk(element, [], &budget, &inner) }
            leaves[path] = node
        case .scalar:
            if !node.isNull { leaves[path] = node }
        case .alias:
            throw Unfit(reason: "it has an alias that leads nowhere", line: node.mark?.line)
        }
    }
}
