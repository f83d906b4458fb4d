import Basics
import Foundation
import Records
import TestSupport
import Testing

@testable import Answers
@testable import plated_hub

@Suite struct OutputTests {
    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+31 6", "'+31 6"), ("@SUM(A1)", "'@SUM(A1)"), ("-2+3", "'-2+3"), ("\t=1", "\"'\t=1\""),
        ("  =1", "'  =1"), ("＝1", "'＝1"),
        ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""),
        ("AB12CDE", "AB12CDE"), ("-1.5", "-1.5"), ("a,b", "\"a,b\""), ("a\nb", "\"a\nb\""), ("", ""),
    ])
    func `no cell of a table is a formula`(text: String, cell: String) {
        #expect(CSVRow.text([text, "x"]) == cell + ",x\r\n")
    }

    @Test func `a table is aligned, and what acts on a terminal is shown instead`() {
        var table = TextTable(["a", "long heading"])
        table.add(["wide cell", "\u{1B}[2J\u{202E}x"])
        #expect(table.text == "a          long heading\nwide cell  \\u{1b}[2J\\u{202e}x\n")
    }

    @Test(arguments: [
        (400, "less than a second"), (59_000, "59 s"), (60_000, "1 min"), (33_660_000, "9 h 21 min"),
        (262_800_000, "3 d 1 h"), (3_601_000, "1 h"),
    ])
    func `a duration is told by its two largest units`(milliseconds: Int, text: String) {
        #expect(Duration.milliseconds(milliseconds).inWords == text)
    }

    @Test(arguments: ["x.tar", "x.zip", "x.ZIP"])
    func `what tar and zip unpack is what was put in`(archive: String) throws {
        let folder = try TemporaryFolder()
        let deep = "pictures/gate/" + String(repeating: "long-name/", count: 8) + "01ABCDEF.crop.jpg"
        let files: [(name: String, bytes: [UInt8])] = [
            ("empty", []), ("one", [7]), ("block", Array(repeating: 1, count: 512)),
            (deep, Array(repeating: 2, count: 700)), ("pictures/Süd/ß.jpg", Array(repeating: 3, count: 70_000)),
        ]
        do {
            let place = try ExportPlace(folder.file(archive), modified: 1_700_000_000)
            let lines = try place.file("events.ndjson")
            try lines.write([1, 2, 3])
            for (name, bytes) in files { try place.add(name, bytes) }
            try place.add(lines)
            #expect(!FileManager.default.fileExists(atPath: folder.file(archive)))
            try place.finish()
        }
        try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: false)
        if archive.hasSuffix(".tar") {
            #expect(Command.succeeds("tar", "-xf", folder.file(archive), "-C", folder.file("out")))
        } else {
            #expect(Command.succeeds("python3", "-m", "zipfile", "-t", folder.file(archive)))
            #expect(Command.succeeds("python3", "-m", "zipfile", "-e", folder.file(archive), folder.file("out")))
        }
        for (name, bytes) in files + [("events.ndjson", [1, 2, 3])] {
            #expect(FileManager.default.contents(atPath: folder.file("out/\(name)")) == Data(bytes), "\(name)")
        }
        #expect(TarFile.header(String(repeating: "x", count: 101), size: 0, modified: 0) == nil)
    }

    @Test func `an export that is not finished leaves nothing`() throws {
        let folder = try TemporaryFolder()
        for name in ["x", "x.tar", "x.zip"] {
            do {
                let place = try ExportPlace(folder.file(name), modified: 0)
                try place.add("a/b", [1])
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
        try folder.write("mine", to: "x")
        #expect(throws: Failure.self) { try ExportPlace(folder.file("x"), modified: 0) }
        #expect(try folder.text("x") == "mine")
    }
}

@Suite struct BlindnessTests {
    private func time(_ seconds: Int64) -> WallTime { WallTime(milliseconds: seconds * 1000) }

    private func spans(_ all: (String, Int64, Int64?)...) -> [Blindness.Span] {
        all.map { Blindness.Span(camera: $0.0, start: time($0.1), end: $0.2.map(time)) }
    }

    @Test func `overlapping gaps count once, and only what of them lies in the period`() {
        let spans = spans(("yard", 0, 100), ("yard", 50, 150), ("yard", 300, 900), ("gate", 500, 600))
        let blindness = Blindness(spans, from: time(40), until: time(400), now: time(1000))
        #expect(blindness.totals == [.init(camera: "yard", time: .seconds(110 + 100), lasts: false)])
        #expect(blindness.sentences == ["In this time yard was blind for 3 min 30 s."])
    }

    @Test func `a gap that lasts is told as lasting, where the period goes on until now`() {
        let spans = spans(("yard", 100, nil))
        #expect(
            Blindness(spans, from: nil, until: nil, now: time(160)).sentences
                == ["In this time yard was blind for 1 min, and still is."])
        #expect(Blindness(spans, from: nil, until: time(130), now: time(160)).totals.map(\.lasts) == [false])
        #expect(Blindness(spans, from: nil, until: time(90), now: time(160)).totals == [])
    }
}
