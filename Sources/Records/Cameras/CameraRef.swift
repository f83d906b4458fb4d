import Basics

/// A camera as a hub knows it: its own as `gate`, and one of a hub that reports to it as `north/gate`. `/` can stand in neither name.
public struct CameraRef: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// What a message says after the name, the key or the option.
    public static let rule = "\(CameraID.rule). A centre's are SITE/CAMERA"
    /// What a message says of a hub's name.
    public static let hubRule = "has small letters, digits and dashes: at most 60, a letter or digit at both ends"

    /// The hub that has the camera; nil for this one.
    public let hub: String?
    public let camera: CameraID

    /// Returns nil where the hub's name is none.
    public init?(hub: String?, camera: CameraID) {
        if let hub, !Self.isHub(hub) { return nil }
        (self.hub, self.camera) = (hub, camera)
    }

    /// Returns nil for what is no camera's name.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let camera = parts.last.flatMap({ CameraID($0) }), parts.count <= 2 else { return nil }
        self.init(hub: parts.count == 2 ? parts[0] : nil, camera: camera)
    }

    /// Returns what is wrong with one of several names, such as those of a door's cameras; nil of a camera's.
    public static func problem(with text: String) -> String? {
        CameraRef(text) == nil
            ? "has \(text.escaping { $0.properties.generalCategory == .control }), and a camera's name \(rule)" : nil
    }

    public static func isHub(_ name: String) -> Bool { CameraID.isName(name, upTo: 60) }

    public var description: String { (hub.map { $0 + "/" } ?? "") + camera.description }

    public static func < (one: CameraRef, other: CameraRef) -> Bool { one.description < other.description }
}
