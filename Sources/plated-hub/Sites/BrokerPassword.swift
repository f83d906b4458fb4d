import Basics
import CCrypt
import CCrypto
import Foundation

/// A password as a broker keeps it. Each has 32 bytes that nobody can guess, so that its hash need not be slow.
enum BrokerPassword {
    /// As `mosquitto_passwd` writes it: PBKDF2 with SHA-512.
    static func mosquitto(_ password: String, salt: [UInt8]? = nil) throws(Failure) -> String {
        let (rounds, size): (Int32, Int) = (101, 64)
        let salt = salt ?? random(12)
        var hash = [UInt8](repeating: 0, count: size)
        guard
            PKCS5_PBKDF2_HMAC(
                password, Int32(password.utf8.count), salt, Int32(salt.count), rounds, EVP_sha512(), Int32(size), &hash)
                == 1
        else { throw failure }
        return "$7$\(rounds)$\(Data(salt).base64EncodedString())$\(Data(hash).base64EncodedString())"
    }

    /// As NATS takes it: bcrypt.
    static func nats(_ password: String) throws(Failure) -> String {
        guard let setting = crypt_gensalt_ra("$2a$", 5, nil, 0) else { throw failure }
        defer { free(setting) }
        var memory: UnsafeMutableRawPointer?
        var size: CInt = 0
        defer { free(memory) }
        guard let text = crypt_ra(password, setting, &memory, &size) else { throw failure }
        let hash = String(cString: text)
        guard hash.hasPrefix("$2a$") else { throw failure }
        return hash
    }

    private static func random(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private static let failure = Failure(
        .software, while: "hashing a password", because: "the libraries of this machine do not know how")
}
