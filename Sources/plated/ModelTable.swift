import ModelStore

/// The nets of a catalogue, and what of them is installed, as a table for people.
struct ModelTable {
    private let rows: [[String]]
    /// A line below each row but the first: what it is, and whose.
    private let notes: [String]

    init(_ models: [Model], in folders: ModelFolders) {
        notes = models.map { "    \($0.about); \($0.project)\n" }
        rows =
            [["name", "kind", "size", "licence", "state"]]
            + models.map { model in
                let copies = folders.all.map { InstalledModel(model, in: $0) }.map { (copy: $0, state: $0.state()) }
                let found =
                    copies.first { $0.state == .installed } ?? copies.first { $0.state.isPresent }
                    ?? copies.first { $0.state != .absent }
                let place = found.map { "  " + $0.copy.folder } ?? ""
                let state = (found?.state ?? .absent).text + place
                return [model.name, model.kind.rawValue, model.size.bytes, model.licence, state]
            }
    }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return String(cells.joined(separator: "  ").trimmingSuffix { $0 == " " }) + "\n"
        }
        return zip(lines, [""] + notes).map { $0 + $1 }.joined()
    }
}

extension InstalledModel.State {
    /// Whether there are files of it that could be used, or should be.
    var isPresent: Bool {
        switch self {
        case .absent, .partial: false
        case .installed, .damaged: true
        }
    }

    var text: String {
        switch self {
        case .absent: "not installed"
        case .partial(let size): "not installed (\(size.bytes) of it are here)"
        case .installed: "installed"
        case .damaged(let why): "damaged (\(why))"
        }
    }
}

extension Int {
    /// As bytes for people: 7.8 MB.
    var bytes: String {
        switch self {
        case ..<1000: "\(self) B"
        case ..<1_000_000: "\(self / 1000) kB"
        default: "\(self / 1_000_000).\(self / 100_000 % 10) MB"
        }
    }
}

extension StringProtocol {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> SubSequence {
        self[..<(lastIndex { !isTrimmed($0) }.map(index(after:)) ?? startIndex)]
    }
}
