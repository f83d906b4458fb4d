import Answers
import Basics
import Files
import Settings

#if canImport(Glibc)
    import Glibc
#endif

/// The folder of lists: a file for each, whose name says what it is (`staff.allow.csv`). All that reads and changes lists does it here.
///
/// Files are replaced whole, one change at a time, so that whoever reads one has all of it, before a change or after it.
public struct ListFolder: Sendable {
    public let path: String
    public let zone: LocalZone
    /// Whether lists that came from a centre count: those of one that this hub no longer hears nobody takes back.
    public var hasCentre = true
    /// Whether what its owner, who is the hub, cannot read is a problem: whoever looks may be root, who reads everything.
    public var isOfOwner = false

    /// Of a list's file; in bytes.
    static let largest = 256 << 20

    /// For how long a file has to be left alone until it is taken to be whole.
    let rest: Duration

    public init(path: String, zone: LocalZone = .current) {
        self.init(path: path, zone: zone, rest: .seconds(2))
    }

    init(path: String, zone: LocalZone, rest: Duration) {
        self.path = path
        self.zone = zone
        self.rest = rest
    }

    // MARK: - Reading

    /// What lies in the folder.
    public struct Contents: Sendable {
        /// Those that can be read, by their files' names.
        public var lists: [PlateList] = []
        /// What is wrong with the others, and with other tables there.
        public var problems: [Problem] = []
    }

    /// Without a folder there are no lists.
    public func contents() -> Contents {
        var contents = Contents()
        do throws(Problems) {
            for file in try files() {
                do throws(Problems) {
                    contents.lists.append(try read(file))
                    if isOfOwner, let problem = problemOfOwner(with: file) { contents.problems.append(problem) }
                } catch {
                    contents.problems += error.all
                }
            }
        } catch {
            contents.problems += error.all
        }
        return contents
    }

    /// One list.
    ///
    /// - Parameter isToCount: whether one of the folder's own that does not count beside the centre's is refused.
    /// - Throws: Failure where there is none of that name; Problems where it cannot be read.
    public func list(_ name: String, isToCount: Bool = true) throws -> PlateList {
        guard let file = try file(of: name) else { throw missing(name) }
        // Of two of its own nobody knows which is meant.
        if !isToCount, ListKind.allCases.count(where: { isThere(name, $0) }) == 1 { return try content(of: file) }
        return try read(file)
    }

    /// The tables in the folder, sorted by name, and then those that came from the centre.
    func files() throws(Problems) -> [String] {
        try files(in: path) + (hasCentre ? files(in: centre).map { PlateList.centre + $0 } : [])
    }

    /// Lists of a centre that do not count any more, where that is so: their files' names, below the folder.
    public var leftBehind: [String] {
        if hasCentre { return [] }
        do throws(Problems) { return try files(in: centre).map { PlateList.centre + $0 } } catch { return [] }
    }

    /// The folder of lists that came from the centre.
    var centre: String { "\(path)/\(PlateList.centre.dropLast())" }

