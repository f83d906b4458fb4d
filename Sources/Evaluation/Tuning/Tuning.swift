import ALPR

/// What the first replay showed of each variation by itself, and which are worth a replay together.
public struct Tuning {
    /// Plates that have to have been in a part of the picture before it is tried alone, and the most of the picture that it may be.
    private static let (enough, most) = (5, 0.6)
    /// Room round them, and how finely the part is told, in fractions of the picture.
    private static let room = 0.05

    public let truth: Truth
    let takes: [Take]
    let present: Trial
    let trials: [Trial]

    /// - Parameters:
    ///   - variations: the present settings first.
    ///   - takes: of all recordings, each with a part for every variation.
    ///   - truth: nil where nobody wrote one.
    public init(_ variations: [Variation], takes: [Take], truth: Truth?) {
        precondition(!variations.isEmpty, "the present settings are tried")
        let truth = truth ?? Agreement.truth(of: takes)
        self.truth = truth
        self.takes = takes
        let all = variations.enumerated().map { Trial($0, $1, takes: takes, truth: truth) }
        present = all[0]
        trials = Array(all.dropFirst())
    }

    /// The best changes together: the best two, the best three, and so on.
    public var worthTogether: [Variation] {
        let gains = Recommendation(present: present, truth: truth).gains(of: trials).map(\.variation)
        guard gains.count > 1 else { return [] }
        return (2...gains.count).map { count in
            let together = gains.prefix(count)
            return Variation(
                together.flatMap(\.changes), distance: together.reduce(0) { $0 + $1.distance })
        }
    }

    /// The part of the picture in which all plates were that count: x, y, width and height in fractions. Nil where that is most of it, or
    /// they are too few to say.
    public var commonPlace: Box? {
        let places = takes.enumerated().flatMap { number, take in
            take.sightings.all.compactMap { text, sighting in
                sighting.isTold && truth.counts(text, in: number) == true ? sighting.place : nil
            }
        }
        guard places.count >= Self.enough, let first = places.first else { return nil }
        let all = places.dropFirst().reduce(first) { $0.union($1) }.expanded(x: Self.room, y: Self.room)
        func out(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
            (min(1, max(0, value)) / Self.room).rounded(rule) * Self.room
        }
        let (x, y) = (out(all.x, .down), out(all.y, .down))
        let part = Box(x: x, y: y, width: out(all.maxX, .up) - x, height: out(all.maxY, .up) - y)
        return part.area <= Self.most ? part : nil
    }

    /// - Parameters:
    ///   - together: what was replayed together, if anything was.
    ///   - takes: of those.
    public func report(together: [Variation] = [], takes second: [Take] = []) -> TuningReport {
        let combined = together.enumerated().map { Trial($0, $1, takes: second, truth: truth) }
        return TuningReport(
            truth: truth, takes: takes, second: second, present: present, trials: trials + combined,
            recommended: Recommendation(present: present, truth: truth).best(of: trials + combined))
    }
}
