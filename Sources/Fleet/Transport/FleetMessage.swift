import Records

/// What a site hands to the centre: some records, and the promise that it has had no other from behind `after` up to the last of them.
///
/// So numbers may have holes, where a site sends less than all or has removed something: that nothing is missing shows in that
/// each message begins where another one ended.
package struct FleetMessage: Sendable, Equatable {
    private static let mark = "plated.records/1"
    private static let newline = UInt8(ascii: "\n")

    /// The history that the numbers belong to.
    package var origin: String
    package var after: Int64
    /// In the order of their numbers. Without one it is a question: how far has the centre come?
    package var records: [FleetRecord]

    package init(origin: String, after: Int64, records: [FleetRecord]) {
        self.origin = origin
        self.after = after
        self.records = records
    }

    package var last: Int64 { records.last?.seq ?? after }

    package var size: Int { records.reduce(64) { $0 + $1.size } }

    // MARK: - Bytes

    package var bytes: [UInt8] {
        var bytes = Array("\(Self.mark) \(origin) \(after)\n".utf8)
        bytes.reserveCapacity(size)
        for record in records {
            bytes += record.heading.utf8
            bytes.append(Self.newline)
            bytes += record.line
            bytes.append(Self.newline)
        }
        return bytes
    }

    /// - Throws: where they are no such message.
    package init(_ bytes: [UInt8]) throws(FleetFault) {
        var lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
        guard lines.popLast()?.isEmpty == true, let first = lines.first else { throw FleetFault("it is cut off") }
        let words = String(decoding: first, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.first == Self.mark else { throw FleetFault("it is no \(Self.mark)") }
        guard words.count == 3, FleetWord.isOrigin(words[1]), let after = Int64(words[2]), after >= 0 else {
            throw FleetFault("it does not say which history it is of, and from where on")
        }
        guard lines.count % 2 == 1 else { throw FleetFault("it is cut off") }
        self.init(origin: words[1], after: after, records: [])
        for index in stride(from: 1, to: lines.count, by: 2) {
            guard let record = FleetRecord(heading: lines[index], line: Array(lines[index + 1])) else {
                throw FleetFault("a record in it has no number")
            }
            guard record.seq > last else { throw FleetFault("its records are not in the order of their numbers") }
            records.append(record)
        }
    }
}

/// Why something that came is no message between a site and its centre.
package struct FleetFault: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
