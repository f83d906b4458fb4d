import ALPR
import Testing

@Suite struct CooldownTests {
    /// Whether each sighting (text, second) is admitted, one after the other.
    private func admissions(_ sightings: [(String, Int)], window: Duration = .seconds(300)) -> [Bool] {
        var cooldown = Cooldown(window: window)
        return sightings.map { cooldown.admits($0.0, at: Timestamp(.seconds($0.1))) }
    }

    @Test func `a plate is admitted once within the window after its last sighting`() {
        #expect(
            admissions([("AB12CD", 0), ("AB12CD", 299), ("AB12CD", 598), ("AB12CD", 898)]) == [
                true, false, false, true,
            ])
    }

    @Test func `a parked car that stays in sight is never admitted again`() {
        var cooldown = Cooldown(window: .seconds(300))
        let first = cooldown.admits("AB12CD", at: Timestamp(.zero))
        for minute in 1...600 { cooldown.saw("AB12CD", at: Timestamp(.seconds(60 * minute))) }
        let last = cooldown.admits("AB12CD", at: Timestamp(.seconds(36_100)))
        #expect(first && !last)
    }

    @Test(arguments: [("AB120D", "AB12OD"), ("AB12CD", "A812CD"), ("47KRN8", "47KRN"), ("S5B8Z2", "55882Z")])
    func `one confusable edit is the same plate`(pair: (String, String)) {
        #expect(admissions([(pair.0, 0), (pair.1, 1)]) == [true, false])
    }

    @Test(arguments: [("AB12CD", "AB13CD"), ("AB12CD", "XB12CD"), ("AB12", "AB12CD"), ("AB12CD", "ABX12CD")])
    func `another plate is another plate`(pair: (String, String)) {
        #expect(admissions([(pair.0, 0), (pair.1, 1)]) == [true, true])
    }

    @Test func `a window of nothing suppresses nothing`() {
        #expect(admissions([("AB12CD", 0), ("AB12CD", 0)], window: .zero) == [true, true])
    }
}
