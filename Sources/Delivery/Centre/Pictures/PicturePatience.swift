/// For how long a centre may put off the pictures of one event: then the site goes on without them. The next event has a time of its own.
struct PicturePatience {
    private static let longest = Duration.seconds(3600)

    private var event: String?
    private var since: ContinuousClock.Instant?

    /// The centre says that it has not kept them yet.
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
