import ALPR

/// Frames of a survey of which something is still being read on a server, each with what is known of it: what comes of that is told when
/// other frames are looked at.
struct AwaitedFrames {
    struct Entry {
        var frame: Frame
        var reports: [CandidateReport]
    }

    /// A frame is a few megabytes: where more wait, the oldest ones' readings go without a picture.
    private static let most = 17

    private var entries: [Entry] = []

    /// Those that something is told of.
    func frames(of recognition: Recognition) -> [Entry] {
        if entries.isEmpty { return [] }
        let told = Set(recognition.readings.map(\.time) + recognition.reports.map(\.time))
        return entries.filter { told.contains($0.frame.time) }
    }

    /// Keeps a frame, if something of it is awaited, and lets go of those of which nothing is any more.
    mutating func keep(_ frame: Frame, _ recognition: Recognition, waitingFor times: Set<Timestamp>) {
        entries.removeAll { !times.contains($0.frame.time) }
        guard !times.isEmpty else { return }
        if times.contains(frame.time) { entries.append(Entry(frame: frame, reports: [])) }
        if entries.count > Self.most { entries.removeFirst() }
        for index in entries.indices {
            let time = entries[index].frame.time
            entries[index].reports += recognition.reports.filter { $0.time == time }
        }
    }
}
