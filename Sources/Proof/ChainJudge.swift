import Records

/// Says what was done to a log, from where its chain is broken.
struct ChainJudge {
    /// A line amid a segment that some other one says stands before it.
    struct Amid {
        var segment: Int
        var line: Int
        /// The hash of the line behind it.
        var next: Digest?
    }

    let files: [FileScan]
    /// In the order of the files.
    let segments: [Segment]
    let intervals: [SealInterval]
    /// The last segment that ends in a line of that hash.
    private let byEnd: [Digest: Int]
    /// What lines say stands before them.
    private let followed: Set<Digest>
    private var findings: [Finding] = []
    /// With more breaks than these nobody asks which lines a seal misses.
    private static let mostBreaks = 1000
    /// Segments whose break was told with the one before.
    private var told: Set<Int> = []
    private(set) var notes: [String] = []

    init(_ files: [FileScan], intervals: [SealInterval]) {
        self.files = files
        self.intervals = intervals
        let segments = files.flatMap(\.segments)
        self.segments = segments
        byEnd = Dictionary(segments.indices.map { (segments[$0].lastDigest, $0) }, uniquingKeysWith: max)
        followed = Set(segments.compactMap { if case .to(let digest) = $0.link { digest } else { nil } })
    }

    /// What breaks name that is no segment's end: to be looked for amid them.
    var wanted: Set<Digest> {
        Set(
            segments.indices.dropFirst().compactMap { index in
                guard case .to(let digest) = segments[index].link, digest != .zero, byEnd[digest] == nil else {
                    return nil
                }
                return digest
            })
    }

    mutating func judge(_ amid: [Digest: Amid]) -> [Finding] {
        if let first = segments.first { judgeStart(first) }
        for index in segments.indices.dropFirst() {
            switch segments[index].link {
            case .nothing(let isRecord): judgeUntied(index, isRecord: isRecord)
            case .to(let digest) where digest == segments[index - 1].lastDigest: break
            case .to(let digest): judgeBreak(index, to: digest, amid[digest])
            }
        }
        return findings
    }

    // MARK: - Cases

    private mutating func judgeStart(_ first: Segment) {
        switch first.link {
        case .to(.zero): break
        case .to: notes.append("the lines before \(place(first)) are not here: rotated away and deleted, or taken")
        case .nothing:
            notes.append(
                segments.count == 1
                    ? "its lines are not chained: they are from before there were chains"
                    : "the chain begins behind \(end(first)); what stands before that is from before there were chains")
        }
    }

    /// Lines that say nothing of the line before them.
    private mutating func judgeUntied(_ index: Int, isRecord: Bool) {
        let segment = segments[index]
        let next = index + 1 < segments.count ? segments[index + 1] : nil
        if let next, next.link == .to(segments[index - 1].lastDigest) {
            add(.putIn, segment, "put in: \(place(next)) follows on \(end(segments[index - 1]))")
        } else if let next, case .to(let digest) = next.link, digest != segment.lastDigest, digest != .zero,
            byEnd[digest] == nil
        {
            add(.changed, segment, "changed: its hash is no longer the one that \(place(next)) names")
            told.insert(index + 1)
        } else if isRecord {
            add(.unchained, segment, "not in the chain: put in, or written by a version without chains")
        }
    }

    private mutating func judgeBreak(_ index: Int, to digest: Digest, _ amid: Amid?) {
        let segment = segments[index]
        if digest == .zero {
            add(.begunAnew, segment, "begins a new chain: nothing ties it to what stands before it")
        } else if byEnd[digest] == index || amid?.segment == index {
            judgeCircle(index, upTo: amid?.line ?? segment.last)
        } else if let other = byEnd[digest] {
            if other > index {
                add(.outOfOrder, segment, "out of order: belongs behind \(end(segments[other]))")
            } else if segments[other + 1].link == .to(digest) {
                let (first, last) = (segments[other + 1], segments[index - 1])
                add(.putIn, first, "put in, up to \(end(last)): \(place(segment)) follows on \(end(segments[other]))")
            }
        } else if let amid {
            judgeFork(index, amid)
        } else if !told.contains(index) {
            judgeHole(index)
        }
    }

    /// A line names itself, or one behind it: only what stands for a forgotten line brings the hash that others name, and can be made up so.
    private mutating func judgeCircle(_ index: Int, upTo line: Int) {
        let start = place(segments[index])
        let named = line == start.line ? "itself" : "\(Place(file: start.file, line: line))"
        findings.append(Finding(.putIn, at: start, upTo: line, "put in: it names \(named) as the line before it"))
    }

