import Foundation
import Service
import Testing

struct ProgramPagesTests {
    @Test func `what was read of files to load the program is let go of, and the program goes on`() throws {
        let before = try Self.fileMemory()
        ProgramPages.release()
        #expect(try Self.fileMemory() < before)
        // Code, constants and what was relocated are as they were.
        #expect(String(format: "%.3f", 2.0 / 3) == "0.667")
        #expect(try JSONDecoder().decode([Int].self, from: Data("[1, 2]".utf8)) == [1, 2])
    }

    /// Kilobytes of files in this process's memory.
    private static func fileMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}
