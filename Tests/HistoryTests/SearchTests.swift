import Basics
import History
import Records
import TestSupport
import Testing

@Suite struct SearchTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private static let texts = ["AB12CDE", "A812CDE", "AB12COE", "AB13CDE", "XAB12CDE", "B12CDE", "ZZ99ZZZ", "KÖ77"]

    private static func history(_ scene: HistoryScene) async throws -> any History {
        try scene.append(texts.enumerated().map { HistoryScene.event($1, $0) })
        return try await scene.filled()
    }

    @Test(arguments: [
        (Search.Way.exact, "AB12CDE", ["AB12CDE"]),
        (.exact, "ab-12 cde", ["AB12CDE"]),
        (.exact, "AB12CD", []),
        (.exact, "kö77", ["KÖ77"]),
        (.pattern, "AB1*", ["AB13CDE", "AB12COE", "AB12CDE"]),
        (.pattern, "?B12CDE", ["AB12CDE"]),
        (.pattern, "*B12CDE", ["B12CDE", "XAB12CDE", "AB12CDE"]),
        (.pattern, "*12C*", ["B12CDE", "XAB12CDE", "AB12COE", "A812CDE", "AB12CDE"]),
        (.pattern, "A*1?C*E", ["AB13CDE", "AB12COE", "A812CDE", "AB12CDE"]),
        (.pattern, "K?77", ["KÖ77"]),
        (.pattern, "**12**C**", ["B12CDE", "XAB12CDE", "AB12COE", "A812CDE", "AB12CDE"]),
        (.pattern, "??????", ["B12CDE"]),
        (.pattern, "*7", ["KÖ77"]),
        (.alike, "AB12CDE", ["AB12COE", "A812CDE", "AB12CDE"]),
        (.alike, "A8I2C*", ["AB12COE", "A812CDE", "AB12CDE"]),
        (.near, "AB12CDE", ["B12CDE", "XAB12CDE", "AB13CDE", "AB12COE", "A812CDE", "AB12CDE"]),
        (.near, "KÖ78", ["KÖ77"]),
    ])
    func `each way finds what it says`(way: Search.Way, text: String, found: [String]) async throws {
        for end in HistoryEnd.all {
            let scene = try HistoryScene(end)
            #expect(try await Self.history(scene).plates(way, text) == found, "\(end)")
        }
    }

    @Test(arguments: HistoryEnd.all)
    func `texts that lost are found by the candidate way, and by no other`(end: HistoryEnd) async throws {
        scene.end = end
        try scene.append(
            HistoryScene.event("AB12CDE", 1, lost: ["AB12CDF", "A"]), HistoryScene.event("XX11", 2, raw: "XXII"))
        let history = try await scene.filled()
        #expect(try await history.plates(.exact, "AB12CDF") == [])
        #expect(try await history.plates(.candidate, "AB12CDF") == ["AB12CDE"])
        #expect(try await history.plates(.candidate, "AB12CDE") == [])
        #expect(try await history.plates(.candidate, "XX?I") == ["XX11"])
        #expect(try await history.plates(.candidate, "A*") == ["AB12CDE"])
        #expect(try await history.plates(.candidate) == ["XX11", "AB12CDE"])
    }

    @Test(arguments: HistoryEnd.all)
    func `cameras and times bound a search`(end: HistoryEnd) async throws {
        scene.end = end
        for number in 0..<10 {
            try scene.append(
                HistoryScene.event("P\(number)", number, camera: number.isMultiple(of: 2) ? "gate" : "yard"))
        }
        let history = try await scene.filled("gate", "yard")
        func found(_ text: String?, _ cameras: [String], _ from: Int64?, _ until: Int64?) async throws -> [String] {
            func time(_ second: Int64) -> WallTime {
                WallTime(milliseconds: HistoryScene.noon.milliseconds + second * 1000)
            }
            let search = try Search(
                way: .pattern, text: text, cameras: cameras, from: from.map(time), until: until.map(time))
            return try await history.search(search).plates
        }
        for text in [nil, "P?"] as [String?] {
            #expect(try await found(text, ["gate"], nil, nil) == ["P8", "P6", "P4", "P2", "P0"])
            #expect(try await found(text, ["gate", "yard"], 3, 6) == ["P5", "P4", "P3"])
            #expect(try await found(text, ["yard"], 3, 6) == ["P5", "P3"])
            #expect(try await found(text, ["nowhere"], nil, nil) == [])
            #expect(try await found(text, [], 6, 3) == [])
        }
    }

    @Test(arguments: HistoryEnd.all)
    func `pseudonyms are found by their whole text alone, and can be forgotten`(end: HistoryEnd) async throws {
        scene.end = end
        let pseudonym = "p:0123456789ABCDEF"
        try scene.append(
            HistoryScene.event(pseudonym, 1, lost: ["p:ZZZZZZZZZZZZZZZZ"]), HistoryScene.event("AB12CDE", 2))
        let history = try await scene.filled()
        #expect(try await history.plates(.exact, "p:0123456789abcdef") == [pseudonym])
        #expect(try await history.plates(.candidate, "p:ZZZZZZZZZZZZZZZZ") == [pseudonym])
        #expect(try await history.plates(.pattern, "*1*") == ["AB12CDE"])
        #expect(try await history.plates() == ["AB12CDE", pseudonym])
        for way in [Search.Way.near, .alike] {
            #expect(throws: HistoryFailure.self) { try Search(way: way, text: pseudonym) }
        }
        #expect(throws: HistoryFailure.self) { try Search(way: .pattern, text: "p:01*") }
        #expect(try await history.forget(pseudonym).records == 1)
        #expect(try await history.plates() == ["AB12CDE"])
        #expect(try await history.plates(.candidate, "p:ZZZZZZZZZZZZZZZZ") == [])
    }

    @Test(arguments: HistoryEnd.all)
    func `lanes and movements bound a search`(end: HistoryEnd) async throws {
        scene.end = end
        var first = HistoryScene.event("IN1", 1)
        first.lane = "entry"
        first.direction = PlateDirection(degrees: 90, movement: .approaching)
        var second = HistoryScene.event("OUT1", 2)
        second.lane = "exit"
        second.direction = PlateDirection(degrees: 270, movement: .leaving)
        var third = HistoryScene.event("IN2", 3)
        third.lane = "entry"
        try scene.append(first, second, third, HistoryScene.event("NOWHERE", 4))
        let history = try await scene.filled()
        for text in [nil, "*N*"] as [String?] {
            func found(_ lane: String?, _ movement: String?) async throws -> [String] {
                try await history.search(Search(way: .pattern, text: text, lane: lane, movement: movement)).plates
            }
            #expect(try await found("entry", nil) == ["IN2", "IN1"])
            #expect(try await found("entry", "approaching") == ["IN1"])
            #expect(try await found(nil, "leaving") == (text == nil ? ["OUT1"] : []))
            #expect(try await found("exit", "approaching") == [])
            #expect(try await found("side door", nil) == [])
        }
        #expect(throws: HistoryFailure.self) { try Search(movement: "flying") }
    }

    @Test(arguments: HistoryEnd.all, [Search.Way.pattern, .alike])
    func `pages follow on one another, also where records arrive meanwhile`(
        end: HistoryEnd, way: Search.Way
    ) async throws {
        for text in [nil, "P*", "*P*"] as [String?] {
            let scene = try HistoryScene(end)
            try scene.append((0..<100).map { HistoryScene.event("P\($0)", $0, second: Double($0 / 3)) })
            var history = try await scene.filled()
            var seen: [String] = []
            var cursor: PageCursor?
            var number = 100
            repeat {
                let page = try await history.search(Search(way: way, text: text), after: cursor, limit: 7)
                seen += page.plates
                cursor = try page.next.map { try #require(PageCursor($0.description)) }
                try scene.append(HistoryScene.event("P\(number)", number))
                number += 1
                history = try await scene.filled()
            } while cursor != nil
            #expect(seen == (0..<100).reversed().map { "P\($0)" })
        }
    }

    @Test(arguments: [
        (Search.Way.exact, "AB?2", "`?` and `*` mean nothing to exact"),
        (.near, "A*", "`?` and `*` mean nothing to near"),
        (.exact, "", "the text is empty"), (.exact, "- -", "the text is empty"),
        (.pattern, "A%", "\"%\" stands on no plate"),
        (.exact, String(repeating: "A", count: 49), "the text has more than 48 characters"),
    ])
    func `a text that means nothing is refused with the reason`(way: Search.Way, text: String, reason: String) {
        let failure = #expect(throws: HistoryFailure.self) { try Search(way: way, text: text) }
        #expect(failure?.reason == reason && failure?.status == .usage)
    }

    @Test(arguments: HistoryEnd.all)
    func `what a person types is found as scanners write it, and as it was typed`(end: HistoryEnd) async throws {
        scene.end = end
        // Cyrillic letters that look like Latin ones.
        let cyrillic = "\u{0410}\u{0412}12\u{0421}"
        try scene.append(
            HistoryScene.event("MU123", 1), HistoryScene.event("MÜ123", 2), HistoryScene.event(cyrillic, 3),
            HistoryScene.event("AB12C", 4, lost: ["MU999"]))
        let history = try await scene.filled()
        func found(_ way: Search.Way, _ text: String) async throws -> [String] {
            try await history.search(Search(way: way, text: text, isTyped: true)).plates
        }
        let both = ["MÜ123", "MU123"]
        #expect(try await found(.exact, "mü 123") == both)
        #expect(try await found(.pattern, "mü*") == both)
        #expect(try await found(.pattern, "*ü?23") == both)
        #expect(try await found(.alike, "MÜ1Z3") == both)
        #expect(try await found(.near, "MÜ124") == both)
        #expect(try await found(.candidate, "MÜ999") == ["AB12C"])
        #expect(try await found(.exact, cyrillic) == ["AB12C", cyrillic])
        #expect(try await found(.exact, "mu123") == ["MU123"])
        // Of what the history has itself, the very text is meant.
        #expect(try await history.plates(.exact, "MÜ123") == ["MÜ123"])
    }
}
