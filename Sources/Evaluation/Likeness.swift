/// Characters that the labels of a set do not tell apart: some write O as 0.
public struct Likeness: Sendable, Equatable {
    private let first: [Character: Character]

    /// - Parameter groups: the characters of each are one, such as `O0`.
    public init(_ groups: [String] = []) {
        var first: [Character: Character] = [:]
        for group in groups {
            guard let head = group.first else { continue }
            for character in group { first[character] = first[head] ?? head }
        }
        self.first = first
    }

    /// What is wrong with groups that somebody gave; nil of those that mean something.
    public static func objection(to groups: [String]) -> String? {
        for group in groups
        where Set(group).count < 2 || !group.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) }) {
            return "two or more capital letters or digits, such as O0"
        }
        let all = groups.flatMap(Set.init)
        return Set(all).count < all.count
            ? "each character once: what is alike to one that is named twice goes with it" : nil
    }

    public func same(_ one: String, _ other: String) -> Bool { written(one) == written(other) }

    /// What a label means: the one of these texts that it does not tell apart from its own, or else its own.
    public func meant(_ label: String, among texts: [String]) -> String {
        texts.contains(label) ? label : texts.first { same($0, label) } ?? label
    }

    private func written(_ text: String) -> String { String(text.map { first[$0] ?? $0 }) }
}
