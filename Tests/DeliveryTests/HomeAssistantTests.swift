import Foundation
import Records
import Testing

@testable import Delivery

/// Payloads against the rules of Home Assistant's own schema (homeassistant/components/mqtt/schemas.py and the files of its platforms).
@Suite struct HomeAssistantTests {
    private func assistant(
        picture: PictureChoice = .crop, kinds: [DestinationSettings.Kind] = [.plates, .gaps, .matches],
        console: String? = nil
    ) -> HomeAssistant {
        HomeAssistant(
            prefix: "homeassistant", hub: "parkhaus1", base: "plated/parkhaus1", version: "1.2.3", console: console,
            picture: picture, kinds: kinds)
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func components(_ text: String) throws -> [String: [String: Any]] {
        try #require(try object(text)["components"] as? [String: [String: Any]])
    }

    /// What every entity may have, and what a platform needs and may have beside that.
    private static let common: Set = [
        "platform", "name", "unique_id", "icon", "entity_category", "availability_topic", "json_attributes_topic",
        "json_attributes_template",
    ]
    private static let platforms: [String: (needed: Set<String>, more: Set<String>)] = [
        "sensor": (["state_topic"], ["value_template", "force_update", "state_class", "unit_of_measurement"]),
        "event": (["state_topic", "event_types"], ["value_template"]),
        "binary_sensor": (["state_topic"], ["value_template", "device_class", "payload_on", "payload_off"]),
        "image": (["image_topic"], ["content_type"]),
        "button": (["command_topic"], []),
    ]

    @Test func `every device has what is required, and nothing that is not known`() throws {
        let assistant = assistant(console: "https://hub.example")
        for text in [assistant.hubDevice, assistant.cameraDevice("gate")] {
            let message = try object(text)
            #expect(Set(message.keys).isSubset(of: ["device", "origin", "components", "qos", "availability_topic"]))
            #expect((message["origin"] as? [String: String])?["name"] == "plated-hub")
            let device = try #require(message["device"] as? [String: Any])
            #expect((device["identifiers"] as? [String])?.count == 1 && device["configuration_url"] != nil)
            for (name, component) in try components(text) {
                let platform = try #require(component["platform"] as? String)
                let rule = try #require(Self.platforms[platform])
                let keys = Set(component.keys)
                #expect(keys.isSuperset(of: rule.needed.union(["platform", "name", "unique_id"])), "\(name): \(keys)")
                #expect(keys.isSubset(of: Self.common.union(rule.needed).union(rule.more)), "\(name): \(keys)")
            }
        }
    }

    @Test func `no two entities have one identifier, and none asks for an entity's id`() throws {
        let assistant = assistant()
        let texts = [assistant.hubDevice] + ["gate", "yard"].map(assistant.cameraDevice)
        let ids = try texts.flatMap { try components($0).values.compactMap { $0["unique_id"] as? String } }
        #expect(ids.count == Set(ids).count && ids.count == 2 + 2 * 8)
        #expect(texts.allSatisfy { !$0.contains("object_id") && !$0.contains("default_entity_id") })
    }

    @Test(arguments: ["gate", "tor-1", "north/gate"])
    func `topics have what topics may have, and the camera's name stays as it is`(camera: String) throws {
        let assistant = assistant()
        let topic = assistant.announcement(of: assistant.device(of: camera))
        #expect(topic.wholeMatch(of: /homeassistant\/device\/[a-zA-Z0-9_-]+\/config/) != nil)
        #expect(assistant.isAnnouncement(topic))
        let device = try #require(try object(assistant.cameraDevice(camera))["device"] as? [String: Any])
        #expect(device["name"] as? String == camera && device["via_device"] as? String == assistant.device)
        for component in try components(assistant.cameraDevice(camera)).values {
            for (key, value) in component where key.hasSuffix("_topic") {
                let topic = try #require(value as? String)
                #expect(topic.wholeMatch(of: /plated\/parkhaus1\/(north\/)?[a-z0-9-]+\/[a-z_]+/) != nil, "\(topic)")
            }
        }
    }

    @Test func `what the destination does not send has no entity`() throws {
        func names(_ assistant: HomeAssistant) throws -> Set<String> {
            Set(try components(assistant.cameraDevice("gate")).keys)
        }
        #expect(try names(assistant()).isSuperset(of: ["picture", "gap", "last_plate", "today", "plate", "clear"]))
        #expect(try names(assistant(picture: .none, kinds: [.plates])).isDisjoint(with: ["picture", "gap", "match"]))
        #expect(try names(assistant(kinds: [.gaps])) == ["gap", "blind"])
    }

    @Test func `no two cameras are one device, whosever they are`() {
        let cameras = ["gate", "north-gate", "north/gate", "north/gate-2", "north-gate/2"]
        #expect(cameras.allSatisfy { CameraRef($0) != nil })
        #expect(Set(cameras.map(assistant().device(of:))).count == cameras.count)
        #expect(assistant().device(of: "north/gate") == "plated_parkhaus1_north_gate")
        #expect(assistant().camera(clearedBy: "plated/parkhaus1/north/gate/clear") == "north/gate")
    }

    @Test func `of what it hears, only its own buttons and announcements count`() {
        let assistant = assistant()
        let own = [
            "homeassistant/status", "plated/parkhaus1/announce", "plated/parkhaus1/gate/clear",
            "plated/parkhaus1/north/gate/clear",
            "homeassistant/device/plated_parkhaus1_gate/config",
        ]
        let others = [
            "plated/parkhaus1/clear", "plated/parkhaus1/a/b/c/clear", "plated/parkhaus1/tor.1/clear",
            "plated/other/gate/clear",
            "plated/parkhaus1/gate/plate",
            "homeassistant/device/plated_other_gate/config", "homeassistant/sensor/plated_parkhaus1_gate/config",
        ]
        #expect(own.allSatisfy(assistant.hears) && !others.contains(where: assistant.hears))
        #expect(assistant.camera(clearedBy: own[2]) == "gate")
    }

    @Test(arguments: [
        (#"{"device":{"via_device":"plated_site"},"origin":{"name":"plated-hub"}}"#, "plated_site"),
        (#"{"device":{"via_device":"plated_site"},"origin":{"name":"other"}}"#, nil),
        (#"{"device":{},"origin":{"name":"plated-hub"}}"#, nil), ("", nil), ("[1", nil), (#"{"dev":{}}"#, nil),
    ])
    func `what others have announced is nobody's of ours`(payload: String, via: String?) {
        #expect(Announcement(Array(payload.utf8))?.via == via)
    }
}
