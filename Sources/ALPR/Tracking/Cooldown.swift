/// Remembers what was reported, so that one plate makes one event for as long as it stays, and a while longer.
///
/// Fuzzy: texts of one length that differ only in confusable characters, or in one character, are the same plate; so is a text that
/// lacks one character at an end.
public struct Cooldown: Sendable {
    private struct Entry: Sendable {
        var text: String
        var lastSeen: Timestamp
    }

    /// How long after its last sighting a plate is remembered.
    public let window: Duration
    private var entries: [Entry] = []

    public init(window: Duration = .seconds(300)) {
        self.window = window
    }

    /// Whether the plate may be reported now. Either way it has been seen.
    public mutating func admits(_ text: String, at time: Timestamp) -> Bool {
        entries.removeAll { time - $0.lastSeen >= window }
        guard let index = entries.firstIndex(where: { Self.isSame($0.text, text) }) else {
            if window > .zero { entries.append(Entry(text: text, lastSeen: time)) }
            return true
        }
        entries[index].lastSeen = max(entries[index].lastSeen, time)
        return false
    }

    /// Notes that a plate that was reported is still there.
    public mutating func saw(_ text: String, at time: Timestamp) {
        for index in entries.indices where Self.isSame(entries[index].text, text) {
            entries[index].lastSeen = max(entries[index].lastSeen, time)
        }
    }

    static func isSame(_ a: String, _ b: String) -> Bool {
        if a == b { return true }
        if a.count == b.count { return Confusables.canonical(a) == Confusables.canonical(b) }
        let (short, long) = a.count < b.count ? (a, b) : (b, a)
        guard long.count - short.count == 1, short.count >= 4 else { return false }
        let part = Confusables.canonical(short)
        let whole = Confusables.canonical(long)
        return whole.hasPrefix(part) || whole.hasSuffix(part)
    }
}
