import History
import Records

extension SiteBooks {
    /// What a centre still has of records that a site has forgotten: its own alone.
    static func records(
        _ message: ForgottenRecords, of site: String, in history: any History
    ) async throws -> [StoredRecord] {
        let names = message.names.map { RecordName(camera: SiteCamera.name($0.camera, of: site), id: $0.id) }
        return try await history.records(of: names).filter { record in
            if case .forgotten = record.record { return false }
            return true
        }
    }

    /// Puts in the place of records what says that something was forgotten there: their numbers, times and hashes are left, so that the site's
    /// chain can still be followed.
    ///
    /// - Parameter made: what this hub made of them, as its own logs had it.
    package static func forget(
        _ records: [StoredRecord], made: [StoredRecord] = [], of site: String, in history: any History
    ) async throws {
        var batch = Batch()
        let packer = LinePacker(history.lineForm)
        let all =
            records.map { ($0, SiteCamera.own($0.camera, of: site)) } + made.map { ($0, $0.loggedCamera) }
        for (record, camera) in all {
            let line = ForgottenLine(
                id: record.record.id ?? "", time: record.time, camera: camera,
                hash: ChainLink.digest(ofLine: record.line), previous: ChainLink.previous(of: record.line) ?? .zero)
            let bytes = Array(line.line.dropLast())
            guard var entry = Entry(.forgotten(line), line: bytes, log: "", now: record.time, packer: packer) else {
                continue
            }
            entry.camera = record.camera
            batch.entries.append((space(of: site), entry))
        }
        if batch.entries.isEmpty { return }
        let before = SiteBooks(site, kept: try await history.kept(space(of: site))).forgotten
        batch.kept[KeptName(space(of: site), forgotten)] = "\(before + records.count)"
        _ = try await history.store(batch)
        // The records are gone: where this fails, nobody who asks again finds them.
        history.news.owe(sweep: true)
        try await history.sweep()
        history.news.owe(sweep: false)
    }
}