    /// Two lines name the same line before them.
    private mutating func judgeFork(_ index: Int, _ amid: Amid) {
        let segment = segments[index]
        let other = segments[amid.segment]
        let fork = Place(file: files[other.file].path, line: amid.line)
        if amid.segment > index {
            add(.outOfOrder, segment, "out of order: belongs behind \(fork)")
        } else if amid.next == segment.firstDigest {
            let count = min(segment.count, other.last - amid.line)
            findings.append(
                Finding(
                    .twice, at: place(segment), upTo: segment.first + count - 1,
                    "stands here twice: \(files[other.file].path):\(amid.line + 1) is the same"))
        } else if followed.contains(other.lastDigest), index + 1 < segments.count,
            !followed.contains(segment.lastDigest)
        {
            add(.putIn, segment, "put in: another line follows on \(fork)")
        } else {
            findings.append(
                Finding(
                    .putIn, at: Place(file: fork.file, line: amid.line + 1), upTo: other.last,
                    "put in: \(place(segment)) follows on \(fork)"))
        }
    }

    /// A line names one that is not here: that was changed, or removed.
    private mutating func judgeHole(_ index: Int) {
        let (before, segment) = (segments[index - 1], segments[index])
        let hole = "\(place(segment)) names a line that is not here"
        if followed.contains(before.lastDigest) {
            return add(.missing, segment, "lines are missing before this one: it names one that is not here")
        }
        let difference = difference(at: index)
        if segment.count == 1, index + 1 < segments.count, isHole(index + 1), difference ?? 0 == 0 {
            told.insert(index + 1)
            let text = "changed: it fits neither the line before it nor \(place(segments[index + 1]))"
            return add(difference == nil ? .changedOrMissing : .changed, segment, text)
        }
        let last = Place(file: files[before.file].path, line: before.last)
        // A seal that is valid was not changed.
        let isSealed = files[before.file].seals.contains { $0.line == before.last && $0.fault == nil }
        switch difference {
        case let count where isSealed && (count ?? 0) <= 0:
            findings.append(Finding(.missing, at: last, "lines are missing behind this one: \(hole)"))
        case 0?:
            let text = "changed: its hash is no longer the one that \(place(segment)) names"
            findings.append(Finding(.changed, at: last, text))
        case let count? where count > 0:
            let lines = count == 1 ? "1 line is missing" : "\(count) lines are missing"
            findings.append(Finding(.missing, at: last, "\(lines) behind this one: \(hole)"))
        case .some:
            let text = "changed, or lines behind it are missing, a seal among them: \(hole)"
            findings.append(Finding(.changedOrMissing, at: last, text))
        case nil:
            findings.append(Finding(.changedOrMissing, at: last, "changed, or lines behind it are missing: \(hole)"))
        }
    }

    // MARK: - Where

    /// Whether the segment names a line that is nowhere.
    private func isHole(_ index: Int) -> Bool {
        guard case .to(let digest) = segments[index].link else { return false }
        return digest != .zero && byEnd[digest] == nil && digest != segments[index - 1].lastDigest
    }

    /// How many lines the seal behind a break misses, where that break alone can be the reason.
    private func difference(at index: Int) -> Int? {
        guard segments.count < Self.mostBreaks else { return nil }
        let line = ordinal(index)
        guard let interval = intervals.first(where: { $0.lines.contains(line) }) else { return nil }
        let breaks = segments.indices.dropFirst().filter { isHole($0) && interval.lines.contains(ordinal($0)) }
        // The two sides of one line are one.
        let isAlone =
            breaks.count == 1 || (breaks.count == 2 && breaks[1] == breaks[0] + 1 && segments[breaks[0]].count == 1)
        return isAlone ? interval.difference : nil
    }

    /// Of the first line of a segment, counted through all files.
    private func ordinal(_ index: Int) -> Int {
        files[..<segments[index].file].reduce(0) { $0 + $1.lines } + segments[index].first
    }

    private func place(_ segment: Segment) -> Place { Place(file: files[segment.file].path, line: segment.first) }
    private func end(_ segment: Segment) -> Place { Place(file: files[segment.file].path, line: segment.last) }

    private mutating func add(_ kind: Finding.Kind, _ segment: Segment, _ text: String) {
        findings.append(Finding(kind, at: place(segment), upTo: segment.last, text))
    }
}
