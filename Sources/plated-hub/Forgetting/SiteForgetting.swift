import Answers
import Basics
import Console
import Delivery
import Fleet
import History
import Logging
import Records
import Rules

/// Forgets at a centre what one of its sites has forgotten: its records, their pictures, corrections and dead letters, and the matches, sessions
/// and openings that were made of them here. Where no other camera has had one of their plates, also whatever else is known of it here, in the
/// history and in the hub's own logs. What this machine's scanners wrote stays as it is: it is not the site's.
struct SiteForgetting {
    let settings: HubConfiguration
    let history: any History
    let talk: Logger

    func forget(_ records: [StoredRecord], of site: String) async throws {
        let events = records.compactMap { record -> PlateEvent? in
            if case .plate(let event) = record.record { event } else { nil }
        }
        for picture in events.flatMap({ EventPicture.of($0, in: settings.evidenceFolder) }) {
            do throws(PictureFolder.Absence) { _ = try picture.remove() } catch {
                // What lies outside the folder is not ours.
                guard case .unreadable(let reason) = error else { continue }
                throw Failure(.inputOutput, while: "removing the picture \(picture.path)", because: reason)
            }
        }
        // First what else tells of it: until all of that is done, the history has the records, and the site says so again.
        let (made, unread) = try await EventForgetting(settings: settings, history: history).forget(events)
        let own = Set(records.map(\.seq))
        for text in Set(events.compactMap { ForgottenPlate($0.plate)?.text }).sorted() {
            let left = try await cameras(with: text, besides: own)
            if left.isEmpty {
                try await forget(text)
            } else if left.contains(where: { settings.site(of: $0) != site }) {
                talk.notice(
                    "a plate that the site \(site) has forgotten was seen by other cameras, too: what they have of it stays"
                )
            }
        }
        try await SiteBooks.forget(records, made: made, of: site, in: history)
        for failure in unread {
            talk.error("\(failure); what it has of records that the site \(site) has forgotten stays")
        }
        _ = try DeliveryFile.there(settings.deliveryFile(in: .current))?.forget(events.map { ($0.camera, $0.id) })
    }

    /// Who else has a plate. The site says what it has forgotten in parts: the rest of its own follows.
    private func cameras(with text: String, besides own: Set<Int64>) async throws -> Set<String> {
        var cameras: Set<String> = []
        var next: PageCursor?
        repeat {
            let page = try await history.search(Search(text: text), after: next, limit: 500)
            cameras.formUnion(page.records.filter { !own.contains($0.seq) }.map(\.camera))
            next = page.next
        } while next != nil
        return cameras
    }

    private func forget(_ text: String) async throws {
        guard let plate = ForgottenPlate(text) else { return }
        let forgetting = Forgetting(
            plate, settings: settings, history: history,
            accounts: try AccountFile.there(settings.accountFile(in: .current)),
            delivery: try DeliveryFile.there(settings.deliveryFile(in: .current)),
            sessions: try SessionFile.there(settings.sessionFile(in: .current)), isOwnAlone: true)
        let rest = try await forgetting.run(try await forgetting.plan())
        guard rest.isEmpty else {
            throw Failure(.temporary, while: "forgetting a plate", because: "something of it came or stayed meanwhile")
        }
    }
}
