import Answers
import HTTPTypes
import History
import Records
import Rules

/// What is asked for in the address of a list of plates, as it was typed and as it was understood.
struct PlateQuestion: Sendable {
    static let sizes = 1...500

    let fields: Fields
    let search: Search
    let after: PageCursor?
    let limit: Int
    /// Whether nothing narrows it down that a new plate could not be compared with as it comes.
    var isLive: Bool { search.text == nil && search.until == nil && after == nil }

    init(_ fields: Fields, now: WallTime, zone: LocalZone) throws {
        self.fields = fields
        let text = fields["q"]
        func time(_ name: String) throws -> TimeExpression? {
            guard let text = fields[name] else { return nil }
            do {
                return try TimeExpression(text, now: now, zone: zone)
            } catch {
                throw RequestProblem(.unprocessableContent, "\(name) is \"\(text)\": \(error.reason).")
            }
        }
        let (from, to) = (try time("from"), try time("to"))
        if let from, let to, to.latest <= from.earliest {
            throw RequestProblem(
                .unprocessableContent, "to (\(zone.text(to.latest))) is not after from (\(zone.text(from.earliest))).")
        }
        let way = try Self.way(fields, text: text)
        let distance = try Self.number(fields, "distance", in: Search.distances, usual: 1)
        if fields["distance"] != nil, way != .near {
            throw RequestProblem(.unprocessableContent, "distance belongs to match=near.")
        }
        search = try Search(
            way: way, text: text, cameras: fields.values("camera"), from: from?.earliest, until: to?.latest,
            lane: fields["lane"], movement: fields["direction"], distance: distance,
            list: try Self.list(fields), isTyped: true)
        limit = try Self.number(fields, "limit", in: Self.sizes, usual: 50)
        if let place = fields["after"] {
            guard let cursor = PageCursor(place) else {
                throw RequestProblem(.unprocessableContent, "after is no place that an earlier answer gave.")
            }
            after = cursor
        } else {
            after = nil
        }
    }

    /// What is meant by the field at the head of each page (`part`): a plate with these characters anywhere, where no wildcard says what
    /// may stand around them.
    static func meant(_ fields: Fields) -> Fields {
        guard fields["part"] != nil else { return fields }
        var meant = fields
        meant.set("part", nil)
        if let part = fields["q"].flatMap(Self.part(of:)) { meant.set("q", part) }
        return meant
    }

    /// Nil of what has no characters of a plate, of what has wildcards, and of a pseudonym, which has no parts.
    private static func part(of text: String) -> String? {
        guard text.contains(where: { $0.isLetter || $0.isNumber }), !text.contains(where: { "?*".contains($0) }),
            !text.hasPrefix(pseudonym)
        else { return nil }
        return "*\(text.trimmed)*"
    }

    /// The same search, of a part; nil where it is one already.
    var part: (text: String, path: String)? {
        // More than stands on any plate would be too long with its wildcards.
        guard let text = fields["q"], text.count <= 46, let part = Self.part(of: text) else { return nil }
        var fields = fields
        fields.set("q", part)
        fields.set("after", nil)
        fields.set("distance", nil)
        if search.way == .exact || search.way == .near { fields.set("match", nil) }
        return (part, "/plates?" + fields.text)
    }

    /// Without a word of it, what looks alike counts as equal; with wildcards too, and a pseudonym is like no other.
    private static func way(_ fields: Fields, text: String?) throws -> Search.Way {
        guard let name = fields["match"] else {
            return text?.hasPrefix(Self.pseudonym) == true ? .exact : .alike
        }
        guard let way = Search.Way(rawValue: name) else {
            let ways = Search.Way.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestProblem(.unprocessableContent, "match is \"\(name)\", and must be one of \(ways).")
        }
        return way
    }

    private static func list(_ fields: Fields) throws -> String? {
        guard let name = fields["list"] else { return nil }
        guard PlateList.isName(name) else {
            throw RequestProblem(.unprocessableContent, "list is no name of a list: it \(PlateList.nameRule).")
        }
        return name
    }

    private static let pseudonym = Pseudonyms.mark

    private static func number(
        _ fields: Fields, _ name: String, in range: ClosedRange<Int>, usual: Int
    ) throws -> Int {
        guard let text = fields[name] else { return usual }
        guard let number = Int(text), range.contains(number) else {
            throw RequestProblem(
                .unprocessableContent,
                "\(name) is \"\(text)\", and must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// Whether a new record belongs to what is shown, where `isLive`; what lists have of it is asked for afterwards.
    func takes(_ record: StoredRecord) -> Bool {
        guard case .plate(let event) = record.record else { return false }
        return (search.cameras.isEmpty || search.cameras.contains(record.camera))
            && search.from.map { record.time >= $0 } != false && search.lane.map { $0 == event.lane } != false
            && search.movement.map { $0 == event.direction?.movement.rawValue } != false
    }

    /// What is recorded of it.
    var words: [String] {
        fields.all.filter { !["reason", "limit", "after"].contains($0.name) && !$0.value.isEmpty }
            .map { "\($0.name)=\($0.value)" }
    }

    /// The same question at another address.
    func path(_ path: String, after: PageCursor? = nil) -> String {
        var fields = fields
        fields.set("after", after?.description)
        let text = fields.text
        return text.isEmpty ? path : path + "?" + text
    }
}
