import Answers
import Basics
import Console
import Records
import Service

/// Writes plates one after the other, each with its pictures.
struct Export {
    private let format: ExportCommand.Format
    private let target: ExportPlace?
    /// Nil where pictures stay out.
    private let settings: HubConfiguration?
    private let plates: PlateExport
    /// The file of lines or rows; nil where they go to standard output.
    private let lines: ExportPlace.File?
    private(set) var events = 0
    /// How many plates a data set lacks, since there is no picture that shows them, or no text.
    private var unshown = 0
    private var pictures: [ExportedPicture] = []
    /// Of the pictures that are in it.
    private var names: Set<String> = []

    /// - Parameter plates: writes a plate as a text.
    init(
        _ format: ExportCommand.Format, target: ExportPlace?, settings: HubConfiguration?, plates: PlateExport
    ) throws {
        self.format = format
        self.target = target
        self.settings = target == nil ? nil : settings
        self.plates = plates
        lines = try target?.file(format == .dataset ? LabelledPlate.table : "events.\(format.rawValue)")
    }

    func begin() throws {
        try write(format.text.map(plates.head) ?? CSVRow.text(LabelledPlate.headings))
    }

    mutating func add(_ plate: PlateExport.Plate) throws {
        events += 1
        if let text = format.text {
            try write(plates.text(of: plate, text))
            return try addPictures(of: plate.event)
        }
        guard let row = try labelled(plate) else { return unshown += 1 }
        try write(CSVRow.text(row))
    }

    private mutating func addPictures(of event: PlateEvent) throws {
        guard let settings, let target, let camera = CameraRef(event.camera) else { return }
        let folder = CameraPlaces.folder(of: camera, in: "pictures")
        for picture in EventPicture.of(event, in: settings.evidenceFolder) {
            let (state, bytes, place) = try picture.find()
            let name = bytes.flatMap { _ in place }.map { "\(folder)/\($0)" }
            if let name, let bytes, names.insert(name).inserted { try target.add(name, bytes) }
            pictures.append(
                ExportedPicture(
                    event: event.id, kind: picture.kind, file: name, sha256: picture.file.sha256, state: state))
        }
    }

    /// Puts the cut-out plate into a data set.
    ///
    /// - Returns: its row; nil where there is none.
    private mutating func labelled(_ plate: PlateExport.Plate) throws -> [String]? {
        guard let settings, let target, let label = LabelledPlate(plate),
            let crop = EventPicture.of(plate.event, in: settings.evidenceFolder).first(where: { $0.kind == "crop" })
        else { return nil }
        let (state, bytes, _) = try crop.find()
        guard state == .whole, let bytes, names.insert(label.image).inserted else { return nil }
        try target.add(label.image, bytes)
        pictures.append(
            ExportedPicture(
                event: plate.event.id, kind: crop.kind, file: label.image, sha256: crop.file.sha256, state: state))
        return label.cells(in: bytes)
    }

    mutating func finish(_ answer: ExportAnswer) throws {
        guard let target, let lines else { return }
        try target.add(lines)
        if settings != nil, format != .dataset {
            let rows = [ExportedPicture.headings] + pictures.map(\.cells)
            try target.add("pictures.csv", Array(rows.map(CSVRow.text).joined().utf8))
        }
        try target.add("about.json", Array((answer.json(events: events, pictures: pictures) + "\n").utf8))
        try target.finish()
    }

    /// What a person should know.
    var notes: [String] {
        let faulty = pictures.count { $0.state != .whole }
        var notes = ["\(events) plates were found."]
        if unshown > 0 { notes.append("\(unshown) of them are left out: there is no picture of them, or no text.") }
        if faulty > 0 {
            notes.append("\(faulty) of \(pictures.count) pictures are not there as they were written: pictures.csv")
        }
        return notes
    }

    private func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        if let lines {
            try lines.write(bytes[...])
        } else {
            try StandardOutput.write(bytes)
        }
    }
}
