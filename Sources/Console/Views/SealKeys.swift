import Basics
import Proof
import Records
import Settings

/// The public keys that this machine's logs may be sealed with, as `plated key --pem` prints them: files that the configuration names.
struct SealKeys: Sendable {
    /// What seals say of who made them.
    enum Verdict: Equatable, Sendable {
        /// There is no seal.
        case unsealed
        /// Each is signed with a key that is named.
        case known
        /// Each is signed with the key that it names, and nobody told whose that is.
        case unnamed(fingerprints: [String])
        /// Keys are named, and one of the seals has another.
        case foreign(fingerprint: String)
        /// A signature is not that of the key that is named beside it.
        case forged
        /// A line behind it was forgotten, and none of those who seal signed that.
        case unproven
        /// A key that is named cannot be read.
        case unread(path: String)
    }

    let paths: [String]

    /// - Parameters:
    ///   - seals: lines of the log, without newlines.
    ///   - forgotten: what stands in place of forgotten lines, up to the seal that is to prove what is before them.
    func verdict(on seals: [[UInt8]], forgotten: [[UInt8]] = []) -> Verdict {
        guard !seals.isEmpty else { return .unsealed }
        var made: [PublicKey] = []
        for line in seals {
            guard let key = Self.key(of: line) else { return .forged }
            if !made.contains(key) { made.append(key) }
        }
        var signers: Set<PublicKey> = []
        var isUnsigned = false
        for line in forgotten {
            switch ForgottenLine(in: line)?.signer(in: line) {
            case .key(let key)?: signers.insert(key)
            case .nobody?: isUnsigned = true
            case .forger?, nil: return .forged
            }
        }
        var known: [PublicKey] = []
        for path in paths {
            guard let key = Self.key(in: path) else { return .unread(path: path) }
            known.append(key)
        }
        if paths.isEmpty {
            guard !isUnsigned, signers.isSubset(of: made) else { return .unproven }
            return .unnamed(fingerprints: made.map(\.fingerprint))
        }
        if let other = made.first(where: { !known.contains($0) }) ?? signers.first(where: { !known.contains($0) }) {
            return .foreign(fingerprint: other.fingerprint)
        }
        return isUnsigned ? .unproven : .known
    }

    /// The key that a seal is signed with; nil where its signature is of no key, or of another one.
    private static func key(of line: [UInt8]) -> PublicKey? {
        let record: Record
        do throws(LineFault) { record = try Record(line: line) } catch { return nil }
        guard case .seal(let seal) = record, let key = PublicKey(base64: seal.key),
            let signed = SealRecord.signed(in: line), key.verifies(seal.signature, of: signed)
        else { return nil }
        return key
    }

    private static func key(in path: String) -> PublicKey? {
        // Why it cannot be read is for whoever named it: the page has its path.
        do { return PublicKey(in: try TextFile(path).text()) } catch { return nil }
    }

    /// Those of the files in which there is no key that this user may read.
    var unread: [String] { paths.filter { Self.key(in: $0) == nil } }
}
