/// Who comes by, and what stands on their plates.
///
/// Half of all events are of 60 000 regulars, the rest of two million others. Texts have five layouts. Three in ten events had a
/// second text in the vote.
enum Vehicles {
    static let regulars: UInt64 = 60_000
    static let others: UInt64 = 2_000_000

    static func next(_ random: inout Random) -> UInt64 {
        if random.below(2) == 0 {
            // The first of them come far more often.
            let share = Double(random.below(1 << 30)) / Double(1 << 30)
            return UInt64(share * share * Double(regulars))
        }
        return regulars + random.below(others)
    }

    private static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    private static let letters = Array("ABCDEFGHJKLMNPRSTUVWXYZ".utf8)
    private static let layouts = ["LLDDLLL", "LLDDDLL", "DDDDLLL", "LDDDLL", "LLLDDDD"].map { Array($0.utf8) }

    /// The text of a vehicle.
    static func plate(_ vehicle: UInt64) -> [UInt8] {
        var random = Random(state: vehicle &* 0x9E37_79B9_7F4A_7C15 | 1)
        _ = random.next()
        return layouts[Int(vehicle % 5)].map { place in
            place == UInt8(ascii: "L")
                ? letters[Int(random.below(UInt64(letters.count)))] : UInt8(ascii: "0") + UInt8(random.below(10))
        }
    }

    /// The text that lost the vote; nil for most.
    static func misread(_ plate: [UInt8], _ random: inout Random) -> [UInt8]? {
        guard random.below(10) < 3 else { return nil }
        var other = plate
        other[Int(random.below(UInt64(other.count)))] = characters[Int(random.below(36))]
        return other == plate ? nil : other
    }
}
