import Basics
import Files
import Fleet
import Foundation
import Logging
import Records
import Settings

/// The lists that a site has from its centre: a folder in that of its own lists, which nothing else writes to. They count like the others,
/// with or without a line to the centre.
package struct CentreLists: CentreListStore {
    /// More is none; in bytes.
    private static let largestTag = 1 << 20
    private static let tagName = "tag"
    private static let standingName = "standing.json"

    private let folder: ListFolder
    /// Called once they are others.
    private let changed: @Sendable () -> Void
    private let talk: Logger

    package init(_ folder: ListFolder, talk: Logger, changed: @escaping @Sendable () -> Void) {
        self.folder = folder
        self.talk = talk
        self.changed = changed
    }

    /// Nil also where somebody changed what is here: it comes anew.
    package func tag() throws -> String? {
        guard let bytes = try bytes(Self.tagName, upTo: Self.largestTag) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2, let file = try file(words[1]), Digest(of: file).description == words[0] else {
                talk.warning("somebody changed the lists that are here from the centre: they come anew")
                return nil
            }
        }
        return lines.first
    }

    private func file(_ name: String) throws -> [UInt8]? {
        guard PlateList.parts(ofFileName: name) != nil else { return nil }
        return try bytes(name, upTo: ListFolder.largest)
    }

    /// What tells them from others is written last: what a crash interrupts is begun anew.
    package func replace(_ lists: [SiteList], tag: String) throws {
        // Whoever sends it, nothing but a list that can be read takes the place of one that counts.
        for list in lists {
            guard let parts = PlateList.parts(ofFileName: list.file), !list.file.hasPrefix(PlateList.centre),
                !list.file.contains("/")
            else { throw Problems([Problem(file: list.file, message: "its name says no list")]) }
            _ = try PlateList(
                name: parts.name, kind: parts.kind, text: String(decoding: list.bytes, as: UTF8.self), file: list.file,
                zone: folder.zone)
        }
        try make()
        let lock = try FileLock(ofLists: folder.path, isMade: false)
        defer { withExtendedLifetime(lock) {} }
        for list in lists { try ListFile(path(list.file)).write(list.bytes) }
        let names = Set(lists.map(\.file))
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.centre)
        where name.lowercased().hasSuffix(".csv") && !names.contains(name) {
            try FileManager.default.removeItem(atPath: path(name))
        }
        let text = lists.reduce(tag + "\n") { "\($0)\(Digest(of: $1.bytes)) \($1.file)\n" }
        try ListFile(path(Self.tagName)).write(Array(text.utf8))
        changed()
    }

    package func note(_ standing: CentreListStanding) {
        do {
            try make()
            try ListFile(path(Self.standingName)).write(Array(JSONEncoder().encode(standing)))
        } catch {
            talk.warning("writing down how it stands with the centre's lists: \(error)")
        }
    }

    /// How it stands with the lists from the centre; nil where none ever came.
    package static func standing(in folder: ListFolder) -> CentreListStanding? {
        do {
            let text = try TextFile("\(folder.centre)/\(standingName)", upTo: largestTag).text()
            return try JSONDecoder().decode(CentreListStanding.self, from: Data(text.utf8))
        } catch {
            return nil
        }
    }

    // MARK: - Files

    private func path(_ name: String) -> String { "\(folder.centre)/\(name)" }

    private func bytes(_ name: String, upTo limit: Int) throws -> [UInt8]? {
        do { return Array(try TextFile(path(name), upTo: limit).text().utf8) } catch {
            if error.isMissing { return nil }
            throw Failure(.inputOutput, while: "reading \(path(name))", because: error.reason)
        }
    }

    private func make() throws {
        if FileManager.default.fileExists(atPath: folder.centre) { return }
        try FileManager.default.createDirectory(
            atPath: folder.centre, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
        FilePlace.giveToOwnerOfFolder(folder.centre)
    }
}
