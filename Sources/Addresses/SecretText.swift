/// Whether a secret can be taken out of any text.
///
/// A password of a letter, a word or a number stands in texts that have nothing to do with it. Stars in its place would garble them,
/// and tell the password to whoever knows what is meant to stand there. It is taken out only where it stands as a password.
public enum SecretText {
    /// From here on a text is no word that talk is made of.
    private static let longest = 16

    public static func isUnmistakable(_ secret: String) -> Bool {
        let bytes = Array(secret.utf8)
        let letters = bytes.filter { 0x61...0x7A ~= $0 | 0x20 }.count
        let digits = bytes.filter { 0x30...0x39 ~= $0 }.count
        let others = bytes.count - letters - digits
        if bytes.count >= longest { return true }
        if letters > 0, others > 0 { return bytes.count >= 4 }
        return letters > 0 && digits > 0 && bytes.count >= 6
    }
}
