/// Where it is recorded who looked for what, and whether they have to say why.
public struct Lookups: Sendable {
    public typealias Record =
        @Sendable (_ who: String, _ command: String, _ question: [String], _ reason: String?) throws -> Void

    let needsReason: Bool
    /// On disk before anything is answered.
    let record: Record

    public init(needsReason: Bool, record: @escaping Record) {
        self.needsReason = needsReason
        self.record = record
    }
}
