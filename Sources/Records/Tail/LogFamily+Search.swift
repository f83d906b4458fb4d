import Files

extension LogFamily {
    /// What became of the file of a cursor.
    enum Find {
        /// It is there, and what was read of it stands there.
        case here(Int, LogContents)
        /// It is there, and something else stands before the cursor's place, or less.
        case changed(Int, LogContents)
        /// It is there, and can be read to some place before the cursor's only.
        case damaged(Int, LogFailure)
        /// It is none of the family, and a link of the log's name led to it before.
        case stray(LogContents)
        /// Files were renamed while it was looked for.
        case vanished
        case nowhere
    }

    /// Looks for the file of a cursor by what stands in it: inode numbers are used again, and a copy has another.
    func find(_ cursor: LogCursor) throws(LogFailure) -> Find {
        func isLikely(_ index: Int) -> Bool { members[index].file == cursor.file }
        var changed: Find?
        for index in members.indices.filter(isLikely) + members.indices.reversed().filter({ !isLikely($0) }) {
            do throws(LogFailure) {
                guard let contents = try members[index].open() else { return .vanished }
                guard try contents.begins(like: cursor) else { continue }
                do throws(LogFailure) {
                    if try contents.holds(cursor) { return .here(index, contents) }
                    changed = changed ?? .changed(index, contents)
                } catch {
                    guard error.cause == .unfit else { throw error }
                    changed = changed ?? .damaged(index, error)
                }
            } catch {
                // What cannot be read at all cannot be told to be the one.
                guard error.cause == .unfit else { throw error }
            }
        }
        if let changed { return changed }
        return if let stray = try stray(of: cursor) { .stray(stray) } else { .nowhere }
    }

    /// The file that a link led to before it was switched, where it still lies beside the one it leads to now.
    private func stray(of cursor: LogCursor) throws(LogFailure) -> LogContents? {
        guard let target = OpenFile.target(ofLink: path) else { return nil }
        let folder = FilePlace.folder(of: target)
        for name in try Self.names(in: folder) {
            let path = "\(folder)/\(name)"
            guard FileIdentity(at: path) == cursor.file, let contents = try LogContents(path, packing: .plain) else {
                continue
            }
            if try contents.holds(cursor) { return contents }
        }
        return nil
    }

    /// Where a file that is open stands among these; nil where none of their names leads to it.
    func index(of contents: LogContents) -> Int? { members.firstIndex { $0.file == contents.identity } }

    /// The first file that is newer than one that is gone.
    ///
    /// - Parameter predecessor: what the file before that one began with; nil where there was none, so that all are newer.
    func index(after predecessor: Fingerprint?) throws(LogFailure) -> Int {
        guard let predecessor else { return 0 }
        let index = members.indices.last { beginning($0) == predecessor }
        return index.map { $0 + 1 } ?? 0
    }

    /// Files that a line of a time may stand in, the oldest first: from the newest one on that begins before it.
    func members(from time: WallTime) throws(LogFailure) -> ArraySlice<Member> {
        var start = members.count
        while start > 0 {
            start -= 1
            if let first = try begins(members[start]), first <= time { break }
        }
        return members[start...]
    }

    /// The time of the first line that has one.
    private func begins(_ member: Member) throws(LogFailure) -> WallTime? {
        guard let contents = try member.open() else { return nil }
        var text = WholeLines(contents)
        while let piece = try text.next() {
            if let time = Record.heading(of: piece.line).time { return time }
        }
        return nil
    }

    /// What the first line of a file begins with; nil where it cannot be read.
    func beginning(_ index: Int) -> Fingerprint? {
        do {
            return try members[index].open()?.beginning
        } catch {
            return nil
        }
    }
}
