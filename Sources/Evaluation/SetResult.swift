/// The result of one set: its figures in an order for people and for machines, losses, confusions and findings.
public struct SetResult: Sendable {
    public enum Value: Sendable, Equatable {
        case count(Int)
        /// 0-1.
        case share(Double)
        case seconds(Double)
        case milliseconds(Double)
    }

    public struct Figure: Sendable, Equatable {
        /// For machines: `exact_match`.
        public var key: String
        /// For people: `exact match`.
        public var label: String
        public var value: Value
    }

    public var name: String
    public var figures: [Figure]
    /// Lost plates by stage, most first.
    public var losses: [(loss: Loss, count: Int)]
    /// Most first.
    public var confusions: [(confusion: TextAccuracy.Confusion, count: Int)]
    public var findings: [Finding]
    /// What was told of plates whose text is known.
    public var tellings: [Telling]
    /// Whether it is to be shown how far what was told can be believed.
    public var showsCalibration = false
    /// Rows of the manifest, pictures and clips that could not be measured.
    public var problems: Int

    public init(_ name: String, stills: StillEvaluation, problems: Int) {
        self.name = name
        let accuracy = stills.accuracy
        var figures = [Figure(key: "pictures", label: "pictures", value: .count(stills.pictures))]
        if stills.boxes > 0 {
            figures.append(Figure(key: "boxes", label: "plates with a box", value: .count(stills.boxes)))
            for limit in [1, 3, 5] {
                let share = Double(stills.foundAmong[limit] ?? 0) / Double(stills.boxes)
                figures.append(Figure(key: "found_at_\(limit)", label: "found among \(limit)", value: .share(share)))
            }
        }
        if accuracy.plates > 0 {
            func share(_ count: Int) -> Value { .share(Double(count) / Double(accuracy.plates)) }
            figures += [
                Figure(key: "plates", label: "plates with a text", value: .count(accuracy.plates)),
                Figure(key: "exact_match", label: "exact match", value: share(accuracy.exact)),
                Figure(key: "exact_match_o0_i1", label: "exact, O=0 I=1", value: share(accuracy.loose)),
                Figure(key: "top_3", label: "among three", value: share(accuracy.amongThree)),
                Figure(key: "cer", label: "character errors", value: .share(accuracy.characterErrorRate)),
                Figure(key: "unlabelled", label: "other texts", value: .count(stills.unlabelled)),
            ]
        }
        self.figures = figures + Self.costs(stills.clock, per: stills.pictures, unit: "picture")
        losses = stills.losses.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0.description) < ($0.1, $1.0.description) }
        confusions = accuracy.confusions.map { ($0.key, $0.value) }.sorted {
            ($1.1, $0.0.truth + $0.0.read) < ($0.1, $1.0.truth + $1.0.read)
        }
        findings = stills.findings
        tellings = stills.tellings
        self.problems = problems
    }

    public init(_ name: String, clips: ClipEvaluation, problems: Int) {
        self.name = name
        let delays = clips.delays.sorted()
        figures = [
            Figure(key: "clips", label: "clips", value: .count(clips.clips)),
            Figure(key: "silent_clips", label: "clips without plates", value: .count(clips.silentClips)),
            Figure(key: "plates", label: "plates", value: .count(clips.plates)),
            Figure(key: "right", label: "right", value: .count(clips.right)),
            Figure(key: "missed", label: "missed", value: .count(clips.missed)),
            Figure(key: "wrong", label: "wrong texts", value: .count(clips.wrong)),
            Figure(key: "repeated", label: "repeated", value: .count(clips.repeated)),
            Figure(key: "frames", label: "analysed frames", value: .count(clips.frames)),
        ]
        if !delays.isEmpty {
            figures.append(
                Figure(key: "delay_median_s", label: "to the event, median", value: .seconds(delays[delays.count / 2])))
            figures.append(
                Figure(key: "delay_max_s", label: "to the event, longest", value: .seconds(delays[delays.count - 1])))
        }
        figures += Self.costs(clips.clock, per: clips.frames, unit: "frame")
        losses = clips.losses.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0.description) < ($0.1, $1.0.description) }
        confusions = []
        findings = clips.findings
        tellings = clips.tellings
        self.problems = problems
    }

    /// What was told in several sets, and nothing else of them.
    public init(_ name: String, together results: [SetResult]) {
        self.name = name
        figures = []
        losses = []
        confusions = []
        findings = []
        tellings = results.flatMap(\.tellings)
        showsCalibration = true
        problems = 0
    }

    /// The diagrams of what was told, where there is anything to draw and they are to be shown.
    var diagrams: [ReliabilityDiagram] {
        guard showsCalibration else { return [] }
        return [
            ReliabilityDiagram(tellings.confidences, of: "confidence"),
            ReliabilityDiagram(tellings.probabilities, of: "probability"),
        ].compactMap(\.self)
    }

    private static func costs(_ clock: StageClock, per count: Int, unit: String) -> [Figure] {
        guard count > 0 else { return [] }
        let stages = StageClock.Stage.allCases.filter { clock.milliseconds[$0] != nil }
        let each = stages.map { stage in
            Figure(
                key: "cpu_ms_\(stage.rawValue)", label: "CPU a \(unit), \(stage.rawValue)",
                value: .milliseconds((clock.milliseconds[stage] ?? 0) / Double(count)))
        }
        let total = clock.milliseconds.values.reduce(0, +) / Double(count)
        return each + [Figure(key: "cpu_ms", label: "CPU a \(unit), all", value: .milliseconds(total))]
    }
}
