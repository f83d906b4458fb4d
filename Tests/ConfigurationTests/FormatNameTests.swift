import Foundation
import Plates
import TestSupport
import Testing

@testable import CameraConfiguration

/// A program that reads events may go by the name of a format: those that were shipped once keep their names.
@Suite struct FormatNameTests {
    /// `country: name` of every format, as shipped. Lines are added there, and none is changed.
    private static func listed() throws -> [String] {
        try String(contentsOfFile: repository + "/Tests/Formats/names.txt", encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    @Test func `the names of shipped formats are those that are listed, each once`() throws {
        let countries = try FormatFile.loadAll(folder: repository + "/config/formats").get()
        let shipped = countries.flatMap { country in country.formats.map { "\(country.code): \($0.name)" } }
        let listed = try Self.listed()
        #expect(
            Set(listed).subtracting(shipped) == [], "renamed or removed: programs that go by the name would miss it")
        #expect(Set(shipped).subtracting(listed) == [], "new: to be added to Tests/Formats/names.txt")
        #expect(shipped.count == Set(shipped).count)
    }
}
