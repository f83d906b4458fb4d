import ALPR
import Foundation
import Plates
import Settings

/// Turns the rows of one table into labelled pictures and clips; a row that cannot be used is told and left out.
struct TableReading {
    private let path: String
    private let folder: String
    private let columns: [String: Int]
    /// Whether numbers may have a comma in them, since something else separates the columns.
    private let hasDecimalCommas: Bool
    private var order: [String] = []
    private var pictures: [String: [LabelledPlate]] = [:]
    private var clips: [String: [String]] = [:]
    private var problems: [Problem] = []

    init(path: String, folder: String, table: CSVTable) {
        self.path = path
        self.folder = folder
        hasDecimalCommas = table.separator != ","
        columns = Dictionary(table.header.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    var manifest: Manifest {
        var manifest = Manifest(name: "", file: path, problems: problems)
        for file in order {
            if let texts = clips[file] { manifest.clips.append(LabelledClip(path: file, texts: texts)) }
            if let plates = pictures[file] { manifest.pictures.append(LabelledPicture(path: file, plates: plates)) }
        }
        return manifest
    }

    mutating func check(known: Set<String>, needed: [String]) {
        for column in columns.keys.sorted() where !known.contains(column) {
            problem(line: 1, column, "is a column that plated does not know; it is not used")
        }
        for column in needed where columns[column] == nil { problem(line: 1, column, "is a column that is missing") }
    }

    mutating func addClip(_ row: CSVTable.Row) {
        guard let file = file(row, column: "video") else { return }
        if clips[file] == nil {
            order.append(file)
            clips[file] = []
        }
        if let text = text(row), !(clips[file]?.contains(text) ?? false) { clips[file]?.append(text) }
    }

    mutating func addPicture(_ row: CSVTable.Row, columns names: (String, String, String, String)) {
        guard let file = file(row, column: "image") else { return }
        let fields = [names.0, names.1, names.2, names.3].map { field(row, $0) }
        var box: Box?
        if !fields.allSatisfy({ $0?.isEmpty ?? true }) {
            let numbers = fields.compactMap { $0.flatMap(number) }
            guard numbers.count == 4, numbers[2] > numbers[0], numbers[3] > numbers[1] else {
                return problem(
                    line: row.line, nil, "is left out: its box is not four numbers with left < right and top < bottom")
            }
            guard numbers[0] >= -1, numbers[1] >= -1 else {
                return problem(line: row.line, nil, "is left out: its box lies outside the picture")
            }
            box = Box(x: numbers[0], y: numbers[1], width: numbers[2] - numbers[0], height: numbers[3] - numbers[1])
        }
        if pictures[file] == nil {
            order.append(file)
            pictures[file] = []
        }
        let plate = LabelledPlate(box: box, text: text(row), line: row.line)
        pictures[file]?.append(plate)
    }

    private mutating func file(_ row: CSVTable.Row, column: String) -> String? {
        guard let name = field(row, column), !name.isEmpty else {
            problem(line: row.line, column, "is left out: it names no file")
            return nil
        }
        let file = name.hasPrefix("/") ? name : folder + "/" + name
        var isFolder = false
        guard ManifestFile.fileExists(file, isFolder: &isFolder), !isFolder else {
            problem(line: row.line, column, "is left out: there is no \(file)")
            return nil
        }
        return file
    }

    private func text(_ row: CSVTable.Row) -> String? {
        field(row, "text").flatMap(\.labelledPlate)
    }

    private func number(_ text: String) -> Double? {
        Double(hasDecimalCommas ? text.replacing(",", with: ".") : text)
    }

    private func field(_ row: CSVTable.Row, _ column: String) -> String? {
        columns[column].flatMap { $0 < row.fields.count ? row.fields[$0] : nil }
    }

    private mutating func problem(line: Int, _ column: String?, _ message: String) {
        problems.append(Problem(file: path, line: line, key: column, message: message))
    }
}
