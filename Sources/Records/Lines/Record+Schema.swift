extension Record {
    /// Schemas of what the hub itself makes of what cameras logged. They come in the order of the hub's own logs, whatever camera they
    /// are about.
    public static let madeByHub: Set<String> = [MatchRecord.schema, SessionRecord.schema, OpeningRecord.schema]

    /// All that this program knows, but what no history keeps.
    public static let schemas = [
        PlateEvent.schema, GapRecord.schema, TornLine.schema, SealRecord.schema, HealthRecord.schema,
        ForgottenLine.schema, MatchRecord.schema, SessionRecord.schema, OpeningRecord.schema,
    ]

    /// As its line has it.
    public var schema: String {
        switch self {
        case .plate: PlateEvent.schema
        case .gap: GapRecord.schema
        case .torn: TornLine.schema
        case .candidate: CandidateRecord.schema
        case .seal: SealRecord.schema
        case .health: HealthRecord.schema
        case .forgotten: ForgottenLine.schema
        case .match: MatchRecord.schema
        case .session: SessionRecord.schema
        case .opening: OpeningRecord.schema
        case .other(let record): record.schema
        }
    }
}
