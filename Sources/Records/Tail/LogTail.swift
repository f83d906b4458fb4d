import Basics
import Files

/// Follows a log: hands out its lines one after the other, over rotation, truncation, compression and deletion, from a cursor on.
///
/// It never waits and knows no clock: where nothing is left, it says so, and is to be asked again when the folder has changed (see
/// `FolderWatch`) or after a while. Every line comes in the order in which it stands in the files. A line comes twice only
/// behind an interruption; what keeps lines does well to know them by their identifiers.
///
/// The one owner of which file the log's name leads to now, and how far that was read. It looks at the name whenever it has come to the end
/// of a file. A file that was renamed is read to its end before the next one: until somebody has written to that, the writer may still have
/// the old one open. A file that begins with the same line is a copy of it, as rsync, `sed -i` and editors put in its place: it is read on
/// where the other was left, or from its beginning where something else stands before that place. Used by one task or queue at a time.
public final class LogTail {
    /// Where to begin without a cursor.
    public enum Start: Sendable {
        /// With the oldest rotated file that is there.
        case oldest
        /// At the beginning of the log itself.
        case log
    }

    public let path: String
    private let start: Start
    /// Where the reader was last, or the caller.
    private var cursor: LogCursor?
    private var reader: LineReader?
    /// The folder in which its file was found: what else lies there is still to be read where the folder's name leads elsewhere by then.
    private var home: HeldFolder?
    /// Interruptions that are to be told before the next line.
    private var interruptions: [Interruption] = []
    /// What was told since the last line.
    private var told: Set<Interruption> = []

    public init(path: String, cursor: LogCursor? = nil, start: Start = .oldest) {
        self.path = path
        self.cursor = cursor
        self.start = start
    }

    /// Up to `count` items; fewer where there is no more now.
    public func read(upTo count: Int) throws(LogFailure) -> [TailItem] {
        var items: [TailItem] = []
        while items.count < count, let item = try next() { items.append(item) }
        return items
    }

    /// Returns the next item; nil where there is none now.
    ///
    /// - Throws: where a file cannot be opened or read, and may be another time. Nothing is lost by that.
    public func next() throws(LogFailure) -> TailItem? {
        while true {
            if !interruptions.isEmpty { return .interruption(interruptions.removeFirst()) }
            if reader == nil { try resume() }
            if !interruptions.isEmpty { continue }
            guard let reader else { return nil }
            switch try step() {
            case .line(let bytes, let length): return .line(line(bytes, length))
            case .changed: try restart()
            case .end:
                if reader.contents.isAt(path) { return nil }
                guard let onward = try onward() else {
                    if interruptions.isEmpty { return nil } else { continue }
                }
                // Whoever writes to the next file has done with this one: what it wrote to this last is there by now.
                if case .line(let bytes, let length)? = try last(before: onward) { return .line(line(bytes, length)) }
                go(onward)
            }
        }
    }

    // MARK: - Lines

    private func step() throws(LogFailure) -> LineReader.Step {
        do throws(LogFailure) {
            return try reader?.next() ?? .end
        } catch {
            return try skip(error)
        }
    }

    /// The last lines of a file that is left, and what stands behind them. A copy of it has that, too, or what became of it.
    private func last(before onward: Onward) throws(LogFailure) -> LineReader.Step? {
        do throws(LogFailure) {
            if case .line(let bytes, let length)? = try reader?.next() { return .line(bytes: bytes, length: length) }
            if case .next = onward { return try reader?.rest() }
            return nil
        } catch {
            return try skip(error)
        }
    }

    /// What is damaged for good is passed over, once it was told.
    private func skip(_ failure: LogFailure) throws(LogFailure) -> LineReader.Step {
        guard failure.cause == .unfit else { throw failure }
        tell(.unreadable(failure.description))
        return .end
    }

    private func tell(_ interruption: Interruption) {
        if told.insert(interruption).inserted { interruptions.append(interruption) }
    }

    private func line(_ bytes: [UInt8], _ length: Int) -> TailedLine {
        let record: Result<Record, LineFault>
        if length > Record.longestLine {
            record = .failure(.tooLong(length))
        } else {
            do throws(LineFault) {
                record = .success(try Record(line: bytes))
            } catch {
                record = .failure(bytes.last == UInt8(ascii: "\n") ? error : .unfinished)
            }
        }
        let place = reader?.place ?? cursor
        guard let place else { preconditionFailure("a line without a place") }
        cursor = place
        told = []
        return TailedLine(bytes: bytes, record: record, cursor: place)
    }

    // MARK: - Files

    /// Opens the file to go on with: the cursor's, the first after it, or the one to begin with.
    private func resume() throws(LogFailure) {
        // A file that is renamed while we look is looked for again.
        for _ in 0..<10 {
            let family = try LogFamily(of: path)
            guard let cursor else {
                let first = start == .oldest ? 0 : family.members.firstIndex { $0.path == path }
                if let first { try open(first, of: family) }
                return
            }
            switch try family.find(cursor) {
            case .here(_, let contents), .stray(let contents):
                return read(contents, from: cursor)
            case .changed(_, let contents): return readAnew(contents, instead: cursor)
            case .damaged(let index, let failure):
                tell(.unreadable(failure.description))
                if try open(index + 1, of: family) { return }
            case .vanished: break
            case .nowhere:
                if family.members.isEmpty { return }
                tell(.lost(path: path, offset: cursor.offset))
                if try open(try family.index(after: cursor.predecessor), of: family) { return }
            }
        }
    }

