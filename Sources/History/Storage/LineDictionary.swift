import GRDB

/// What lines are deflated with: a text that they have most of their bytes in common with. A line of 457 bytes becomes one of 61.
///
/// It stands in the file, under a number that each packed line names: a later version may bring another, and both are read.
enum LineDictionary {
    /// What new lines are packed with. Never changed: a better one gets the next number.
    static let number: UInt8 = 1

    /// Rarer things first: what stands near the end is cheaper to refer to.
    static let bytes = Array(
        #"""
        {"schema":"plated.seal/1","id":"01K","ts":"2026-","camera":"","reason":"hour","lines":,"head":"","key":"","signature":"
        {"schema":"plated.torn/1","id":"01K","ts":"2026-","camera":"","fragment":"{\"schema\":\"plated.event/1\",\"id\":\"
        {"schema":"plated.gap/1","id":"01M","ts":"2026-","camera":"gate","gap":"01M","state":"began","cause":"lost","start":"2026-
        stalled"frozen"damaged"dark"glare"covered"out_of_focus"not_running"state":"ended","end":null},"duration_s":0.
        "missing":"disk full","position_s":,"file":"format":null,"region":null,"engine":"tesseract","latency_ms":0
        "lane":"entry","direction":{"degrees":90,"movement":"leaving"passing"standing"approaching"},
        "evidence":{"ts":"2026-01-01T00:00:00.000Z","box":[,"crop":{"path":".jpg","sha256":"
        ","bytes":},"scene":{"path":".jpg","sha256":"","bytes":,"width":1280,"height":720}},"prev":"
        {"schema":"plated.event/1","id":"01M","ts":"2026-11-22T12:00:00.000Z","camera":"gate","plate":"AB12CDE","plate_raw":"
        ","confidence":0.9,"candidates":[{"plate":"","confidence":1.000},{"plate":"","confidence":0.},{"plate":"
        ","confidence":0.0}],"format":"","region":"","box":[,1],"reads":,"frames_seen":,"first_seen":"2026-11-22T12:00:00.000Z","last_seen":"
        2026-11-22T12:00:00.000Z","engine":"neural","latency_ms":}
        """#.utf8.filter { $0 != UInt8(ascii: "\n") })

    /// Puts it into a file that does not have it yet.
    static func keep(in database: Database) throws {
        guard try all(in: database)[number] == nil else { return }
        try Prepared("INSERT OR IGNORE INTO dictionary(id, bytes) VALUES(?, ?)", in: database)
            .run(.integer(Int64(number)), .blob(bytes))
    }

    /// All that the file has, by their numbers.
    static func all(in database: Database) throws -> [UInt8: [UInt8]] {
        var all: [UInt8: [UInt8]] = [:]
        try Prepared("SELECT id, bytes FROM dictionary", in: database).rows { row in
            all[UInt8(truncatingIfNeeded: row.integer(at: 0))] = row.bytes(at: 1)
            return true
        }
        return all
    }
}
