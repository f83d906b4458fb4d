import Basics
import Records

/// Checks logs: whether each line is as it was written, none is missing and none was put in, and whether the pictures that they name
/// are there. It needs nothing but the files, and a public key to know whose seals they are.
public struct Verifier: Sendable {
    /// The folder of one camera's evidence, or of all; nil where pictures are not looked at.
    public var evidence: String?
    /// The keys whose seals count; none for any.
    public var keys: Set<PublicKey> = []
    /// Seals that were handed out before, as lines: each must be in one of the logs.
    public var seals: [[UInt8]] = []
    /// Whether a log must have its first line, and end with the seal of a stop.
    public var isComplete = false

    public init() {}

    /// - Parameter paths: of logs; what they were rotated to is found beside them.
    public func verify(_ paths: [String]) throws(LogFailure) -> [LogReport] {
        var missing = Set(seals.map { Digest(of: $0) })
        var families: [[FileScan]] = []
        var checks: [String: PictureCheck] = [:]
        for family in try LogFiles.families(of: paths) {
            families.append(
                family.map { path in
                    var check = evidence.map(PictureCheck.init)
                    let scan = FileScan(path, file: 0) { line, number in
                        // What stands for a forgotten line has that one's hash. Seals are never forgotten.
                        if line.bytes.starts(with: Self.seal) { missing.remove(line.digest) }
                        if line.bytes.starts(with: Self.event) {
                            check?.look(at: line.bytes, place: Place(file: path, line: number))
                        }
                    }
                    checks[path] = check
                    return scan
                })
        }
        var reports = LogFiles.logs(families).map { report($0, checks: $0.compactMap { checks[$0.path] }) }
        if !reports.isEmpty {
            for seal in seals where missing.contains(Digest(of: seal)) {
                reports[0].findings.append(lost(seal, reports[0]))
            }
        }
        return reports
    }

    private static let event = FileScan.mark("plated.event/1")
    private static let seal = FileScan.mark("plated.seal/1")

    /// A seal that was handed out and is in no log.
    private func lost(_ seal: [UInt8], _ report: LogReport) -> Finding {
        let time = Self.time(of: seal).map { " of \($0)" } ?? ""
        return Finding(
            .sealMissing, at: Place(file: report.files.first ?? "", line: 1),
            "the seal\(time) that was handed out is not in the log: it was cut off, or written anew")
    }

    // MARK: - One log

    private func report(_ scans: [FileScan], checks: [PictureCheck]) -> LogReport {
        var (scans, copies) = Self.withoutCopies(scans)
        for index in scans.indices {
            for segment in scans[index].segments.indices { scans[index].segments[segment].file = index }
        }
        var report = LogReport(files: scans.map(\.path))
        report.lines = scans.reduce(0) { $0 + $1.lines }
        report.forgotten = scans.reduce(0) { $0 + $1.forgotten.count }
        report.torn = scans.reduce(0) { $0 + $1.torn }
        report.first = scans.lazy.compactMap { Self.time(of: $0.firstLine) }.first
        report.last = scans.reversed().lazy.compactMap { Self.time(of: $0.lastLine) }.first
        report.cameras = Set(scans.flatMap { [$0.firstLine, $0.lastLine] }.compactMap(Self.camera)).sorted()
        report.notes += copies
        for scan in scans {
            if let failure = scan.failure {
                report.findings.append(
                    Finding(.unreadable, at: Place(file: scan.path, line: scan.lines + 1), failure.reason))
            }
        }
        judgeChain(scans, &report)
        if report.findings.isEmpty, !scans.contains(where: \.hasRecords) {
            let what = report.lines == 0 ? "it has no lines" : "none of its lines is a record of plated"
            report.findings.append(
                Finding(.empty, at: Place(file: report.files.last ?? "", line: 1), "\(what): there is nothing to check")
            )
        }
        for check in checks {
            report.pictures = (report.pictures ?? 0) + check.whole
            report.findings += check.findings
        }
        // Of one file all pictures may be gone, and of the next one all be there.
        let missing = PictureCheck.missing(of: checks)
        report.findings += missing.findings
        report.notes += [missing.note].compactMap { $0 }
        return report
    }

    /// Leaves out files that begin as another one does, and says so.
    private static func withoutCopies(_ scans: [FileScan]) -> (scans: [FileScan], notes: [String]) {
        var notes: [String] = []
        let kept = scans.indices.filter { index in
            guard let first = scans[index].segments.first?.firstDigest else { return true }
            let original = scans.indices.first { other in
                other != index && scans[other].segments.first?.firstDigest == first
                    && (scans[other].lines, other) > (scans[index].lines, index)
            }
            if let original {
                notes.append(
                    "\(scans[index].path) begins as \(scans[original].path) does: a copy, which is not looked at")
            }
            return original == nil
        }
        return (kept.map { scans[$0] }, notes)
    }

