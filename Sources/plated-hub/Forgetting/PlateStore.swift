/// A place where a plate can be: whatever keeps plates has a case here. `forget` goes through all of them, the table of docs/personal-data.md is made
/// of them, and a test puts a plate into each.
enum PlateStore: CaseIterable {
    case log, damagedLog, destinations, history, sitePictures, remote, lists, openings, sessions, matches, corrections,
        lookups, accessLog,
        exports, spool, explanations, misses, pictures, looks, live, postedPictures, evaluationSheets, probes, journal,
        memory

    /// When `forget` takes a plate out of it; nil where it does not. What has a later turn still knows the plate, so that another attempt finds
    /// what was stopped in the middle. History and logs would give a session its plate again, and the log its pictures' names.
    var turn: Int? {
        switch self {
        case .sessions: 0
        case .pictures, .sitePictures: 1
        case .log, .openings, .matches: 2
        case .misses: 3
        case .history: 4
        case .corrections: 5
        case .destinations: 6
        case .damagedLog, .remote, .lists, .lookups, .accessLog, .exports, .spool, .explanations, .looks, .live,
            .postedPictures,
            .evaluationSheets, .probes, .journal, .memory:
            nil
        }
    }

    /// Those that a plate is taken out of, in this order.
    static let forgetful = allCases.filter { $0.turn != nil }.sorted { ($0.turn ?? 0) < ($1.turn ?? 0) }
}
