import History
import Logging
import Records
import Rules

/// Corrects sessions for the pages, and waits until the history has what was said of one.
struct SessionDesk: Sendable {
    /// How long after a correction a page waits for the history to have it.
    private static let patience = (looks: 30, pause: Duration.milliseconds(100))

    let history: any History
    let keeping: SessionKeeping
    let talk: Logger

    /// Waits until the history, which follows the log, has what was told.
    func wait(for told: [SessionRecord]) async throws {
        guard let last = told.last else { return }
        for _ in 0..<Self.patience.looks {
            let known = try await history.records(id: last.id)
            if !known.isEmpty { return }
            try await Task.sleep(for: Self.patience.pause)
        }
    }

    /// Passes a corrected text on to the plate's session. The correction itself stands, whatever becomes of that.
    func pass(_ plate: String, of event: PlateEvent, by name: String) async {
        do {
            for site in keeping.sites where (site.entries + site.exits).contains(where: { $0.camera == event.camera }) {
                let found = try await history.sessions(
                    sites: [site.name], from: WallTime(milliseconds: event.time.milliseconds)
                )
                .first { session in
                    [session.entry, session.exit].contains { $0?.camera == event.camera && $0?.id == event.id }
                }
                guard let found,
                    [found.entry, found.exit].contains(where: { $0?.id == event.id && $0?.plate != plate })
                else { continue }
                let told = try await keeping.correct(
                    found, .text(camera: event.camera, event: event.id, plate: plate), by: name)
                try await wait(for: told)
            }
        } catch {
            talk.error("a corrected text did not reach its session: \(error)")
        }
    }
}
