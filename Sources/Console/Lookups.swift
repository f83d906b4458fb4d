import HTTPTypes
import Hummingbird

/// Where it is recorded who looked for what, and whether they have to say why.
public struct Lookups: Sendable {
    public typealias Record =
        @Sendable (_ who: String, _ command: String, _ question: [String], _ reason: String?) throws -> Void

    /// Look-ups that nobody records.
    public static let unrecorded = Lookups()

    let needsReason: Bool
    private let record: Record?

    public init(needsReason: Bool, record: @escaping Record) {
        self.needsReason = needsReason
        self.record = record
    }

    private init() {
        needsReason = false
        record = nil
    }

    var areRecorded: Bool { record != nil }

    /// Records a look-up where that is asked for: it is on disk before anything is answered.
    func record(_ command: String, _ words: [String], _ query: Query) throws {
        try record?("\(query.name) from \(query.address)", command, words, query.fields["reason"])
    }

    // MARK: - Reasons

    static let reasonless = RequestProblem(
        .unprocessableContent, "This console asks for a reason of every look-up: say why you look.")

    /// Whether a reason is asked for, and was not given.
    func lacksReason(_ query: Query) -> Bool {
        needsReason && query.fields["reason"]?.contains { !$0.isWhitespace } != true
    }

    func demandReason(_ query: Query) throws(RequestProblem) {
        if lacksReason(query) { throw Self.reasonless }
    }

    /// A page has asked for the reason already; a picture that is opened by itself is to have one, too.
    func demandReasonOfPicture(_ query: Query) throws(RequestProblem) {
        if query.request.headers[.secFetchDest] != "image" { try demandReason(query) }
    }

    /// The field of a form that asks for the reason; nil where nothing is recorded.
    func field(_ typed: Fields) -> Pages.Values? {
        areRecorded ? ["value": typed["reason"] ?? "", "isNeeded": needsReason] : nil
    }

    /// Tells a page with several forms whether they ask for the reason, and the one that was given.
    func fill(_ values: inout Pages.Values, _ query: Query) {
        values["isReasonAsked"] = areRecorded
        values["isReasonNeeded"] = needsReason
        values["reason"] = query.fields["reason"] ?? ""
    }
}
