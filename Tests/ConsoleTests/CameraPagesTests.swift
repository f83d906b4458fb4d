import Testing

@testable import Console

@Suite struct CameraPagesTests {
    private let many = (1...120).map { "site.\($0)" }

    private func fields(_ values: KeyValuePairs<String, String>) -> Fields {
        Fields(values.map { Fields.Field(name: $0, value: $1) })
    }

    private func links(_ values: Pages.Values?) -> [Pages.Values] { values?["links"] as? [Pages.Values] ?? [] }

    @Test func `each camera is on one page, and those that are to be first are on the first`() throws {
        let pages = try (1...3).map { try CameraPages(many, fields(["page": "\($0)"]), first: ["site.99"]) }
        #expect(pages.map(\.shown.count) == [50, 50, 20] && Set(pages.flatMap(\.shown)) == Set(many))
        #expect(pages[0].shown.prefix(2) == ["site.99", "site.1"])
        #expect(try CameraPages(many, Fields(), first: ["site.99"]).shown == pages[0].shown)
        let values = pages[1].values("/health", fields(["span": "day"]), order: "the blind first")
        #expect(values?["told"] as? String == "120 cameras" && values?["order"] as? String == "the blind first")
        let paths = ["/health?span=day", "/health?span=day&page=2", "/health?span=day&page=3"]
        #expect(links(values).map { $0["path"] as? String } == paths)
        #expect(links(values).map { $0["isHere"] as? Bool } == [false, true, false])
    }

    @Test func `a part of a name finds cameras, in small letters or capitals, and goes with the pages`() throws {
        let some = try CameraPages(many, fields(["find": "TE.11"]))
        #expect(some.shown == ["site.11"] + (110...119).map { "site.\($0)" } && some.found == some.shown)
        let values = some.values("/live", fields(["reason": "a & b"]))
        #expect(values?["told"] as? String == "11 of 120 cameras" && values?["isMany"] as? Bool == false)
        #expect(values?["all"] as? String == "/live?reason=a%20%26%20b")
        let all = try CameraPages(many, fields(["find": "site", "page": "3"]))
        #expect(all.shown.count == 20)
        #expect(links(all.values("/live", Fields())).map { $0["path"] as? String }.last == "/live?find=site&page=3")
        let none = try CameraPages(many, fields(["find": "nowhere"]))
        #expect(none.shown.isEmpty && none.found.isEmpty && none.values("/live", Fields()) != nil)
    }

    @Test func `a few are on one page as they are named, and nothing leads elsewhere`() throws {
        let few = try CameraPages(["a", "b"], fields(["page": "1"]), first: ["b"])
        #expect(few.shown == ["a", "b"] && few.values("/health", Fields()) == nil)
        #expect(try CameraPages([], Fields()).shown.isEmpty)
        let full = try CameraPages(Array(many.prefix(50)), Fields())
        #expect(full.shown.count == 50 && full.values("/live", Fields()) == nil)
    }

    @Test(arguments: ["0", "4", "-1", "x", "99999999999999999999"])
    func `a page that is not there is refused`(page: String) {
        #expect(throws: RequestProblem.self) { try CameraPages(many, fields(["page": page])) }
        #expect(throws: RequestProblem.self) { try CameraPages(many, fields(["page": page, "find": "9"])) }
    }
}
