import Foundation
import Plates
import TestSupport
import Testing

@testable import CameraConfiguration

/// Real plates are personal data and stay out of the project: they are read where the machine has them.
@Suite struct RealPlateTests {
    private static let data =
        ProcessInfo.processInfo.environment["PLATED_DATA"] ?? repository + "/../shared/data"

    private static func has(_ set: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(data)/\(set)/manifest.csv")
    }

    private static func texts(of set: String) throws -> [String] {
        let manifest = try String(contentsOfFile: "\(data)/\(set)/manifest.csv", encoding: .utf8)
        let rows = manifest.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let column = try #require(rows.first?.firstIndex(of: "text"))
        return rows.dropFirst().map { String($0[column]).plateCharacters }
    }

    @Test(.enabled(if: has("tudelft_nl_video"), "needs the TU Delft clips' labels in ../shared/data or $PLATED_DATA"))
    func `a real plate fits its country: Dutch ones, of six sidecodes`() throws {
        try expect("tudelft_nl_video", toFit: "nl")
    }

    @Test(.enabled(if: has("openalpr_br"), "needs OpenALPR's labels in ../shared/data or $PLATED_DATA"))
    func `a real plate fits its country: Brazilian ones`() throws {
        try expect("openalpr_br", toFit: "br")
    }

    private func expect(_ set: String, toFit code: String) throws {
        let texts = try Self.texts(of: set)
        let formats = FormatSet(countries: try FormatFile.load(codes: [code], folder: formatFolder).get())
        #expect(!texts.isEmpty)
        for (row, text) in texts.enumerated() { #expect(formats.format(fitting: text) != nil, "row \(row)") }
    }
}
