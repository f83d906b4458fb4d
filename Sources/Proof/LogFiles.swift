import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The files of some logs: which belong together, and in which order their lines were written.
enum LogFiles {
    /// The files of each log that was named, with what it was rotated to; one that belongs to another one that was named is not told twice.
    static func families(of paths: [String]) throws(LogFailure) -> [[String]] {
        var families: [[String]] = []
        var seen: Set<String> = []
        // Those that have rotations first, so that naming these as well changes nothing.
        var found: [[String]] = []
        for path in paths { found.append(try LogText.files(of: path)) }
        for (index, files) in found.enumerated().sorted(by: { $0.element.count > $1.element.count }) {
            let files = (files.isEmpty ? [paths[index]] : files).filter { seen.insert(identity($0)).inserted }
            if !files.isEmpty { families.append(files) }
        }
        return families.sorted { $0[$0.count - 1] < $1[$1.count - 1] }
    }

    /// Scans of files that belong to one log each, in the order of the chain. Names only tell where the chain does not.
    static func logs(_ families: [[FileScan]]) -> [[FileScan]] {
        var groups = families
        // A rotation that was named by itself belongs to the log that goes on from it.
        var index = 0
        while index < groups.count {
            if let other = groups.indices.first(where: { $0 != index && isTied(groups[$0], after: groups[index]) }) {
                groups[other] = groups[index] + groups[other]
                groups.remove(at: index)
                index = 0
            } else {
                index += 1
            }
        }
        return groups.map(ordered)
    }

    private static func isTied(_ later: [FileScan], after earlier: [FileScan]) -> Bool {
        let ends = Set(earlier.compactMap { $0.segments.last?.lastDigest })
        return later.contains { scan in
            guard case .to(let digest)? = scan.segments.first?.link, digest != .zero else { return false }
            return ends.contains(digest)
        }
    }

    private static func ordered(_ scans: [FileScan]) -> [FileScan] {
        let filled = scans.filter { !$0.segments.isEmpty }
        var next: [Int: Int] = [:]
        var ends: [Digest: Int] = [:]
        for (index, scan) in filled.enumerated() {
            if let last = scan.segments.last { ends[last.lastDigest] = ends[last.lastDigest] ?? index }
        }
        var hasPrevious: Set<Int> = []
        for (index, scan) in filled.enumerated() {
            guard case .to(let digest)? = scan.segments.first?.link, let before = ends[digest], before != index,
                next[before] == nil
            else { continue }
            next[before] = index
            hasPrevious.insert(index)
        }
        var order: [Int] = []
        var placed: Set<Int> = []
        func follow(_ start: Int) {
            var index: Int? = start
            while let here = index, placed.insert(here).inserted {
                order.append(here)
                index = next[here]
            }
        }
        for index in filled.indices where !hasPrevious.contains(index) { follow(index) }
        // A ring is no order: then the names are.
        for index in filled.indices { follow(index) }
        return order.map { filled[$0] } + scans.filter(\.segments.isEmpty)
    }

    private static func identity(_ path: String) -> String {
        var status = stat()
        return stat(path, &status) == 0 ? "\(status.st_dev) \(status.st_ino)" : path
    }
}
