import Answers
import History
import Records

/// What cameras told of themselves since the hub began, as counters: each record that is stored is added once.
struct CameraMeter {
    /// Of one camera.
    private struct Counts {
        var records: [String: Int] = [:]
        var plates = 0
        var latency = Histogram()
        var gaps: [String: Int] = [:]
        var gapSeconds: [String: Double] = [:]
        var told: [Told: Int] = [:]
        var rejected: [String: Int] = [:]
        var matches: [Match: Int] = [:]
        /// The newest of its reports.
        var health: HealthRecord?
    }

    /// What a list had of a plate, without the plate.
    private struct Match: Hashable {
        var list: String
        var kind: String
        var way: String
    }

    /// What a scanner counts, and tells after each hour.
    enum Told: String, CaseIterable {
        case pictures, analysed, still, displaced, failed, damaged, losses, reconnects, accepted

        var metric: (name: String, help: String) {
            switch self {
            case .pictures: ("plated_pictures_total", "Pictures that came")
            case .analysed: ("plated_frames_analysed_total", "Frames that went through recognition")
            case .still: ("plated_frames_still_total", "Frames in which nothing had changed")
            case .displaced: ("plated_frames_displaced_total", "Frames that a newer one displaced")
            case .failed: ("plated_frames_failed_total", "Frames that recognition failed on")
            case .damaged: ("plated_pictures_damaged_total", "Pictures that came damaged")
            case .losses: ("plated_packet_losses_total", "Times packets were missing")
            case .reconnects: ("plated_reconnects_total", "Times the camera was lost")
            case .accepted: ("plated_candidates_accepted_total", "Places that helped a plate to be accepted")
            }
        }

        func count(_ counts: HealthRecord.Counts) -> Int {
            switch self {
            case .pictures: counts.pictures
            case .analysed: counts.analysed
            case .still: counts.still
            case .displaced: counts.displaced
            case .failed: counts.failed
            case .damaged: counts.damagedPictures
            case .losses: counts.losses
            case .reconnects: counts.reconnects
            case .accepted: counts.candidatesAccepted
            }
        }
    }

    private var cameras: [String: Counts] = [:]

    /// A counter that begins when its first event has come would hide that event: each camera has all of them from the start.
    mutating func know(_ names: [String]) {
        for name in names where cameras[name] == nil { cameras[name] = Counts() }
    }

    /// Takes a report for a camera's newest without counting what it counts.
    mutating func recall(_ report: HealthRecord) {
        if report.end >= cameras[report.camera]?.health?.end ?? report.end {
            cameras[report.camera, default: Counts()].health = report
        }
    }

    mutating func add(_ stored: StoredRecord) {
        var counts = cameras[stored.camera] ?? Counts()
        counts.records[Self.kind(of: stored.line), default: 0] += 1
        switch stored.record {
        case .plate(let event):
            counts.plates += 1
            counts.latency.add(Double(event.latencyMilliseconds) / 1000)
        case .gap(let gap):
            let cause = gap.gap.cause.rawValue
            if let end = gap.end {
                let milliseconds = max(0, end.milliseconds - gap.gap.start.milliseconds)
                counts.gapSeconds[cause, default: 0] += Double(milliseconds) / 1000
            } else {
                counts.gaps[cause, default: 0] += 1
            }
        case .health(let health):
            for told in Told.allCases { counts.told[told, default: 0] &+= told.count(health.counts) }
            for (reason, count) in health.counts.rejected { counts.rejected[reason, default: 0] &+= count }
        case .match(let match):
            let key = Match(list: match.list, kind: match.kind, way: match.way.rawValue)
            counts.matches[key, default: 0] += 1
        default: break
        }
        cameras[stored.camera] = counts
        if case .health(let health) = stored.record { recall(health) }
    }

