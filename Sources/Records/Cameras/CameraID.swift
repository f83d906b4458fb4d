/// A camera's name: its file's without `.yaml`, or `--camera`. It is a part of paths, of a unit's name, of topics and of addresses, and says
/// the same in each of them. What people call the camera is its title.
public struct CameraID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// What a message says after the name, the key or the option.
    public static let rule =
        "has small letters, digits and dashes: at most 24, a letter or digit at both ends; and is none of \(reserved.joined(separator: ", "))"

    /// `hub.yaml`, `sites.yaml` and `pictures.yaml` lie beside cameras' files, and the folder `key` beside their folders; `new` is a page, and
    /// `evidence` the folder of pictures.
    private static let reserved = ["hub", "sites", "pictures", "new", "evidence", "key"]

    /// What a camera by hand is called that nobody named.
    public static let unnamed = CameraID(known: "camera")

    public let description: String

    /// Returns nil for what is no camera's name.
    public init?(_ text: String) {
        guard Self.isName(text, upTo: 24), !Self.reserved.contains(text) else { return nil }
        description = text
    }

    private init(known text: String) { description = text }

    /// Returns the name of a file without its ending: `gate` for `/etc/plated/gate.yaml`, as systemd calls the instance. It may be no camera's.
    ///
    /// - Returns: nil for what has no name, such as `/dev/stdin`.
    public static func stem(of path: String) -> String? {
        if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return nil }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let ending = [".yaml", ".yml", ".ndjson"].first { name.hasSuffix($0) }
        return String(name.dropLast(ending?.count ?? 0))
    }

    public static func < (one: CameraID, other: CameraID) -> Bool { one.description < other.description }

    /// Returns whether a text has what names of cameras and hubs are made of, and so no `/`, no dot and no upper case.
    static func isName(_ text: String, upTo most: Int) -> Bool {
        let bytes = text.utf8
        return (1...most).contains(bytes.count) && bytes.first != dash && bytes.last != dash
            && bytes.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == dash }
    }

    private static let dash = UInt8(ascii: "-")
}
