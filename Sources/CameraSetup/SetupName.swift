/// A camera's name where a page chooses it: a part of paths, of a unit's name and of commands that people copy.
///
/// Stricter than `CameraName`, which is for what people write into files themselves.
public enum SetupName {
    public static let rule =
        "has small letters, digits and dashes: at most 32, a letter or digit at both ends; and is none of \(taken.joined(separator: ", "))"

    /// `/etc/plated/hub.yaml` is the hub's, `sites.yaml` names a centre's sites, `pictures.yaml` is that of `plated pictures`; `new` is a
    /// page; below `/var/lib/plated`, pictures and keys have folders of these names.
    private static let taken = ["hub", "sites", "pictures", "new", "evidence", "key"]

    public static func fits(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (1...32).contains(bytes.count), bytes.first != dash, bytes.last != dash, !taken.contains(text) else {
            return false
        }
        return bytes.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == dash }
    }

    private static let dash = UInt8(ascii: "-")
}
