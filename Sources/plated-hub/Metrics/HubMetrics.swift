import Answers
import Console
import Delivery
import History
import Records
import Rules

#if canImport(Glibc)
    import Glibc
#endif

/// All that Prometheus is told, worked out when it asks. Nothing of it costs anything where nobody does.
actor HubMetrics {
    /// Records, and lines of logs, that are looked at for one answer; the others are looked at for the next.
    private static let most = 50_000
    /// Reports that are older than this are no news of a camera, in milliseconds.
    private static let memory: Int64 = 3 * 3_600_000

    private let settings: HubConfiguration
    private let history: any History
    private let deliveryFile: String
    private let openings: String
    private let meter: DeliveryMeter
    private let pictures: PictureMeter
    private let lists: ListWatch
    private let sessions: SessionKeeping?
    private let version: String
    private let began: WallTime
    private var cameras = CameraMeter()
    private var chains = ChainWatch()
    /// Up to this record all are counted.
    private var seq: Int64
    private var running: Task<MetricsAnswer, any Error>?

    /// - Parameters:
    ///   - seq: the number of the last record that was stored before the hub began.
    ///   - deliveryFile: the path of what says how far destinations have come.
    ///   - openings: the path of the hub's own log of doors.
    init(
        _ settings: HubConfiguration, history: any History, after seq: Int64, deliveryFile: String,
        openings: String, meter: DeliveryMeter,
        pictures: PictureMeter, lists: ListWatch, sessions: SessionKeeping?, version: String, began: WallTime = .now
    ) {
        self.settings = settings
        self.history = history
        self.seq = seq
        self.deliveryFile = deliveryFile
        self.openings = openings
        self.meter = meter
        self.pictures = pictures
        self.lists = lists
        self.sessions = sessions
        self.version = version
        self.began = began
    }

    /// In Prometheus' text format. Who asks while it is being worked out gets the same answer.
    ///
    /// - Parameter doors: whether whoever asks may know when doors opened.
    func text(doors: Bool) async throws -> String {
        if let running { return try await running.value.text(doors: doors) }
        let task = Task { try await collected() }
        running = task
        defer { running = nil }
        return try await task.value.text(doors: doors)
    }

    private func collected() async throws -> MetricsAnswer {
        let now = WallTime.now
        let status = try await history.status()
        try await count(upTo: status, at: now)
        let logs = LogMetrics(status.logs)
        let troubles = chains.look(at: logs.paths, most: Self.most)
        let present = try await history.present()
        let destinations = try await DestinationReport.all(
            settings.destinations, doors: settings.doorWays, file: deliveryFile, history: history)
        let known = lists.current
        let families =
            HubProcess(version: version, began: began).families + Self.families(of: status)
            + [Self.storing(history.news.standstill)]
            + logs.families(unreadable: troubles) + chains.families
            + StandingMetrics(cameras: status.cameras, present: present, now: now).families + cameras.families
            + DestinationMetrics(destinations, meter: meter, now: now).families + pictures.families
            + ListMetrics(lists: known.lists, broken: known.broken.count).families
            + SessionMetrics(sites: await sessions?.standing ?? []).families
            + (try await SitesAnswer(history)).families
        return MetricsAnswer(
            families, openings: openings, all: settings.destinations.filter(\.way.takesEverything).map(\.name))
    }

    /// Adds what was stored since the last answer.
    private func count(upTo status: HistoryStatus, at now: WallTime) async throws {
        cameras.know(status.cameras.map(\.name))
        let reports = try await history.health(
            from: WallTime(milliseconds: now.milliseconds - Self.memory), until: now)
        for report in reports { cameras.recall(report) }
        var rest = Self.most
        while rest > 0 {
            let records = try await history.records(after: seq, limit: min(rest, 1000))
            for record in records { cameras.add(record) }
            rest -= records.count
            guard let last = records.last else { break }
            seq = last.seq
        }
    }

    private static func storing(_ standstill: Standstill?) -> MetricFamily {
        var storing = MetricFamily(
            "plated_history_storing", .gauge, "Whether the history takes records: 0 where its disk is full.")
        storing.add(standstill == nil ? 1 : 0)
        return storing
    }

    private static func families(of status: HistoryStatus) -> [MetricFamily] {
        var records = MetricFamily("plated_history_records_total", .counter, "Records that were ever stored.")
        records.add(Int(status.last))
        var plates = MetricFamily("plated_history_plates", .gauge, "Accepted plates that the history has.")
        plates.add(status.events)
        var bytes = MetricFamily("plated_history_bytes", .gauge, "Size of the history's file and what waits beside it.")
        bytes.add(status.bytes)
        return [records, plates, bytes]
    }
}
