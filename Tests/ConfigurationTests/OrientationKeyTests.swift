import ALPR
import Basics
import Capture
import Settings
import Testing

@testable import CameraConfiguration

@Suite struct OrientationKeyTests {
    private func read(_ text: String) throws -> Configuration {
        try ConfigurationFile(text: text, path: "gate.yaml", surroundings: .init(environment: [:])).checked()
    }

    @Test(arguments: Orientation.allCases)
    func `how a camera's picture lies is read, and shown among the settings in effect`(orientation: Orientation) throws
    {
        let configuration = try read("source: {orientation: \(orientation.rawValue)}\n")
        #expect(configuration.capture.orientation == orientation)
        let effective = configuration.effective(model: nil, formats: nil)
        #expect(effective.contains("  orientation: \(orientation.rawValue)\n"))
    }

    @Test func `another word is refused, with those there are`() throws {
        let problems = try #require(throws: Problems.self) { try read("source: {orientation: flipped}\n") }
        #expect(problems.description.contains("expects one of: upright, upside_down, mirrored, mirrored_upside_down"))
    }
}
