import Files

#if canImport(Glibc)
    import Glibc
#endif

/// Takes the lines of a plate out of a camera's folder of misses, with their crops. The scanner goes on meanwhile: while a file is written
/// anew its lines wait.
public struct MissedForgetting {
    /// The camera's folder.
    public let path: String
    private let plate: String

    /// - Parameter plate: as `PlateText` has it.
    public init(path: String, plate: String) {
        self.path = path
        self.plate = plate
    }

    /// How many lines there are, by the file's path, and why other files cannot be read.
    public func find() -> (finds: [(path: String, lines: Int)], failures: [LogFailure]) {
        var finds: [(path: String, lines: Int)] = []
        var failures: [LogFailure] = []
        for file in ledgers {
            do throws(LogFailure) {
                guard let contents = try LogContents(file, packing: .plain) else { continue }
                let count = try pieces(of: contents).count { $0.isMeant }
                if count > 0 { finds.append((file, count)) }
            } catch {
                failures.append(error)
            }
        }
        return (finds, failures)
    }

    /// Takes them out of one file, which is whole afterwards, or as it was; then their crops.
    ///
    /// - Returns: how many lines they were.
    public func forget(in file: String) throws(LogFailure) -> Int {
        let action = "taking lines out of \(file)"
        // The scanner holds it for one line.
        let lock: FileLock
        do throws(SystemError) { lock = try FileLock(file, .forever) } catch {
            throw LogFailure(action, code: error.number)
        }
        defer { withExtendedLifetime(lock) {} }
        guard let contents = try LogContents(file, packing: .plain), contents.isAt(file) else { return 0 }
        let replacement = try ReplacementFile(file, packing: .plain)
        var crops: [String] = []
        var count = 0
        for piece in try pieces(of: contents) {
            guard piece.isMeant else {
                try replacement.write(piece.bytes)
                continue
            }
            count += 1
            if let id = piece.id { crops.append(id) }
        }
        guard count > 0 else { return 0 }
        // First the pictures: what is stopped in between is found again by its lines.
        for id in crops { try removeCrop(id) }
        try replacement.take(owner: contents)
        return count
    }

    // MARK: - Files

    private typealias Piece = (bytes: [UInt8], isMeant: Bool, id: String?)

    private func pieces(of contents: LogContents) throws(LogFailure) -> [Piece] {
        var text = WholeLines(contents)
        var pieces: [Piece] = []
        while let piece = try text.next() {
            do {
                let record = try MissRecord(line: piece.line)
                pieces.append((piece.bytes, record.mentions(plate), record.id))
            } catch {
                // What is no line of ours any more is judged by its bytes.
                pieces.append((piece.bytes, piece.bytes.contains(Array(plate.utf8)), nil))
            }
        }
        return pieces
    }

    private func removeCrop(_ id: String) throws(LogFailure) {
        guard MissedFiles.isID(id) else { return }
        for day in days {
            try remove("\(path)/\(MissedFiles.crop(of: id, on: day))")
        }
    }

    private func remove(_ file: String) throws(LogFailure) {
        if unlink(file) != 0, errno != ENOENT, errno != ENOTDIR { throw LogFailure("removing \(file)", code: errno) }
    }

    private var ledgers: [String] { days.map { "\(path)/\(MissedFiles.ledger(of: $0))" } }

    private var days: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var days: Set<String> = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let day = MissedFiles.day(ofName: name) { days.insert(day) }
        }
        return days.sorted()
    }
}
