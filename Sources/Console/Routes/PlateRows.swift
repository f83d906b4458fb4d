import Answers
import History
import Records

/// Makes rows of accepted plates, with what is known of each: who corrected it, what lists have of it, and where its pictures are.
struct PlateRows: Sendable {
    let history: any History
    let accounts: AccountFile
    let pictures: PlatePictures
    let zone: LocalZone

    func of(_ records: [StoredRecord], _ question: PlateQuestion, now: WallTime) async throws -> [RowView] {
        let corrections = try accounts.corrections(of: records)
        let matches = try await history.matches(of: records)
        let wanted = question.search.way == .candidate ? nil : question.search.plain ?? question.search.text
        return records.compactMap { record in
            guard case .plate(let event) = record.record else { return nil }
            return RowView(
                record, correction: corrections[event.camera + " " + event.id], wanted: wanted, zone: zone,
                now: now, matches: matches[event.id] ?? [], isAway: pictures.site(of: event) != nil)
        }
    }

    /// Returns rows of new plates, and of those that lists have something new of: what lists have comes after the plate itself.
    func new(
        in records: [StoredRecord], _ question: PlateQuestion, now: WallTime
    ) async throws -> [RowView] {
        let plates = records.filter { question.takes($0) }
        let known = Set(plates.map(\.seq))
        let matched = try await history.events(of: records.compactMap(\.match)).filter {
            !known.contains($0.seq) && question.takes($0)
        }
        let rows = try await of(matched + plates, question, now: now)
        guard let list = question.search.list else { return rows }
        return rows.filter { $0.matches.contains { $0.list == list } }
    }
}

extension StoredRecord {
    /// The accepted plate; nil where the record is something else.
    var event: PlateEvent? { if case .plate(let event) = record { event } else { nil } }

    /// What a list has of a plate; nil where the record is something else.
    var match: MatchRecord? { if case .match(let match) = record { match } else { nil } }
}
