import Testing

@testable import Records

@Suite struct RotationNameTests {
    @Test(arguments: [
        "gate2.ndjson", "gate-2.ndjson", "gate2.ndjson.1", "gateway.ndjson", "gateway.ndjson-20261121.gz",
        "gate.ndjson",
        "gate.ndjson.gz", "gate.ndjson.spool", "gate.ndjson.spool.damaged-20261121T103205120Z", "gate.ndjson-2", "gate",
        "gate-.ndjson", "gate..ndjson", "gate.explain.ndjson", "gate.ndjson.explain", "gate.ndjson~", "agate.ndjson.1",
        ".ndjson", "",
    ])
    func `what only looks like a rotation of gate.ndjson is none`(name: String) {
        #expect(RotationName(name, of: "gate.ndjson") == nil)
    }

    @Test(arguments: [
        ("gate.ndjson.1", RotationName.Order.number(1), RotationName.Packing.plain),
        ("gate.ndjson.12.gz", .number(12), .gzip), ("gate.1.ndjson", .number(1), .plain),
        ("gate.ndjson-20261121", .date("20261121"), .plain),
        ("gate.ndjson-20261121-1795257125.gz", .date("20261121-1795257125"), .gzip),
        ("gate.ndjson.2026-11-21", .date("2026-11-21"), .plain),
        ("gate-20261121.ndjson.xz", .date("20261121"), .other("xz")),
        ("gate.ndjson.old", .unknown, .plain), ("gate.ndjson.old.ndjson", .unknown, .plain),
        ("gate.ndjson.damaged-20261121T103205120Z", .unknown, .plain),
    ])
    func `the names that logrotate and people give are known`(
        name: String, order: RotationName.Order, packing: RotationName.Packing
    ) throws {
        let rotation = try #require(RotationName(name, of: "gate.ndjson"))
        #expect(rotation.order == order && rotation.packing == packing)
    }

    @Test func `a log without an ending has no rotations with one`() {
        #expect(RotationName("gate-20261121", of: "gate")?.order == .date("20261121"))
        #expect(RotationName("gate-2", of: "gate") == nil && RotationName("gate.2.ndjson", of: "gate") == nil)
    }
}
