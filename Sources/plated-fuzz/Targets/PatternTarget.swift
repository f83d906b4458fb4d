import ALPR
import Plates

/// A format's pattern: what is put right to fit it does fit it.
enum PatternTarget {
    static var target: FuzzTarget { FuzzTarget("patterns", texts: seeds, words: words, run: run) }

    private static func run(_ text: String) {
        // The pattern, and on further lines texts to hold against it.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let pattern = String(lines[0])
        let format: PlateFormat
        do {
            format = try PlateFormat(country: "xx", name: "x", pattern: pattern)
        } catch {
            return require(!error.description.isEmpty, "an error without a word")
        }
        require(!format.fits(""), "\(pattern) fits nothing at all")
        let set = FormatSet(countries: [Country(code: "xx", name: "x", formats: [format])], normalised: ["xx"])
        for line in lines.dropFirst().prefix(20) {
            let symbols = line.prefix(40).map { Symbol([.init($0, 0.9), .init("O", 0.85), .init("1", 0.8)]) }
            guard let meant = set.interpretation(of: symbols) else { continue }
            require(format.fits(meant.text), "\(meant.text) does not fit \(pattern)")
            require(meant.text.count == symbols.count, "\(meant.text) is not as long as \(symbols.text)")
        }
    }

    private static let seeds = [
        "LL-DD-DD\nAB1234\nA81Z34", "[ABC]{1,3} L{2}·D{1,4}.X\nABC12X\nA1", "X{4}\nAB12", "L{0,3}D{1,12}\n1",
    ]

    static let words = [
        "L", "D", "X", "{", "}", "{2}", "{1,3}", "{0,12}", "{12}", "{0}", "[", "]", "[ABC]", "-", ",", "\n", "AB12CD",
    ]
}
