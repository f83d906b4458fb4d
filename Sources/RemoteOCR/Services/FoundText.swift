import ALPR
import Plates

/// A word that a server saw, and where.
struct FoundWord: Equatable {
    var symbols: [Symbol]
    /// In pixels of the picture that it was shown.
    var outline: Quad
}

/// Which of the words that a server saw are the plate's text, and in which order.
enum FoundText {
    /// Characters of a plate at most: what is longer is something else, and comparing it would take for ever.
    static let longest = 24
    /// Words, or plates, of one picture that are looked at.
    static let most = 200

    /// Rows lower than this part of the highest are no part of a plate: a dealer's name, a country's.
    private static let leastHeight = 0.55
    /// Words whose middles differ by less than this part of their height stand in one row.
    private static let sameRow = 0.5

    /// The text of a place. Words beside it are somebody else's.
    static func reading(of words: [FoundWord], in region: Region) -> ViewReading {
        let place = region.box.expanded(x: 0.1 * region.box.height, y: 0.1 * region.box.height)
        let inside = words.filter { !$0.symbols.isEmpty && place.overlap(Box($0.centre)) > 0 }
        let highest = inside.map(\.outline.height).max() ?? 0
        let high = inside.filter { $0.outline.height >= leastHeight * highest }
        let rows = rows(of: high)
        let symbols = rows.flatMap { $0.flatMap(\.symbols) }
        guard symbols.count <= longest else { return ViewReading([]) }
        return ViewReading(symbols, outlines: rows.joined().map(\.outline))
    }

    /// From the top, each from the left.
    private static func rows(of words: [FoundWord]) -> [[FoundWord]] {
        // Along the text: a row that rises has its last word higher than its first.
        let slope = words.max { $0.outline.width < $1.outline.width }.map(Self.slope) ?? 0
        func level(_ word: FoundWord) -> Double { word.centre.y - slope * word.centre.x }
        var rows: [[FoundWord]] = []
        for word in words.sorted(by: { level($0) < level($1) }) {
            if let last = rows.last?.last,
                level(word) - level(last) < sameRow * max(word.outline.height, last.outline.height)
            {
                rows[rows.count - 1].append(word)
            } else {
                rows.append([word])
            }
        }
        return rows.map { $0.sorted { $0.centre.x < $1.centre.x } }
    }

    private static func slope(_ word: FoundWord) -> Double {
        let (left, right) = (word.outline.topLeft, word.outline.topRight)
        let run = right.x - left.x
        guard run > 1 else { return 0 }
        return max(-0.5, min(0.5, (right.y - left.y) / run))
    }
}

extension FoundWord {
    var centre: Point { outline.bounds.centre }
}

extension Box {
    /// One pixel round a point.
    fileprivate init(_ point: Point) {
        self.init(x: point.x - 0.5, y: point.y - 0.5, width: 1, height: 1)
    }
}

/// From a server's confidences to those that everything else here has: from about 0.97 on a character is surely read.
struct ConfidenceScale {
    private static let sure = 0.97
    /// What the server gives what is surely read.
    let sure: Double

    func common(_ confidence: Double) -> Double {
        let value = min(1, max(0, confidence.isFinite ? confidence : 0))
        guard sure < 1 else { return Self.sure * value }
        if value <= sure { return sure > 0 ? Self.sure * value / sure : Self.sure }
        return Self.sure + (1 - Self.sure) * (value - sure) / (1 - sure)
    }
}

extension Character {
    /// A character as plates have them; nil of anything else.
    static func ofPlate(_ text: some StringProtocol) -> Character? {
        let text = text.uppercased()
        guard text.count == 1, let character = text.first,
            PlateFormat.allLetters.contains(character) || PlateFormat.allDigits.contains(character)
        else { return nil }
        return character
    }
}
