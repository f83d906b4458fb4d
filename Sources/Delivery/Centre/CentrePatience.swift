/// For how long a centre, or a server before it, may put off one record or the pictures of one event: then the site goes on without them. The
/// next one has a time of its own.
struct CentrePatience {
    private static let longest = Duration.seconds(3600)

    private var event: String?
    private var since: ContinuousClock.Instant?

    /// The centre has not taken it yet.
    ///
    /// - Returns: whether it has said so for too long.
    mutating func isOver(for event: String, at now: ContinuousClock.Instant) -> Bool {
        guard self.event == event, let since else {
            (self.event, since) = (event, now)
            return false
        }
        return now - since >= Self.longest
    }

    /// Whoever says nothing, or is not there, puts nothing off.
    mutating func restart() { (event, since) = (nil, nil) }
}
