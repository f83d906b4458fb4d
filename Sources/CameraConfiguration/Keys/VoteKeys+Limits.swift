import ALPR
import Capture
import Settings

/// What a vote asks for and could never have, because of how often pictures are looked at.
extension ConfigurationKey {
    private static func inMilliseconds(_ duration: Duration) -> Int { Int((duration / .milliseconds(1)).rounded()) }

    static func checkVote(_ section: MappingReader, _ reading: inout ConfigurationReading) {
        let vote = reading.configuration.recognition.smoother
        let scanner = reading.configuration.scanner
        if vote.majority >= 1 {
            section.problem(
                "majority",
                "is \(vote.majority), and the best text needs more than this share of all that was read: none has more than all of it"
            )
        }
        let apart = scanner.hurriedInterval ?? scanner.interval
        guard apart > .zero else { return }
        let isSeenOnce = apart > vote.close
        if isSeenOnce, vote.minimumReads > 1 {
            section.tell(
                ["close_ms"],
                "is \(inMilliseconds(vote.close)), and pictures are looked at \(inMilliseconds(apart)) ms apart (gate.interval_ms): each plate is seen"
                    + " once, and none in \(vote.minimumReads) pictures. Name a longer time, a shorter interval, or vote.minimum_reads: 1"
                    + " with vote.minimum_weight: 0.5"
            )
            return
        }
        // Seven hundred milliseconds may be a hair less than seven times a hundred.
        let looks = isSeenOnce ? 1 : Int(vote.window / apart + 1e-6) + 1
        // One picture more than is needed makes do with three quarters of the weight, where all say the same.
        let weight = Double(looks) / (looks > vote.minimumReads ? 0.75 : 1)
        if looks < vote.minimumReads {
            section.tell(
                ["minimum_reads", "window_ms"],
                "asks for \(vote.minimumReads) pictures within \(inMilliseconds(vote.window)) ms, and \(looks) at most are looked at in that time"
                    + " (gate.interval_ms): no plate is reported")
        } else if vote.minimumWeight > weight {
            section.tell(
                ["minimum_weight", "window_ms"],
                "asks for a weight of \(vote.minimumWeight) within \(inMilliseconds(vote.window)) ms, and a plate is seen \(looks) times"
                    + " at most (gate.interval_ms, vote.close_ms), each of which weighs 1 at most: none is reported")
        }
    }
}

extension MappingReader {
    /// Refuses the first of the keys that the file has; where it has none of them, they are defaults, and this is only to be known.
    fileprivate func tell(_ keys: [String], _ message: String) {
        if let key = keys.first(where: has) {
            problem(key, message)
        } else if let key = keys.first {
            note(key, message)
        }
    }
}
