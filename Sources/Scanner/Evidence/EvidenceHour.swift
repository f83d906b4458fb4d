import Files
import Records

/// An hour of evidence: a folder such as `2026/11/22/14`, UTC. A busy camera's folders stay small that way, and an hour is what is
/// looked at when old pictures go.
struct EvidenceHour: Hashable, Comparable, Sendable {
    /// The folder, from the folder of evidence on.
    let path: String

    /// - Parameter time: within the hour.
    init(_ time: WallTime) {
        // 2026-11-22T14:32:05.120Z
        path = String(time.description.prefix(13)).split { $0 == "-" || $0 == "T" }.joined(separator: "/")
    }

    /// Nil of what is no such folder.
    init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, Self.isStart(path) else { return nil }
        self.path = path
        guard end != nil else { return nil }
    }

    /// When it is over; nil of a day that no calendar has.
    var end: WallTime? {
        let parts = path.split(separator: "/")
        return WallTime(rfc3339: "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):00:00Z").map {
            WallTime(milliseconds: $0.milliseconds + 3_600_000)
        }
    }

    static func < (a: EvidenceHour, b: EvidenceHour) -> Bool { a.path < b.path }

    /// Whether a path leads to such a folder, or is on the way there: `2026/11`.
    static func isStart(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return (1...4).contains(parts.count)
            && zip(parts, [4, 2, 2, 2]).allSatisfy { part, digits in
                part.utf8.count == digits && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
            }
    }
}

/// The names of the pictures in it.
enum EvidenceName {
    enum Picture: String, CaseIterable {
        case crop, scene
    }

    static func of(_ picture: Picture, id: String) -> String { "\(id).\(picture.rawValue).jpg" }

    /// Whether it is a picture of ours, finished or not: nothing else is ever removed.
    static func isOurs(_ name: String) -> Bool { isPicture(name) || isUnfinished(name) }

    static func isUnfinished(_ name: String) -> Bool {
        AtomicFile.name(ofScratch: name).map(isPicture) ?? false
    }

    private static func isPicture(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[2] == "jpg" && Picture(rawValue: String(parts[1])) != nil
            && parts[0].utf8.count == 26
            && parts[0].utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
    }
}
