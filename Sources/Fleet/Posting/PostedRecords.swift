import Answers
import History
import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a site posts to its centre: all that its history has behind a number, in its order.
///
/// It is NDJSON. Each line is a record as it stands in the log, and has the number behind that of the line before it. A number without a record
/// keeps its place by a tombstone, so that a hole is never taken for something that is still to come.
package struct PostedRecords: Sendable, Equatable {
    /// Why a number has no record for the centre. What was forgotten has one: the line that says so.
    package enum Reason: String, Codable, Sendable, CaseIterable {
        /// Its time was over before it could be delivered.
        case expired
        /// The centre could not take it.
        case refused
        /// It is of a camera that is not for the centre.
        case withheld
    }

    package enum Item: Sendable, Equatable {
        case record(PostedRecord)
        case tombstone(Reason, count: Int64)

        var count: Int64 {
            switch self {
            case .record: 1
            case .tombstone(_, let count): count
            }
        }
    }

    /// The history of the site that the numbers belong to. One that was made anew or put back is another one.
    package var origin: String
    package var after: Int64
    package private(set) var items: [Item] = []
    /// The number of the last one.
    package private(set) var last: Int64

    package init(origin: String, after: Int64) {
        self.origin = origin
        self.after = after
        last = after
    }

    package mutating func add(_ record: PostedRecord) {
        items.append(.record(record))
        last += 1
    }

    package mutating func add(_ reason: Reason, count: Int64) {
        guard count > 0 else { return }
        items.append(.tombstone(reason, count: count))
        last += count
    }

    /// Returns those behind a number, each with its own.
    ///
    /// - Parameter number: none before `after`.
    package func items(behind number: Int64) -> [(number: Int64, item: Item)] {
        var next = after
        var found: [(number: Int64, item: Item)] = []
        for item in items {
            let first = next
            next += item.count
            guard next > number else { continue }
            if case .tombstone(let reason, _) = item {
                found.append((next, .tombstone(reason, count: next - max(first, number))))
            } else {
                found.append((next, item))
            }
        }
        return found
    }

    // MARK: - Bytes

    private static let newline = UInt8(ascii: "\n")
    private static let schema = "plated.post/1"
    /// How what is no record begins.
    private static let mark = Array("{\"schema\":\"\(schema)\"".utf8)

    /// A line that is no record: a tombstone, or what the centre has to know of the record behind it.
    private struct Note: Codable {
        var schema = PostedRecords.schema
        var gone: Int64?
        var because: Reason?
        var camera: String?
        var time: Int64?

        private enum CodingKeys: String, CodingKey {
            case schema, gone, because, camera
            case time = "ms"
        }

        var line: [UInt8] {
            var object = JSONObject()
            object.add("schema", PostedRecords.schema)
            if let gone, let because {
                object.add("gone", Int(gone))
                object.add("because", because.rawValue)
            } else {
                object.add("camera", camera ?? "")
                object.add("ms", Int(time ?? 0))
            }
            return Array(object.text.utf8)
        }
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for item in items {
            switch item {
            case .tombstone(let reason, let count):
                bytes += Note(gone: count, because: reason).line
            case .record(let record):
                if let filing = record.filing ?? (record.line.starts(with: Self.mark) ? .unknown : nil) {
                    bytes += Note(camera: filing.camera, time: filing.time.milliseconds).line
                    bytes.append(Self.newline)
                }
                bytes += record.line
            }
            bytes.append(Self.newline)
        }
        return bytes
    }

    /// - Throws: where the bytes are no such lines.
    package init(origin: String, after: Int64, bytes: [UInt8]) throws(PostFault) {
        guard Self.isOrigin(origin), after >= 0 else {
            throw PostFault("it does not say which history it is of, and behind which number it begins")
        }
        self.init(origin: origin, after: after)
        guard bytes.last ?? Self.newline == Self.newline else { throw PostFault("its last line is cut off") }
        var filing: PostedRecord.Filing?
        for line in bytes.split(separator: Self.newline) {
            if filing == nil, line.starts(with: Self.mark) {
                guard let note = Self.note(line) else { throw PostFault("it has a note that cannot be read") }
                if let count = note.gone {
                    guard count > 0, count < 1 << 53 else { throw PostFault("it has a tombstone for no number") }
                    add(note.because ?? .expired, count: count)
                } else {
                    let time = WallTime(milliseconds: note.time ?? 0)
                    guard time.isWritable else { throw PostFault("it has a note with no time") }
                    filing = PostedRecord.Filing(time: time, camera: note.camera ?? "")
                }
            } else {
                add(PostedRecord(line: Array(line), filing: filing))
                filing = nil
            }
        }
        if filing != nil { throw PostFault("its last record is missing") }
    }

    private static func note(_ line: ArraySlice<UInt8>) -> Note? {
        do { return try JSONDecoder().decode(Note.self, from: Data(line)) } catch { return nil }
    }

    /// Whether a text can stand for a history.
    package static func isOrigin(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || "-_".utf8.contains($0) }
    }
}

/// A record on its way from a site: its line as it stands in the log.
package struct PostedRecord: Sendable, Equatable {
    package var line: [UInt8]
    /// What the site's history says of it, where the line itself does not: when it was written, and the camera whose log has it.
    package var filing: Filing?

    package struct Filing: Sendable, Equatable {
        package var time: WallTime
        package var camera: String

        static let unknown = Filing(time: WallTime(milliseconds: 0), camera: "")
    }

    package init(line: [UInt8], filing: Filing? = nil) {
        self.line = line
        self.filing = filing
    }

    package init(_ stored: StoredRecord) {
        self.init(line: stored.line)
        // The only records that may name neither: of schemas that nobody here knows.
        guard case .other = stored.record else { return }
        filing = Filing(time: stored.time, camera: stored.camera)
    }

    package var size: Int { line.count + (filing == nil ? 1 : 120) }
}

/// Why what came from a site cannot be taken.
package struct PostFault: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
