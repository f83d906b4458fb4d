import History
import Records
import TestSupport
import Testing

@Suite struct AnswersTests {
    private let scene: HistoryScene

    init() throws { scene = try HistoryScene() }

    private func time(_ second: Int64) -> WallTime {
        WallTime(milliseconds: HistoryScene.noon.milliseconds + second * 1000)
    }

    /// The line of a gap's beginning or end.
    private func append(_ number: Int, cause: Gap.Cause, from start: Int64, to end: Int64?, camera: String = "gate")
        throws
    {
        let gap = Gap(id: HistoryScene.id(number), cause: cause, start: time(start))
        let record = GapRecord(
            id: HistoryScene.id(number + (end == nil ? 0 : 50)), time: time(end ?? start), camera: camera, gap: gap,
            end: end.map(time))
        try scene.append(String(decoding: record.line, as: UTF8.self), to: camera)
    }

    @Test(arguments: HistoryEnd.all)
    func `gaps are told with both ends, those that overlap the time that is asked for`(end: HistoryEnd) async throws {
        scene.end = end
        try append(1, cause: .lost, from: 10, to: nil)
        try append(1, cause: .lost, from: 10, to: 20)
        // Its beginning was in a log that is gone.
        try append(2, cause: .dark, from: 30, to: 40)
        try append(3, cause: .frozen, from: 50, to: nil, camera: "yard")
        let history = try await scene.filled("gate", "yard")
        func told(_ from: Int64?, _ until: Int64?, _ cameras: [String] = []) async throws -> [String] {
            try await history.gaps(cameras: cameras, from: from.map(time), until: until.map(time)).map { gap in
                "\(gap.camera) \(gap.gap.cause.rawValue) \(gap.end.map { ($0.milliseconds - time(0).milliseconds) / 1000 } ?? -1)"
            }
        }
        #expect(try await told(nil, nil) == ["yard frozen -1", "gate dark 40", "gate lost 20"])
        #expect(try await told(20, 31) == ["gate dark 40"])
        #expect(try await told(15, 30) == ["gate lost 20"])
        #expect(try await told(90, nil) == ["yard frozen -1"])
        #expect(try await told(nil, nil, ["gate"]) == ["gate dark 40", "gate lost 20"])
        #expect(try await told(0, 10) == [])
    }

