import Basics

/// A scanner's answer to the question how it is: one line of text. Its times are ages, so that no clock that is set changes them.
public struct ScannerBeat: Sendable, Equatable {
    public static let schema = "plated.beat/1"
    /// Bytes that an answer may have, with its end.
    public static let longest = 1024
    /// What is asked, without its end.
    public static let question = schema

    public enum Phase: String, Sendable {
        /// No picture has come yet.
        case opening
        case working
        /// Pictures came, and none comes now.
        case lost
    }

    /// A gap that lasts, as the scanner knows it.
    public struct Gap: Sendable, Equatable {
        public var cause: String
        /// When it began, in milliseconds since 1970, by the scanner's clock.
        public var start: Int64

        public init(cause: String, start: Int64) {
            self.cause = cause
            self.start = start
        }
    }

    public var phase: Phase
    /// Whether capture and recognition both turn; false of a scanner that hangs.
    public var turns: Bool
    /// How long ago capture last showed that it turns.
    public var capture: Duration
    /// How long ago recognition did.
    public var recognition: Duration
    /// Whether it shows pictures to who asks for them.
    public var showsPictures: Bool
    public var gap: Gap?
    /// Why the log cannot be written; nil while it can.
    public var trouble: String?

    public init(
        phase: Phase, turns: Bool, capture: Duration = .zero, recognition: Duration = .zero,
        showsPictures: Bool = true, gap: Gap? = nil, trouble: String? = nil
    ) {
        self.phase = phase
        self.turns = turns
        self.capture = capture
        self.recognition = recognition
        self.showsPictures = showsPictures
        self.gap = gap
        self.trouble = trouble
    }

    /// With its end.
    public var line: String {
        var words = [
            Self.schema, "phase=\(phase.rawValue)", "turns=\(turns ? 1 : 0)", "capture_ms=\(capture.milliseconds)",
            "recognition_ms=\(recognition.milliseconds)", "pictures=\(showsPictures ? 1 : 0)",
        ]
        if let gap { words += ["gap=\(gap.cause)", "gap_start=\(gap.start)"] }
        // Last, since it has spaces.
        if let trouble { words.append("trouble=\(String(trouble.map { $0.isNewline ? " " : $0 }.prefix(200)))") }
        return words.joined(separator: " ") + "\n"
    }

    /// Nil of what is no such answer. Words of a later version are passed over.
    ///
    /// - Parameter line: without its end.
    public init?(line: String) {
        var rest = line[...]
        var values: [String: String] = [:]
        if let place = rest.firstRange(of: " trouble=") {
            values["trouble"] = String(rest[place.upperBound...])
            rest = rest[..<place.lowerBound]
        }
        let words = rest.split(separator: " ")
        guard words.first == Substring(Self.schema) else { return nil }
        for word in words.dropFirst() {
            let halves = word.split(separator: "=", maxSplits: 1).map(String.init)
            if halves.count == 2 { values[halves[0]] = halves[1] }
        }
        func age(_ name: String) -> Duration? { values[name].flatMap { Int64($0) }.map { .milliseconds($0) } }
        guard let phase = values["phase"].flatMap(Phase.init), let turns = values["turns"],
            let capture = age("capture_ms"), let recognition = age("recognition_ms")
        else { return nil }
        self.init(
            phase: phase, turns: turns == "1", capture: capture, recognition: recognition,
            showsPictures: values["pictures"] != "0", trouble: values["trouble"])
        if let cause = values["gap"], let start = values["gap_start"].flatMap({ Int64($0) }) {
            gap = Gap(cause: cause, start: start)
        }
    }
}
