import Foundation
import Records
import TestSupport

/// What the benchmarks read: a log of events as `plated run` writes them.
enum Log {
    struct LinesMissing: Error {}

    static let lines = 10_000

    /// Writes the log into a folder; returns its path.
    static func write(to folder: TemporaryFolder) throws -> String {
        let start: Int64 = 1_790_000_000_000
        let ids = EventIDs()
        var text = Data()
        for number in 0..<lines {
            let time = WallTime(milliseconds: start + Int64(number) * 4000)
            text += event(number, id: ids.next(at: time), at: time).line
        }
        return try folder.write(text, to: "gate.ndjson")
    }

    /// How many lines a reader that comes from nowhere gets.
    static func count(in path: String) throws -> Int {
        let tail = LogTail(path: path)
        var count = 0
        while true {
            let items = try tail.read(upTo: 1000)
            if items.isEmpty { return count }
            for item in items {
                guard case .line(let line) = item, case .success(.plate) = line.record else { throw LinesMissing() }
                count += 1
            }
        }
    }

    private static func event(_ number: Int, id: String, at time: WallTime) -> PlateEvent {
        PlateEvent(
            id: id, time: time, camera: "gate", plate: "AB\(10_000 + number)", plateRaw: "AB\(10_000 + number)",
            confidence: 0.9137,
            candidates: [
                PlateCandidate(plate: "AB\(10_000 + number)", confidence: 0.8),
                PlateCandidate(plate: "A8CD", confidence: 0.2),
            ],
            format: nil, region: nil, box: PlateBox(x: 812, y: 644, width: 187, height: 41), reads: 5, framesSeen: 6,
            firstSeen: WallTime(milliseconds: time.milliseconds - 1200), lastSeen: time, engine: "tesseract",
            latencyMilliseconds: 23)
    }
}
