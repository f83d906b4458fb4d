import Answers
import Records
import Testing

@testable import Console

@Suite struct ChainViewTests {
    @Test func `an event whose copy in the history is without a forgotten text is whole, and that is said`() {
        func told(_ isShortened: Bool) -> Pages.Values {
            ChainView(
                place: ChainPlace(.whole(lines: 5)), verdict: .unsealed, zone: LocalZone.current,
                isShortened: isShortened
            ).values
        }
        #expect(told(true)["isWhole"] as? Bool == true && told(true)["isBad"] as? Bool == false)
        #expect((told(true)["text"] as? String)?.contains("A text was forgotten here") == true)
        #expect((told(false)["text"] as? String)?.contains("forgotten") == false)
    }
}
