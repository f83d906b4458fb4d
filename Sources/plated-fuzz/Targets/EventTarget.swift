import ALPR
import Foundation
import Plates
import Records
import Scanner

/// Event lines: one line of JSON that says what was put in, whatever the texts and numbers are.
enum EventTarget {
    static var target: FuzzTarget { FuzzTarget("events", texts: seeds, words: words, run: run) }

    private static func run(_ text: String) {
        // Fields in their order. Foundation's reader drops byte order marks that our writer keeps.
        let text = text.replacing("\u{FEFF}", with: "")
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
        let number = Double(part(4)) ?? Double(text.utf8.count) / 7
        let milliseconds = Int64(exactly: (number * 1000).rounded()).map { $0 % 9_000_000_000_000_000 } ?? 0
        let time = WallTime(milliseconds: milliseconds)
        let event = PlateEvent(
            id: "01", time: time, camera: part(2), plate: part(0), plateRaw: part(1), confidence: number,
            candidates: [PlateCandidate(plate: part(0), confidence: number)],
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: text.utf8.count, framesSeen: 3, firstSeen: time,
            lastSeen: time, engine: part(5), latencyMilliseconds: Int(milliseconds),
            position: Double(milliseconds) / 1000, file: part(3))
        let object = Self.object(of: event.line)
        require(object["plate"] as? String == part(0), "the plate changed")
        require(object["plate_raw"] as? String == part(1), "the raw text changed")
        require(object["camera"] as? String == part(2), "the camera changed")
        require(object["file"] as? String == part(3), "the file changed")
        require(object["ts"] as? String == time.description, "the time changed")

        let report = CandidateReport(
            time: Timestamp(.milliseconds(milliseconds)), box: Box(x: 1, y: 2, width: 3, height: 4), textHeight: number,
            outcome: .rejected(.tooSmall))
        let explained = Self.object(of: CandidateRecord(report, time: time, camera: part(2), file: part(3)).line)
        require(explained["camera"] as? String == part(2), "the camera of an explanation changed")
    }

    private static func object(of line: [UInt8]) -> [String: Any] {
        require(line.last == UInt8(ascii: "\n"), "a line without its end")
        require(line.filter { $0 < 0x20 }.count == 1, "control characters in a line")
        let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        require(object != nil, "no JSON: \(String(decoding: line, as: UTF8.self))")
        return object ?? [:]
    }

    private static let seeds = [
        "AB12CD|ABI2CD|gate|/clips/a.mp4|0.97|tesseract", "皖A12345|\"\\\u{1}|\u{2028}|a\nb\tc|1e300|", "||||nan|",
        "||||-0.0005|x",
    ]

    private static let words = [
        "|", "\"", "\\", "\\u", "\u{7F}", "\u{85}", "\u{2029}", "\u{FFFF}", "\u{10FFFF}", "\u{0}", "}", "{", "inf",
        "1e308", "-1e15",
        "9223372036854775807", "1e-300", "0.9995", "e\u{301}",
    ]
}
