import Records

extension SetResult {
    /// A table for people.
    public var text: String {
        var lines = [name]
        for figure in figures {
            lines.append("  " + figure.label.padded(26) + figure.value.text.padded(-10))
        }
        if !losses.isEmpty {
            lines.append("  lost in")
            for (loss, count) in losses { lines.append("    " + loss.description.padded(24) + "\(count)".padded(-10)) }
        }
        if !confusions.isEmpty {
            let most = confusions.prefix(12).map { entry in
                let truth = entry.confusion.truth.isEmpty ? "+" : entry.confusion.truth
                let read = entry.confusion.read.isEmpty ? "−" : entry.confusion.read
                return "\(truth)→\(read) \(entry.count)"
            }
            lines.append("  confused  " + most.joined(separator: "  "))
        }
        if problems > 0 { lines.append("  \(problems) \(problems == 1 ? "entry" : "entries") could not be measured") }
        return lines.joined(separator: "\n") + "\n" + diagrams.map(\.text).joined()
    }

    /// One object on one line, for machines; shares are 0-1, times in seconds or milliseconds as the names say.
    public var json: [UInt8] {
        var line = JSONLine()
        line.add("schema", "plated.eval/1")
        line.add("set", name)
        for figure in figures {
            switch figure.value {
            case .count(let count): line.add(figure.key, count)
            case .share(let value): line.add(figure.key, value, digits: 4)
            case .seconds(let value), .milliseconds(let value): line.add(figure.key, value, digits: 3)
            }
        }
        line.add("lost", losses.map { ($0.loss.description, $0.count) })
        line.add(
            "confusions", confusions.map { ("\($0.confusion.truth)>\($0.confusion.read)", $0.count) })
        line.add("unmeasured_rows", problems)
        for diagram in diagrams { diagram.add(to: &line) }
        return line.bytes
    }
}

extension SetResult.Value {
    var text: String {
        switch self {
        case .count(let count): "\(count)"
        case .share(let share): JSONLine.number(100 * share, digits: 1) + " %"
        case .seconds(let seconds): JSONLine.number(seconds, digits: 2) + " s"
        case .milliseconds(let milliseconds): JSONLine.number(milliseconds, digits: 1) + " ms"
        }
    }
}

extension String {
    /// Filled with spaces to a width: at the end, or, where the width is negative, at the start.
    func padded(_ width: Int) -> String {
        let spaces = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? spaces + self : self + spaces
    }
}
