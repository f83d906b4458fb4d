import Basics
import Live
import TestSupport
import Testing

@testable import Scanner

@Suite struct LiveServerTests {
    @Test func `who watches gets each frame with what is found in it, in one message`() throws {
        let scene = try LiveScene()
        defer { scene.stop() }
        let reader = try scene.watch()
        #expect(try reader.next().head.contains(#""kind":"idle","camera":"gate""#))
        eventually { scene.slot.isWanted }
        try scene.analyse()
        let first = try reader.frame()
        #expect(first.picture == 400_000)
        for part in [
            #""schema":"plated.live/1""#, #""seq":1,"size":[640,480],"roi":"#,
            #"{"name":"in","area":[[0.0,0.0],[320.0,0.0]"#,
            #""plate":"AB12CD","votes":[{"plate":"AB12CD","share":1.000}],"reads":1,"reads_needed":2,"state":"tracked""#,
        ] {
            #expect(first.head.contains(part), "\(part) in \(first.head)")
        }
        eventually { scene.slot.isWanted }
        try scene.analyse()
        let second = try reader.frame()
        #expect(second.head.contains(#""reads":2,"reads_needed":2,"state":"accepted""#), "\(second.head)")
    }

    @Test func `nothing is handed over or encoded while nobody watches`() throws {
        let scene = try LiveScene()
        defer { scene.stop() }
        for _ in 0..<20 { try scene.analyse() }
        #expect(scene.encoded == [] && !scene.slot.isWanted)
        do {
            let reader = try scene.watch()
            eventually { scene.slot.isWanted }
            try scene.analyse()
            _ = try reader.frame()
        }
        eventually { !scene.slot.isWanted }
        let count = scene.encoded.count
        for _ in 0..<20 { try scene.analyse() }
        #expect(count == 1 && scene.encoded.count == 1)
    }

    @Test func `two who watch at one width share an encoding, and a third at another has one of its own`() throws {
        let scene = try LiveScene()
        defer { scene.stop() }
        let readers = try [320, 320, 160].map { try scene.watch(LiveRequest(width: $0).line) }
        for reader in readers { _ = try reader.next() }
        eventually { scene.slot.isWanted }
        try scene.analyse()
        for reader in readers { _ = try reader.frame() }
        #expect(Set(scene.encoded) == [320, 160])
        #expect(scene.encoded.count == 2)
    }

    @Test func `who never reads misses pictures, delays nobody, and is let go`() throws {
        let scene = try LiveScene()
        defer { scene.stop() }
        let stuck = try scene.watch()
        let reader = try scene.watch()
        _ = try reader.next()
        for _ in 0..<8 {
            eventually { scene.slot.isWanted }
            try scene.analyse()
            _ = try reader.frame()
        }
        // It took what its socket holds, and is still there; ten seconds later it is not.
        scene.pass(.seconds(11))
        #expect(eventually { stuck.hasEnded })
        eventually { scene.slot.isWanted }
    }

    @Test func `a hundred who come and go leave nothing behind`() throws {
        let scene = try LiveScene()
        defer { scene.stop() }
        for number in 0..<100 {
            let reader = try scene.watch(number.isMultiple(of: 2) ? LiveRequest().line : "")
            if number.isMultiple(of: 10) { _ = try reader.next() }
        }
        let reader = try scene.watch()
        _ = try reader.next()
        eventually { scene.slot.isWanted }
        try scene.analyse()
        #expect(try reader.frame().picture > 0)
    }

    @Test func `where plates are hidden, there is neither a picture nor a text`() throws {
        let scene = try LiveScene(hidesPlates: true)
        defer { scene.stop() }
        let reader = try scene.watch()
        eventually { scene.slot.isWanted }
        try scene.analyse()
        let message = try reader.frame()
        #expect(message.picture == 0 && scene.encoded == [])
        #expect(message.head.contains(#""plate":null,"votes":[{"share":1.000}],"reads":1"#), "\(message.head)")
        #expect(!message.head.contains("AB12CD"))
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\n", "it does not begin with plated.live"),
        ("plated.live/1 width=10\n", "width is a whole number from 64 to 3840"),
        ("plated.live/1 rate=fast\n", "rate is a whole number from 1 to 25"),
        (String(repeating: "a", count: 300), "it has no end within 256 bytes"),
    ])
    func `who asks for what there is not is told why, and let go`(request: String, reason: String) throws {
        let scene = try LiveScene()
        defer { scene.stop() }
        let reader = try scene.watch(request)
        let message = try reader.next()
        #expect(message.head.contains(#""kind":"refused""#) && message.head.contains(reason), "\(message.head)")
        #expect(throws: LiveReader.Ended.self) { try reader.next() }
    }

    @Test func `no more than a few watch at once`() throws {
        let scene = try LiveScene(connections: 2)
        defer { scene.stop() }
        let readers = [try scene.watch(), try scene.watch()]
        for reader in readers { _ = try reader.next() }
        #expect(try scene.watch().next().head.contains("2 watch already"))
    }

    @Test func `who does not ask is let go`() throws {
        let scene = try LiveScene()
        defer { scene.stop() }
        let reader = try scene.watch("plated.live/1 ")
        // Not before it was let in.
        let other = try scene.watch()
        _ = try other.next()
        scene.pass(.seconds(11))
        #expect(throws: LiveReader.Ended.self) { try reader.next() }
    }
}
