import Proof
import Records

/// Which lists a site has from its centre, signed by it: names, and the digests of the pieces that they are made of. What is not in it
/// any more goes away.
package struct ListNotice: Sendable, Equatable {
    private static let mark = "plated.lists/1"
    private static let newline = UInt8(ascii: "\n")
    /// Of all lists of a site: 64 MB.
    static let mostPieces = 512

    package struct File: Sendable, Equatable {
        package var name: String
        package var size: Int
        package var pieces: [Digest]
    }

    package let site: String
    /// Greater than that of every notice before it.
    package let version: Int64
    package let files: [File]

    package init(site: String, version: Int64, lists: [SiteList]) {
        self.site = site
        self.version = version
        files = lists.map { File(name: $0.file, size: $0.bytes.count, pieces: $0.pieces.map { Digest(of: $0) }) }
    }

    /// All pieces, each once.
    package var pieces: Set<Digest> { Set(files.flatMap(\.pieces)) }

    // MARK: - Bytes

    private var text: String {
        files.reduce("\(Self.mark) \(site) \(version)\n") { text, file in
            text + "\(file.name) \(file.size)" + file.pieces.map { " \($0)" }.joined() + "\n"
        }
    }

    /// Tells whether the lists are others, whatever their version.
    package var content: String { "\(Digest(of: ListNotice(site, 0, files).text.utf8))" }

    /// With the signature.
    package func bytes(signed key: any Sealer) throws -> [UInt8] {
        let text = Array(text.utf8)
        return text + Array("\(key.key) \(try key.signature(of: text))\n".utf8)
    }

    private init(_ site: String, _ version: Int64, _ files: [File]) {
        self.site = site
        self.version = version
        self.files = files
    }

    /// - Parameter keys: the centre's.
    /// - Throws: why it is not to be believed.
    package init(_ bytes: [UInt8], for site: String, keys: [PublicKey]) throws(FleetFault) {
        guard bytes.last == Self.newline, let end = bytes.dropLast().lastIndex(of: Self.newline) else {
            throw FleetFault("it is cut off")
        }
        let seal = String(decoding: bytes[(end + 1)...].dropLast(), as: UTF8.self).split(separator: " ").map(
            String.init)
        guard seal.count == 2, let key = PublicKey(base64: seal[0]) else { throw FleetFault("nobody has signed it") }
        guard keys.contains(key) else {
            throw FleetFault("it is signed with another key (\(key.fingerprint)) than the centre's")
        }
        guard key.verifies(seal[1], of: Array(bytes[...end])) else {
            throw FleetFault("its signature is not the centre's: it was changed")
        }
        var lines = bytes[..<end].split(separator: Self.newline, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init) }
        let first = lines.removeFirst()
        guard first.count == 3, first[0] == Self.mark, let version = Int64(first[2]), version > 0 else {
            throw FleetFault("it is no \(Self.mark)")
        }
        guard first[1] == site else { throw FleetFault("it is for the site \(first[1])") }
        var files: [File] = []
        for words in lines {
            let pieces = words.dropFirst(2).compactMap { Digest($0) }
            guard words.count >= 2, let size = Int(words[1]), pieces.count == words.count - 2,
                size >= 0, pieces.count == (size + SiteList.pieceSize - 1) / SiteList.pieceSize,
                !files.contains(where: { $0.name == words[0] })
            else { throw FleetFault("it does not say what its lists are made of") }
            files.append(File(name: words[0], size: size, pieces: pieces))
        }
        guard files.reduce(0, { $0 + $1.pieces.count }) <= Self.mostPieces else {
            throw FleetFault("its lists are too large")
        }
        self.init(site, version, files)
    }
}
