/// A copy of the log took its place, while its writer had the other file open.
extension LogFile {
    /// Takes over what another file has behind the newest line that stands at this log's path: what was written between the copying and the
    /// change of names. The chain goes on in these lines as they are.
    ///
    /// - Returns: whether all that the other file has is here now; false where this is no copy of it.
    func takeOver(from left: LogFile) throws(LogFailure) -> Bool {
        let newest = Self.newest(of: path).first { $0.size > 0 }
        if let newest, newest.file == left.identity { return true }
        var known: Int?
        if let newest { known = try place(in: left, behind: newest) }
        if known == nil { known = try placeBehindNothing(in: left) }
        guard var place = known else { return false }
        let newline = UInt8(ascii: "\n")
        let size = try left.size
        while place < size {
            let piece = try left.read(min(1 << 20, size - place), at: place)
            // What has no end there was never said to be written.
            guard let last = piece.lastIndex(of: newline) else { break }
            try append(Array(piece[...last]))
            place += last + 1
        }
        return true
    }

    /// Where the other file goes on behind the end of a file of this log; nil where its end is not there.
    private func place(in left: LogFile, behind newest: LogFamily.Member) throws(LogFailure) -> Int? {
        // What is open here is read here: at its path another file may stand by now, or none.
        let isHere = newest.file == identity
        let tail = isHere ? try self.tail(2 * Self.longestLine) : Self.tail(2 * Self.longestLine, of: newest)
        guard !tail.isEmpty else { return nil }
        let newline = UInt8(ascii: "\n")
        let end = tail.lastIndex(of: newline)
        var place = 0
        if let end {
            let start = tail[..<end].lastIndex(of: newline).map { $0 + 1 } ?? 0
            let line = Array(tail[start...end])
            if let found = try left.place(behind: line) {
                place = found
            } else {
                // What was begun behind the very end of this one, and replaced by it; or behind that of a folder that was copied before.
                // In a folder that is still the same, a log that was deleted stays so.
                guard isHere || left.folder != folder, end + 1 == tail.count, try left.follows(line)
                else { return nil }
            }
        }
        guard isHere else { return end == nil ? nil : place }
        // It may have been copied amid a line.
        let begun = Array(tail[(end.map { $0 + 1 } ?? 0)...])
        return try left.read(begun.count, at: place) == begun ? place + begun.count : nil
    }

    /// Whether the first line names another one as that before it.
    private func follows(_ line: [UInt8]) throws(LogFailure) -> Bool {
        let head = try read(Self.longestLine, at: 0)
        guard let end = head.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        return ChainLink.previous(of: Array(head[..<end])) == ChainLink.digest(ofLine: Array(line.dropLast()))
    }

    /// The beginning, where this is a copy of the other file from before its first line, which took the only name of that. One that is made
    /// empty later is none, such as logrotate's.
    private func placeBehindNothing(in left: LogFile) throws(LogFailure) -> Int? {
        guard try size == 0, !isMade, left.isDeleted, let begun = left.begun, try modified <= begun else { return nil }
        return 0
    }

    /// The offset behind a line, or behind the one with its identifier; nil where there is none.
    private func place(behind line: [UInt8]) throws(LogFailure) -> Int? {
        let newline = UInt8(ascii: "\n")
        let id = Self.id(of: line)
        // From the end: a copy lacks what was written within a moment.
        var end = try size
        while end > 0 {
            let start = max(0, end - (1 << 18))
            let piece = try read(end - start, at: start)
            // The first of them may be cut: it comes whole with the piece before.
            guard let first = start == 0 ? piece.startIndex : piece.firstIndex(of: newline).map({ $0 + 1 }) else {
                return nil
            }
            var stop = piece.lastIndex(of: newline)
            while let last = stop, last >= first {
                let before = piece[first..<last].lastIndex(of: newline)
                let found = Array(piece[(before.map { $0 + 1 } ?? first)...last])
                if found == line || id.map({ $0 == Self.id(of: found) }) == true { return start + last + 1 }
                stop = before
            }
            guard start > 0, start + first < end else { return nil }
            end = start + first
        }
        return nil
    }

    private static func id(of line: [UInt8]) -> String? {
        do { return try Record(line: line).id } catch { return nil }
    }
}
