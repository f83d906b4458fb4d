import Records
import Testing

@testable import Fleet

/// Which pictures a centre keeps next.
@Suite struct KeepingQueueTests {
    private func news(_ number: Int) -> PictureNews {
        PictureNews(event: "event\(number)", digest: Digest(of: Array("\(number)".utf8)))
    }

    /// Takes as many as there are places for.
    private func taken(_ queue: inout KeepingQueue) -> [(site: String, news: PictureNews)] {
        var all: [(site: String, news: PictureNews)] = []
        while let next = queue.next() { all.append(next) }
        return all
    }

    @Test func `three of a site are kept at once, and 40 in all`() {
        var queue = KeepingQueue()
        for number in 0..<5 { queue.add(news(number), of: "site0") }
        let alone = taken(&queue)
        #expect(alone.map(\.news) == [news(0), news(1), news(2)])
        for site in 1..<30 { for number in 0..<5 { queue.add(news(number), of: "site\(site)") } }
        let others = taken(&queue)
        #expect(others.count == 37)
        queue.end(news(1), of: "site0")
        let next = taken(&queue)
        #expect(next.count == 1)
    }

    @Test func `sites take turns, and one that found no place loses nothing`() {
        var queue = KeepingQueue()
        for site in 0..<30 { for number in 0..<4 { queue.add(news(number), of: "site\(site)") } }
        let first = taken(&queue)
        #expect(first.count == 40)
        // Each has one before the first has its second.
        #expect(Set(first.prefix(30).map(\.site)).count == 30)
        var (running, all) = (first, first)
        while let done = running.first {
            running.removeFirst()
            queue.end(done.news, of: done.site)
            let more = taken(&queue)
            #expect(more.count <= 1)
            running += more
            all += more
        }
        #expect(all.count == 120)
        for number in 0..<4 { #expect(Set(all.filter { $0.news == news(number) }.map(\.site)).count == 30) }
    }

    @Test func `what a site tells of again is kept once`() {
        var queue = KeepingQueue()
        for _ in 0..<3 { queue.add(news(1), of: "site") }
        let first = taken(&queue)
        #expect(first.count == 1)
        queue.add(news(1), of: "site")
        let none = taken(&queue)
        #expect(none.isEmpty)
        queue.end(news(1), of: "site")
        queue.end(news(1), of: "site")
        queue.add(news(1), of: "site")
        let again = taken(&queue)
        #expect(again.count == 1)
    }
}
