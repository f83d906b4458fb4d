import Basics
import Files

#if canImport(Glibc)
    import Glibc
#endif

/// Takes lines out of the files that a log was rotated to. In place of each stands a `plated.forgotten/1` that keeps its hash, so that
/// the chain of the log still goes from the line before it to the line behind it, and which the key of the machine signs.
///
/// The log itself is never written to, since its scanner appends to it: it is rotated first.
public struct LogForgetting {
    /// A file with lines that are meant.
    public struct Find: Sendable, Equatable {
        public let path: String
        public let lines: Int
        /// Whether it is the log itself, and not what that was rotated to.
        public let isLog: Bool
        /// The accepted plates among them.
        public let events: [PlateEvent]
        /// The public keys that sealed the log, in base64.
        public let keys: Set<String>
    }

    /// Of the log.
    public let path: String
    private let sealer: (any Sealer)?
    private let isMeant: (_ line: [UInt8], _ record: Record?) -> Bool

    /// - Parameters:
    ///   - sealer: signs what is put in place of a line; nil where there is no key.
    ///   - isMeant: whether a line is to be taken out. `record` is nil where the line is none.
    public init(
        path: String, sealer: (any Sealer)? = nil, isMeant: @escaping (_ line: [UInt8], _ record: Record?) -> Bool
    ) {
        self.path = path
        self.sealer = sealer
        self.isMeant = isMeant
    }

    /// The files that hold such lines, the oldest first, and why others cannot be read: what stands in these is not known.
    public func find() -> (finds: [Find], failures: [LogFailure]) {
        let members: [LogFamily.Member]
        do throws(LogFailure) { members = try LogFamily(of: path).members } catch { return ([], [error]) }
        var finds: [(path: String, lines: Int, events: [PlateEvent])] = []
        var failures: [LogFailure] = []
        var keys: Set<String> = []
        for member in members {
            do throws(LogFailure) {
                let (lines, events) = try meant(in: member, &keys)
                if lines > 0 { finds.append((member.path, lines, events)) }
            } catch {
                failures.append(error)
            }
        }
        let all = finds.map {
            Find(path: $0.path, lines: $0.lines, isLog: $0.path == path, events: $0.events, keys: keys)
        }
        return (all, failures)
    }

    /// - Parameter keys: gets those that sealed it.
    private func meant(
        in member: LogFamily.Member, _ keys: inout Set<String>
    ) throws(LogFailure) -> (lines: Int, events: [PlateEvent]) {
        guard let contents = try member.open() else { return (0, []) }
        var lines = 0
        var events: [PlateEvent] = []
        var text = WholeLines(contents)
        while let piece = try text.next() {
            let record = Self.record(piece)
            if case .seal(let seal)? = record { keys.insert(seal.key) }
            guard goes(piece, record) else { continue }
            lines += 1
            if case .plate(let event)? = record { events.append(event) }
        }
        return (lines, events)
    }

    /// Rotates the log as logrotate does, and waits until its scanner has left the file: a scanner looks twice a second whether its log is
    /// still where it was.
    ///
    /// - Returns: the new path of what was the log.
    public func rotate(
        at time: WallTime, patience: Duration = .seconds(10), pause: () -> Void = { _ = usleep(50_000) }
    ) throws(LogFailure) -> String {
        let action = "rotating the log \(path)"
        let target = try linked(at: time, action)
        guard unlink(path) == 0 else { throw LogFailure(action, code: errno) }
        let deadline = ContinuousClock.now + patience
        while FileLock.isTaken(target) != false {
            guard ContinuousClock.now < deadline else {
                throw LogFailure(
                    action, reason: "its scanner still writes to \(target), which nothing was taken out of; try again",
                    cause: .taken)
            }
            pause()
        }
        return target
    }

    /// Gives the log a second name, of those that the shipped rotation gives. None that is taken: two may come within a second, and a clock
    /// may be behind.
    private func linked(at time: WallTime, _ action: String) throws(LogFailure) -> String {
        let stamp = time.description.prefix(10).filter { $0 != "-" }
        for second in 0..<100 {
            let target = "\(path)-\(stamp)-\(time.milliseconds / 1000 + Int64(second))"
            guard RotationName.places(of: target).allSatisfy({ access($0, F_OK) != 0 }) else { continue }
            // Unlike `rename`, this takes no other's place.
            if link(path, target) == 0 { return target }
            let code = errno
            if code != EEXIST { throw LogFailure(action, code: code) }
        }
        throw LogFailure(action, reason: "the hundred names from this second on are taken; try again", cause: .taken)
    }

    /// Takes the lines out of one file, which is another file afterwards, under the same name: it is whole, or as it was.
    ///
    /// - Parameter first: is told of each accepted plate among them before its line is gone; what it throws keeps the file as it was.
    /// - Returns: how many they were.
    public func forget(
        in file: String, now: WallTime = .now, first: (PlateEvent) throws -> Void = { _ in }
    ) throws -> Int {
        let action = "taking lines out of \(file)"
        guard file != path else {
            throw LogFailure(action, reason: "it is the log itself; rotate it first", cause: .unfit)
        }
        // Rotated a moment ago, or by an attempt that gave up: what the scanner appends would be lost.
        guard FileLock.isTaken(file) != true else {
            throw LogFailure(action, reason: "its scanner still writes to it; try again", cause: .taken)
        }
        guard let member = try LogFamily(of: path).members.first(where: { $0.path == file }),
            let contents = try member.open()
        else { throw LogFailure(action, code: ENOENT) }
        let replacement = try ReplacementFile(file, packing: member.packing)
        var text = WholeLines(contents)
        var count = 0
        while let piece = try text.next() {
            let record = Self.record(piece)
            if goes(piece, record) {
                count += 1
                if case .plate(let event)? = record { try first(event) }
                try replacement.write(forgotten(piece, record, now: now, action))
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

    /// What a piece says; nil where it is no record.
    private static func record(_ piece: WholeLines.Piece) -> Record? {
        guard piece.isLine else { return nil }
        do throws(LineFault) { return try Record(line: piece.line) } catch { return nil }
    }

    /// Whether a piece is to be taken out. What stands in place of a line stays: its text is gone already, and nobody here has seen the
    /// line whose hash it names, so that it could be signed.
    private func goes(_ piece: WholeLines.Piece, _ record: Record?) -> Bool {
        guard piece.isLine else { return false }
        if case .forgotten? = record { return false }
        return isMeant(piece.line, record)
    }

    private func forgotten(
        _ piece: WholeLines.Piece, _ record: Record?, now: WallTime, _ action: String
    ) throws(LogFailure) -> [UInt8] {
        let (id, time, camera) = record?.heading ?? (nil, nil, nil)
        let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
        // Of the text itself: it is what the signature says that stood here.
        var forgotten = ForgottenLine(
            id: id ?? EventIDs.ofThisProcess.next(at: now), time: time ?? now, camera: camera ?? name ?? "",
            hash: Digest(of: piece.line), previous: ChainLink.previous(of: piece.line) ?? .zero)
        if let sealer {
            do {
                try forgotten.sign(with: sealer)
            } catch {
                throw LogFailure(action, reason: "what takes their place cannot be signed: \(error)", cause: .unfit)
            }
        }
        return forgotten.line
    }
}

extension Record {
    /// What all records of a log have, as far as this one has it.
    var heading: (id: String?, time: WallTime?, camera: String?) {
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
