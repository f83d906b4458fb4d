import Files

/// A place in a log, behind a line that was read: to be kept with what was made of the line, and to go on from later.
///
/// Device, inode and offset say where it is. Since inode numbers are used again (a file that was deleted and made anew often has
/// the same), files are emptied, and compression makes other files of them, it also knows what the file began with and what stood
/// before the place.
public struct LogCursor: Hashable, Sendable, LosslessStringConvertible {
    public let file: FileIdentity
    /// In bytes of the text, also where that is compressed.
    public let offset: Int
    /// Of the first line of the file.
    let beginning: Fingerprint
    /// Of the last bytes before the place.
    let end: Fingerprint
    /// Of the first line of the file before this one; nil where there was none.
    let predecessor: Fingerprint?

    init(
        file: FileIdentity, offset: Int, beginning: Fingerprint, end: Fingerprint, predecessor: Fingerprint?
    ) {
        self.file = file
        self.offset = offset
        self.beginning = beginning
        self.end = end
        self.predecessor = predecessor
    }

    /// Nil where the text is not a cursor's.
    public init?(_ description: String) {
        let parts = description.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 7, parts[0] == "1", let device = UInt64(parts[1]), let inode = UInt64(parts[2]),
            let offset = Int(parts[3]), offset >= 0, let beginning = Fingerprint(parts[4]),
            let end = Fingerprint(parts[5]), beginning.length <= offset,
            (beginning.length == 0) == (offset == 0), end.length <= offset
        else { return nil }
        let predecessor = Fingerprint(parts[6])
        guard predecessor != nil || parts[6] == "-" else { return nil }
        self.init(
            file: FileIdentity(device: device, inode: inode), offset: offset, beginning: beginning, end: end,
            predecessor: predecessor)
    }

    /// One line of text without control characters: version, device, inode, offset and fingerprints.
    public var description: String {
        "1 \(file.device) \(file.inode) \(offset) \(beginning.text) \(end.text) \(predecessor?.text ?? "-")"
    }
}
