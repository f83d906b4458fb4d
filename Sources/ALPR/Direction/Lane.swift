/// A part of the picture with a name and rules of its own: what an entrance, an exit or one side of a road is called.
public struct Lane: Sendable, Equatable {
    public var name: String
    public var area: RegionOfInterest
    /// Whose plates count; any where it is empty.
    public var movements: Set<Direction.Movement>
    /// Characters lower than this, in pixels, are not read; nil for what holds elsewhere.
    public var minimumTextHeight: Double?

    public init(
        name: String, area: RegionOfInterest, movements: Set<Direction.Movement> = [],
        minimumTextHeight: Double? = nil
    ) {
        self.name = name
        self.area = area
        self.movements = movements
        self.minimumTextHeight = minimumTextHeight
    }

    func counts(_ direction: Direction) -> Bool { movements.isEmpty || movements.contains(direction.movement) }
}

/// All lanes of a camera, in the order that decides where they overlap.
struct Lanes: Sendable {
    /// What becomes of a plate that its track agrees on.
    enum Verdict: Equatable {
        /// It counts, in a lane or, where there is none, without.
        case counts(lane: String?)
        /// Its direction decides, and is not known yet.
        case waits
        /// It is going where no lane counts it.
        case refused
    }

    let all: [Lane]

    /// Those that a point lies in.
    func holding(_ point: Point, width: Int, height: Int) -> [Lane] {
        all.filter { $0.area.contains(point, width: width, height: height) }
    }

    /// What becomes of a plate: the first lane that it lies in and that counts its direction has it.
    ///
    /// - Parameter isLast: whether nothing more will be seen of it. Then one whose direction nobody knows counts: losing it would be
    ///   worse than telling too much.
    static func verdict(on direction: Direction?, in holding: [Lane], isLast: Bool) -> Verdict {
        if let direction {
            guard !holding.isEmpty else { return .counts(lane: nil) }
            return holding.first { $0.counts(direction) }.map { .counts(lane: $0.name) } ?? .refused
        }
        if holding.allSatisfy(\.movements.isEmpty) { return .counts(lane: holding.first?.name) }
        guard isLast else { return .waits }
        let lane = holding.count == 1 ? holding.first : holding.first(where: \.movements.isEmpty)
        return .counts(lane: lane?.name)
    }
}