    /// `event` of `plated.event/1`. Of what is none of ours, whatever it says: other.
    private static func kind(of line: [UInt8]) -> String {
        let text = String(decoding: line.prefix(64), as: UTF8.self)
        let known = text.prefixMatch(of: #/\{"schema":"plated\.([a-z_]{1,20})/[0-9]{1,2}"/#)
        return known.map { String($0.1) } ?? "other"
    }

    // MARK: - As Prometheus reads it

    var families: [MetricFamily] {
        let sorted = cameras.sorted { $0.key < $1.key }
        var records = MetricFamily(
            "plated_records_total", .counter, "Records that were stored, by the kind that their schema names.")
        var plates = MetricFamily("plated_plates_total", .counter, "Plates that were accepted.")
        var latency = MetricFamily(
            "plated_latency_seconds", .histogram,
            "From the arrival of the picture that settled a plate to the making of its event.")
        var gaps = MetricFamily("plated_gaps_total", .counter, "Gaps that began, by their cause.")
        var seconds = MetricFamily(
            "plated_gap_seconds_total", .counter, "Seconds that a camera could not see, added when a gap is over.")
        var rejected = MetricFamily(
            "plated_candidates_rejected_total", .counter,
            "Places that looked like a plate and were none, or did not count, by reason; told after each hour.")
        for (camera, counts) in sorted {
            for (kind, count) in counts.records.sorted(by: { $0.key < $1.key }) {
                records.add(count, ["camera": camera, "kind": kind])
            }
            plates.add(counts.plates, ["camera": camera])
            latency.add(counts.latency, ["camera": camera])
            let causes = Set(Gap.Cause.allCases.map(\.rawValue)).union(counts.gaps.keys).union(counts.gapSeconds.keys)
            for cause in causes.sorted() {
                gaps.add(counts.gaps[cause] ?? 0, ["camera": camera, "cause": cause])
                seconds.add(counts.gapSeconds[cause] ?? 0, ["camera": camera, "cause": cause])
            }
            for (reason, count) in counts.rejected.sorted(by: { $0.key < $1.key }) {
                rejected.add(count, ["camera": camera, "reason": reason])
            }
        }
        let told = Told.allCases.map { told in
            var family = MetricFamily(told.metric.name, .counter, "\(told.metric.help); told after each hour.")
            for (camera, counts) in sorted { family.add(counts.told[told] ?? 0, ["camera": camera]) }
            return family
        }
        let sums = sorted.map { camera, counts in
            (camera, counts.matches.sorted { ($0.key.list, $0.key.way) < ($1.key.list, $1.key.way) })
        }
        var matches = MetricFamily(
            "plated_matches_total", .counter, "Plates that a list had something of, by list and by how they fit.")
        for (camera, all) in sums {
            for (key, count) in all {
                matches.add(count, ["camera": camera, "list": key.list, "kind": key.kind, "way": key.way])
            }
        }
        return [matches, records, plates, latency, gaps, seconds] + told + [rejected]
            + spreads(sorted.map { ($0.key, $0.value) })
    }

    /// Of the last hour that was told of.
    private func spreads(_ cameras: [(name: String, counts: Counts)]) -> [MetricFamily] {
        var reported = MetricFamily(
            "plated_health_timestamp_seconds", .gauge, "End of the time that a camera's newest report is about.")
        var confidence = MetricFamily(
            "plated_confidence_ratio", .summary, "Confidence of the plates of the last hour that was told of.")
        var height = MetricFamily(
            "plated_text_height_pixels", .summary, "Height of characters that were read in the last hour told of.")
        var edge = MetricFamily(
            "plated_edge_width_pixels", .summary,
            "Pixels from ink to ground, of characters that were read in the last hour told of: 1 to 2 is sharp.")
        for (camera, counts) in cameras {
            guard let health = counts.health else { continue }
            reported.add(Double(health.end.milliseconds) / 1000, ["camera": camera])
            Self.add(health.confidence, of: camera, to: &confidence)
            Self.add(health.textHeight, of: camera, to: &height)
            Self.add(health.edgeWidth, of: camera, to: &edge)
        }
        return [reported, confidence, height, edge]
    }

    private static func add(_ spread: Spread?, of camera: String, to family: inout MetricFamily) {
        guard let spread else { return }
        for (part, value) in [("0.1", spread.low), ("0.5", spread.median), ("0.9", spread.high)] {
            family.add(value, ["camera": camera, "quantile": part])
        }
    }
}
