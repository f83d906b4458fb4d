import Foundation
import Records

/// A log and a cursor that somebody kept: whatever stands in either, following the log ends, and hands out every byte of it once.
enum LogTarget {
    static var target: FuzzTarget {
        FuzzTarget(
            name: "logs", seeds: seeds.map { Array($0.utf8) }, dictionary: words.map { Array($0.utf8) },
            limit: 64 * 1024, run: run)
    }

    /// The cursor is the first line of the input, the log all others.
    private static func run(_ input: [UInt8]) {
        let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
        let log = Array(input[end...].dropFirst())
        let folder = FileManager.default.temporaryDirectory.appending(path: "plated-fuzz-\(getpid())")
        let file = folder.appending(path: "gate.ndjson")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(log).write(to: file)
            try follow(file.path, holding: log, from: String(decoding: input[..<end], as: UTF8.self))
        } catch {
            require(false, "following \(file.path) failed: \(error)")
        }
    }

    private static func follow(_ path: String, holding log: [UInt8], from text: String) throws {
        let lines = try lines(LogTail(path: path))
        // Behind the last newline stands half a line.
        let whole = log.lastIndex(of: UInt8(ascii: "\n")).map { log[...$0] } ?? []
        require(lines.flatMap(\.bytes).elementsEqual(whole), "the lines are not what stands in the log")
        if let line = lines.dropFirst(lines.count / 2).first {
            let kept = LogCursor(line.cursor.description)
            require(kept == line.cursor, "a cursor changed when it was kept")
            let rest = try Self.lines(LogTail(path: path, cursor: kept))
            let expected = lines.dropFirst(lines.count / 2 + 1)
            require(rest.map(\.bytes) == expected.map(\.bytes), "other lines come from a cursor on")
            require(rest.map(\.cursor) == expected.map(\.cursor), "their cursors are others")
        }
        if let cursor = LogCursor(text) {
            require(LogCursor(cursor.description) == cursor, "a cursor changed when it was kept")
            let rest = try Self.lines(LogTail(path: path, cursor: cursor))
            require(rest.count <= lines.count, "more lines than there are")
        }
    }

    private static func lines(_ tail: LogTail) throws -> [TailedLine] {
        try tail.read(upTo: 1_000_000).compactMap { if case .line(let line) = $0 { line } else { nil } }
    }

    private static let seeds = [
        "1 65024 16375844 29 29:28b9864491c13182 29:28b9864491c13182 -\n{\"schema\":\"test/1\",\"id\":\"1\"}\n{\"a\":1}\n{",
        "1 1 2 0 0:cbf29ce484222325 0:cbf29ce484222325 0:0\n\n\n\0\0\n{\"schema\":\"plated.gap/1\"}",
        "\n",
    ]

    private static let words = [
        "\n", "-", "0:0", "256:", "9223372036854775807", "18446744073709551615", " ", "\u{0}", "{}",
    ]
}
