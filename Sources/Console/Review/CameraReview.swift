import Answers
import History
import Records

/// What is known of how often a camera's plates are right: of plates that chance drew and somebody looked at, and of corrections.
public struct CameraReview: Sendable {
    /// Further back a camera may have been another one.
    static let days: Int64 = 90
    /// So many of the newest are held against their corrections.
    static let most = 2000

    public let camera: String
    /// What read its newest plate that has a probability; nil where none has.
    public let engine: String?
    /// What its newest plate's probability was refined by.
    public let present: Double
    /// Of those that were drawn, pictures that did not tell.
    public let untold: Int
    public let odds: CameraOdds

    /// What a person would change: nil where that is nearly what stands there.
    public var proposal: Double? {
        let ratio = odds.odds / present
        return 0.9...1.1 ~= ratio ? nil : odds.odds
    }

    public init(of camera: String, in history: any History, _ accounts: AccountFile, now: WallTime) async throws {
        self.camera = camera
        let since = WallTime(milliseconds: now.milliseconds - Self.days * 86_400_000)
        let events = try await Self.events(of: camera, in: history, since: since)
        engine = events.first?.engine
        present = events.first?.probabilityOdds ?? 1
        guard let engine else {
            (untold, odds) = (0, CameraOdds(checked: [], newest: []))
            return
        }
        let verdicts = try accounts.verdicts(of: camera, engine: engine, since: since)
        untold = verdicts.count { $0.isRight == nil }
        let corrected = try Self.corrected(events, accounts)
        odds = CameraOdds(
            checked: verdicts.compactMap(\.look),
            newest: events.filter { $0.engine == engine }.compactMap { event in
                event.probability.map {
                    .init(probability: $0, odds: event.probabilityOdds, isRight: !corrected.contains(event.id))
                }
            })
    }

    /// Its newest plates that have a probability, the newest first.
    private static func events(
        of camera: String, in history: any History, since: WallTime
    ) async throws -> [PlateEvent] {
        let search = try Search(cameras: [camera], from: since)
        return try await history.search(search, limit: most).records.compactMap(\.event).filter {
            $0.probability != nil
        }
    }

    /// Identifiers of those that stand corrected.
    private static func corrected(_ events: [PlateEvent], _ accounts: AccountFile) throws -> Set<String> {
        var corrected: Set<String> = []
        var rest = events[...]
        while !rest.isEmpty {
            // The latest of each comes last.
            for correction in try accounts.corrections(of: rest.prefix(500).map(\.id)) {
                guard correction.camera == events.first?.camera else { continue }
                if correction.plate == correction.original {
                    corrected.remove(correction.id)
                } else {
                    corrected.insert(correction.id)
                }
            }
            rest = rest.dropFirst(500)
        }
        return corrected
    }
}
