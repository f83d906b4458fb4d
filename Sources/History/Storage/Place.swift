import Records

/// Where a vehicle was and how it moved, as one number beside each event: so that a search for a lane reads no lines.
package struct Place {
    /// In the order of their numbers, which stand in files: a new one comes last.
    private static let movements: [PlateDirection.Movement] = [.approaching, .leaving, .passing, .standing]

    /// 0 where nothing is known.
    package let code: Int64

    package init(code: Int64) { self.code = code }

    /// - Parameter lane: its number.
    package init(lane: Int64?, movement: String?) {
        code = (lane ?? 0) << 3 | Self.code(of: movement)
    }

    /// Nil where there was no lane.
    package var lane: Int64? { code >> 3 == 0 ? nil : code >> 3 }

    package func moves(_ movement: String) -> Bool { code & 7 == Self.code(of: movement) }

    static func isMovement(_ text: String) -> Bool { movements.contains { $0.rawValue == text } }

    private static func code(of movement: String?) -> Int64 {
        guard let movement else { return 0 }
        // A later version may know others.
        return Int64(movements.firstIndex { $0.rawValue == movement }.map { $0 + 1 } ?? 7)
    }
}
