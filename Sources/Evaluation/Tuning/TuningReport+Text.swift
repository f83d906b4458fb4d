import Records

extension TuningReport {
    /// So many texts that are doubtful are told by name.
    private static let told = 8
    /// Fewer plates than that say little.
    private static let few = 30

    /// For people.
    public var text: String {
        let seconds = recordings.reduce(0) { $0 + $1.seconds }
        let pictures = recordings.reduce(0) { $0 + $1.pictures }
        let many = recordings.count == 1 ? "1 recording" : "\(recordings.count) recordings"
        var lines = ["\(many), \(JSONLine.number(seconds, digits: 0)) s, \(pictures) pictures; \(basis)", ""]
        lines += table
        lines += [""] + advice
        if !notTried.isEmpty { lines += [""] + notTried.map { "Not tried: \($0)" } }
        lines += ["", caution]
        return lines.map { $0 + "\n" }.joined()
    }

    /// What plates count.
    private var basis: String {
        let plates = truth.count == 1 ? "1 plate" : "\(truth.count) plates"
        return truth.isGiven ? "\(plates) came by" : "\(plates) that several settings and several looks agree on"
    }

    // MARK: - The table

    private var table: [String] {
        let shown = trials.filter { verdict(on: $0) != .same }.sorted {
            (order(of: $0), $0.score.wrong - $0.score.right) < (order(of: $1), $1.score.wrong - $1.score.right)
        }
        let width = ([present] + shown).map(\.variation.name.count).max() ?? 0
        let names = truth.isGiven ? ["right", "wrong"] : ["agreed", "doubtful"]
        let head =
            "".padded(width) + (names + ["missed", "repeated"]).map { $0.padded(-10) }.joined() + "CPU".padded(-9)
        var lines = [head, row(present, width: width, remark: "")]
        lines += shown.map { row($0, width: width, remark: verdict(on: $0).rawValue) }
        let same = trials.filter { verdict(on: $0) == .same }.map(\.variation)
        if !same.isEmpty { lines += ["", "Nothing changes with"] + Self.byKey(same).map { "  " + $0 } }
        return lines
    }

    /// A line for each key, with all its values.
    private static func byKey(_ variations: [Variation]) -> [String] {
        var keys: [String] = []
        var values: [String: [String]] = [:]
        for variation in variations {
            let key = variation.changes.map(\.key).joined(separator: ", ")
            if values[key] == nil { keys.append(key) }
            values[key, default: []].append(variation.changes.map(\.value).joined(separator: ", "))
        }
        return keys.map { "\($0): \((values[$0] ?? []).joined(separator: " | "))" }
    }

    private func order(of trial: Trial) -> Int { Trial.Verdict.allCases.firstIndex(of: verdict(on: trial)) ?? 0 }

    private func row(_ trial: Trial, width: Int, remark: String) -> String {
        let score = trial.score
        let counts = [score.right, score.wrong, score.missed, score.repeated].map { "\($0)".padded(-10) }.joined()
        let cost = (JSONLine.number(cost(of: trial), digits: 2) + " ×").padded(-9)
        return trial.variation.name.padded(width) + counts + cost + (remark.isEmpty ? "" : "  " + remark)
    }

    // MARK: - Advice

    private var advice: [String] {
        var lines: [String] = []
        if let recommended {
            let place = file.map { "in \($0)" } ?? "in the camera's configuration"
            lines += ["To change \(place):", ""] + Self.yaml(recommended.variation.changes) + [""]
            lines.append("With that: \(told(recommended)). Now: \(told(present)).")
            lines.append(
                "It takes \(JSONLine.number(cost(of: recommended), digits: 2)) times the processor time, decoding included."
            )
            lines += changes.filter { $0.isToldWhenRecommended != $0.isToldAtPresent }.map { change in
                "  \(change.isToldWhenRecommended ? "read then" : "not told then"): \(Self.line(change, truth: truth))"
            }
        } else {
            lines.append(
                "Nothing to change: nothing that was tried \(truth.isGiven ? "reads more or errs less" : "shows more that is agreed on, or less that is doubtful,") without a loss elsewhere."
            )
        }
        if recommended == nil, let saving = cheaper.first {
            lines += [
                "",
                "\(saving.variation.name) does as well on these recordings for \(JSONLine.number(cost(of: saving), digits: 2)) of the"
                    + " processor time. Faster or darker hours may want what is set now.",
            ]
        }
        let doubtful = truth.isGiven ? [] : changes.filter { $0.counts == false }
        if !doubtful.isEmpty {
            lines += ["", "Doubtful, and no reason to change anything (--sheet shows the pictures):"]
            lines += doubtful.prefix(Self.told).map { "  " + Self.line($0, truth: truth) }
            if doubtful.count > Self.told { lines.append("  and \(doubtful.count - Self.told) more") }
        }
        return lines
    }

    private func told(_ trial: Trial) -> String {
        let (score, names) = (trial.score, truth.isGiven ? ("right", "wrong") : ("agreed on", "doubtful"))
        return
            "\(score.right) \(names.0), \(score.wrong) \(names.1), \(score.missed) missed, \(score.repeated) repeated"
    }

    private static func line(_ change: Change, truth: Truth) -> String {
        let position = JSONLine.number(change.position, digits: 1)
        let looks = change.looks == 1 ? "1 look" : "\(change.looks) looks"
        let name = change.recording.split(separator: "/").last.map(String.init) ?? change.recording
        var line = "\(change.text), \(name) at \(position) s, \(looks)"
        if truth.isGiven, change.counts == false { line += ", wrong" }
        if !change.isToldAtPresent, change.settings.count == 1 { line += ", with \(change.settings[0]) alone" }
        return line
    }

    private var caution: String {
        let basis =
            truth.isGiven
            ? ""
            : "Nobody said which plates came by: what counts is what two settings and three looks agree on, and that may be wrong"
                + " all the same. --truth FILE says better.\n"
        let few =
            truth.count >= Self.few
            ? ""
            : "\(truth.count == 1 ? "This is 1 plate" : "These are \(truth.count) plates"): one more or less may be chance. "
        return basis + few + "Nothing was changed."
    }

    /// The lines of a configuration file, each with what stands there now.
    static func yaml(_ changes: [Variation.Change]) -> [String] {
        var lines: [String] = []
        var section: Substring?
        for change in changes.sorted(by: { $0.key < $1.key }) {
            let parts = change.key.split(separator: ".", maxSplits: 1)
            let isNested = parts.count == 2
            if isNested, parts[0] != section { lines.append("\(parts[0]):") }
            section = isNested ? parts[0] : nil
            let line = (isNested ? "  \(parts[1])" : change.key) + ": \(change.value)"
            lines.append(line.padded(36) + "  # now \(change.present)")
        }
        return lines
    }
}
