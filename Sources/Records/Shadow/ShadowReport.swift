/// A day's difference between the running configuration and its shadow.
public struct ShadowReport: Sendable {
    /// More are counted.
    private static let most = 1000

    public let day: ShadowDay
    public let difference: ShadowDifference

    public init(_ day: ShadowDay) {
        self.day = day
        difference = ShadowDifference(day.plates)
    }

    // MARK: - For people

    public var text: String {
        guard let count = day.count else { return "\(day.day): nothing is written down of a shadow on this day\n" }
        var lines = [
            "\(count.camera), \(day.day) (UTC)"
                + (day.since.map { ", since \(Self.time($0)): other settings before" } ?? "")
        ]
        lines += settings(count) + looks(count) + [""]
        lines.append("The same: \(difference.same.count)")
        lines += section("Two texts", difference.differing.map(Self.line))
        lines += section("Only the running configuration", difference.onlyRunning.map(Self.line))
        lines += section("Only the shadow", difference.onlyShadow.map(Self.line))
        lines += [
            "",
            "Nothing was changed. Which of them is right, this does not say: look at the pictures of those that differ.",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private func settings(_ count: ShadowCount) -> [String] {
        Set(count.running.keys).union(count.shadow.keys).sorted().map { key in
            "  \(key): \(count.shadow[key] ?? "-")  # running: \(count.running[key] ?? "-")"
        }
    }

    private func looks(_ count: ShadowCount) -> [String] {
        var line = "\(count.frames) pictures; the shadow looked at \(count.looked)"
        if count.leftOut > 0 { line += ", left out \(count.leftOut)" }
        if count.failed > 0 { line += ", failed on \(count.failed)" }
        var lines = [line]
        if let (running, shadow) = milliseconds(count) {
            lines.append(
                "Processor time a picture, decoding not included: running \(JSONLine.number(running, digits: 1)) ms, shadow"
                    + " \(JSONLine.number(shadow, digits: 1)) ms")
        }
        if count.leftOut > 0 {
            lines.append(
                "What only the running configuration reported may have been in the pictures that were left out.")
        }
        return lines
    }

    private func milliseconds(_ count: ShadowCount) -> (running: Double, shadow: Double)? {
        guard count.frames > 0, count.looked > 0 else { return nil }
        return (count.runningMilliseconds / Double(count.frames), count.shadowMilliseconds / Double(count.looked))
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        guard !lines.isEmpty else { return ["\(title): 0"] }
        return ["\(title): \(lines.count)"] + lines.prefix(Self.most).map { "  \($0)" }
            + (lines.count > Self.most ? ["  and \(lines.count - Self.most) more"] : [])
    }

    private static func line(_ pair: ShadowDifference.Pair) -> String {
        "\(time(pair.running.firstSeen))  running: \(told(pair.running)); shadow: \(told(pair.shadow))"
    }

    private static func line(_ plate: ShadowPlate) -> String {
        "\(time(plate.firstSeen))  \(told(plate))" + (plate.lane.map { ", lane \($0)" } ?? "")
            + (plate.file.map { ", \($0)" } ?? "")
    }

    private static func told(_ plate: ShadowPlate) -> String {
        let sure =
            plate.probability.map { "probability \(JSONLine.number($0, digits: 2))" }
            ?? "confidence \(JSONLine.number(plate.confidence, digits: 2))"
        return "\(plate.plate) (\(sure), \(plate.reads) \(plate.reads == 1 ? "read" : "reads"))"
    }

    /// `14:02:07`.
    private static func time(_ time: WallTime) -> String { String(time.description.dropFirst(11).prefix(8)) }

    // MARK: - For programs

    /// One object on one line.
    public var json: [UInt8] {
        var line = JSONLine()
        line.add("schema", "plated.shadow_report/1")
        line.add("day", day.day)
        line.add("camera", day.count?.camera)
        line.add("since", day.since?.description)
        if let count = day.count { line.add("count", object: object(count.line)) }
        line.add("same", difference.same.count)
        line.add(
            "differing",
            objects: difference.differing.map { pair in
                var line = JSONLine()
                line.add("running", object: object(pair.running.line))
                line.add("shadow", object: object(pair.shadow.line))
                return line.object
            })
        line.add("only_running", objects: difference.onlyRunning.map { object($0.line) })
        line.add("only_shadow", objects: difference.onlyShadow.map { object($0.line) })
        return line.bytes
    }

    /// A line without its newline.
    private func object(_ line: [UInt8]) -> [UInt8] { Array(line.dropLast()) }
}

extension JSONLine {
    fileprivate mutating func add(_ name: String, objects: [[UInt8]]) {
        add(
            name,
            object: [UInt8(ascii: "[")] + Array(objects.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")])
    }
}
