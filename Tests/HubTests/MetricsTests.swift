import Answers
import Foundation
import History
import Logging
import Records
import Rules
import TestSupport
import Testing

@testable import plated_hub

/// What Prometheus is told; `scripts/test-console` asks with a real one.
@Suite struct MetricsTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
    }

    private func stored(_ record: any LogRecord, camera: String = "gate") throws -> StoredRecord {
        let line = Array(record.line.dropLast())
        let record = try Record(line: line)
        return StoredRecord(seq: 1, camera: camera, time: .now, record: record, line: line)
    }

    /// Series with their values.
    private func series(_ families: [MetricFamily]) -> [String: String] {
        let lines = families.map(\.text).joined().split(separator: "\n").filter { !$0.hasPrefix("#") }
        let pairs = lines.compactMap { line in
            line.lastIndex(of: " ").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
        }
        return Dictionary(pairs) { first, _ in
            Issue.record("a series stands there twice")
            return first
        }
    }

    @Test func `a family is written as Prometheus reads it`() {
        var family = MetricFamily("plated_x_seconds", .histogram, "How long.")
        var histogram = Histogram([0.1, 1])
        for value in [0.1, 0.25, 0.5, 7, .nan] { histogram.add(value) }
        family.add(histogram, ["camera": "a\\b\"c\nd"])
        #expect(
            family.text == """
                # HELP plated_x_seconds How long.
                # TYPE plated_x_seconds histogram
                plated_x_seconds_bucket{camera="a\\\\b\\"c\\nd",le="0.1"} 1
                plated_x_seconds_bucket{camera="a\\\\b\\"c\\nd",le="1"} 3
                plated_x_seconds_bucket{camera="a\\\\b\\"c\\nd",le="+Inf"} 4
                plated_x_seconds_sum{camera="a\\\\b\\"c\\nd"} 7.85
                plated_x_seconds_count{camera="a\\\\b\\"c\\nd"} 4

                """)
        #expect(MetricFamily("plated_y", .gauge, "Nothing.").text.isEmpty)
    }

    @Test func `a camera's records become counters, its reports included`() throws {
        var meter = CameraMeter()
        meter.know(["gate", "yard"])
        var event = try scene.event("AB12CDE")
        event.latencyMilliseconds = 300
        meter.add(try stored(event))
        for record in try scene.gap("gate", from: "2024-11-20T12:00:00Z", to: "2024-11-20T12:00:30.5Z") {
            meter.add(try stored(record))
        }
        var counts = HealthRecord.Counts()
        (counts.pictures, counts.analysed, counts.displaced, counts.rejected) = (90_000, 18_000, 7, [("too_small", 5)])
        let noon = try #require(WallTime(rfc3339: "2024-11-20T12:00:00Z"))
        let later = WallTime(milliseconds: noon.milliseconds + 3_600_000)
        let health = HealthRecord(
            id: scene.ids.next(at: later), time: later, camera: "gate", start: noon, end: later, counts: counts,
            textHeight: Spread(low: 12, median: 20, high: 31))
        meter.add(try stored(health))
        meter.add(try stored(health))
        let series = series(meter.families)
        #expect(series[#"plated_plates_total{camera="gate"}"#] == "1")
        #expect(series[#"plated_plates_total{camera="yard"}"#] == "0")
        #expect(series[#"plated_records_total{camera="gate",kind="gap"}"#] == "2")
        #expect(series[#"plated_latency_seconds_bucket{camera="gate",le="0.25"}"#] == "0")
        #expect(series[#"plated_latency_seconds_bucket{camera="gate",le="0.5"}"#] == "1")
        #expect(series[#"plated_latency_seconds_sum{camera="gate"}"#] == "0.3")
        #expect(series[#"plated_gaps_total{camera="gate",cause="lost"}"#] == "1")
        #expect(series[#"plated_gap_seconds_total{camera="gate",cause="lost"}"#] == "30.5")
        #expect(series[#"plated_gap_seconds_total{camera="yard",cause="covered"}"#] == "0")
        #expect(series[#"plated_frames_analysed_total{camera="gate"}"#] == "36000")
        #expect(series[#"plated_candidates_rejected_total{camera="gate",reason="too_small"}"#] == "10")
        #expect(series[#"plated_text_height_pixels{camera="gate",quantile="0.9"}"#] == "31")
        // What was not measured is not there.
        #expect(series[#"plated_edge_width_pixels{camera="gate",quantile="0.9"}"#] == nil)
        #expect(series.keys.allSatisfy { !$0.uppercased().contains("AB12CDE") })
    }

    @Test func `what lists had of plates is counted by list, and no plate is told`() throws {
        var meter = CameraMeter()
        let noon = try #require(WallTime(rfc3339: "2024-11-20T12:00:00Z"))
        for (entry, way) in [
            ("AB12CDE", MatchRecord.Way.exact), ("AB1*", .pattern), ("AB12CDF", .nearest), ("AB1*", .pattern),
        ] {
            let match = MatchRecord(
                id: scene.ids.next(at: noon), time: noon, camera: "gate", event: "x", plate: "AB12CDE", list: "staff",
                kind: "allow", way: way, entry: entry, chance: 0.9)
            meter.add(try stored(match))
        }
        let text = meter.families.map(\.text).joined()
        #expect(text.contains(#"plated_matches_total{camera="gate",list="staff",kind="allow",way="pattern"} 2"#))
        #expect(!text.uppercased().contains("AB1"))
        let list = PlateList(name: "staff", kind: .allow, entries: [])
        #expect(
            series(ListMetrics(lists: [list], broken: 0).families)[#"plated_list_entries{list="staff",kind="allow"}"#]
                == "0")
    }

    @Test func `when doors opened is told to who may know it, and cannot be worked out by others`() throws {
        var meter = CameraMeter()
        let noon = try #require(WallTime(rfc3339: "2024-11-20T12:00:00Z"))
        meter.add(try stored(scene.event("AB12CDE")))
        meter.add(
            try stored(
                OpeningRecord(
                    id: scene.ids.next(at: noon), time: noon, camera: "gate", door: "barrier", state: .opened,
                    until: noon)))
        var newest = MetricFamily("plated_log_newest_timestamp_seconds", .gauge, "Time of the newest record.")
        for log in ["/own/openings.ndjson", "/own/matches.ndjson"] { newest.add(1, ["log": log]) }
        var sum = MetricFamily("plated_history_records_total", .counter, "Records that were ever stored.")
        sum.add(2)
        var delivered = MetricFamily("plated_deliveries_total", .counter, "Records that were delivered.")
        for name in ["centre", "hook"] { delivered.add(2, ["destination": name]) }
        let answer = MetricsAnswer(
            [sum, newest, delivered] + meter.families, openings: "/own/openings.ndjson", all: ["centre"])
        let doors = [
            #"plated_records_total{camera="gate",kind="opening"} 1"#, "/own/openings.ndjson",
            "plated_history_records_total 2", #"destination="centre""#,
        ]
        for words in doors {
            #expect(answer.text(doors: true).contains(words))
            #expect(!answer.text(doors: false).contains(words))
        }
        for words in [
            #"plated_records_total{camera="gate",kind="event"} 1"#, "/own/matches.ndjson", #"destination="hook""#,
        ] {
            #expect(answer.text(doors: true).contains(words) && answer.text(doors: false).contains(words))
        }
    }

    @Test func `what a stranger calls a schema becomes no label`() throws {
        var meter = CameraMeter()
        for schema in ["AB12CDE", "plated.AB12CDE/1", "plated.ab12cde", "plated.match/1"] {
            let line = Array(#"{"schema":"\#(schema)","id":"x","ts":"2024-11-20T12:00:00Z","camera":"gate"}"#.utf8)
            let record = Record.other(try other(line))
            meter.add(StoredRecord(seq: 1, camera: "gate", time: .now, record: record, line: line))
        }
        let series = series(meter.families)
        #expect(series[#"plated_records_total{camera="gate",kind="other"}"#] == "3")
        #expect(series[#"plated_records_total{camera="gate",kind="match"}"#] == "1")
    }

    private func other(_ line: [UInt8]) throws -> OtherRecord {
        let text = String(decoding: line, as: UTF8.self).replacing(#/"schema":"[^"]*"/#, with: #""schema":"else/1""#)
        guard case .other(let record) = try Record(line: Array(text.utf8)) else {
            throw Program.Failure(message: "a schema that nobody knows is known")
        }
        return record
    }

    @Test func `a line that was changed, removed or swapped in breaks the chain, and a rotation does not`() throws {
        let path = scene.log("gate")
        try scene.write((0..<20).map { try scene.event("AB\($0)") })
        var watch = ChainWatch()
        #expect(watch.look(at: [path], most: 1000).isEmpty)
        try scene.write([scene.event("CD1")])
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        try scene.write([scene.event("CD2")])
        #expect(watch.look(at: [path], most: 1000).isEmpty)
        let name = #"{log="\#(path)"}"#
        #expect(series(watch.families)["plated_chain_lines_total" + name] == "22")
        #expect(series(watch.families)["plated_chain_breaks_total" + name] == "0")
        // Not more at once than asked for.
        var other = ChainWatch()
        _ = other.look(at: [path + ".1"], most: 5)
        #expect(series(other.families).values.contains("5"))

        let lines = try String(contentsOfFile: path + ".1", encoding: .utf8).split(separator: "\n").map(String.init)
        for (change, breaks) in [
            (lines[..<7] + lines[8...], 1), (lines[..<3] + [lines[3].replacing("AB3", with: "AB8")] + lines[4...], 1),
            (lines[..<9] + [lines[10], lines[9]] + lines[11...], 3),
        ] {
            try scene.folder.write(change.joined(separator: "\n") + "\n", to: "changed.ndjson")
            var watch = ChainWatch()
            let changed = scene.folder.file("changed.ndjson")
            #expect(watch.look(at: [changed], most: 1000).isEmpty)
            #expect(series(watch.families)[#"plated_chain_breaks_total{log="\#(changed)"}"#] == "\(breaks)")
        }
    }

    @Test func `a gap that lasts is a camera that does not see`() async throws {
        try scene.write([scene.event("AB12CDE")])
        try scene.write(scene.gap("yard", from: "2024-11-20T12:00:00Z", to: nil, cause: .covered), to: "yard")
        try scene.build()
        let history = try SQLiteHistory(path: scene.history, access: .reading)
        let now = try #require(WallTime(rfc3339: "2024-11-20T12:01:30Z"))
        func series() async throws -> [String: String] {
            let standing = StandingMetrics(
                cameras: try await history.status().cameras, present: try await history.present(), now: now)
            return self.series(standing.families)
        }
        // Nobody knows of the gate's scanner.
        #expect(try await series()[#"plated_camera_seeing{camera="gate"}"#] == nil)
        #expect(try await series()[#"plated_camera_state{camera="gate",state="silent"}"#] == "1")
        let minute = WallTime(milliseconds: now.milliseconds - 60_000)
        history.news.standing.put(
            Standings([
                "gate": .init(.notRunning, since: minute), "hall": .init(.reading), "moon": .init(.removed),
                "yard": .init(.blind, cause: "covered", since: WallTime(rfc3339: "2024-11-20T12:00:00Z")),
            ]))
        let series = try await series()
        #expect(series[#"plated_camera_seeing{camera="gate"}"#] == "0")
        #expect(series[#"plated_camera_state{camera="gate",state="not_running"}"#] == "1")
        #expect(series[#"plated_gap_open_seconds{camera="gate",cause="not_running"}"#] == "60")
        #expect(series[#"plated_camera_seeing{camera="hall"}"#] == "1")
        #expect(series.keys.allSatisfy { !$0.contains("seeing{camera=\"moon") })
        #expect(series[#"plated_camera_seeing{camera="yard"}"#] == "0")
        #expect(series[#"plated_gap_open_seconds{camera="yard",cause="covered"}"#] == "90")
        #expect(series[#"plated_last_plate_timestamp_seconds{camera="gate"}"#] == "1732104000")
        let logs = LogMetrics(try await history.status().logs)
        let read = self.series(logs.families(unreadable: [:]))
        #expect(read[#"plated_log_lag_bytes{log="\#(scene.log("gate"))"}"#] == "0")
        let event = try scene.event("CD34EFG")
        try scene.write([event])
        let size = try #require(try scene.folder.text("logs/gate.ndjson").split(separator: "\n").last).utf8.count + 1
        #expect(
            self.series(logs.families(unreadable: [:]))[#"plated_log_lag_bytes{log="\#(scene.log("gate"))"}"#]
                == "\(size)")
    }
}
