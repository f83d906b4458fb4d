import ArgumentParser
import Foundation
import TestSupport

/// A clip of vehicles that pass.
struct PassageOptions: ParsableArguments {
    @Option(
        help: .init("Show so many vehicles that pass, each at a speed of its own; 0 for an empty road.", valueName: "n")
    )
    var passages: Int?

    @Option(help: "What it looks like: day, dusk, rain or night (headlights). (default: day)")
    var light: PassageLight?

    @Option(help: .init("Another clip for each number; the same for the same. (default: 1)", valueName: "n"))
    var seed: UInt64?

    @Option(help: .init("Seconds of the empty road before the first one. (default: 12)", valueName: "s"))
    var lead: Double?

    @Option(help: .init("Seconds of it after each one, a fifth more or less. (default: 8)", valueName: "s"))
    var still: Double?

    func validate() throws {
        let given = [
            ("--light", light != nil), ("--seed", seed != nil), ("--lead", lead != nil), ("--still", still != nil),
        ]
        if passages == nil, let option = given.first(where: \.1) {
            throw ValidationError("\(option.0) is about vehicles that pass: give --passages too")
        }
    }

    /// What they pass through; nil where none was asked for.
    var sequence: PassageSequence? {
        get throws {
            guard let passages else { return nil }
            var settings = PassageSequence.Settings()
            settings.count = passages
            settings.light = light ?? settings.light
            settings.seed = seed ?? settings.seed
            settings.lead = lead ?? settings.lead
            settings.still = still ?? settings.still
            let seconds = 0.0...600
            guard (0...1000).contains(passages), seconds.contains(settings.lead), seconds.contains(settings.still)
            else {
                throw ValidationError("--passages is 0 to 1000, --lead and --still are 0 to 600 seconds")
            }
            return PassageSequence(settings: settings)
        }
    }

    private struct Line: Encodable {
        let plate: String
        let light: String
        let way: String
        let reach: String
        let kmh: Double
        let textHeight: Double
        let start: Double
        let end: Double

        private enum CodingKeys: String, CodingKey {
            case plate, light, way, reach, kmh
            case textHeight = "text_px"
            case start = "start_s"
            case end = "end_s"
        }
    }

    /// Prints each passage: its plate, how it goes, how large the characters become, and when it is in the picture.
    func list(_ sequence: PassageSequence) throws {
        func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        func thousandths(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for passage in sequence.passages {
            let line = Line(
                plate: passage.plate, light: sequence.settings.light.rawValue, way: passage.way.rawValue,
                reach: passage.reach.rawValue,
                kmh: tenths(passage.speed), textHeight: tenths(passage.textHeight),
                start: thousandths(passage.time.lowerBound), end: thousandths(passage.time.upperBound))
            print(String(decoding: try encoder.encode(line), as: UTF8.self))
        }
    }
}

extension PassageLight: ExpressibleByArgument {}
