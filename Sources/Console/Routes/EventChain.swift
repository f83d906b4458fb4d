import Answers
import History
import Logging
import Proof
import Records

/// Tells what the chain says of an event: the camera's log says it on this machine, and at a centre the site that sent the lines.
struct EventChain: Sendable {
    let history: any History
    let sealKeys: SealKeys
    /// The chain of a camera's log that is not on this machine; nil of one that is.
    let siteChain: @Sendable (_ camera: String) async throws -> SiteChainAnswer?
    let zone: LocalZone
    let talk: Logger

    func values(of record: StoredRecord, _ event: PlateEvent) async throws -> Pages.Values {
        if let site = try await siteChain(record.camera) { return site.values }
        return try await view(of: record, event).values
    }

    /// Reads the camera's log: the one of its name, or where none is called so, whichever has the line.
    private func view(of record: StoredRecord, _ event: PlateEvent) async throws -> ChainView {
        let logs = try await history.logs().map(\.path)
        var place: ChainPlace?
        var isShortened = false
        let own = logs.filter { CameraPlaces.isLog($0, of: event.camera) }
        let most = ChainPlace.most / max(1, own.isEmpty ? logs.count : 1)
        for log in own.isEmpty ? logs : own {
            do throws(LogFailure) {
                place = try ChainPlace.of(record.line, id: event.id, time: event.time, inLog: log, most: most)
                // The history's line may lack plates that were forgotten; the log has all of it.
                if place?.state == .changed || place?.state == .untold,
                    let line = try event.original(inLog: log, most: most)
                {
                    place = try ChainPlace.of(line, id: event.id, time: event.time, inLog: log, most: most)
                    isShortened = true
                }
            } catch {
                talk.warning("a page cannot tell what the chain says: \(error)")
            }
            if let place, place.state != .absent { break }
        }
        let verdict = sealKeys.verdict(on: place?.seals ?? [], forgotten: place?.forgotten ?? [])
        return ChainView(place: place, verdict: verdict, zone: zone, isShortened: isShortened)
    }
}
