import Basics
import CCrypt

#if canImport(Glibc)
    import Glibc
#endif

/// Passwords and their hashes: yescrypt, by the C library's companion libcrypt. A hash is text that says how it was made.
public enum Password {
    public static let shortest = 10
    /// More is refused, so that nobody makes the hub read megabytes.
    public static let longest = 200

    /// Takes 64 MB and a tenth of a second of one core, once for each that is tried.
    private static let cost: UInt = 7
    private static let kind = "$y$"

    /// What is wrong with a new one; nil where nothing is.
    public static func problem(with password: String) -> String? {
        if password.count < shortest { return "a password has at least \(shortest) characters" }
        if password.utf8.count > longest { return "a password has at most \(longest) bytes" }
        if password.utf8.contains(0) { return "a password has no zero byte" }
        return nil
    }

    public static func hash(_ password: String) throws(Failure) -> String {
        guard let setting = crypt_gensalt_ra(kind, cost, nil, 0) else {
            throw Failure(.software, while: "hashing a password", because: "libcrypt knows no yescrypt")
        }
        defer { free(setting) }
        guard let hash = crypted(password, setting: String(cString: setting)) else {
            throw Failure(.software, while: "hashing a password", because: String(cString: strerror(errno)))
        }
        return hash
    }

    /// Whether a hash is of this password. Takes as long whatever differs.
    public static func fits(_ password: String, hash: String) -> Bool {
        guard password.utf8.count <= longest, let other = crypted(password, setting: hash) else { return false }
        return same(other, hash)
    }

    /// Compares all of it, wherever the first difference is.
    static func same(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        return first.count == second.count && zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func crypted(_ password: String, setting: String) -> String? {
        var data: UnsafeMutableRawPointer?
        var size: CInt = 0
        defer { free(data) }
        guard let text = crypt_ra(password, setting, &data, &size) else { return nil }
        let result = String(cString: text)
        return result.hasPrefix("*") ? nil : result
    }
}
