import Basics

/// When the chain of a log is sealed, and with what.
struct Seals {
    /// Time between two seals.
    private static let interval = Duration.seconds(3600)

    private let sealer: any Sealer
    private let camera: String
    private let ids: EventIDs
    /// Nil before the first.
    private var last: ContinuousClock.Instant?
    var isStopping = false

    init(_ sealer: any Sealer, camera: String, ids: EventIDs) {
        self.sealer = sealer
        self.camera = camera
        self.ids = ids
    }

    /// What a seal is due for; nil where none is.
    func due(at now: ContinuousClock.Instant) -> SealRecord.Reason? {
        guard let last else { return .start }
        if isStopping { return .stop }
        return last.duration(to: now) >= Self.interval ? .hour : nil
    }

    mutating func sealed(at now: ContinuousClock.Instant) { last = now }

    func seal(_ end: ChainEnd, for reason: SealRecord.Reason, at time: WallTime) throws -> SealRecord {
        var seal = SealRecord(
            id: ids.next(at: time), time: time, camera: camera, reason: reason, lines: end.lines, head: end.head,
            key: sealer.key)
        seal.signature = try sealer.signature(of: seal.signed)
        return seal
    }
}
