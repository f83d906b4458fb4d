import Answers
import Basics
import Foundation
import Records

/// A destination that is a folder of training data: each day of this place's clocks has a folder with a manifest and the cut-out plates.
///
/// Each event has one row, however often it comes: what was written is known by the name of its picture.
actor DatasetDestination: Destination {
    nonisolated let most = 64

    static let headings = ["image", "x_min", "y_min", "x_max", "y_max", "text", "region"]

    private let way: DatasetWay
    private let name: String
    private let zone: LocalZone
    private let now: @Sendable () -> WallTime
    private let worker: Worker
    /// The pictures that a day's manifest has.
    private var written: (day: String, images: Set<String>) = ("", [])
    private var sweep: DailySweep

    /// - Parameter isTrusted: whether the clock can be trusted to say what is too old.
    init(
        _ way: DatasetWay, name: String, zone: LocalZone = .current, now: @escaping @Sendable () -> WallTime,
        isTrusted: @escaping @Sendable () -> Bool
    ) {
        self.way = way
        self.name = name
        self.zone = zone
        self.now = now
        sweep = DailySweep(days: way.days, zone: zone, isTrusted: isTrusted)
        worker = Worker(name)
    }

    private var folder: OutputFolder { OutputFolder(path: way.folder) }

    func begin() async { await removeOld() }

    func watch(_ tell: @escaping Watcher) async { await folder.watch(tell, on: worker) }

    func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
        try await folder.rest(wait, on: worker, sleep: sleep)
    }

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        // A set in the place of a folder that is not mounted would be hidden by it later.
        if let trouble = await worker.run({ [folder] in folder.trouble }) {
            written = ("", [])
            return .failed(Trouble(.folder, trouble))
        }
        for (count, parcel) in parcels.enumerated() {
            guard let event = parcel.plate, event.confidence >= way.leastConfidence,
                let plate = PicturedPlate(parcel, picture: .crop), let picture = plate.picture
            else { continue }
            let day = zone.day(of: parcel.time)
            if day != written.day { written = (day, await known(day)) }
            // Which a site makes up: whatever it is, it names a file in this folder.
            let id = HubName.plain(parcel.id ?? "").prefix(64)
            let image = "images/\(HubName.plain(parcel.camera).prefix(130))-\(id).jpg"
            guard !written.images.contains(image) else { continue }
            let box = plate.box
            let place = [box.x, box.y, box.x + box.width, box.y + box.height].map(String.init)
            let cells = [image] + place + [event.plate, event.region ?? way.region ?? ""]
            let set = DaySet(folder: "\(way.folder)/\(name)-\(day)")
            if let reason = await worker.run({ set.add(picture, as: image, row: CSVRow.text(cells)) }) {
                return Delivered(count: count, trouble: .again(reason))
            }
            written.images.insert(image)
        }
        await removeOld()
        return Delivered(count: parcels.count)
    }

    private func known(_ day: String) async -> Set<String> {
        let set = DaySet(folder: "\(way.folder)/\(name)-\(day)")
        return await worker.run { set.images }
    }

    /// Removes the sets that have been there for long enough.
    private func removeOld() async {
        guard let limit = sweep.limit(at: now()) else { return }
        let (folder, name) = (way.folder, name)
        await worker.run { DaySet.remove(in: folder, of: name, before: limit) }
    }
}

/// One day's set.
struct DaySet: Sendable {
    let folder: String

    private var manifest: String { "\(folder)/manifest.csv" }

    /// Those that its manifest has.
    var images: Set<String> {
        guard let text = FileManager.default.contents(atPath: manifest) else { return [] }
        // A row that was cut short has not arrived.
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        return Set(lines.dropLast().compactMap { $0.split(separator: ",").first.map(String.init) })
    }

    /// The picture first, so that there is no row without one.
    ///
    /// - Returns: why it could not be written; nil where both are on disk.
    func add(_ picture: [UInt8], as image: String, row: String) -> String? {
        do {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/images", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
            let path = "\(folder)/\(image)"
            try Data(picture).write(to: URL(fileURLWithPath: path), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try file.synchronize()
            try file.close()
        } catch {
            return "\(folder) cannot be written: \((error as NSError).localizedDescription)"
        }
        return DayFile(path: manifest, headings: CSVRow.text(DatasetDestination.headings)).append(row)
    }

    /// Removes the sets of earlier days.
    static func remove(in folder: String, of name: String, before day: String) {
        guard let names = FileManager.default.enumerator(atPath: folder) else { return }
        var old: [String] = []
        while let entry = names.nextObject() as? String {
            names.skipDescendants()
            guard entry.hasPrefix("\(name)-") else { continue }
            let date = entry.dropFirst(name.count + 1)
            // Only what has the form of a day is ours.
            if date.count == 10, WallTime(rfc3339: "\(date)T00:00:00Z") != nil, date < day { old.append(entry) }
        }
        for entry in old {
            do {
                try FileManager.default.removeItem(atPath: "\(folder)/\(entry)")
            } catch {
                // It is tried again tomorrow.
            }
        }
    }
}
