/// The rule for names of lanes.
public enum LaneName {
    /// What a message says after the key or the field.
    public static let rule =
        "takes letters (without accents), digits, dash, dot and underscore: at most 64, and no dot at the start"

    public static func fits(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text.first != "."
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }
}