    private func files(in path: String) throws(Problems) -> [String] {
        guard let directory = opendir(path) else {
            if errno == ENOENT { return [] }
            let reason = String(cString: strerror(errno))
            throw Problems([Problem(file: path, message: "the folder of lists cannot be read: \(reason)")])
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // One that is called .CSV says no list. Somebody meant one, and has to be told.
            if name.lowercased().hasSuffix(".csv"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// - Parameter file: its name in the folder.
    /// - Returns: what counts.
    func read(_ file: String) throws(Problems) -> PlateList {
        if let problem = clash(of: file) { throw Problems([problem]) }
        return try content(of: file)
    }

    /// What a file has, also where it does not count beside another one.
    private func content(of file: String) throws(Problems) -> PlateList {
        let path = "\(path)/\(file)"
        guard let parts = PlateList.parts(ofFileName: file) else {
            throw Problems([
                Problem(
                    file: path,
                    message: "its name says no list: it is called NAME.KIND.csv, the kind is "
                        + "\(ListKind.words), and a name \(PlateList.nameRule)")
            ])
        }
        let text: String
        do {
            text = try TextFile(path, upTo: Self.largest).text()
        } catch {
            throw Problems([Problem(file: path, message: "it cannot be read: \(error.reason)")])
        }
        var list = try PlateList(name: parts.name, kind: parts.kind, text: text, file: path, zone: zone)
        list.isFromCentre = file.hasPrefix(PlateList.centre)
        return list
    }

    /// Why a list does not count beside another one of its name; nil where it does. It comes and goes with the other file.
    func clash(of file: String) -> Problem? {
        guard let parts = PlateList.parts(ofFileName: file), !file.hasPrefix(PlateList.centre) else { return nil }
        let path = "\(path)/\(file)"
        if let other = ListKind.allCases.first(where: { $0 != parts.kind && isThere(parts.name, $0) }) {
            return Problem(
                file: path,
                message: "there is a list \(parts.name) for \(other.rawValue), too: give one of both another name")
        }
        guard isFromTheCentre(parts.name) else { return nil }
        return Problem(
            file: path, message: "there is a list \(parts.name) from the centre: give this one another name")
    }

    /// Reads a table that lies elsewhere.
    ///
    /// - Throws: everything that is wrong with it, with its line.
    public func table(at path: String) throws(Problems) -> ListTable {
        let text: String
        do {
            text = try TextFile(path, upTo: Self.largest).text()
        } catch {
            throw Problems([Problem(file: path, message: "it cannot be read: \(error.reason)")]).ofInput(
                isMissing: error.isMissing)
        }
        do throws(Problems) {
            return try ListTable(text, file: path, zone: zone)
        } catch { throw error.ofInput() }
    }

    // MARK: - Changing

    /// Changes one list, and writes it where it is another afterwards.
    ///
    /// - Parameter kind: what a list that is not there yet becomes; nil where it has to be there.
    /// - Throws: what `body` throws, and then nothing was changed; Problems where the list cannot be read.
    public func change<Value>(
        _ name: String, as kind: ListKind? = nil, _ body: (inout PlateList) throws -> Value
    ) throws -> Value {
        guard PlateList.isName(name) else {
            throw Failure(.usage, while: "", because: "\(name) is no name of a list: it \(PlateList.nameRule)")
        }
        if kind == nil, access(path, F_OK) != 0 { throw missing(name) }
        try refuseForeign(name)
        let lock = try FileLock(ofLists: path, isMade: kind != nil)
        defer { withExtendedLifetime(lock) {} }
        let old: PlateList?
        if let file = try file(of: name) {
            try awaitRest(of: file)
            old = try read(file)
        } else {
            old = nil
        }
        if let old, let kind, old.kind != kind {
            throw Failure(
                .usage, while: "changing the list \(name)",
                because: "it is one for \(old.kind.rawValue), and not for \(kind.rawValue)")
        }
        guard var list = old ?? kind.map({ PlateList(name: name, kind: $0) }) else { throw missing(name) }
        let value = try body(&list)
        if list != old {
            // What is written is what can be read again.
            let file = "\(path)/\(list.fileName)"
            let text = list.text
            _ = try PlateList(name: name, kind: list.kind, text: text, file: file, zone: zone)
            try ListFile(file).write(Array(text.utf8))
        }
        return value
    }

    /// Takes a whole list away, also one that cannot be read, and one of the folder's own that does not count beside the centre's.
    public func remove(_ name: String) throws {
        guard access(path, F_OK) == 0 else { throw missing(name) }
        let lock = try FileLock(ofLists: path, isMade: false)
        defer { withExtendedLifetime(lock) {} }
        guard let file = try files(in: path).first(where: { PlateList.parts(ofFileName: $0)?.name == name }) else {
            try refuseForeign(name)
            throw missing(name)
        }
        guard unlink("\(path)/\(file)") == 0 else {
            throw Failure(
                .inputOutput, while: "removing the list \(name)", because: String(cString: strerror(errno)),
                remedy: "Look whether this user may write to \(path).")
        }
    }

    // MARK: - Parts

    private func file(of name: String) throws -> String? {
        let files = try files().filter { PlateList.parts(ofFileName: $0)?.name == name }
        return files.first
    }

    /// Whether there is a list of that name, readable or not.
    public func isThere(_ name: String) -> Bool { ListKind.allCases.contains { isThere(name, $0) } }

    private func isFromTheCentre(_ name: String) -> Bool {
        hasCentre
            && ListKind.allCases.contains {
                access("\(centre)/\(PlateList(name: name, kind: $0).plainName)", F_OK) == 0
            }
    }

    /// - Throws: where the list is the centre's.
    private func refuseForeign(_ name: String) throws(Failure) {
        guard isFromTheCentre(name) else { return }
        throw Failure(
            .usage, while: "changing the list \(name)", because: "it comes from the centre that this hub reports to",
            remedy: "It is changed there; a list of your own takes another name.")
    }

    private func isThere(_ name: String, _ kind: ListKind) -> Bool {
        access("\(path)/\(PlateList(name: name, kind: kind).fileName)", F_OK) == 0
    }

    private func missing(_ name: String) -> Failure {
        let known = contents().lists.map(\.name)
        let there = known.isEmpty ? "there is no list yet" : "there are: \(known.joined(separator: ", "))"
        return Failure(
            .noInput, while: "looking for the list \(name)", because: "\(path) has none of that name; \(there)")
    }
}
