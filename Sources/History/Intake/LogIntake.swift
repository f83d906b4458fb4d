import Records

/// Reads one log and makes its lines ready to be stored. Used by one task.
final class LogIntake {
    let path: String
    private let tail: LogTail
    private let packer: LinePacker
    /// From when on records of a camera are kept.
    private let limit: @Sendable (_ camera: String) -> TrustedTime?
    /// What its records are filed under where they name no camera: the name of the log without its ending.
    private let name: String
    /// Whether there was nothing more in it at the last look.
    private(set) var isAtEnd = false
    /// Whether it was told that a record's camera has no name that a camera may have.
    private var hasToldName = false
    /// Records that are too old to be stored, since this was set to none.
    var old = 0

    init(
        path: String, cursor: LogCursor?, packer: LinePacker,
        limit: @escaping @Sendable (_ camera: String) -> TrustedTime?
    ) {
        self.path = path
        self.limit = limit
        tail = LogTail(path: path, cursor: cursor)
        self.packer = packer
        name = CameraID.stem(of: path) ?? ""
    }

    /// Adds up to `count` lines to the batch, or as many as it has room for.
    ///
    /// - Returns: what is to be told, each a sentence without a plate in it.
    /// - Throws: LogFailure, where the log cannot be read now. What was read before that is in the batch.
    func read(upTo count: Int, into batch: inout Batch, now: WallTime) throws(LogFailure) -> [String] {
        var told: [String] = []
        var progress = batch.progress[path] ?? Batch.Progress()
        defer { if progress.hasAny { batch.progress[path] = progress } }
        isAtEnd = false
        for _ in 0..<count {
            guard !batch.isFull else { break }
            guard let item = try tail.next() else {
                isAtEnd = true
                break
            }
            switch item {
            case .interruption(let interruption):
                progress.interruptions += 1
                progress.trouble = interruption.description
                told.append(interruption.description)
            case .line(let line):
                progress.lines += 1
                progress.cursor = line.cursor
                switch line.record {
                case .success(let record):
                    guard record.isFiled(underLog: name) else {
                        // It stays in the log, and is counted there. Who writes such names writes many.
                        let news = fault(.field("camera", .notName), of: line, in: &progress)
                        if !hasToldName { told.append(news + "; others of this kind are counted, and not told") }
                        hasToldName = true
                        break
                    }
                    take(record, line.bytes, into: &batch, now: now)
                case .failure(let fault): told.append(self.fault(fault, of: line, in: &progress))
                }
            }
        }
        return told
    }

    /// Counts a line that cannot be taken, and says why.
    private func fault(_ fault: LineFault, of line: TailedLine, in progress: inout Batch.Progress) -> String {
        progress.unreadable += 1
        let text = "a line before byte \(line.cursor.offset) of \(path) is no record: \(fault)"
        progress.trouble = text
        return text
    }

    private func take(_ record: Record, _ bytes: [UInt8], into batch: inout Batch, now: WallTime) {
        if case .candidate(let candidate) = record {
            let what = candidate.rejection.map { "rejected \($0)" } ?? "accepted"
            let key = Count.Key(time: candidate.time, camera: candidate.camera, what: what)
            batch.counted[key, default: 0] += 1
            return
        }
        let line = bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : bytes
        guard var entry = Entry(record, line: line, log: name, now: now, packer: packer) else { return }
        let limit = limit(entry.camera)?.wall
        if entry.tellsOfOthers {
            entry.limit = limit
        } else if let limit, entry.time < limit {
            old += 1
            return
        }
        batch.bytes += entry.line.count
        batch.entries.append((path, entry))
    }
}

extension Batch.Progress {
    fileprivate var hasAny: Bool { lines > 0 || interruptions > 0 }
}
