/// What a name of an account may be.
public enum AccountName {
    public static let rule =
        "is 1 to 32 small letters (a-z), digits, dots, dashes and underscores, and begins with a letter"

    public static func fits(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.first.map { (0x61...0x7A).contains($0) } == true
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || ".-_".utf8.contains($0)
            }
    }
}
