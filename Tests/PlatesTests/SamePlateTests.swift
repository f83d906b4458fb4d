import Plates
import Testing

@Suite struct SamePlateTests {
    private func isOne(_ one: String, _ other: String, _ nearness: ReadPlate.Nearness, areSure: Bool = false) -> Bool {
        let (one, other) = (ReadPlate(text: one, isSure: areSure), ReadPlate(text: other, isSure: areSure))
        let answer = one.isOneVehicle(with: other, nearness)
        #expect(answer == other.isOneVehicle(with: one, nearness))
        return answer
    }

    @Test(arguments: [("AB12CD", "AB12CD"), ("AB120D", "AB12OD"), ("4OKRN8", "40KRN8"), ("IA1234", "1A1234")])
    func `what has one shape on many plates makes no other text`(a: String, b: String) {
        #expect(a.likeness(to: b) == .same)
        #expect(isOne(a, b, .toldApart, areSure: true) && isOne(a, b, .apart, areSure: true))
    }

    @Test(arguments: [
        ("AB12CD", "A812CD"), ("S5B8Z2", "55882Z"), ("47KRN8", "47KRN"), ("47KRN8", "7KRN8"), ("KODO12", "KOOD12"),
        ("BAB123", "HBAB123"),
    ])
    func `what is alike is one vehicle's where it is on its place, or where a text may be misread`(a: String, b: String)
    {
        #expect(a.likeness(to: b) == .alike && b.likeness(to: a) == .alike)
        #expect(isOne(a, b, .onItsPlace, areSure: true) && isOne(a, b, .apart) && isOne(a, b, .momentLater))
        #expect(!isOne(a, b, .apart, areSure: true) && !isOne(a, b, .toldApart))
    }

    @Test(arguments: [("AB12CD", "AB13CD"), ("AB12CD", "XB12CD"), ("AB12CD", "ABX12CD"), ("AB12CD", "AB1CD")])
    func `a slip is one vehicle's a moment later, where nothing else is known`(a: String, b: String) {
        #expect(a.likeness(to: b) == .slip)
        #expect(isOne(a, b, .momentLater) && !isOne(a, b, .momentLater, areSure: true))
        #expect(!isOne(a, b, .onItsPlace) && !isOne(a, b, .apart) && !isOne(a, b, .toldApart))
    }

    @Test func `who was read whole and stands where it stood may be read in part, and not the other way round`() {
        let (whole, part) = (ReadPlate(text: "12AB34", isSure: true), ReadPlate(text: "12AB", isSure: true))
        #expect(whole.text.likeness(to: part.text) == .part)
        #expect(whole.isOneVehicle(with: part, .onItsPlace) && !part.isOneVehicle(with: whole, .onItsPlace))
        #expect(!whole.isOneVehicle(with: part, .apart))
    }

    @Test(arguments: [("AB1", "AB12"), ("AB12CD", "XB13CD"), ("AB", "AB12CD")])
    func `anything else is another plate`(a: String, b: String) {
        #expect(a.likeness(to: b) == .none && !isOne(a, b, .onItsPlace))
    }
}
