import Delivery
import Records
import TestSupport
import Testing

@testable import Rules

/// What is written down of vehicles that nearly look alike and are not let in.
@Suite struct DoorRefusalTests {
    private let scene: DoorScene

    init() throws { scene = try DoorScene() }

    /// Two cameras look at the door in turn: one that reports two texts has told their vehicles apart.
    ///
    /// - Returns: the plates that are told to have been refused.
    private func refused(_ plates: [String], age: Int64) async throws -> [String?] {
        let (keeper, log) = try scene.keeper()
        await keeper.begin()
        for (number, plate) in plates.enumerated() {
            #expect(
                try await keeper.deliver([
                    scene.parcel(
                        scene.event(plate, number, camera: number.isMultiple(of: 2) ? "gate" : "rear", age: age))
                ]).count == 1)
        }
        let told = await scene.openings(log)
        #expect(told.allSatisfy { $0.state == .withheld })
        await log.close()
        return told.map(\.plate)
    }

    @Test func `each of two vehicles with nearly the same plate is told of where both stand on a list`() async throws {
        try scene.folder.write("plate\nAB12CDE\nAB12CDF\nXY34*\n", to: "lists/staff.allow.csv")
        // Too late, all of them. The last two fit a pattern, and one is taken for a misreading of the other.
        let late = ["AB12CDE", "AB12CDF", "AB12CDF", "AB12CDE", "XY34ABC", "XY34ABD"]
        let told = try await refused(late, age: 60_000)
        #expect(told == ["AB12CDE", "AB12CDF", "XY34ABC"])
    }

    @Test func `each of two that a list denies is told of, and a misreading of one is not`() async throws {
        try scene.folder.write("plate\nQQ77QQQ\nQQ77QQR\n", to: "lists/barred.deny.csv")
        #expect(try await refused(["QQ77QQQ", "QQ77QQR", "QQ77QQQ"], age: 100) == ["QQ77QQQ", "QQ77QQR"])
    }

    @Test func `a stranger who is read in another way a moment later is told of once`() async throws {
        // Of three characters one is too much.
        let plates = ["ZZ99ZZZ", "ZZ99ZZY", "2Z99ZZZ", "Z1A", "Z1B"]
        let told = try await refused(plates, age: 100)
        #expect(told == ["ZZ99ZZZ", "Z1A", "Z1B"])
    }

    @Test func `what is refused for another reason is told again`() async throws {
        let (keeper, log) = try scene.keeper()
        await keeper.begin()
        for (number, confidence) in [0.5, 0.5].enumerated() {
            let event = scene.event("AB12CDE", number, confidence: confidence)
            #expect(try await keeper.deliver([scene.parcel(event)]).count == 1)
        }
        #expect(try await keeper.deliver([scene.parcel(scene.event("AB12CDE", 3, age: 60_000))]).count == 1)
        #expect(await scene.openings(log).map(\.reason) == [DoorRefusal.unsure.words, DoorRefusal.late.words])
        await log.close()
    }
}
