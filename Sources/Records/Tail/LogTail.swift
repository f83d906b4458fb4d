import Basics

/// Follows a log: hands out its lines one after the other, over rotation, truncation, compression and deletion, from a cursor on.
///
/// It never waits and knows no clock: where nothing is left, it says so, and is to be asked again when the folder has changed (see
/// `FolderWatch`) or after a while. Every line comes in the order in which it stands in the files. A line comes twice only
/// behind an interruption; what keeps lines does well to know them by their identifiers.
///
/// A log that was renamed is read to its end before the next one: until somebody has written to that, the writer may still have
/// the old one open. Used by one task or queue at a time.
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
                guard let successor = try successor() else {
                    if interruptions.isEmpty { return nil } else { continue }
                }
                // Whoever writes to the next file has done with this one: what it wrote to this last is there by now.
                if case .line(let bytes, let length)? = try last() { return .line(line(bytes, length)) }
                try open(successor.index, of: successor.family)
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

    /// The last lines of a file that is left, and what stands behind them.
    private func last() throws(LogFailure) -> LineReader.Step? {
        do throws(LogFailure) {
            if case .line(let bytes, let length)? = try reader?.next() { return .line(bytes: bytes, length: length) }
            return try reader?.rest()
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
            case .here(_, let contents):
                reader = LineReader(contents, from: cursor, predecessor: nil)
                return
            case .changed(_, let contents):
                tell(.rewritten(path: contents.path, offset: cursor.offset))
                reader = LineReader(contents, from: nil, predecessor: cursor.predecessor)
                return
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
        if try reader.contents.begins(like: place) {
            tell(.rewritten(path: reader.contents.path, offset: place.offset))
            self.reader = LineReader(reader.contents, from: nil, predecessor: place.predecessor)
            return
        }
        let family = try LogFamily(of: path)
        switch try family.find(place) {
        case .here(_, let copy):
            self.reader = LineReader(copy, from: place, predecessor: nil)
        case .changed(let index, _):
            // The copy was made before the last lines that were read: there is nothing left in it.
            try open(index + 1, of: family)
        case .damaged(let index, let failure):
            tell(.unreadable(failure.description))
            try open(index + 1, of: family)
        case .vanished: break
        case .nowhere:
            tell(.emptied(path: reader.contents.path, offset: place.offset))
            let before = family.members.lastIndex { $0.inode != reader.contents.inode }
            self.reader = LineReader(
                reader.contents, from: nil, predecessor: before.flatMap { family.beginning($0) })
        }
    }

    /// The file after the one that was read to its end; nil where there is none, or only one that nobody has written to.
    private func successor() throws(LogFailure) -> (family: LogFamily, index: Int)? {
        guard let reader else { return nil }
        let family = try LogFamily(of: path)
        // It is open, so that nobody else can have its inode.
        var index = family.members.firstIndex {
            $0.device == reader.contents.device && $0.inode == reader.contents.inode
        }
        if index == nil, reader.place.offset > 0 {
            switch try family.find(reader.place) {
            case .here(let found, _), .changed(let found, _), .damaged(let found, _): index = found
            case .vanished: return nil
            case .nowhere: break
            }
        }
        let next = if let index { index + 1 } else { try family.index(after: reader.place.predecessor) }
        guard next < family.members.count else { return nil }
        let member = family.members[next]
        return member.path == path && member.size == 0 ? nil : (family, next)
    }

    /// Opens a file, or the first after it that can be read. Where it is gone meanwhile, all stays as it is.
    @discardableResult
    private func open(_ index: Int, of family: LogFamily) throws(LogFailure) -> Bool {
        for index in family.members.indices.dropFirst(index) {
            do throws(LogFailure) {
                guard let contents = try family.members[index].open() else { return false }
                let predecessor = index > 0 ? family.beginning(index - 1) : nil
                reader = LineReader(contents, from: nil, predecessor: predecessor)
                return true
            } catch {
                guard error.cause == .unfit else { throw error }
                tell(.unreadable(error.description))
            }
        }
        return false
    }
}
