import Proof
import Records

/// The public keys of a site's machines: whose seals count.
package struct SiteKeys: Sendable, Equatable {
    /// None for any.
    package var keys: [PublicKey]

    package init(_ keys: [PublicKey] = []) { self.keys = keys }

    /// As they are printed; what is none is left out.
    package init(texts: [String]) { keys = texts.compactMap { PublicKey(base64: $0) } }

    /// What is wrong with a seal; nil where it is the site's.
    func fault(in seal: SealRecord, line: [UInt8]) -> String? {
        guard let key = PublicKey(base64: seal.key), let signed = SealRecord.signed(in: line),
            key.verifies(seal.signature, of: signed)
        else { return "has a signature that is not its key's: it was changed" }
        guard keys.isEmpty || keys.contains(key) else {
            return "was made with another key (\(key.fingerprint)) than the site has"
        }
        return nil
    }

    /// What is wrong with what stands in place of a forgotten line; nil where it is the site's, and where nobody signed it: what a site
    /// forgets before it hands it over comes from its history, which has no key.
    func fault(in forgotten: ForgottenLine, line: [UInt8]) -> String? {
        switch forgotten.signer(in: line) {
        case .nobody: return nil
        case .forger: return "has a signature that is not its key's: it was changed"
        case .key(let key):
            guard keys.isEmpty || keys.contains(key) else {
                return "was signed with another key (\(key.fingerprint)) than the site has"
            }
            return nil
        }
    }
}