    @Test(arguments: HistoryEnd.all)
    func `there are counts by hour, camera and kind`(end: HistoryEnd) async throws {
        scene.end = end
        for number in 0..<10 {
            try scene.append(HistoryScene.event("P\(number)", number, second: Double(number) * 600))
        }
        try append(20, cause: .lost, from: 10, to: nil)
        try append(20, cause: .lost, from: 10, to: 4000)
        let candidate = CandidateRecord(
            time: time(1), camera: "gate", rejection: "too_small", plate: nil, plateRaw: nil, candidates: [],
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), textHeight: 7, position: 1)
        for _ in 0..<3 { try scene.append(String(decoding: candidate.line, as: UTF8.self)) }
        let history = try await scene.filled()
        func told(_ from: Int64?, _ until: Int64?) async throws -> [String] {
            try await history.counts(from: from.map(time), until: until.map(time)).map {
                "\(($0.hour.milliseconds - time(0).milliseconds) / 3_600_000) \($0.camera) \($0.what) \($0.count)"
            }
        }
        let first = ["0 gate gap lost 1", "0 gate plate 6", "0 gate rejected too_small 3"]
        #expect(try await told(nil, nil) == first + ["1 gate plate 4"])
        #expect(try await told(3599, 3600) == first)
        #expect(try await told(3600, nil) == ["1 gate plate 4"])
        #expect(try await history.counts(cameras: ["yard"]) == [])
        // A camera that is named twice is counted once, in a time as in all of it.
        let twice = ["gate", "gate", "yard"]
        for until in [nil, time(3600)] {
            let once = try await history.counts(cameras: ["gate"], from: time(0), until: until)
            #expect(try await history.counts(cameras: twice, from: time(0), until: until) == once && !once.isEmpty)
        }
        let kinds = ["plate", "plate", "gap lost", "match staff"]
        let hour = try await history.totals(of: kinds, from: time(0), until: time(3600))
        #expect(hour == ["plate": 6, "gap lost": 1])
        #expect(try await history.totals(of: kinds, from: time(0), until: time(3601)) == ["plate": 10, "gap lost": 1])
        #expect(try await history.totals(of: [], from: time(0), until: time(3601)) == [:])
        // Of the yard nothing was ever heard.
        #expect(try await history.heard(of: ["gate", "yard"], from: time(0), until: time(7200)) == ["gate"])
        #expect(try await history.heard(of: ["gate", "gate"], from: time(7199), until: time(9000)) == ["gate"])
        #expect(try await history.heard(of: ["gate"], from: time(7200), until: time(99_999)) == [])
        #expect(try await history.heard(of: ["gate"], from: time(-99_999), until: time(0)) == [])
        #expect(try await history.heard(of: [], from: time(0), until: time(7200)) == [])
        // Candidates are counted, and no records.
        #expect(try await history.everything().count == 12)
    }

    @Test(arguments: HistoryEnd.all)
    func `how scanners did is told by the time it is about`(end: HistoryEnd) async throws {
        scene.end = end
        func append(_ number: Int, from start: Int64, to end: Int64, pictures: Int, camera: String = "gate") throws {
            var counts = HealthRecord.Counts()
            counts.pictures = pictures
            let record = HealthRecord(
                id: HistoryScene.id(number), time: time(end), camera: camera, start: time(start), end: time(end),
                counts: counts, confidence: Spread(low: 0.8, median: 0.9, high: 1))
            try scene.append(String(decoding: record.line, as: UTF8.self), to: camera)
        }
        for number in 0..<4 {
            try append(number, from: Int64(number) * 3600, to: Int64(number + 1) * 3600, pictures: number)
        }
        try append(9, from: 3600, to: 7200, pictures: 9, camera: "yard")
        let history = try await scene.filled("gate", "yard")
        func told(_ from: Int64, _ until: Int64, _ cameras: [String] = []) async throws -> [Int] {
            try await history.health(cameras: cameras, from: time(from), until: time(until)).map(\.counts.pictures)
        }
        #expect(try await told(0, 4 * 3600) == [0, 1, 2, 3, 9])
        #expect(try await told(3600, 7200) == [1, 9])
        #expect(try await told(3601, 7201) == [1, 2, 9])
        #expect(try await told(3600, 7200, ["gate"]) == [1])
        #expect(try await told(5 * 3600, 9 * 3600) == [])
        #expect(try await history.health(from: time(0), until: time(1)).first?.confidence?.median == 0.9)
        // A plate that is forgotten changes nothing in them.
        _ = try await history.forget("AB12CD")
        #expect(try await told(0, 4 * 3600) == [0, 1, 2, 3, 9])
    }

    @Test(arguments: HistoryEnd.all)
    func `records can be read on from a number, and found by their identifier`(end: HistoryEnd) async throws {
        scene.end = end
        for camera in ["gate", "yard"] {
            for number in 1...5 { try scene.append(HistoryScene.event("P\(number)", number, camera: camera)) }
        }
        // Identifiers that tell their event's time, and one that tells another.
        let noon = HistoryScene.noon
        let names = [noon, WallTime(milliseconds: noon.milliseconds - 400 * 86_400_000)].map { EventIDs().next(at: $0) }
        for (number, name) in names.enumerated() {
            var event = HistoryScene.event("Q\(number)", 6 + number, camera: "yard")
            event.id = name
            try scene.append(event)
        }
        let history = try await scene.filled("gate", "yard")
        for name in names { #expect(try await history.records(id: name).map(\.record.id) == [name]) }
        #expect(try await history.records(after: 3, limit: 4).map(\.seq) == [4, 5, 6, 7])
        #expect(try await history.records(after: 12, limit: 4) == [])
        #expect(try await history.records(id: HistoryScene.id(3)).map(\.camera) == ["gate", "yard"])
        #expect(try await history.records(id: "nonsense") == [])
        // Only some cameras are looked at.
        for name in [HistoryScene.id(3), names[1]] {
            #expect(try await history.records(id: name) { $0 == "yard" }.map(\.camera) == ["yard"])
            #expect(try await history.records(id: name) { $0 == "elsewhere" } == [])
        }
        #expect(try await history.records(id: names[0]) { $0 == "gate" } == [])
    }

    @Test(arguments: HistoryEnd.all)
    func `the status says what there is and how far it has come`(end: HistoryEnd) async throws {
        scene.end = end
        try scene.append(HistoryScene.event("P1", 1), HistoryScene.event("P2", 2, camera: "yard"))
        let history = try await scene.filled("gate", "yard")
        let status = try await history.status()
        #expect(status.last == 2 && status.events == 2 && status.bytes > 4096)
        #expect(status.cameras.map(\.name) == ["gate", "yard"])
        #expect(status.cameras.map(\.newest) == [time(1), time(2)])
        #expect(status.logs.map(\.lines) == [1, 1])
        #expect(try await history.logs() == status.logs)
    }

    @Test(arguments: HistoryEnd.all)
    func `what there is now follows what comes`(end: HistoryEnd) async throws {
        scene.end = end
        let history = try await scene.history()
        #expect(try await history.present() == Present(last: 0, cameras: [], gaps: []))
        let intake = try await scene.intake(history, "gate", "yard", "alley")
        try append(1, cause: .lost, from: 10, to: nil)
        try append(2, cause: .dark, from: 20, to: nil, camera: "yard")
        try await intake.catchUp()
        var present = try await history.present()
        #expect(present.last == 2 && present.cameras == ["gate", "yard"])
        #expect(present.gaps == (try await history.gaps()) && present.gaps.map(\.camera) == ["yard", "gate"])
        // It ends, and a camera comes whose name is before the others.
        try append(1, cause: .lost, from: 10, to: 30)
        try append(3, cause: .lost, from: 40, to: 50, camera: "alley")
        try await intake.catchUp()
        for _ in 0..<5 {
            present = try await history.present()
            #expect(present.last == 4 && present.cameras == ["alley", "gate", "yard"])
            #expect(present.gaps.map(\.gap.cause) == [.dark])
        }
    }

    @Test(arguments: HistoryEnd.all)
    func `each camera's newest plate is that of all its lanes`(end: HistoryEnd) async throws {
        scene.end = end
        for (number, lane) in ["in", "out", "in"].enumerated() {
            var event = HistoryScene.event("P\(number)", number, second: [10, 30, 20][number])
            event.lane = lane
            try scene.append(event)
        }
        try scene.append(HistoryScene.event("Q1", 5, camera: "yard"))
        try append(1, cause: .lost, from: 10, to: nil, camera: "alley")
        let history = try await scene.filled("gate", "yard", "alley")
        #expect(try await history.newestPlates(of: ["gate", "yard"]) == ["gate": time(30), "yard": time(5)])
        #expect(try await history.newestPlates(of: ["yard", "yard", "alley", "nowhere"]) == ["yard": time(5)])
        #expect(try await history.newestPlates(of: []) == [:])
    }

    @Test(arguments: HistoryEnd.all)
    func `an hour is parted where a period begins or ends in it, and where it is asked for`(
        end: HistoryEnd
    ) async throws {
        scene.end = end
        for number in 0..<10 {
            try scene.append(HistoryScene.event("P\(number)", number, second: Double(number) * 600))
        }
        try append(20, cause: .lost, from: 10, to: nil)
        let candidate = CandidateRecord(
            time: time(1), camera: "gate", rejection: "too_small", plate: nil, plateRaw: nil, candidates: [],
            box: PlateBox(x: 1, y: 2, width: 3, height: 4), textHeight: 7, position: 1)
        for _ in 0..<3 { try scene.append(String(decoding: candidate.line, as: UTF8.self)) }
        let history = try await scene.filled()
        func told(_ from: Int64?, _ until: Int64?, partedAt cut: Int64? = nil) async throws -> [String] {
            let moment = cut.map(time)
            let counts = try await history.counts(
                cameras: [], from: from.map(time), until: until.map(time), partedAt: { _ in moment })
            return counts.map { "\(($0.hour.milliseconds - time(0).milliseconds) / 1000) \($0.what) \($0.count)" }
        }
        let candidates = "0 rejected too_small 3"
        #expect(try await told(nil, nil) == ["0 gap lost 1", "0 plate 6", candidates, "3600 plate 4"])
        // Candidates are only counted: they belong to the beginning of their hour.
        #expect(try await told(5, 1201) == ["5 gap lost 1", "5 plate 2"])
        #expect(try await told(nil, 1201) == ["0 gap lost 1", "0 plate 3", candidates])
        #expect(try await told(1801, 4201) == ["1801 plate 2", "3600 plate 2"])
        let parted = try await told(nil, nil, partedAt: 1800)
        #expect(parted == ["0 gap lost 1", "0 plate 3", candidates, "1800 plate 3", "3600 plate 4"])
        // What is no longer there stays counted, once.
        _ = try await history.forget("P5")
        let left = try await told(nil, nil, partedAt: 1800)
        #expect(left == ["0 gap lost 1", "0 plate 4", candidates, "1800 plate 2", "3600 plate 4"])
    }
}
