import Answers
import Basics
import HTTPTypes
import History
import Records
import Rules

/// What is asked for in the address of a page of sessions, as it was typed and as it was understood.
struct SessionQuestion: Sendable {
    /// What is listed, as the address and people call it.
    enum Kind: String, CaseIterable {
        case open, overstay, ended, forgotten
        case exitMissed = "exit_missed"
        case entryMissed = "entry_missed"
        case all

        var name: String {
            switch self {
            case .open: "in now"
            case .overstay: "too long"
            case .ended: "left"
            case .forgotten: "forgotten"
            case .exitMissed: "exit missed"
            case .entryMissed: "entry missed"
            case .all: "all"
            }
        }

        func takes(_ session: SessionRecord) -> Bool {
            switch self {
            case .all: session.state != .withdrawn
            case .overstay: session.isOverstay && session.state != .withdrawn
            default: session.state.rawValue == rawValue
            }
        }
    }

    static let sizes = 1...500
    static let usual = 50

    let fields: Fields
    let kind: Kind
    /// Names; empty for all that may be seen.
    let sites: [String]
    let cameras: [String]
    /// A part of the plate: capitals and digits.
    let text: String?
    let from: WallTime
    let until: WallTime?
    let page: Int
    let limit: Int

    private static let day: Int64 = 86_400_000

    /// - Parameter known: the sites that may be asked for.
    init(_ fields: Fields, sites known: [SessionSite], now: WallTime, zone: LocalZone) throws {
        self.fields = fields
        guard let kind = Kind(rawValue: fields["state"] ?? Kind.open.rawValue) else {
            throw RequestProblem(
                .unprocessableContent,
                "state is one of \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.kind = kind
        sites = fields.values("site")
        if let unknown = sites.first(where: { name in !known.contains { $0.name == name } }) {
            throw RequestProblem(.unprocessableContent, "There is no site \(unknown).")
        }
        cameras = fields.values("camera")
        text = fields["q"].map(Self.folded)
        var times = Fields()
        for name in ["from", "to"] { times.set(name, fields[name]) }
        // The same words as in a search of plates, with the same refusals.
        let search = try PlateQuestion(times, now: now, zone: zone).search
        until = search.until
        from = search.from ?? WallTime(milliseconds: (search.until ?? now).milliseconds - Self.span(kind, known))
        func number(_ name: String, _ range: ClosedRange<Int>, _ usual: Int) throws -> Int {
            guard let text = fields[name] else { return usual }
            guard let number = Int(text), range.contains(number) else {
                throw RequestProblem(
                    .unprocessableContent,
                    "\(name) is \"\(text)\", and must be a whole number from \(range.lowerBound) to \(range.upperBound)."
                )
            }
            return number
        }
        page = try number("page", 1...1_000_000, 1)
        limit = try number("limit", Self.sizes, Self.usual)
    }

    /// How far back it is looked from the end, where nobody says, in milliseconds: for those that are in as long as anybody can be; for others
    /// a day; for those that stay too long the longer of both.
    static func span(_ kind: Kind, _ sites: [SessionSite]) -> Int64 {
        let longest = (sites.map(\.forgottenAfter.milliseconds).max() ?? day) + 3_600_000
        return switch kind {
        case .open: longest
        case .overstay: max(longest, day)
        default: day
        }
    }

    private static func folded(_ text: String) -> String { text.uppercased().filter { !" -.·".contains($0) } }

    func takes(_ session: SessionRecord) -> Bool {
        let ends = [session.entry, session.exit].compactMap { $0 }
        let isAsked = kind.takes(session) && (sites.isEmpty || sites.contains(session.site))
        let isThere = cameras.isEmpty || ends.contains { cameras.contains($0.camera) }
        guard isAsked, isThere, let text else { return isAsked && isThere }
        return ([session.plate] + ends.map(\.plate)).contains { Self.folded($0).contains(text) }
    }

    /// Whether what is new belongs on top of what is shown.
    var isLive: Bool { page == 1 && until == nil }

    /// What is recorded of it.
    var words: [String] {
        fields.all.filter { !["reason", "limit", "page"].contains($0.name) && !$0.value.isEmpty }
            .map { "\($0.name)=\($0.value)" }
    }

    /// The same question with something else in it.
    func path(_ path: String = "/sessions", _ changes: (name: String, value: String?)...) -> String {
        var fields = fields
        // Whoever sees some cameras alone asks for them without saying so.
        for (name, value) in changes { fields.set(name, value) }
        let text = fields.text
        return text.isEmpty ? path : path + "?" + text
    }
}
