import History
import Records
import Testing

@testable import Console

@Suite struct CameraPagesTests {
    private let many = (1...120).map { "site.\($0)" }

    private func gap(_ camera: String, lasts: Bool) -> StoredGap {
        let start = WallTime(milliseconds: 1_790_000_000_000)
        return StoredGap(camera: camera, gap: Gap(id: camera, cause: .lost, start: start), end: lasts ? nil : start)
    }

    @Test func `each camera is on one page, and those that are blind now are on the first`() throws {
        let gaps = [gap("site.99", lasts: true), gap("site.7", lasts: false)]
        let pages = try (1...3).map { try CameraPages(many, page: "\($0)", gaps: gaps) }
        #expect(pages.map(\.shown.count) == [50, 50, 20] && Set(pages.flatMap(\.shown)) == Set(many))
        #expect(pages[0].shown.prefix(2) == ["site.99", "site.1"])
        #expect(try CameraPages(many, page: nil, gaps: gaps).shown == pages[0].shown)
        let links = pages[1].links("/health?span=day")
        #expect(links.map { $0["path"] as? String } == (1...3).map { "/health?span=day&page=\($0)" })
        #expect(links.map { $0["isHere"] as? Bool } == [false, true, false])
    }

    @Test func `a few are on one page as they are named, and nothing leads elsewhere`() throws {
        let few = try CameraPages(["a", "b"], page: "1", gaps: [gap("b", lasts: true)])
        #expect(few.shown == ["a", "b"] && few.links("/health?span=day").isEmpty)
        #expect(try CameraPages([], page: nil, gaps: []).shown.isEmpty)
    }

    @Test(arguments: ["0", "4", "-1", "x", "", "99999999999999999999"])
    func `a page that is not there is refused`(page: String) {
        #expect(throws: RequestProblem.self) { try CameraPages(many, page: page, gaps: []) }
    }
}
