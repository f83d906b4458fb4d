import Answers
import CameraSetup
import Fleet
import Foundation
import Records
import Testing

@testable import Console
@testable import Delivery

/// What the description of the API says of values, beside the code that they come from.
@Suite struct DescribedValuesTests {
    /// What stands in the description behind some keys.
    private func object(_ keys: String...) throws -> [String: Any] {
        let description = try JSONSerialization.jsonObject(with: Data(Pages.description))
        var found = try #require(description as? [String: Any])
        for key in keys { found = try #require(found[key] as? [String: Any], "\(key)") }
        return found
    }

    private func fits(_ text: String, _ parameter: [String: Any]) throws -> Bool {
        let schema = try #require(parameter["schema"] as? [String: Any])
        let pattern = try #require(schema["pattern"] as? String)
        let regex = try Regex(pattern)
        return text.wholeMatch(of: regex) != nil
    }

    @Test func `the types of destinations are those of the couriers that there can be`() throws {
        let place = try object(
            "components", "schemas", "Destinations", "properties", "destinations", "items", "properties", "type")
        let described = try #require(place["enum"] as? [String])
        var couriers: [DestinationSettings] = []
        for way in DestinationSettings.ways {
            var settings = DestinationSettings(way: way.init())
            if var centre = settings.way as? CentreWay {
                centre.pictures = .always
                settings.way = centre
            }
            couriers += settings.couriers
        }
        #expect(couriers.count > DestinationSettings.ways.count)
        #expect(Set(described) == Set(couriers.map { Swift.type(of: $0.way).type }))
        #expect(Set(described).count == described.count)
    }

    @Test func `the states of destinations are those that there are`() throws {
        let place = try object(
            "components", "schemas", "Destinations", "properties", "destinations", "items", "properties", "state")
        #expect(place["enum"] as? [String] == DestinationAnswer.Standing.allCases.map(\.rawValue))
    }

    @Test func `a picture is described for every camera that it can be of`() throws {
        let picture = try object("paths", "/api/cameras/{name}/picture.jpg", "get")
        let name = try #require((picture["parameters"] as? [[String: Any]])?.first { $0["in"] as? String == "path" })
        for text in [
            "gate", "-gate", "_gate", ".gate", "gate.", "Gate-2.north_east", "gåte", "a b", "", "a/b",
            String(repeating: "a", count: 24), String(repeating: "a", count: 25),
        ] {
            let isDescribed = try fits(text, name)
            #expect(isDescribed == (CameraID(text) != nil), "\(text)")
        }
    }

    @Test func `setting up is described for every camera that a page can set up`() throws {
        let name = try object("components", "parameters", "name")
        for text in [
            "gate", "g", "2", "g-", "-g", "north-gate-2", "Gate", "a_b", "a.b", "",
            String(repeating: "a", count: 24), String(repeating: "a", count: 25),
        ] {
            let isDescribed = try fits(text, name)
            #expect(isDescribed == (CameraID(text) != nil), "\(text)")
        }
    }
}
