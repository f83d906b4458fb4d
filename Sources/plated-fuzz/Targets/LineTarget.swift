import Records

/// Lines of a log, as they are read back: every line is read or told what is wrong with it, and what was read is written so that
/// it reads the same again.
enum LineTarget {
    static var target: FuzzTarget {
        FuzzTarget(
            name: "lines", seeds: seeds.map { Array($0.utf8) } + [torn], dictionary: words.map { Array($0.utf8) },
            limit: 2 * Record.longestLine, run: run)
    }

    private static func run(_ line: [UInt8]) {
        let record: Record
        do throws(LineFault) {
            record = try Record(line: line)
        } catch {
            return require(!error.description.isEmpty, "a fault without words")
        }
        if case .other = record { return require(record.line == line, "a record of an unknown schema changed") }
        let written = record.line
        do throws(LineFault) {
            let again = try Record(line: written)
            require(again.line == written, "a record changes when it is written again")
            require(again.id == record.id, "the identifier changed")
        } catch {
            // Escapes take more room than what they stand for.
            if case .tooLong = error { return }
            require(false, "what was written cannot be read: \(error)")
        }
    }

    private static let seeds = [
        """
        {"schema":"plated.event/1","id":"01JD","ts":"2026-11-21T10:32:05.120Z","camera":"gate","plate":"AB12CD",\
        "plate_raw":"ABI2CD","confidence":0.971,"candidates":[{"plate":"AB12CD","confidence":1.000}],"format":null,\
        "region":"GB","box":[10,-21,100,30],"reads":3,"frames_seen":4,"first_seen":"1970-01-01T00:00:00.000Z",\
        "last_seen":"1970-01-01T00:00:00.600Z","engine":"tesseract","latency_ms":41,"position_s":0.600,"file":"a.mp4",\
        "direction":{"degrees":94,"movement":"approaching"},"lane":"in","evidence":{"ts":"2026-11-21T10:32:04.920Z",\
        "box":[11,-20,98,29],"frame":{"width":1920,"height":1080},"crop":{"path":"a.jpg","sha256":"0a","bytes":4711},\
        "scene":{"path":"b.jpg","sha256":"b1","bytes":51000,"width":960,"height":540},"missing":"disk_full"}}

        """,
        """
        {"schema":"plated.gap/1","id":"01B","ts":"2026-09-21T14:14:21.000Z","camera":"gate","gap":"01A","state":"ended",\
        "cause":"out_of_focus","start":"2026-09-21T14:13:20.000Z","end":"2026-09-21T14:14:20.000Z","duration_s":60.0}

        """,
        """
        {"schema":"plated.candidate/1","ts":"2026-09-21T14:14:21.000Z","camera":"gate","outcome":"rejected",\
        "reason":"too_small","plate":null,"plate_raw":null,"candidates":[],"box":[1,2,3,4],"text_height_px":7.3,\
        "frame_s":1.500,"track":7,"file":"a.mp4"}

        """,
        #"{"schema":"plated.session/3","id":"01D","a":{"in":1e3,"x":[[],{}]},"b":"\ud83d\ude97"}"#,
    ]

    private static let torn = TornLine(
        id: "01C", time: WallTime(milliseconds: 1_795_257_125_120), camera: "gate", fragment: [123, 1, 0xFF, 0]
    ).line

    private static let words = [
        "\"", "\\", "\\u", "\\ud800", "\\u0000", "{", "}", "[", "]", ",", ":", "null", "true", "-0", "1e999", "1E+3",
        "\u{0}",
        "\"schema\":", "\"file\":\"\"", "[[[[[[[[", "{\"a\":", "9223372036854775808", "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:60.999-23:59", "\u{FEFF}", "\u{2028}", " ", "\r",
    ]
}
