/// How well texts were read, over a set: exact matches, character error rate, and which characters were taken for which.
public struct TextAccuracy: Sendable, Equatable {
    /// A character that was read as another; an empty side is one that was added or lost.
    public struct Confusion: Hashable, Sendable {
        public var truth: String
        public var read: String
    }

    /// Plates with a known text.
    public private(set) var plates = 0
    public private(set) var exact = 0
    /// Exact with O and Q as 0 and I as 1.
    public private(set) var loose = 0
    /// Truth among the three best candidates.
    public private(set) var amongThree = 0
    public private(set) var characters = 0
    public private(set) var edits = 0
    public private(set) var confusions: [Confusion: Int] = [:]

    public init() {}

    /// Edits per character of truth.
    public var characterErrorRate: Double { characters == 0 ? 0 : Double(edits) / Double(characters) }

    /// - Parameter candidates: what was read, best first; empty where nothing was.
    public mutating func add(truth: String, candidates: [String]) {
        let read = candidates.first ?? ""
        plates += 1
        exact += read == truth ? 1 : 0
        loose += Self.loosened(read) == Self.loosened(truth) ? 1 : 0
        amongThree += candidates.prefix(3).contains(truth) ? 1 : 0
        characters += truth.count
        for pair in Self.alignment(Array(truth), Array(read)) where pair.truth != pair.read {
            edits += 1
            confusions[pair, default: 0] += 1
        }
    }

    public static func loosened(_ text: String) -> String {
        String(text.map { "OQ".contains($0) ? "0" : $0 == "I" ? "1" : $0 })
    }

    /// Truth and reading side by side with the fewest edits (Levenshtein, traced back).
    static func alignment(_ truth: [Character], _ read: [Character]) -> [Confusion] {
        var costs = Array(repeating: Array(repeating: 0, count: read.count + 1), count: truth.count + 1)
        for i in 0...truth.count { costs[i][0] = i }
        for j in 0...read.count { costs[0][j] = j }
        for i in truth.indices {
            for j in read.indices {
                let change = costs[i][j] + (truth[i] == read[j] ? 0 : 1)
                costs[i + 1][j + 1] = min(change, costs[i][j + 1] + 1, costs[i + 1][j] + 1)
            }
        }
        var pairs: [Confusion] = []
        var (i, j) = (truth.count, read.count)
        while i > 0 || j > 0 {
            if i > 0, j > 0, costs[i][j] == costs[i - 1][j - 1] + (truth[i - 1] == read[j - 1] ? 0 : 1) {
                pairs.append(Confusion(truth: String(truth[i - 1]), read: String(read[j - 1])))
                (i, j) = (i - 1, j - 1)
            } else if i > 0, costs[i][j] == costs[i - 1][j] + 1 {
                pairs.append(Confusion(truth: String(truth[i - 1]), read: ""))
                i -= 1
            } else {
                pairs.append(Confusion(truth: "", read: String(read[j - 1])))
                j -= 1
            }
        }
        return pairs.reversed()
    }
}
