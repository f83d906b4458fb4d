import Foundation
import Testing

@testable import Records

@Suite struct TornLineTests {
    private func torn(_ fragment: [UInt8]) -> TornLine {
        TornLine(id: "01", time: WallTime(milliseconds: 0), camera: "gate", fragment: fragment)
    }

    @Test(arguments: [
        Array("{\"schema\":\"plated.ev".utf8), Array("\\\"\u{1}".utf8), [0, 0, 0], Array("皖".utf8.dropLast()),
        [0xFF, 0x0A],
    ])
    func `a fragment is a line of JSON that holds all of it`(fragment: [UInt8]) throws {
        let line = torn(fragment).line
        #expect(line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1)
        let record = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: String])
        #expect(record["schema"] == "plated.torn/1" && record["camera"] == "gate")
        if let hex = record["fragment_hex"] {
            #expect(hex == fragment.map { String(format: "%02x", $0) }.joined())
        } else {
            #expect(record["fragment"].map { Array($0.utf8) } == fragment)
        }
    }

    @Test func `the same fragment is known again, whenever it was found`() {
        let later = TornLine(id: "02", time: .now, camera: "gate", fragment: Array("{\"a".utf8))
        #expect(later.isTold(by: torn(Array("{\"a".utf8)).line))
        #expect(!later.isTold(by: torn(Array("x{\"a".utf8)).line))
    }

    @Test(arguments: [
        ("{}", true), ("{\"a\":[1,{\"b\":\"}\"}]}", true), ("{\"a\":\"\\\"}\"}", true), ("{\"a\":\"\\\\\"}", true),
        ("", false), ("{", false), ("{\"a\":\"}", false), ("{\"a\":{}", false), ("{}{", false), ("{}\0", false),
        ("text", false), ("[]", false),
    ])
    func `a whole object is told from a part of one`(text: String, isWhole: Bool) {
        #expect(TornLine.isWhole(Array(text.utf8)) == isWhole)
    }
}
