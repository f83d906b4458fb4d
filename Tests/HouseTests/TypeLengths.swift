/// How many lines each type has, its extensions in its module included.
struct TypeLengths {
    private var counted: [String: Int] = [:]
    private var declared: Set<String> = []
    /// Types that say why they are long.
    private var explained: Set<String> = []

    /// By "Module.Type".
    var lines: [String: Int] { counted.filter { declared.contains($0.key) } }

    /// Reads a formatted file: what begins a line there is declared outside of everything else.
    mutating func add(_ text: String, of module: String) {
        let declaration =
            /(?:@\w+ )*(?:(?:public|package|final|private|fileprivate|indirect) )*(struct|class|enum|actor|extension) (\w+).*/
        var name: String?
        var isExplained = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("///") {
                isExplained = isExplained || line.contains("has more than 500 lines because")
                continue
            }
            if name == nil, let match = line.wholeMatch(of: declaration) {
                let type = "\(module).\(match.2)"
                name = type
                if match.1 != "extension" { declared.insert(type) }
                if isExplained { explained.insert(type) }
            }
            isExplained = false
            guard let type = name else { continue }
            counted[type, default: 0] += 1
            if !line.hasPrefix(" ") && (line.hasPrefix("}") || line.hasSuffix("{}")) { name = nil }
        }
    }

    func unexplained(above limit: Int) -> [String] {
        lines.filter { $0.value > limit && !explained.contains($0.key) }.map { "\($0.key) has \($0.value) lines" }
            .sorted()
    }
}
