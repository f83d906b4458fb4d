import Plates
import Testing

@Suite struct SamePlateTests {
    @Test(arguments: [
        ("AB12CD", "AB12CD"), ("AB120D", "AB12OD"), ("AB12CD", "A812CD"), ("S5B8Z2", "55882Z"), ("47KRN8", "47KRN"),
        ("47KRN8", "7KRN8"), ("4OKRN8", "40KRN"),
    ])
    func `confusable characters, or one lost at an end, make no other plate`(a: String, b: String) {
        #expect(a.isSamePlate(as: b) && b.isSamePlate(as: a))
    }

    @Test(arguments: [
        ("AB12CD", "AB13CD"), ("AB12CD", "XB12CD"), ("AB12", "AB12CD"), ("AB12CD", "ABX12CD"), ("AB1", "AB12"),
    ])
    func `another character, two lost, or one lost within make another plate`(a: String, b: String) {
        #expect(!a.isSamePlate(as: b) && !b.isSamePlate(as: a))
    }
}
