import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// Takes lines out of the files that a log was rotated to. In place of each stands a `plated.forgotten/1` that keeps its hash, so that
/// the chain of the log still goes from the line before it to the line behind it.
///
/// The log itself is never written to, since its scanner appends to it: it is rotated first.
public struct LogForgetting {
    /// A file with lines that are meant.
    public struct Find: Sendable, Equatable {
        public let path: String
        public let lines: Int
        /// Whether it is the log itself, and not what that was rotated to.
        public let isLog: Bool
    }

    /// Of the log.
    public let path: String
    private let isMeant: (_ line: [UInt8], _ record: Record?) -> Bool

    /// - Parameter isMeant: whether a line is to be taken out. `record` is nil where the line is none.
    public init(path: String, isMeant: @escaping (_ line: [UInt8], _ record: Record?) -> Bool) {
        self.path = path
        self.isMeant = isMeant
    }

    /// The files that hold such lines, the oldest first.
    public func find() throws(LogFailure) -> [Find] {
        var finds: [Find] = []
        for member in try LogFamily(of: path).members {
            guard let contents = try member.open() else { continue }
            var lines = 0
            var text = WholeLines(contents)
            while let line = try text.next() {
                if record(line) != nil { lines += 1 }
            }
            if lines > 0 { finds.append(Find(path: member.path, lines: lines, isLog: member.path == path)) }
        }
        return finds
    }

    /// Rotates the log as logrotate does, and waits until its scanner has left the file: a scanner looks twice a second whether its log is
    /// still where it was.
    ///
    /// - Returns: the new path of what was the log.
    public func rotate(
        at time: WallTime, patience: Duration = .seconds(10), pause: () -> Void = { _ = usleep(50_000) }
    ) throws(LogFailure) -> String {
        let action = "rotating the log \(path)"
        let stamp = time.description.prefix(10).filter { $0 != "-" }
        var target = ""
        // The names that the shipped rotation gives, none of which may be taken.
        for second in 0..<100 {
            target = "\(path)-\(stamp)-\(time.milliseconds / 1000 + Int64(second))"
            let isFree = ["", ".gz"].allSatisfy { access(target + $0, F_OK) != 0 }
            // Unlike `rename`, this takes no other's place.
            if isFree, link(path, target) == 0 { break }
            if isFree, errno != EEXIST { throw LogFailure(action, code: errno) }
        }
        guard unlink(path) == 0 else { throw LogFailure(action, code: errno) }
        let deadline = ContinuousClock.now + patience
        while try !isFree(target) {
            guard ContinuousClock.now < deadline else {
                throw LogFailure(
                    action, reason: "its scanner still writes to \(target), which nothing was taken out of; try again",
                    cause: .taken)
            }
            pause()
        }
        return target
    }

    /// Takes the lines out of one file, which is another file afterwards, under the same name: it is whole, or as it was.
    ///
    /// - Returns: how many they were.
    public func forget(in file: String, now: WallTime = .now) throws(LogFailure) -> Int {
        let action = "taking lines out of \(file)"
        guard file != path else {
            throw LogFailure(action, reason: "it is the log itself; rotate it first", cause: .unfit)
        }
        guard let member = try LogFamily(of: path).members.first(where: { $0.path == file }),
            let contents = try member.open()
        else { throw LogFailure(action, code: ENOENT) }
        let replacement = try ReplacementFile(file, packing: member.packing)
        var text = WholeLines(contents)
        var count = 0
        while let piece = try text.next() {
            if let record = record(piece) {
                count += 1
                try replacement.write(forgotten(piece, record, now: now))
            } else {
                try replacement.write(piece.bytes)
            }
        }
        guard contents.isAt(file) else {
            throw LogFailure(action, reason: "it was rotated or compressed meanwhile; try again", cause: .taken)
        }
        if count > 0 { try replacement.take(owner: contents) }
        return count
    }

    // MARK: - Lines

    /// What a line says, where it is meant; `.some(nil)` where it is meant and no record.
    private func record(_ piece: WholeLines.Piece) -> Record?? {
        guard piece.isLine else { return nil }
        let record: Record?
        do throws(LineFault) { record = try Record(line: piece.line) } catch { record = nil }
        return isMeant(piece.line, record) ? .some(record) : nil
    }

    private func forgotten(_ piece: WholeLines.Piece, _ record: Record?, now: WallTime) -> [UInt8] {
        let (id, time, camera) = record?.heading ?? (nil, nil, nil)
        let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
        return ForgottenLine(
            id: id ?? EventIDs.ofThisProcess.next(at: now), time: time ?? now, camera: camera ?? name ?? "",
            hash: ChainLink.digest(ofLine: piece.line), previous: ChainLink.previous(of: piece.line) ?? .zero
        ).line
    }

    /// Whether nobody has the file locked, as scanners have their logs.
    private func isFree(_ file: String) throws(LogFailure) -> Bool {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw LogFailure("looking whether \(file) is written to", code: errno) }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
}

extension Record {
    /// What all records of a log have, as far as this one has it.
    fileprivate var heading: (id: String?, time: WallTime?, camera: String?) {
        switch self {
        case .plate(let record): (record.id, record.time, record.camera)
        case .gap(let record): (record.id, record.time, record.camera)
        case .torn(let record): (record.id, record.time, record.camera)
        case .candidate(let record): (nil, record.time, record.camera)
        case .seal(let record): (record.id, record.time, record.camera)
        case .health(let record): (record.id, record.time, record.camera)
        case .session(let record): (record.id, record.time, record.camera)
        case .opening(let record): (record.id, record.time, record.camera)
        case .forgotten(let record): (record.id, record.time, record.camera)
        case .match(let record): (record.id, record.time, record.camera)
        case .other(let record): (record.id, record.time, record.camera)
        }
    }
}
