import Answers
import Records

/// How Home Assistant learns of the hub and its cameras: what MQTT discovery takes, a message for each device.
///
/// The fields and their rules: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
struct HomeAssistant: Sendable {
    /// What the topics of discovery begin with.
    let prefix: String
    /// The hub's name, as it stands in topics.
    let hub: String
    /// What the hub's own topics begin with.
    let base: String
    let version: String
    /// Where browsers reach the console; nil where nobody says.
    var console: String?
    let picture: PictureChoice
    let kinds: [DestinationSettings.Kind]

    // MARK: - Topics

    /// Home Assistant says there that it has started.
    var birth: String { "\(prefix)/status" }
    /// All that anybody has announced there.
    var announcements: String { "\(prefix)/device/+/config" }
    /// Where the button of the hub is heard.
    var again: String { "\(base)/announce" }

    var device: String { "plated_\(hub)" }

    /// Neither a hub's name nor a camera's has an underscore, so no two are the same.
    func device(of camera: String) -> String { "\(device)_\(camera.replacing("/", with: "_"))" }

    func announcement(of device: String) -> String { "\(prefix)/device/\(device)/config" }

    /// Whether it is about a device that stands behind this hub, or may be.
    func isAnnouncement(_ topic: String) -> Bool {
        topic.hasPrefix("\(prefix)/device/\(device)_") && topic.hasSuffix("/config")
    }

    /// Of the topics that are subscribed to, those that mean something here.
    func hears(_ topic: String) -> Bool {
        topic == birth || topic == again || isAnnouncement(topic) || camera(clearedBy: topic) != nil
    }

    /// The camera of a button's topic.
    func camera(clearedBy topic: String) -> String? {
        let (start, end) = ("\(base)/", "/clear")
        guard topic.hasPrefix(start), topic.hasSuffix(end), topic.count > start.count + end.count else { return nil }
        return CameraRef(String(topic.dropFirst(start.count).dropLast(end.count)))?.description
    }

    // MARK: - Devices

    /// Announced before its cameras, which name it.
    var hubDevice: String {
        var connected = component("binary_sensor", "Connected", device, "connected")
        connected.add("state_topic", "\(base)/availability")
        connected.add("payload_on", "online")
        connected.add("payload_off", "offline")
        connected.add("device_class", "connectivity")
        connected.add("entity_category", "diagnostic")
        var again = component("button", "Announce again", device, "announce")
        again.add("command_topic", self.again)
        again.add("entity_category", "config")
        again.add("icon", "mdi:bullhorn")
        again.add("availability_topic", "\(base)/availability")
        var device = JSONObject()
        device.add("identifiers", json: JSONObject.list([JSONLine.quoted(self.device)]))
        device.add("name", "plated \(hub)")
        device.add("model", "Hub")
        return message(device, [("connected", connected), ("announce", again)], isAlwaysThere: true)
    }

    func cameraDevice(_ camera: String) -> String {
        let id = self.device(of: camera)
        let base = "\(base)/\(camera)"
        var device = JSONObject()
        device.add("identifiers", json: JSONObject.list([JSONLine.quoted(id)]))
        device.add("name", camera)
        device.add("model", "Camera")
        device.add("via_device", self.device)
        var components: [(String, JSONObject)] = []
        if kinds.contains(.plates) { components += plates(id, base) }
        var blind = component("binary_sensor", "Blind", id, "blind")
        blind.add("state_topic", "\(base)/state")
        blind.add("value_template", "{{ 'ON' if value_json.seeing == false else 'OFF' }}")
        blind.add("json_attributes_topic", "\(base)/state")
        blind.add("device_class", "problem")
        blind.add("entity_category", "diagnostic")
        components.append(("blind", blind))
        if kinds.contains(.gaps) {
            var gap = component("event", "Gap", id, "gap")
            gap.add("state_topic", "\(base)/gap")
            gap.add("event_types", json: JSONObject.list(["began", "ended"].map(JSONLine.quoted)))
            gap.add("value_template", "{{ dict(value_json, event_type=value_json.state) | to_json }}")
            gap.add("icon", "mdi:eye-off")
            components.append(("gap", gap))
        }
        if kinds.contains(.matches) { components.append(("match", matches(id, base))) }
        return message(device, components)
    }

