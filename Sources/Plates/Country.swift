/// A country's plates: its patterns, and examples that show what they are meant to allow and to refuse.
public struct Country: Sendable, Equatable {
    /// Lower-case code, such as `nl`.
    public var code: String
    public var name: String
    public var formats: [PlateFormat]
    /// Plates that must fit, as written, with spaces and dashes.
    public var fitting: [String]
    /// Texts that must fit no pattern.
    public var rejected: [String]

    public init(code: String, name: String, formats: [PlateFormat], fitting: [String] = [], rejected: [String] = []) {
        self.code = code
        self.name = name
        self.formats = formats
        self.fitting = fitting
        self.rejected = rejected
    }

    /// Examples that contradict the patterns, each as a sentence.
    public var contradictions: [String] {
        let set = FormatSet(countries: [self])
        return fitting.filter { set.format(fitting: $0.plateCharacters) == nil }.map {
            "the example \"\($0)\" should fit one of the patterns and fits none"
        }
            + rejected.compactMap { example in
                set.format(fitting: example.plateCharacters).map {
                    "the example \"\(example)\" should be rejected and fits \($0.name) (\($0.pattern))"
                }
            }
    }
}

extension String {
    /// Capital letters and digits only: what is left of a plate without its spaces, dashes and dots.
    public var plateCharacters: String {
        uppercased().filter { PlateFormat.allLetters.contains($0) || PlateFormat.allDigits.contains($0) }
    }
}
