import Records

extension ForgottenLine {
    /// Who vouches that a line of its hash stood there, and followed on the one that it names.
    public enum Signer: Hashable, Sendable {
        /// A version that signed none, a machine without a key, or anybody who may write to the log.
        case nobody
        case key(PublicKey)
        /// Its signature is not that of the key that it names.
        case forger
    }

    /// - Parameter line: as it stands in the log, without its newline.
    public func signer(in line: [UInt8]) -> Signer {
        if key == nil, signature == nil { return .nobody }
        guard let key = key.flatMap({ PublicKey(base64: $0) }), let signature, let signed = signed(in: line),
            key.verifies(signature, of: signed)
        else { return .forger }
        return .key(key)
    }
}
