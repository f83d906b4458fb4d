import Foundation
import TestSupport
import Testing

@testable import Console

struct PageFilesTests {
    @Test func `every file of the pages is in the program`() throws {
        let folder = repository + "/Sources/Console/Pages"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            (name, Array(try Data(contentsOf: URL(filePath: folder + "/" + name))))
        }
        #expect(PageFiles.all == Dictionary(uniqueKeysWithValues: files))
    }
}
