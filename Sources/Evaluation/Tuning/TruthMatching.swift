import Basics
import Records
import Settings

/// Finds out which of a truth's rows are about which recordings.
public struct TruthMatching {
    /// A recording as rows may name it.
    public struct Recording: Sendable {
        public var path: String
        /// When it begins and ends; nil where nobody knows.
        public var time: ClosedRange<WallTime>?

        public init(path: String, time: ClosedRange<WallTime>? = nil) {
            self.path = path
            self.time = time
        }
    }

    private let recordings: [Recording]

    public init(_ recordings: [Recording]) {
        self.recordings = recordings
    }

    /// The truth, and what a person should know of rows and recordings that are not counted.
    public func truth(of file: TruthFile) throws(Failure) -> (truth: Truth, notes: [String]) {
        var plates: [Int: [String: Int]] = [:]
        var everywhere: [String: Int] = [:]
        var elsewhere: [TruthFile.Row] = []
        // When a recording began may be a guess: one that none of the times lies in is one of another clock.
        let isTimed = recordings.contains { recording in
            file.rows.contains { row in row.time.map { recording.time?.contains($0) ?? false } ?? false }
        }
        for row in file.rows {
            switch place(of: row, beside: file.path, isTimed: isTimed) {
            case .one(let number):
                plates[number, default: [:]].merge([row.plate].compactMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
            case .anywhere: everywhere.merge([row.plate].compactMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
            case .elsewhere: elsewhere.append(row)
            }
        }
        guard let first = elsewhere.first else { return try truth(plates, everywhere, []) }
        if elsewhere.count == file.rows.count {
            let what = first.recording ?? first.time.map(\.description) ?? ""
            throw Failure(
                .badData, while: "matching \(file.path)",
                because:
                    "none of its \(file.rows.count) rows is about one of these recordings; line \(first.line) is about \(what)"
            )
        }
        let rows = elsewhere.count == 1 ? "1 row is" : "\(elsewhere.count) rows are"
        return try truth(plates, everywhere, ["\(file.path): \(rows) about other recordings"])
    }

    private enum Place {
        case one(Int)
        case anywhere
        case elsewhere
    }

    /// - Parameter isTimed: whether times of rows and of recordings are of one clock.
    private func place(of row: TruthFile.Row, beside path: String, isTimed: Bool) -> Place {
        if let name = row.recording {
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            let last = name.split(separator: "/").last.map(String.init) ?? name
            let tests: [(String) -> Bool] = [
                { $0 == name || $0 == folder + name }, { $0.hasSuffix("/" + name) },
                { $0 == last || $0.hasSuffix("/" + last) },
            ]
            for fits in tests {
                let found = recordings.indices.filter { fits(recordings[$0].path) }
                if let number = found.first, found.count == 1 { return .one(number) }
            }
            return .elsewhere
        }
        if recordings.count == 1, row.time == nil || !isTimed { return .one(0) }
        guard let time = row.time else { return .anywhere }
        let found = recordings.indices.filter { recordings[$0].time?.contains(time) ?? false }
        return found.first.map(Place.one) ?? .elsewhere
    }

    private func truth(
        _ plates: [Int: [String: Int]], _ everywhere: [String: Int], _ notes: [String]
    ) throws(Failure) -> (truth: Truth, notes: [String]) {
        let labelled = plates.keys.sorted()
        var scopes = labelled.map { Truth.Scope(recordings: [$0], plates: plates[$0] ?? [:]) }
        let others = recordings.indices.filter { plates[$0] == nil }
        if !everywhere.isEmpty, !others.isEmpty { scopes.append(.init(recordings: Array(others), plates: everywhere)) }
        var notes = notes
        if everywhere.isEmpty, !others.isEmpty {
            let names = others.prefix(3).map { recordings[$0].path }.joined(separator: ", ")
            notes.append(
                "\(others.count == 1 ? "1 recording has" : "\(others.count) recordings have") no row and \(others.count == 1 ? "is" : "are")"
                    + " not counted (\(names)\(others.count > 3 ? ", …" : "")): where none came by, a row with an empty plate says so"
            )
        }
        return (Truth(scopes: scopes, isGiven: true), notes)
    }
}
