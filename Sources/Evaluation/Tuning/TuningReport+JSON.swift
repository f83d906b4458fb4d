import Records

extension TuningReport {
    /// One object on one line, for machines.
    public var json: [UInt8] {
        var head = JSONLine()
        head.add("schema", "plated.tune/1")
        head.add("truth", truth.isGiven)
        head.add("plates", truth.count)
        let files = recordings.map { recording in
            var object = JSONLine()
            object.add("file", recording.name)
            object.add("pictures", recording.pictures)
            object.add("seconds", recording.seconds, digits: 3)
            return object.nested()
        }
        let advice = recommended.map { recommended in
            let yaml = Self.yaml(recommended.variation.changes).map { $0 + "\n" }.joined()
            return nested(recommended, file: file, yaml: yaml)
        }
        return head.nested([
            ("recordings", Self.list(files)), ("present", nested(present)),
            ("variations", Self.list(trials.map { nested($0) })), ("recommended", advice ?? "null"),
            ("changes", Self.list(changes.map(nested))),
        ]).utf8 + [UInt8(ascii: "\n")]
    }

    private static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

    /// - Parameter yaml: the lines to change; nil of what is not recommended.
    private func nested(_ trial: Trial, file: String? = nil, yaml: String? = nil) -> String {
        let settings = trial.variation.changes.map { change in
            var object = JSONLine()
            object.add("key", change.key)
            object.add("value", change.value)
            object.add("present", change.present)
            return object.nested()
        }
        var object = JSONLine()
        object.add(truth.isGiven ? "right" : "agreed", trial.score.right)
        object.add(truth.isGiven ? "wrong" : "doubtful", trial.score.wrong)
        object.add("missed", trial.score.missed)
        object.add("repeated", trial.score.repeated)
        object.add("frames", trial.frames)
        object.add("cpu_ms", trial.milliseconds, digits: 1)
        object.add("cpu_ratio", cost(of: trial), digits: 3)
        object.add("verdict", verdict(on: trial).rawValue)
        if let yaml {
            object.add("file", file)
            object.add("yaml", yaml)
        }
        return object.nested([("settings", Self.list(settings))])
    }

    private func nested(_ change: Change) -> String {
        var object = JSONLine()
        object.add("file", change.recording)
        object.add("plate", change.text)
        object.add("position_s", change.position, digits: 2)
        object.add("standing", standing(of: change))
        object.add("looks", change.looks)
        object.add("now", change.isToldAtPresent)
        object.add("recommended", change.isToldWhenRecommended)
        return object.nested()
    }

    /// Of a text.
    func standing(of change: Change) -> String {
        switch change.counts {
        case nil: "unknown"
        case true?: truth.isGiven ? "right" : "agreed"
        case false?: truth.isGiven ? "wrong" : "doubtful"
        }
    }
}

extension JSONLine {
    /// The object, with fields behind its own whose values are JSON already.
    fileprivate func nested(_ fields: [(name: String, json: String)] = []) -> String {
        let own = String(decoding: bytes.dropLast(2), as: UTF8.self)
        return own + fields.map { ",\"\($0.name)\":\($0.json)" }.joined() + "}"
    }
}
