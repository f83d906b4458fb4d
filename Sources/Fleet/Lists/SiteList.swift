#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A list as it goes to a site: a file of comma-separated values.
package struct SiteList: Sendable, Equatable {
    /// Such as `stolen.wanted.csv`.
    package var file: String
    package var bytes: [UInt8]

    package init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    // MARK: - Several

    private struct Line: Codable {
        var file: String
        var text: String
    }

    /// A line of JSON a list.
    package static func bytes(_ lists: [SiteList]) -> [UInt8] {
        lists.flatMap {
            Array((Posted.text(Line(file: $0.file, text: String(decoding: $0.bytes, as: UTF8.self))) + "\n").utf8)
        }
    }

    /// Nil of what is none.
    package static func lists(_ bytes: [UInt8]) -> [SiteList]? {
        var lists: [SiteList] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let value: Line = Posted.value(Array(line)) else { return nil }
            lists.append(SiteList(file: value.file, bytes: Array(value.text.utf8)))
        }
        return lists
    }
}

/// Where a site keeps the lists of its centre.
package protocol CentreListStore: Sendable {
    /// What tells the lists that are there from others; nil where there are none, or somebody changed them.
    func tag() throws -> String?
    /// Puts lists in the place of all that were there.
    ///
    /// - Throws: why not; what was there stays.
    func replace(_ lists: [SiteList], tag: String) throws
    /// Writes down for people how it stands with them.
    func note(_ standing: CentreListStanding)
}