    private func matches(_ id: String, _ base: String) -> JSONObject {
        let known = ["allow", "deny", "wanted"]
        var match = component("event", "Match", id, "match")
        match.add("state_topic", "\(base)/match")
        // A later version may have lists of another kind, and an event of a type that was not announced is none.
        match.add("event_types", json: JSONObject.list((known + ["other"]).map(JSONLine.quoted)))
        let list = known.map { "'\($0)'" }.joined(separator: ", ")
        match.add(
            "value_template",
            "{{ dict(value_json, event_type=value_json.kind if value_json.kind in [\(list)] else 'other') | to_json }}")
        match.add("icon", "mdi:format-list-checks")
        return match
    }

    private func plates(_ id: String, _ base: String) -> [(String, JSONObject)] {
        var last = component("sensor", "Last plate", id, "last_plate")
        last.add("state_topic", "\(base)/last_plate")
        // Empty where it was cleared: then it is not known.
        last.add("value_template", "{{ value_json.plate if value_json is defined else None }}")
        last.add("json_attributes_topic", "\(base)/last_plate")
        last.add("json_attributes_template", "{{ value if value else '{}' }}")
        // The same plate once more is news.
        last.add("force_update", true)
        last.add("icon", "mdi:car")
        var plate = component("event", "Plate", id, "plate")
        plate.add("state_topic", "\(base)/plate")
        plate.add("event_types", json: JSONObject.list([JSONLine.quoted("plate")]))
        plate.add("value_template", "{{ dict(value_json, event_type='plate') | to_json }}")
        plate.add("icon", "mdi:card-text")
        var today = component("sensor", "Plates today", id, "today")
        today.add("state_topic", "\(base)/today")
        today.add("state_class", "total_increasing")
        today.add("unit_of_measurement", "plates")
        today.add("icon", "mdi:counter")
        var clear = component("button", "Clear last plate", id, "clear")
        clear.add("command_topic", "\(base)/clear")
        clear.add("entity_category", "config")
        clear.add("icon", "mdi:eraser")
        var components = [("last_plate", last), ("plate", plate), ("today", today), ("clear", clear)]
        if picture != .none {
            var image = component("image", "Picture", id, "picture")
            image.add("image_topic", "\(base)/picture")
            image.add("content_type", "image/jpeg")
            components.append(("picture", image))
        }
        return components
    }

    // MARK: - Parts

    private func component(_ platform: String, _ name: String, _ device: String, _ id: String) -> JSONObject {
        var object = JSONObject()
        object.add("platform", platform)
        object.add("name", name)
        object.add("unique_id", "\(device)_\(id)")
        return object
    }

    /// - Parameter isAlwaysThere: whether its entities say something also while the hub is away.
    private func message(
        _ device: JSONObject, _ components: [(name: String, component: JSONObject)], isAlwaysThere: Bool = false
    ) -> String {
        var device = device
        device.add("manufacturer", "plated")
        if !version.isEmpty { device.add("sw_version", version) }
        if let console { device.add("configuration_url", console) }
        var origin = JSONObject()
        origin.add("name", Self.origin)
        if !version.isEmpty { origin.add("sw_version", version) }
        var all = JSONObject()
        for (name, component) in components { all.add(name, json: component.text) }
        var message = JSONObject()
        message.add("device", json: device.text)
        message.add("origin", json: origin.text)
        message.add("qos", 1)
        if !isAlwaysThere { message.add("availability_topic", "\(base)/availability") }
        message.add("components", json: all.text)
        return message.text
    }

    /// Who announced a device.
    static let origin = "plated-hub"
}