    private func judgeChain(_ scans: [FileScan], _ report: inout LogReport) {
        let start = scans.first?.segments.first?.link
        let (intervals, rest) = SealInterval.all(in: scans, isWhole: start == .to(.zero))
        var judge = ChainJudge(scans, intervals: intervals)
        report.findings += judge.judge(amid(judge.wanted, scans))
        report.notes += judge.notes
        judgeSeals(intervals, in: scans, hasBreaks: !report.findings.isEmpty, &report)
        judgeForgotten(in: scans, &report)
        report.unsealed = rest.lines
        if let last = scans.last(where: { $0.lines > 0 }) {
            let end = Place(file: last.path, line: last.lines)
            if !last.isEnded { report.findings.append(Finding(.halfLine, at: end, "the log ends amid this line")) }
            if last.endsInSpoiltLine {
                report.findings.append(Finding(.changed, at: end, "changed: plated writes no such line"))
            }
            if isComplete, !report.isStopped || rest.lines > 0 {
                report.findings.append(
                    Finding(
                        .incomplete, at: end, "the log does not end with the seal of a stop: its end may be cut off"))
            }
        }
        if isComplete, start != .to(.zero), let first = scans.first {
            report.findings.append(
                Finding(.incomplete, at: Place(file: first.path, line: 1), "this is not the first line of the log"))
        }
    }

    private func judgeSeals(
        _ intervals: [SealInterval], in scans: [FileScan], hasBreaks: Bool, _ report: inout LogReport
    ) {
        report.seals = intervals.count
        if let last = intervals.last?.seal.record {
            report.sealed = last.time
            report.isStopped = last.reason == .stop
        } else if scans.contains(where: \.hasRecords) {
            report.notes.append("it has no seals: whoever may write to it can make all of it anew")
        }
        for interval in intervals {
            let seal = interval.seal
            func add(_ kind: Finding.Kind, _ text: String) {
                report.findings.append(Finding(kind, at: interval.place, text))
            }
            if let fault = seal.fault { add(.seal, "the seal is not valid: \(fault)") }
            if let key = PublicKey(base64: seal.record.key), !report.keys.contains(key) {
                if !keys.isEmpty, !keys.contains(key) {
                    add(.otherKey, "sealed by another key than the given one: \(key.fingerprint)")
                } else if keys.isEmpty, !report.keys.isEmpty {
                    add(.otherKey, "from here on another key seals: \(key.fingerprint)")
                }
                report.keys.append(key)
            }
            if !hasBreaks, let difference = interval.difference, difference != 0 {
                add(
                    .seal,
                    "the seal counts \(seal.record.lines) lines since the last one, and there are \(seal.record.lines - difference)"
                )
            }
            if seal.record.reason == .start, let before = interval.before, before.reason == .stop, interval.written > 0
            {
                report.findings.append(
                    Finding(
                        .putIn, at: before.place,
                        "\(interval.written) lines stand behind this seal of a stop and before the next start, at"
                            + " \(interval.place): written while no scanner with a key ran"))
            }
        }
        if !keys.isEmpty, intervals.isEmpty, report.lines > 0 {
            let place = Place(file: scans.first?.path ?? "", line: 1)
            report.findings.append(Finding(.seal, at: place, "nothing in the log is sealed by the given key"))
        }
    }

    /// Looks for lines by their hashes, where there are breaks at all.
    private func amid(_ wanted: Set<Digest>, _ scans: [FileScan]) -> [Digest: ChainJudge.Amid] {
        guard !wanted.isEmpty else { return [:] }
        var found: [Digest: ChainJudge.Amid] = [:]
        var base = 0
        for scan in scans {
            var last: Digest?
            scan.eachLine { line, number in
                if let last, found[last]?.line == number - 1 { found[last]?.next = line.digest }
                if wanted.contains(line.digest), found[line.digest] == nil,
                    let index = scan.segments.firstIndex(where: { $0.first <= number && number <= $0.last })
                {
                    found[line.digest] = ChainJudge.Amid(segment: base + index, line: number, next: nil)
                }
                last = line.digest
            }
            base += scan.segments.count
        }
        return found
    }

    // MARK: - Lines

    private static func time(of line: [UInt8]) -> WallTime? { Record.heading(of: line).time }
    private static func camera(of line: [UInt8]) -> String? { Record.heading(of: line).camera }
}
