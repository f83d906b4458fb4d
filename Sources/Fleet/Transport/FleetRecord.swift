import History
import Records

/// A record on its way from a site: its number there, and its line as it stands in the log.
package struct FleetRecord: Sendable, Equatable {
    package var seq: Int64
    package var line: [UInt8]
    /// What the site's history says of it, where the line itself does not: when it was written, and the camera whose log has it.
    package var filing: Filing?

    package struct Filing: Sendable, Equatable {
        package var time: WallTime
        package var camera: String
    }

    package init(seq: Int64, line: [UInt8], filing: Filing? = nil) {
        self.seq = seq
        self.line = line
        self.filing = filing
    }

    package init(_ stored: StoredRecord) {
        self.init(seq: stored.seq, line: stored.line)
        // The only records that may name neither: of schemas that nobody here knows.
        guard case .other = stored.record else { return }
        filing = Filing(time: stored.time, camera: stored.camera)
    }

    package var size: Int { line.count + 32 }

    // MARK: - Text

    var heading: String {
        guard let filing else { return "\(seq)" }
        return "\(seq) \(filing.time.milliseconds) \(filing.camera.replacing("\n", with: " "))"
    }

    init?(heading: some Collection<UInt8>, line: [UInt8]) {
        let words = String(decoding: heading, as: UTF8.self).split(separator: " ", maxSplits: 2)
        guard let first = words.first, let seq = Int64(first), seq > 0 else { return nil }
        self.init(seq: seq, line: line)
        guard words.count > 1 else { return }
        guard words.count == 3, let time = Int64(words[1]) else { return nil }
        let filed = WallTime(milliseconds: time)
        guard filed.isWritable else { return nil }
        filing = Filing(time: filed, camera: String(words[2]))
    }
}
