import Plates

/// Remembers what was reported, so that one plate makes one event for as long as it stays, and a while longer.
///
/// Each lane has its own: what went in may come out at once. Fuzzy: what `isSamePlate(as:)` takes for one plate is one.
public struct Cooldown: Sendable {
    private struct Entry: Sendable {
        var text: String
        var lane: String?
        var lastSeen: Timestamp
    }

    /// How long after its last sighting a plate is remembered.
    public let window: Duration
    private var entries: [Entry] = []

    public init(window: Duration = .seconds(300)) {
        self.window = window
    }

    /// Whether the plate may be reported now. Either way it has been seen.
    public mutating func admits(_ text: String, in lane: String? = nil, at time: Timestamp) -> Bool {
        entries.removeAll { time - $0.lastSeen >= window }
        guard let index = entries.firstIndex(where: { $0.lane == lane && $0.text.isSamePlate(as: text) }) else {
            if window > .zero { entries.append(Entry(text: text, lane: lane, lastSeen: time)) }
            return true
        }
        entries[index].lastSeen = max(entries[index].lastSeen, time)
        return false
    }

    /// Takes in that a plate was reported before this began.
    mutating func remember(_ text: String, in lane: String? = nil, at time: Timestamp) {
        guard window > .zero else { return }
        guard entries.contains(where: { $0.lane == lane && $0.text.isSamePlate(as: text) }) else {
            return entries.append(Entry(text: text, lane: lane, lastSeen: time))
        }
        saw(text, in: lane, at: time)
    }

    /// Notes that a plate that was reported is still there.
    public mutating func saw(_ text: String, in lane: String? = nil, at time: Timestamp) {
        for index in entries.indices where entries[index].lane == lane && entries[index].text.isSamePlate(as: text) {
            entries[index].lastSeen = max(entries[index].lastSeen, time)
        }
    }
}
