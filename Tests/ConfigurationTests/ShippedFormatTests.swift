import Foundation
import Plates
import TestSupport
import Testing

@testable import CameraConfiguration

/// What every release ships at least.
private let required = ["nl", "de", "fr", "gb", "es", "it", "pl", "sk", "cz", "us", "br", "in", "vn", "nz"]

/// The names of the files in a folder, sorted; none where it cannot be read, which the tests notice.
private func files(in folder: String) -> [String] {
    do {
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
        return []
    }
}

@Suite struct ShippedFormatTests {
    private static let shipped = files(in: formatFolder)

    private static func country(_ file: String) throws -> Country {
        try FormatFile.load(path: "\(formatFolder)/\(file)").get()
    }

    @Test(arguments: required)
    func `a shipped country is there`(_ code: String) {
        #expect(Self.shipped.contains("\(code).yaml"))
    }

    @Test(arguments: shipped)
    func `a shipped country loads without a problem, and its examples agree with its patterns`(_ file: String) throws {
        let country = try Self.country(file)
        #expect("\(country.code).yaml" == file)
        #expect(!country.formats.isEmpty)
        #expect(country.contradictions.isEmpty)
    }

    @Test(arguments: shipped)
    func `a shipped country has at least three texts that fit and three that it rejects`(_ file: String) throws {
        let country = try Self.country(file)
        #expect(Set(country.fitting).count >= 3)
        #expect(Set(country.rejected).count >= 3)
    }

    @Test(arguments: shipped)
    func `a shipped country has an example for every format`(_ file: String) throws {
        let country = try Self.country(file)
        for format in country.formats {
            let isShown = country.fitting.contains { format.fits($0.plateCharacters) }
            #expect(isShown, "\(format.name) (\(format.pattern)) has no example")
        }
    }

    @Test(arguments: shipped)
    func `a shipped country names no two formats alike`(_ file: String) throws {
        let names = try Self.country(file).formats.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `a shipped country loads together with all others`() throws {
        let codes = Self.shipped.map { String($0.prefix { $0 != "." }) }
        let countries = try FormatFile.load(codes: codes, folder: formatFolder).get()
        #expect(countries.map(\.code) == codes)
    }
}