    /// What stands before the place is not what was read: the file was emptied, or its end was written anew.
    private func restart() throws(LogFailure) {
        guard let reader else { return }
        let place = reader.place
        if try reader.contents.begins(like: place) { return readAnew(reader.contents, instead: place) }
        let family = try LogFamily(of: path)
        switch try family.find(place) {
        case .here(_, let copy), .stray(let copy): read(copy, from: place)
        case .changed(let index, _):
            // The copy was made before the last lines that were read: there is nothing left in it.
            try open(index + 1, of: family)
        case .damaged(let index, let failure):
            tell(.unreadable(failure.description))
            try open(index + 1, of: family)
        case .vanished: break
        case .nowhere:
            tell(.emptied(path: reader.contents.path, offset: place.offset))
            let before = family.members.lastIndex { $0.file != reader.contents.identity }
            read(reader.contents, from: nil, predecessor: before.flatMap { family.beginning($0) })
        }
    }

    /// Opens a file, or the first after it that can be read. Where it is gone meanwhile, all stays as it is.
    @discardableResult
    private func open(_ index: Int, of family: LogFamily) throws(LogFailure) -> Bool {
        for index in family.members.indices.dropFirst(index) {
            do throws(LogFailure) {
                guard let contents = try family.members[index].open() else { return false }
                read(contents, from: nil, predecessor: index > 0 ? family.beginning(index - 1) : nil)
                return true
            } catch {
                guard error.cause == .unfit else { throw error }
                tell(.unreadable(error.description))
            }
        }
        return false
    }

    private func read(_ contents: LogContents, from place: LogCursor?, predecessor: Fingerprint? = nil) {
        reader = LineReader(contents, from: place, predecessor: predecessor)
        // What goes by the folder that is held still needs it.
        if home?.has(contents.path) != true { home = HeldFolder(FilePlace.folder(of: contents.path)) }
    }

    private func readAnew(_ contents: LogContents, instead place: LogCursor) {
        tell(.rewritten(path: contents.path, offset: place.offset))
        read(contents, from: nil, predecessor: place.predecessor)
    }

    // MARK: - Going on

    /// Where it goes on behind a file to which the log's name leads no longer.
    private enum Onward {
        /// In a copy of it, at the same place.
        case copy(LogContents)
        /// In a copy that has something else before that place, from the beginning.
        case changed(LogContents)
        /// In the next file, from the beginning.
        case next(LogContents, predecessor: Fingerprint?)
    }

    private func go(_ onward: Onward) {
        guard let place = reader?.place else { return }
        switch onward {
        case .copy(let contents): read(contents, from: place)
        case .changed(let contents): readAnew(contents, instead: place)
        case .next(let contents, let predecessor): read(contents, from: nil, predecessor: predecessor)
        }
    }

    /// Finds the file after the one that was read to its end, or that took its place; nil where there is none, or none that has anything new.
    private func onward() throws(LogFailure) -> Onward? {
        guard let reader else { return nil }
        // The folder's name leads elsewhere: what is left in this one comes first.
        if let home, !home.isAtItsName {
            let family = try LogFamily(of: home.path(of: OpenFile.name(of: path)))
            if let index = family.index(of: reader.contents), let onward = try onward(in: family, from: index + 1) {
                return onward
            }
        }
        let family = try LogFamily(of: path)
        // It is open, so that nobody else can have its inode.
        if let index = family.index(of: reader.contents) { return try onward(in: family, from: index + 1) }
        guard reader.place.offset > 0 else {
            return try onward(in: family, from: family.index(after: reader.place.predecessor))
        }
        switch try family.find(reader.place) {
        case .here(let index, _), .changed(let index, _): return try onward(in: family, from: index)
        case .damaged(let index, _): return try onward(in: family, from: index + 1)
        case .vanished: return nil
        // It is the file that was read to its end.
        case .stray, .nowhere: return try onward(in: family, from: family.index(after: reader.place.predecessor))
        }
    }

    private func onward(in family: LogFamily, from first: Int) throws(LogFailure) -> Onward? {
        guard let reader else { return nil }
        let place = reader.place
        for index in family.members.indices.dropFirst(first) {
            let member = family.members[index]
            // Nobody has written to it.
            if member.path == family.path, member.size == 0 { return nil }
            do throws(LogFailure) {
                guard let contents = try member.open() else { return nil }
                guard place.offset > 0, try contents.beginning == place.beginning else {
                    return .next(contents, predecessor: index > 0 ? family.beginning(index - 1) : nil)
                }
                if try contents.holds(place) { return .copy(contents) }
                if try contents.isPart(of: reader.contents, upTo: place.offset) { continue }
                return .changed(contents)
            } catch {
                guard error.cause == .unfit else { throw error }
                tell(.unreadable(error.description))
            }
        }
        return nil
    }
}
