import Answers
import Basics
import Delivery
import History
import Records
import Service

/// Writes events one after the other, each with its pictures.
struct Export {
    private let format: ExportCommand.Format
    private let target: ExportPlace?
    /// Nil where pictures stay out.
    private let settings: HubConfiguration?
    private let table: EventTable
    /// The file of events; nil where they go to standard output.
    private let lines: ExportPlace.File?
    private(set) var events = 0
    private var pictures: [ExportedPicture] = []
    /// Of the pictures that are in it.
    private var names: Set<String> = []

    init(_ format: ExportCommand.Format, target: ExportPlace?, settings: HubConfiguration?, zone: LocalZone) throws {
        self.format = format
        self.target = target
        self.settings = target == nil ? nil : settings
        table = EventTable(zone: zone)
        lines = try target?.file("events.\(format.rawValue)")
    }

    func begin() throws {
        if format == .csv { try write(Array(CSVRow.text(EventTable.headings).utf8)) }
    }

    mutating func add(_ record: StoredRecord) throws {
        guard case .plate(let event) = record.record else { return }
        events += 1
        switch format {
        case .ndjson: try write(record.line + [UInt8(ascii: "\n")])
        case .csv: try write(Array(CSVRow.text(table.cells(event)).utf8))
        }
        guard let settings, let target else { return }
        for picture in EventPicture.of(event, in: settings.evidenceFolder) {
            let (state, bytes, place) = try picture.find()
            let name = bytes.flatMap { _ in place }.map { "pictures/\(Self.folder(of: event.camera))/\($0)" }
            if let name, let bytes, names.insert(name).inserted { try target.add(name, bytes) }
            pictures.append(
                ExportedPicture(
                    event: event.id, kind: picture.kind, file: name, sha256: picture.file.sha256, state: state))
        }
    }

    /// A camera's name comes from elsewhere: one that leads anywhere else keeps nothing from being exported.
    private static func folder(of camera: String) -> String {
        let parts = camera.split(separator: "/", omittingEmptySubsequences: false)
        return parts.contains { ["", ".", ".."].contains($0) } ? HubName.plain(camera) : camera
    }

    mutating func finish(_ answer: ExportAnswer) throws {
        guard let target, let lines else { return }
        try target.add(lines)
        if settings != nil {
            let rows = [ExportedPicture.headings] + pictures.map(\.cells)
            try target.add("pictures.csv", Array(rows.map(CSVRow.text).joined().utf8))
        }
        try target.add("about.json", Array((answer.json(events: events, pictures: pictures) + "\n").utf8))
        try target.finish()
    }

    /// What a person should know.
    var notes: [String] {
        let faulty = pictures.count { $0.state != .whole }
        let fault =
            faulty > 0
            ? ["\(faulty) of \(pictures.count) pictures are not there as they were written: pictures.csv"] : []
        return ["\(events) plates were found."] + fault
    }

    private func write(_ bytes: [UInt8]) throws {
        if let lines {
            try lines.write(bytes[...])
        } else {
            try StandardOutput.write(bytes)
        }
    }
}
