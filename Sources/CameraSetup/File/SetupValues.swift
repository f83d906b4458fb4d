import Addresses
import Settings
import Yams

/// What a page shows of a camera's file and sends back, key by key. A key that is not here stands at its default.
///
/// Two of these are compared: what is equal in both is not touched in the file.
public struct SetupValues: Equatable, Sendable {
    /// As texts of a form. Not the region and the lanes.
    public var texts: [SettingsKey: String] = [:]
    public var countries: [String] = []
    public var roi: SetupRegion?
    public var lanes: [SetupLane] = []

    /// Keys that have one value, and a field of a form.
    public static let plain: [SettingsKey] = [
        .title, .url, .transport, .orientation, .interval, .height, .confidence, .strict, .engine, .reads,
    ]

    public init() {}

    /// Each key with the value that is to be written; null for one that goes back to its default.
    func changes(from old: SetupValues) -> [(key: SettingsKey, yaml: String)] {
        var changes: [(SettingsKey, String)] = []
        for key in Self.plain where !Self.areEqual(texts[key], old.texts[key]) {
            changes.append((key, texts[key].map(Self.yaml) ?? "null"))
        }
        if countries != old.countries { changes.append((.countries, YAMLText.list(countries))) }
        if roi != old.roi { changes.append((.roi, roi?.yaml ?? "null")) }
        if lanes != old.lanes { changes.append((.lanes, YAMLText.list(lanes.map(\.yaml)))) }
        return changes
    }

    private static func areEqual(_ a: String?, _ b: String?) -> Bool {
        if a == b { return true }
        guard let a = a.flatMap({ Double($0) }), let b = b.flatMap({ Double($0) }) else { return false }
        return a == b
    }

    /// As it stands where YAML takes it for what it is.
    private static func yaml(_ text: String) -> String {
        let isPlain =
            text.utf8.allSatisfy { plainBytes.contains($0) } && text.last != ":" && text.utf8.first != UInt8(ascii: "-")
            && !["null", "~"].contains(text)
        return isPlain ? text : YAMLText.quoted(text)
    }

    private static let plainBytes = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/:._-?&=%+~".utf8
    )
    .subtracting([UInt8(ascii: "&"), UInt8(ascii: "?")])
}
