/// A camera's name in events, messages and names of files: one rule, wherever the name comes from.
public enum CameraName {
    /// What a message says after the key or the option.
    public static let rule =
        "takes letters (without accents), digits, dash, dot and underscore: at most 64, and no dot at the start"

    public static func fits(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text.first != "."
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }

    /// Returns whether records are filed under it: a camera's name, or at a centre that of a site's camera, such as `north.gate`, each part of
    /// which may be as long as a name.
    public static func fitsRecord(_ text: String) -> Bool {
        if fits(text) { return true }
        guard let dot = text.firstIndex(of: ".") else { return false }
        return fits(String(text[..<dot])) && fits(String(text[text.index(after: dot)...]))
    }

    /// The file's name without `.yaml`: `gate` for `/etc/plated/gate.yaml`, as systemd calls the instance. It may fit no camera.
    ///
    /// - Returns: nil for what has no name, such as `/dev/stdin`.
    package static func ofFile(_ path: String) -> String? {
        if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return nil }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let ending = [".yaml", ".yml"].first { name.hasSuffix($0) }
        return String(name.dropLast(ending?.count ?? 0))
    }
}
