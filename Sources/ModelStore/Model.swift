/// A net that can be installed: its files, where they come from, and whose it is.
public struct Model: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// Finds plates in a picture.
        case detector
        /// Reads the characters of a plate.
        case reader
    }

    /// One file, known by its checksum.
    public struct File: Equatable, Sendable {
        /// Without a folder.
        public var name: String
        /// https://… (or http://…); nil for one that is only installed from a file.
        public var address: String?
        /// Bytes.
        public var size: Int
        /// SHA-256, 64 small hexadecimal digits.
        public var checksum: String

        public init(name: String, address: String?, size: Int, checksum: String) {
            self.name = name
            self.address = address
            self.size = size
            self.checksum = checksum
        }
    }

    /// Small letters, digits, dots and dashes; also the name of its folder.
    public var name: String
    public var kind: Kind
    /// One line for people.
    public var about: String
    public var project: String
    public var licence: String
    /// The net (.onnx), and what describes it (.yaml) where it needs that.
    public var files: [File]

    public init(
        name: String, kind: Kind, about: String = "", project: String = "", licence: String = "", files: [File]
    ) {
        self.name = name
        self.kind = kind
        self.about = about
        self.project = project
        self.licence = licence
        self.files = files
    }

    /// Bytes of all files.
    public var size: Int { files.reduce(0) { $0 + $1.size } }
}
