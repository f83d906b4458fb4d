/// Something that reads what others wrote, and what must hold whatever stands there.
struct FuzzTarget {
    var name: String
    /// What mutation starts from: good input, and input that was trouble once.
    var seeds: [[UInt8]]
    /// Words of the language, put in as they are.
    var dictionary: [[UInt8]] = []
    /// Longest input, in bytes.
    var limit = 64 * 1024
    /// Takes one input; ends the process where a property does not hold.
    var run: ([UInt8]) -> Void
}

extension FuzzTarget {
    init(
        _ name: String, texts: [String], words: [String], limit: Int = 64 * 1024, run: @escaping (String) -> Void
    ) {
        self.init(
            name: name, seeds: texts.map { Array($0.utf8) }, dictionary: words.map { Array($0.utf8) }, limit: limit
        ) { run(String(decoding: $0, as: UTF8.self)) }
    }
}

/// Ends the process where `condition` does not hold: whoever watches keeps the input.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError("property: \(message())") }
}
