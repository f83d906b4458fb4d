import Plates

/// The reading of one region in one frame.
public struct PlateReading: Sendable, Equatable {
    public let region: Region
    public let time: Timestamp
    /// What each view of it showed.
    public let views: [ViewReading]
    /// What the views say together, best first; empty where nothing was read.
    ///
    /// Confidences are shared out: what every view says surely has nearly 1, what one of three says a third of that.
    public let candidates: [Candidate]
    /// How much the best candidate counts in a vote, 0-1.
    public let weight: Double
    /// What all that was read counts together, 0-1.
    public let totalWeight: Double
    /// Where the plate was issued, as the surest view has it; nil where the engine does not tell.
    public let origin: Origin?
    /// How well its characters can be seen; nil where that was not measured.
    public let legibility: Legibility?
    /// Whether it is one row of a plate with two.
    var isPart = false
    /// Whether what it stands on ends around it as a plate does; true where nobody has looked.
    var isOnPlate = true

    /// - Parameters:
    ///   - second: what another engine reads; it counts as much as all views together.
    ///   - legibility: its votes are worth as much as it says; in full where it is nil.
    public init(
        region: Region, time: Timestamp, views: [ViewReading], second: ViewReading? = nil, formats: FormatSet,
        legibility: Legibility? = nil
    ) {
        let own = views
        let views = views + (second.map { [$0] } ?? [])
        self.region = region
        self.time = time
        self.views = views
        self.legibility = legibility
        let origin = Self.origin(of: views)
        let isSure = (origin?.confidence ?? 0) > Self.sureOrigin
        let meant = isSure ? origin.map { formats.evidence(of: $0.country) } ?? formats : formats
        let share = (second == nil ? 1 : 0.5) / Double(max(1, own.count))
        let parts = own.map { _ in share } + (second == nil ? [] : [0.5])
        let shares = Self.shares(of: views.map(\.symbols), parts: parts, formats: meant)
        self.origin = origin
        candidates = shares.prefix(Self.limit).map(\.candidate)
        let worth = legibility?.weight ?? 1
        weight = worth * (shares.first?.weight ?? 0)
        totalWeight = worth * shares.reduce(0) { $0 + $1.weight }
    }

    public var best: Candidate? { candidates.first }

    /// The same with what another engine reads of it.
    func seconded(by view: ViewReading, formats: FormatSet) -> PlateReading {
        PlateReading(
            region: region, time: time, views: views, second: view, formats: formats, legibility: legibility)
    }

    /// How sure the surest view is, 0-1.
    public var sureness: Double { surest?.symbols.confidence ?? 0 }

    /// The view that was read best; nil where there is none.
    public var surest: ViewReading? { views.max { $0.symbols.confidence < $1.symbols.confidence } }

    /// Where its text stands: as the engine saw it, or else the localiser.
    var outlines: [Quad] {
        let seen = surest?.outlines ?? []
        return seen.isEmpty ? region.rows.map(\.quad) : seen
    }

    private static func origin(of views: [ViewReading]) -> Origin? {
        views.compactMap(\.origin).max { $0.confidence < $1.confidence }
    }

    /// An engine this sure of the country chooses whose layouts count as evidence.
    private static let sureOrigin = 0.8

    /// At most this many candidates a reading.
    private static let limit = 5

    private struct Share {
        var candidate: Candidate
        var weight: Double
    }

    /// What the views say, each view with its part of 1, best first.
    private static func shares(of views: [[Symbol]], parts: [Double], formats: FormatSet) -> [Share] {
        var shares: [Share] = []
        func add(_ candidate: Candidate, confidence: Double, weight: Double) {
            if let index = shares.firstIndex(where: { $0.candidate.text == candidate.text }) {
                shares[index].candidate.confidence += confidence
                shares[index].weight += weight
            } else {
                let first = Candidate(text: candidate.text, raw: candidate.raw, confidence: confidence)
                shares.append(Share(candidate: first, weight: weight))
            }
        }
        for (symbols, part) in zip(views, parts) {
            let whole = whole(of: symbols, among: views, formats: formats)
            guard let read = interpreted(whole, formats: formats) else { continue }
            add(read, confidence: part * read.confidence, weight: part * weight(ofConfidence: read.confidence))
            // What else the symbols allow is worth little beside what was read, but is worth keeping.
            for other in whole.candidates(limit: limit).dropFirst() where other.text != read.text {
                add(other, confidence: 0.1 * part * other.confidence, weight: 0)
            }
        }
        return shares.sorted { $0.candidate.confidence > $1.candidate.confidence }
    }

    /// Returns the reading that this one votes for. It is a sibling that fits an expected format where this one misses it by
    /// characters at its ends; or a sibling that has the characters this one cut off; or else this one itself.
    private static func whole(of symbols: [Symbol], among views: [[Symbol]], formats: FormatSet) -> [Symbol] {
        let isExpected = formats.expects(symbols)
        if !isExpected, !formats.isEmpty,
            let fitting = views.first(where: { formats.expects($0.text) && $0.differsAtEnds(from: symbols) })
        {
            return fitting
        }
        return views.first { $0.extends(symbols) && (!isExpected || formats.expects($0)) } ?? symbols
    }

    /// Confidences crowd near 1: on the public scenes no plate read right was below 0.92, and most of what is no plate was. What
    /// counts is the distance from there.
    private static func weight(ofConfidence confidence: Double) -> Double {
        min(1, max(0, (confidence - 0.88) / 0.1))
    }

    private static func interpreted(_ symbols: [Symbol], formats: FormatSet) -> Candidate? {
        guard !symbols.isEmpty else { return nil }
        guard let meant = formats.interpretation(of: symbols) else {
            return Candidate(text: symbols.text, confidence: symbols.confidence)
        }
        return Candidate(
            text: meant.text, raw: symbols.text, confidence: symbols.confidence * (1 - 0.02 * meant.cost))
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

    /// Whether one of both has one or two characters more at its ends, and none between them is another.
    fileprivate func differsAtEnds(from other: [Symbol]) -> Bool {
        let (long, short) = count > other.count ? (text, other.text) : (other.text, text)
        return (1...2).contains(long.count - short.count) && short.count >= 3 && long.contains(short)
    }
}
