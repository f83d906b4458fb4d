import Records
import TestSupport
import Testing

@testable import History

@Suite struct LinePackerTests {
    private static let unpacker = LineUnpacker(dictionaries: [LineDictionary.number: .present])

    private func unpacked(_ packed: [UInt8]) -> [UInt8]? { packed.withUnsafeBytes { Self.unpacker.line($0) } }

    /// An event as a camera with everything configured writes it, tied to the line before.
    private static let event =
        #"{"schema":"plated.event/1","id":"01KAMF28H01EP98P6WZ030XEXD","ts":"2026-11-22T00:22:46.560Z","camera":"gate","#
        + #""plate":"AB12CDE","plate_raw":"AB12CDE","confidence":0.993,"candidates":[{"plate":"AB12CDE","confidence":0.901},"#
        + #"{"plate":"A812CDE","confidence":0.099}],"format":"gb-2001","region":"gb","box":[1089,308,109,39],"reads":5,"#
        + #""frames_seen":16,"first_seen":"2026-11-22T00:22:45.320Z","last_seen":"2026-11-22T00:22:46.560Z","#
        + #""engine":"tesseract","latency_ms":130,"direction":{"degrees":52,"movement":"approaching"},"lane":"exit","#
        + #""evidence":{"ts":"2026-11-22T00:22:46.160Z","box":[993,121,143,38],"frame":{"width":1920,"height":1080},"#
        + #""crop":{"path":"2026/11/22/00/01KAMF28H01EP98P6WZ030XEXD.crop.jpg","sha256":"#
        + #""e816cfb2aee52d95e18805ea0554edb562413b5e1141a17d95e4a259b9c1987c","bytes":7384},"#
        + #""scene":{"path":"2026/11/22/00/01KAMF28H01EP98P6WZ030XEXD.jpg","sha256":"#
        + #""6be088bcff5c31fa9615cbd9e337295dad833e2ea46e94dcc5e47f0ad3b839a5","bytes":47903,"width":1280,"height":720}},"#
        + #""prev":"d76a10a1b8607c2808921bdaa49d39093d7579d3df339e6b410e56938ce0711f"}"#

    private static let odd = [
        "", "\"", "0", "007", "99", "100", "4095", "4096", "65535", "65536", "100000", "1234567890", "0.0934",
        "\u{7F}", "\u{0}\u{1}\u{1F}", "\t{ }\t", "KÖ77, Ж, 東京", "/01KAMF28H01EP98P6WZ030XEXD",
        "/81KAMF28H01EP98P6WZ030XEXD",
        "/01kamf28h01ep98p6wz030xexd", "/2026-11-22T00:22:46.560Z", "/2026-02-30T00:22:46.560Z",
        "/2026-11-22T00:22:60.560Z", "/1969-12-31T23:59:59.999Z", "/1970-01-01T00:00:00.000Z/1970-01-01T00:00:32.767Z",
        "/2026-11-22T12:00:00.000Z/2026-11-22T11:59:27.232Z/2026-11-22T11:59:27.231Z/2026/11/22/2026/11/23/",
        "/9999-12-31T23:59:59.999Z/9999/12/31/", "/" + String(repeating: "ab", count: 32),
        "/" + String(repeating: "AB", count: 32), "/" + String(repeating: "ab", count: 31),
        #"","plate":"AB","plate":"ABC","plate":"ABC","plate":"ABCD","plate":"ABC"#,
        #"","plate":"ABC","plate_raw":"ABC"#, #"{"schema":"plated.event/1","id":""#,
        String(repeating: "x", count: 3000),
        #"{"schema":"plated.event/1","id":"x","ts":"2026-11-22T12:00:00Z","camera":"gate","plate":""}"#,
    ]

    @Test(arguments: odd + [event]) func `a line comes back as it was`(line: String) {
        let line = Array(line.utf8)
        let packed = LinePacker().pack(line)
        #expect(unpacked(packed) == line)
        #expect(packed.count <= line.count + 1)
    }

    @Test func `an event takes a quarter of its bytes, four in ten of them for its three hashes`() {
        #expect(LinePacker().pack(Array(Self.event.utf8)).count < 250)
        #expect(Self.event.utf8.count > 1000)
    }

    @Test func `lines that were changed anywhere come back as they are, and damage is no crash`() {
        var random = SplitMix64(seed: 14)
        let packer = LinePacker()
        let lines = ([Self.event] + Self.odd).map { Array($0.utf8) }
        for _ in 0..<20_000 {
            var line = lines.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0...line.count, using: &random)
                let other = lines.randomElement(using: &random) ?? []
                switch Int.random(in: 0..<4, using: &random) {
                case 0: line.insert(UInt8.random(in: 0...255, using: &random), at: place)
                case 1: line.removeSubrange(place..<min(line.count, place + 5))
                case 2: line.insert(contentsOf: other.shuffled(using: &random).prefix(8), at: place)
                default: line.insert(contentsOf: other.suffix(Int.random(in: 0...99, using: &random)), at: place)
                }
            }
            var packed = packer.pack(line)
            guard unpacked(packed) == line else {
                Issue.record("\(String(decoding: line, as: UTF8.self)) came back as something else")
                return
            }
            packed[Int.random(in: packed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if let damaged = unpacked(packed) { #expect(damaged.count <= Record.longestLine + 256) }
        }
    }

    @Test func `what is packed with a dictionary that nobody knows is damage`() {
        var packed = LinePacker().pack(Array(Self.event.utf8))
        packed[0] = 77
        #expect(unpacked(packed) == nil)
        #expect(unpacked([]) == nil)
    }
}
