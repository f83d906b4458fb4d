import NIOCore
import Testing

@testable import Console

@Suite struct NewsPlaceTests {
    @Test(arguments: [("1000", 1000), ("500", 500), ("812", 812)] as [(String, Int64)])
    func `who was away for a moment goes on where they were`(known: String, seq: Int64) {
        let place = NewsPlace(after: known, newest: 1000)
        #expect(place.seq == seq && !place.isBehind)
        #expect(place.opening == "retry: 2000\nid: \(seq)\n\n")
    }

    @Test(arguments: ["499", "0", "-1", "1001", "9223372036854775807", "-9223372036854775808"])
    func `who missed more than is caught up with, or knows another history, is told so`(known: String) {
        let place = NewsPlace(after: known, newest: 1000)
        #expect(place.seq == 1000 && place.isBehind)
        #expect(place.opening == "retry: 2000\nid: 1000\n\nevent: behind\ndata: 1000\n\n")
        let again = NewsPlace(after: "\(place.seq)", newest: 1000)
        #expect(!again.isBehind)
    }

    @Test(arguments: [nil, "", "x", "1.5"] as [String?])
    func `who begins has missed nothing`(known: String?) {
        let place = NewsPlace(after: known, newest: 1000)
        #expect(place.seq == 1000 && !place.isBehind)
    }

    @Test func `the place is where the last of several rows is`() {
        var place = NewsPlace(after: "10", newest: 10)
        let text = place.events(["<li>\n<b>", "<li>"], upTo: 14, isBeat: true)
        #expect(text == "data: <li>\ndata: <b>\n\nid: 14\ndata: <li>\n\n")
        #expect(place.seq == 14)
    }

    @Test func `records that nothing is shown of move the place`() {
        var place = NewsPlace(after: "10", newest: 10)
        let few = place.events([], upTo: 60, isBeat: false)
        #expect(few.isEmpty)
        let beat = place.events([], upTo: nil, isBeat: true)
        #expect(beat == "event: at\nid: 60\ndata: 60\n\n")
        let quiet = place.events([], upTo: nil, isBeat: true)
        #expect(quiet.isEmpty)
        let many = place.events([], upTo: 160, isBeat: false)
        #expect(many == "event: at\nid: 160\ndata: 160\n\n")
    }

    @Test func `who looks at one camera is not behind by what others log`() {
        var place = NewsPlace(after: "0", newest: 0)
        var known = "0"
        for newest in stride(from: Int64(90), through: 1980, by: 90) {
            let text = place.events([], upTo: newest, isBeat: false)
            for line in text.split(separator: "\n") where line.hasPrefix("data: ") { known = String(line.dropFirst(6)) }
        }
        #expect(!NewsPlace(after: known, newest: 2000).isBehind)
    }

    @Test func `a page of live pictures is told the place, and that it is behind`() {
        #expect(LivePart.beat(at: 812).kind == "beat" && String(buffer: LivePart.beat(at: 812).body) == "812")
        #expect(String(buffer: LivePart.behind.bytes).contains("X-Plated-Part: behind\r\n"))
    }

    @Test func `whatever ends a line in a row, its text stays in data`() {
        var place = NewsPlace(after: "10", newest: 10)
        let text = place.events(["<li>a\r\nid: 9\revent: behind\n<b>"], upTo: 14, isBeat: true)
        #expect(text == "id: 14\ndata: <li>a\ndata: id: 9\ndata: event: behind\ndata: <b>\n\n")
    }
}
