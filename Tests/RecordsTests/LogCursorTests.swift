import Files
import Testing

@testable import Records

@Suite struct LogCursorTests {
    private let cursor = LogCursor(
        file: FileIdentity(device: 2049, inode: .max), offset: 12,
        beginning: Fingerprint(Array("a".utf8) + Array(repeating: 0, count: 11)),
        end: Fingerprint("b".utf8), predecessor: Fingerprint("c".utf8))

    @Test func `a cursor is kept as a line of text`() {
        #expect(LogCursor(cursor.description) == cursor)
        let first = LogCursor(
            file: FileIdentity(device: 1, inode: 2), offset: 0, beginning: Fingerprint([]), end: Fingerprint([]),
            predecessor: nil)
        #expect(first.description == "1 1 2 0 0:cbf29ce484222325 0:cbf29ce484222325 -")
        #expect(LogCursor(first.description) == first)
    }

    @Test(arguments: [
        "", "1", "2 1 2 0 0:0 0:0 -", "1 1 2 0 0:0 0:0", "1 1 2 -1 0:0 0:0 -", "1 1 2 0 0:0 0:0 ", "1 1 2 0 1:0 0:0 -",
        "1 1 2 9 0:0 9:0 -", "1 1 2 9 9:0 10:0 -", "1 1 2 900 257:0 0:0 -", "1 1 2 0 0:x 0:0 -", "1 1 2 0 0:0 0:0 - ",
        "1 1 2 0 0 0:0 -",
        "1 1 99999999999999999999 0 0:0 0:0 -", "1 1 2 9223372036854775808 256:0 0:0 -", "1  2 0 0:0 0:0 -",
    ])
    func `what is no cursor is none`(text: String) {
        #expect(LogCursor(text) == nil)
    }
}
