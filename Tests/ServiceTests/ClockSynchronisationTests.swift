import Foundation
import Testing

@testable import Service

@Suite struct ClockSynchronisationTests {
    @Test func `the kernel's word holds, and where it says nothing a file that was touched within the hour`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        func isKnown(_ answer: Int32, after seconds: Int) -> Bool {
            ClockSynchronisation.isKnown(byKernel: answer, file: file, at: 1_790_000_000 + seconds)
        }
        #expect(isKnown(1, after: 0) && !isKnown(0, after: 0))
        #expect(!isKnown(-1, after: 0), "there is no file")
        try Data().write(to: URL(filePath: file))
        defer { unlink(file) }
        let touched = Date(timeIntervalSince1970: 1_790_000_000)
        try FileManager.default.setAttributes([.modificationDate: touched], ofItemAtPath: file)
        #expect(isKnown(-1, after: 0) && isKnown(-1, after: 3599) && !isKnown(0, after: 0))
        // Somebody has set the clock since, ahead or back.
        #expect(!isKnown(-1, after: 40 * 86_400) && !isKnown(-1, after: -40 * 86_400))
    }
}
