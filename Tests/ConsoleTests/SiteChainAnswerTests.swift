import Testing

@testable import Console

@Suite struct SiteChainAnswerTests {
    private func told(breaks: Int = 0, isLate: Bool = false) -> Pages.Values {
        SiteChainAnswer(
            site: "north", lines: 12, seals: 2, breaks: breaks, isLate: isLate,
            trouble: breaks > 0 ? "the line A of noon does not name the line before it" : nil
        ).values
    }

    @Test func `the page of a site's plate says what its centre found in the chain`() throws {
        let whole = told()
        #expect(whole["tag"] as? String == "✓ whole" && whole["isWhole"] as? Bool == true)
        let text = try #require(whole["text"] as? String)
        #expect(text.contains("at the site north") && text.contains("12 lines") && text.contains("2 seals"))
    }

    @Test func `a break is told with its sentence, and a late seal is no break`() throws {
        let broken = told(breaks: 1, isLate: true)
        #expect(broken["isBad"] as? Bool == true && broken["isWhole"] as? Bool == false)
        #expect((broken["text"] as? String)?.contains("does not name the line before it") == true)
        let late = told(isLate: true)
        #expect(late["isBad"] as? Bool == false && late["isWhole"] as? Bool == false)
        #expect((late["text"] as? String)?.contains("no seal has come for hours") == true)
    }
}
