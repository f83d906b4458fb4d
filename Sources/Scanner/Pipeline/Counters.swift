import ALPR
import Capture
import Records
import Synchronization

/// Counts what went through each stage and what did not, by reason. Readable from any thread.
public final class Counters: Sendable {
    public struct Values: Sendable, Equatable {
        /// Pictures decoded.
        public var decoded = 0
        /// Pictures that came and were not decoded, since nothing happened.
        public var rested = 0
        /// Times the main stream was decoded again after a rest.
        public var wakes = 0
        /// Pictures refused by the gate because the one before was too recent.
        public var tooSoon = 0
        /// Frames displaced by a newer one while the OCR queue was busy.
        public var displaced = 0
        /// Frames that went through recognition.
        public var analysed = 0
        /// Those of them in which nothing had changed.
        public var still = 0
        /// Frames that recognition failed on.
        public var failed = 0
        /// Candidates that helped a plate to be accepted.
        public var acceptedCandidates = 0
        /// Candidates that did not, by reason.
        public var rejected: [Rejection: Int] = [:]
        /// Plates accepted, and written or kept to be written.
        public var accepted = 0
        /// Pictures of accepted plates that were kept.
        public var evidence = EvidenceWriter.Counts()
        /// Times the source was lost after it had worked.
        public var reconnects = 0
        /// What sources got over by themselves: see `SourceHealth`.
        public var brokenPackets = 0
        public var damagedPictures = 0
        public var losses = 0
        public var formatChanges = 0
        /// Times in which nothing could be seen, by cause.
        public var gaps: [Gap.Cause: Int] = [:]

        public init() {}

        /// For people, a line for each of pictures, plates, their evidence where some is kept, and the source where something went wrong
        /// with it.
        public var summary: [String] {
            [pictures, plates] + (kept.map { [$0] } ?? [])
                + (troubles.isEmpty ? [] : ["source: " + troubles.joined(separator: ", ")])
        }

        private var pictures: String {
            let unchanged = still > 0 ? " (\(still) without a change)" : ""
            let resting = rested > 0 ? ", \(rested) at rest (woken \(wakes) \(wakes == 1 ? "time" : "times"))" : ""
            return
                "\(decoded + rested) \(decoded + rested == 1 ? "picture" : "pictures"): \(analysed) analysed\(unchanged), "
                + "\(tooSoon) too soon, \(displaced) displaced" + resting + (failed > 0 ? ", \(failed) failed" : "")
        }

        private var plates: String {
            let reasons = rejected.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
                .map { "\($0.key.rawValue) \($0.value)" }
            let refused = rejected.values.reduce(0, +)
            return
                "\(accepted) \(accepted == 1 ? "plate" : "plates") accepted; candidates: \(acceptedCandidates) accepted"
                + (refused > 0 ? ", \(refused) rejected (\(reasons.joined(separator: ", ")))" : "")
        }

        /// Nil where none is kept.
        private var kept: String? {
            let parts = [
                ("written", evidence.written), ("missing", evidence.missing), ("removed", evidence.removed),
            ].filter { $0.1 > 0 }
            return parts.isEmpty ? nil : "evidence: " + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        }

        /// What went wrong with the source.
        private var troubles: [String] {
            let parts = [
                ("lost", reconnects), ("broken packets", brokenPackets), ("losses of packets", losses),
                ("damaged pictures", damagedPictures), ("changes of format", formatChanges),
            ]
            let all =
                parts
                + gaps.sorted { $0.key.rawValue < $1.key.rawValue }.map { ("gaps (\($0.key.rawValue))", $0.value) }
            return all.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
        }
    }

    private let state = Mutex(Values())

    public init() {}

    public var values: Values { state.withLock { $0 } }

    public func update(_ change: (inout Values) -> Void) {
        state.withLock { change(&$0) }
    }

    func count(_ reports: [CandidateReport], isStill: Bool) {
        update { values in
            values.still += isStill ? 1 : 0
            for report in reports {
                switch report.outcome {
                case .accepted: values.acceptedCandidates += 1
                case .rejected(let reason): values.rejected[reason, default: 0] += 1
                }
            }
        }
    }
}
