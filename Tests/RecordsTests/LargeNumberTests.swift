import Testing

@testable import Records

/// Numbers that a damaged or a hostile line may have.
@Suite struct LargeNumberTests {
    private static let event = """
        {"schema":"plated.event/1","id":"01JD","ts":"2026-11-21T10:32:05.120Z","camera":"gate","plate":"AB12CD",\
        "plate_raw":"ABI2CD","confidence":0.971,"candidates":[{"plate":"AB12CD","confidence":1.000}],"format":null,\
        "region":"GB","box":[10,-21,100,30],"reads":3,"frames_seen":4,"first_seen":"1970-01-01T00:00:00.000Z",\
        "last_seen":"1970-01-01T00:00:00.600Z","engine":"tesseract","latency_ms":41}
        """

    @Test(arguments: [
        ("\"box\":[10,-21,100,30]", "\"box\":[9223372036854775807,20,100,30]", LineFault.field("box", .notBox)),
        ("\"box\":[10,-21,100,30]", "\"box\":[10,20,100,-1000001]", .field("box", .notBox)),
        ("\"latency_ms\":41", "\"latency_ms\":9223372036854775807", .field("latency_ms", .notWhole)),
        ("\"latency_ms\":41", "\"latency_ms\":-1000000000001", .field("latency_ms", .notWhole)),
        ("\"confidence\":0.971", "\"confidence\":1e300", .field("confidence", .notNumber)),
    ]) func `numbers that nobody can count with are no numbers`(old: String, new: String, fault: LineFault) {
        #expect(Self.event.contains(old))
        #expect(throws: fault) { try Record(line: Array(Self.event.replacing(old, with: new).utf8)) }
    }
}
