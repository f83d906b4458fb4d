/// What was read of one region in one frame.
public struct PlateReading: Sendable, Equatable {
    public var region: Region
    public var time: Timestamp
    /// One entry a view, each the symbols of all rows from the top.
    public var views: [[Symbol]]
    /// What the views say together, best first; empty where nothing was read.
    ///
    /// Confidences are shares: what every view says surely has 1.
    public var candidates: [Candidate]

    public init(region: Region, time: Timestamp, views: [[Symbol]], formats: FormatSet) {
        self.region = region
        self.time = time
        self.views = views
        candidates = Self.candidates(of: views, formats: formats)
    }

    public var best: Candidate? { candidates.first }

    /// At most this many candidates a reading.
    private static let limit = 5

    private static func candidates(of views: [[Symbol]], formats: FormatSet) -> [Candidate] {
        var shares: [Candidate] = []
        func add(_ candidate: Candidate, share: Double) {
            if let index = shares.firstIndex(where: { $0.text == candidate.text }) {
                shares[index].confidence += share
            } else {
                shares.append(Candidate(text: candidate.text, raw: candidate.raw, confidence: share))
            }
        }
        for symbols in views {
            // A view that cut a character off speaks for the view that did not.
            let whole = views.first { $0.extends(symbols) } ?? symbols
            let read = interpreted(whole, formats: formats)
            if let read { add(read, share: read.confidence / Double(views.count)) }
            // What else the symbols allow is worth little beside what was read, but is worth keeping.
            for other in whole.candidates(limit: limit).dropFirst() where other.text != read?.text {
                add(other, share: 0.1 * other.confidence / Double(views.count))
            }
        }
        return Array(shares.sorted { $0.confidence > $1.confidence }.prefix(limit))
    }

    private static func interpreted(_ symbols: [Symbol], formats: FormatSet) -> Candidate? {
        guard !symbols.isEmpty else { return nil }
        guard let meant = formats.interpretation(of: symbols) else {
            return Candidate(text: symbols.text, confidence: symbols.confidence)
        }
        return Candidate(
            text: meant.text, raw: symbols.text, confidence: symbols.confidence * max(0.5, 1 - 0.15 * meant.cost))
    }
}

extension [Symbol] {
    /// Characters that a plate's edge, a bolt or a frame is read as.
    private static let edgeLike: Set<Character> = ["I", "1", "J", "L", "T"]

    /// Whether this is `other` with one or two sure characters more at one end, of a kind that is no plate's edge.
    fileprivate func extends(_ other: [Symbol]) -> Bool {
        let more = count - other.count
        guard (1...2).contains(more), other.count >= 3 else { return false }
        let text = text
        let added: ArraySlice<Symbol>
        if text.hasPrefix(other.text) {
            added = suffix(more)
        } else if text.hasSuffix(other.text) {
            added = prefix(more)
        } else {
            return false
        }
        return added.allSatisfy { $0.confidence > 0.9 && !Self.edgeLike.contains($0.character) }
    }
}
