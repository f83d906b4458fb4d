import Addresses

extension Configuration {
    /// The server that reads again what the engine cannot decide, and what it is asked.
    public struct Remote: Sendable, Equatable {
        public enum Service: String, Sendable, CaseIterable {
            case googleVision = "google_vision"
            case plateRecognizer = "plate_recognizer"
            case codeProject = "codeproject"
        }

        /// Nil where no server is asked.
        public var service: Service?
        /// Nil for the one that the service is known by, if it is.
        public var url: String?
        /// Read from its file.
        public var key: SecretKey?
        /// Whether a file of it is named, though it may not be readable here.
        var hasKeyFile = false
        public var authorities: String?
        public var deadline = Duration.seconds(3)
        public var cropsPerRequest = 16
        public var requestsPerMinute = 120
        public var cropsPerDay = 1000
        public var megabytesPerDay = 50
        public var sure = 0.97

        /// Where the server's function is.
        public var address: String? {
            url ?? (service == .googleVision ? "https://vision.googleapis.com/v1/images:annotate" : nil)
        }

        /// Scheme, host and port: what may be said aloud.
        public var origin: String? { address.flatMap { WebAddress(SourceAddress($0)) }?.origin }

        /// Services in a cloud that answer nobody without a key.
        private static let keyedHosts = ["googleapis.com", "platerecognizer.com"]

        /// Everything that is wrong with the server as it is set, each with the key that it stands at.
        public var problems: [(key: String, message: String)] {
            guard let service else {
                if url == nil, !hasKeyFile { return [] }
                return [("remote.protocol", "is not set, so no server is asked: name what it speaks")]
            }
            guard let address else {
                return [("remote.url", "is not set, and there is none that everybody knows for \(service.rawValue)")]
            }
            return [problem(with: address)].compactMap(\.self)
        }

        /// Returns what is wrong with the address, with the key that it stands at.
        private func problem(with text: String) -> (key: String, message: String)? {
            let source = SourceAddress(text)
            if source.credentials != nil || source.printableLocation != text {
                return (
                    "remote.url", "has a secret in it: put the key into a file, and name that in remote.key_file"
                )
            }
            guard let address = WebAddress(source), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return ("remote.url", "expects an address that begins with https:// or http:// and names a host")
            }
            if key == nil, !hasKeyFile, Self.keyedHosts.contains(where: { ".\(address.host)".hasSuffix(".\($0)") }) {
                return (
                    "remote.key_file", "is not set, and \(address.host) answers nobody without a key"
                )
            }
            guard address.scheme == "http", key != nil, !address.isThisMachine else { return nil }
            return (
                "remote.url", "would send the key of remote.key_file over the network in the clear: write https://"
            )
        }
    }

    /// A key to a server; prints as stars.
    public struct SecretKey: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
        public let text: String

        public init(_ text: String) {
            self.text = text
        }

        public var description: String { "***" }
        public var debugDescription: String { description }
    }

    /// Why no server may be asked, with the key that this stands at: pictures of plates would leave the machine.
    public var remotePrivacyProblem: (key: String, message: String)? {
        guard privacy == .pseudonym, remote.service != nil else { return nil }
        return (
            "remote.protocol",
            "names a server, which pictures of plates are sent to, and privacy: pseudonym keeps them in"
        )
    }
}
