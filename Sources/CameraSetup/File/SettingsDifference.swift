import Settings
import Yams

/// What differs between two texts of one camera's file, and whether a page may change that.
///
/// This is what keeps the closed list: it looks at what the texts say, and trusts nobody who says what was changed.
public enum SettingsDifference {
    public struct Refusal: Error, Equatable, Sendable {
        public let problems: [SettingsProblem]
    }

    /// The keys that differ.
    ///
    /// - Parameter old: what is there; empty for a new file.
    public static func keys(from old: String, to new: String) throws(Refusal) -> [SettingsKey] {
        let (before, after) = (try tree(old), try tree(new))
        var keys: [SettingsKey] = []
        var problems: [SettingsProblem] = []
        for path in Set(before.leaves.keys).union(after.leaves.keys).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let value = after.leaves[path]
            if areEqual(before.leaves[path], value) { continue }
            let name = path.map(\.printableKey).joined(separator: ".")
            guard let key = SettingsKey(path: path) else {
                problems.append(
                    .init(
                        line: value?.mark?.line, key: name,
                        message: "cannot be changed from here: it is set in the file"))
                continue
            }
            keys.append(key)
            if let problem = key.problem(with: value) {
                problems.append(.init(line: value?.mark?.line, key: name, message: problem))
            }
        }
        if !problems.isEmpty { throw Refusal(problems: problems) }
        return keys
    }

    private static func tree(_ text: String) throws(Refusal) -> YAMLTree {
        do { return try YAMLTree(text) } catch {
            throw Refusal(problems: [.init(line: error.line, key: nil, message: error.reason)])
        }
    }

    /// By what they say and how they are marked: a text in quotes is not a number.
    static func areEqual(_ a: Node?, _ b: Node?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (.scalar(let a)?, .scalar(let b)?): a.string == b.string && a.tag == b.tag
        case (.sequence(let a)?, .sequence(let b)?):
            a.tag == b.tag && a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1) }
        case (.mapping(let a)?, .mapping(let b)?):
            a.tag == b.tag && a.count == b.count
                && zip(a, b).allSatisfy { areEqual($0.key, $1.key) && areEqual($0.value, $1.value) }
        default: false
        }
    }
}

/// Something that is wrong with a camera's settings, as pages get it.
public struct SettingsProblem: Codable, Equatable, Sendable {
    /// Of the file; nil where no line is to blame.
    public var line: Int?
    /// Such as `source.url`; nil where it is the whole.
    public var key: String?
    public var message: String

    public init(line: Int? = nil, key: String?, message: String) {
        (self.line, self.key, self.message) = (line, key, message)
    }
}
