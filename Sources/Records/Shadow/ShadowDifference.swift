import Basics

/// Which plates only one of two configurations reported, and which texts differ.
public struct ShadowDifference: Sendable, Equatable {
    public struct Pair: Sendable, Equatable {
        public var running: ShadowPlate
        public var shadow: ShadowPlate
    }

    /// Reported by both with the same text.
    public private(set) var same: [Pair] = []
    /// The same vehicle with two texts.
    public private(set) var differing: [Pair] = []
    public private(set) var onlyRunning: [ShadowPlate] = []
    public private(set) var onlyShadow: [ShadowPlate] = []

    public var isNone: Bool { differing.isEmpty && onlyRunning.isEmpty && onlyShadow.isEmpty }

    /// One of them may need that much longer for a vehicle that stands, in milliseconds.
    private static let patience: Int64 = 60_000
    /// Two texts of one vehicle: at most so far apart in time, by how much they have in common.
    private static let (alike, elsewhere): (Int64, Int64) = (3000, 500)

    public init(_ plates: [ShadowPlate]) {
        var running = Self.sorted(plates, .running)
        var shadow = Self.sorted(plates, .shadow)
        same = Self.pair(&running, &shadow, within: Self.patience) { $0.plate == $1.plate }
        differing =
            Self.pair(&running, &shadow, within: Self.alike) { Self.areAlike($0.plate, $1.plate) }
            + Self.pair(&running, &shadow, within: Self.elsewhere) { $0.box.touches($1.box) }
        differing.sort { $0.running.firstSeen < $1.running.firstSeen }
        onlyRunning = running
        onlyShadow = shadow
    }

    private static func sorted(_ plates: [ShadowPlate], _ by: ShadowPlate.Reporter) -> [ShadowPlate] {
        plates.filter { $0.by == by }.sorted { ($0.firstSeen, $0.plate) < ($1.firstSeen, $1.plate) }
    }

    /// Takes out of both what fits together, the nearest in time first.
    private static func pair(
        _ running: inout [ShadowPlate], _ shadow: inout [ShadowPlate], within patience: Int64,
        _ fits: (ShadowPlate, ShadowPlate) -> Bool
    ) -> [Pair] {
        var pairs: [Pair] = []
        running = running.filter { plate in
            let near = shadow.indices.filter {
                shadow[$0].file == plate.file && plate.gap(to: shadow[$0]) <= patience && fits(plate, shadow[$0])
            }
            guard let best = near.min(by: { plate.gap(to: shadow[$0]) < plate.gap(to: shadow[$1]) }) else {
                return true
            }
            pairs.append(Pair(running: plate, shadow: shadow.remove(at: best)))
            return false
        }
        return pairs
    }

    /// A character or two apart, or one is a part of the other.
    private static func areAlike(_ one: String, _ other: String) -> Bool {
        let (long, short) = one.count > other.count ? (one, other) : (other, one)
        guard long.count - short.count <= 3 else { return false }
        return long.contains(short) || long.editDistance(to: short) <= 2
    }
}

extension ShadowPlate {
    /// Milliseconds between the times that the two were seen; 0 where they were at once.
    fileprivate func gap(to other: ShadowPlate) -> Int64 {
        max(
            0, other.firstSeen.milliseconds - lastSeen.milliseconds,
            firstSeen.milliseconds - other.lastSeen.milliseconds)
    }
}

extension PlateBox {
    fileprivate func touches(_ other: PlateBox) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}
