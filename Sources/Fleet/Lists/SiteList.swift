/// A list as it goes to a site: a file of comma-separated values.
package struct SiteList: Sendable, Equatable {
    /// Such as `stolen.wanted.csv`.
    package var file: String
    package var bytes: [UInt8]

    package init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    /// In bytes; a broker takes less than a megabyte as a message.
    static let pieceSize = 128 << 10

    /// As messages carry it.
    var pieces: [ArraySlice<UInt8>] {
        stride(from: 0, to: bytes.count, by: Self.pieceSize).map {
            bytes[$0..<min($0 + Self.pieceSize, bytes.count)]
        }
    }
}
