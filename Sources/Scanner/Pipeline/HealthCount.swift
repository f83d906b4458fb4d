import ALPR
import Capture

/// Adds up what sources got over by themselves, over all the times they were opened.
struct HealthCount {
    /// What happens again and again is told again only after so long without it.
    private static let quiet = Duration.seconds(600)

    private(set) var total = SourceHealth()
    private var before = SourceHealth()
    private var lastSeen: [WritableKeyPath<SourceHealth, Int>: ContinuousClock.Instant] = [:]

    /// What is new, as lines for people.
    mutating func add(_ found: SourceHealth, at now: ContinuousClock.Instant) -> [String] {
        var news: [String] = []
        func count(_ what: WritableKeyPath<SourceHealth, Int>, _ text: String) {
            let new = found[keyPath: what] - before[keyPath: what]
            guard new > 0 else { return }
            if lastSeen[what].map({ $0.duration(to: now) > Self.quiet }) ?? true { news.append(text) }
            lastSeen[what] = now
            total[keyPath: what] += new
        }
        count(\.brokenPackets, "the stream has packets that cannot be decoded; they are passed over and counted")
        count(\.losses, "packets are missing on the way from the camera; they are counted")
        count(\.damagedPictures, "damaged pictures are passed over and counted")
        count(\.cutPictures, "there are picture files that end too soon; they are looked at as far as they go")
        count(\.formatChanges, "the pictures' size or format has changed")
        before = found
        return news
    }

    /// The source was opened anew, and counts from zero.
    mutating func reset() {
        before = SourceHealth()
    }
}
