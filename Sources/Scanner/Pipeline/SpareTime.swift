import Basics

/// Whether processors have time to spare for more pictures than are due, by what the last ones took.
///
/// A picture that takes much longer than its own work was waiting for others: then the machine is busy, whoever keeps it so.
struct SpareTime {
    typealias Instant = ContinuousClock.Instant

    /// So far it looks back.
    static let window = Duration.seconds(2)
    /// The part of that time that pictures may take: of twice as many none comes late.
    static let most = 0.4
    /// The part of a picture's time that its own work has to be.
    static let leastOwn = 0.6

    private var pictures: [(began: Instant, ended: Instant, own: Duration)] = []

    /// A picture was recognised.
    ///
    /// - Parameter own: processor time.
    mutating func worked(from began: Instant, to ended: Instant, own: Duration) {
        pictures.removeAll { $0.ended < ended - Self.window }
        pictures.append((began, ended, own))
    }

    func isLeft(at now: Instant) -> Bool {
        let start = now - Self.window
        let known = pictures.filter { $0.ended > start }
        let busy = known.reduce(Duration.zero) { $0 + (max($1.began, start).duration(to: $1.ended)) }
        let (taken, own) = known.reduce((Duration.zero, Duration.zero)) {
            ($0.0 + $1.began.duration(to: $1.ended), $0.1 + $1.own)
        }
        return busy < Self.window * Self.most && own >= taken * Self.leastOwn
    }
}
