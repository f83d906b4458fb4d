import Basics
import Yams

/// Reads the keys of one YAML mapping, notes every problem with its place, and in the end the keys nobody asked for.
///
/// Every getter leaves the value as it is where the key is missing or wrong, so that one pass finds all problems.
package final class MappingReader {
    /// Shared by a file's readers: what was found wrong, and where its keys stand.
    package final class Findings {
        package let file: String
        /// Values of variables in `${NAME}`.
        package let environment: [String: String]
        package var problems: [Problem] = []
        /// What a person may want to know, and is no fault.
        package var notes: [Problem] = []
        /// Where the keys stand that the file has and that were asked for, each with those above it.
        package fileprivate(set) var lines: [String: Int] = [:]

        package init(file: String, environment: [String: String]) {
            self.file = file
            self.environment = environment
        }
    }

    package let findings: Findings
    private let path: [String]
    private var values: [String: (key: Node, value: Node)] = [:]
    private var asked: [String] = []
    /// Where the mapping stands, for what is missing in it.
    private var place: Node?

    package init(_ node: Node?, path: [String] = [], findings: Findings) {
        self.findings = findings
        self.path = path
        guard let node, !node.isNull else { return }
        guard case .mapping(let mapping) = node else {
            problem(at: node, "expects keys and values, indented under it")
            return
        }
        for (key, value) in mapping {
            guard let name = key.string else {
                problem(at: key, "a key must be a plain word")
                continue
            }
            values[name] = (key, value)
        }
    }

    // MARK: - Values

    package func section(_ key: String, read: (MappingReader) -> Void) {
        let reader = MappingReader(node(key), path: path + [key], findings: findings)
        read(reader)
        reader.finish()
    }

    /// The keys that the file has here, in its order.
    package var names: [String] {
        values.sorted { ($0.value.key.mark?.line ?? 0, $0.key) < ($1.value.key.mark?.line ?? 0, $1.key) }.map(\.key)
    }

    /// Reads an element of a list that has keys of its own.
    ///
    /// - Parameter number: from 1, for messages.
    package func element(_ node: Node, of key: String, number: Int, read: (MappingReader) -> Void) {
        let reader = MappingReader(node, path: path + ["\(key)[\(number)]"], findings: findings)
        reader.place = node
        read(reader)
        reader.finish()
    }

    package func has(_ key: String) -> Bool { values[key].map { !$0.value.isNull } ?? false }

    package func string(_ key: String, into target: inout String) {
        var value: String?
        string(key, into: &value)
        if let value { target = value }
    }

    package func string(_ key: String, into target: inout String?) {
        guard let node = node(key) else { return }
        guard case .scalar(let scalar) = node else { return problem(at: node, key: key, "expects a text") }
        if let text = expanded(scalar.string, at: node, key: key) { target = text }
    }

    package func integer(_ key: String, in range: ClosedRange<Int>, into target: inout Int) {
        guard let node = node(key) else { return }
        guard let text = scalar(node, key: key), let value = Int(text) else {
            return problem(at: node, key: key, "expects a whole number")
        }
        guard range.contains(value) else {
            return problem(at: node, key: key, "is \(value), and must be \(Self.limits(range))")
        }
        target = value
    }

    package func number(_ key: String, in range: ClosedRange<Double>, into target: inout Double) {
        guard let node = node(key) else { return }
        guard let text = scalar(node, key: key), let value = Double(text), value.isFinite else {
            return problem(at: node, key: key, "expects a number")
        }
        guard range.contains(value) else {
            return problem(at: node, key: key, "is \(text), and must be \(Self.limits(range))")
        }
        target = value
    }

    package func number(_ key: String, in range: ClosedRange<Double>, into target: inout Double?) {
        guard has(key) else { return _ = node(key) }
        var value = range.lowerBound
        number(key, in: range, into: &value)
        target = value
    }

    package func flag(_ key: String, into target: inout Bool) {
        guard let node = node(key) else { return }
        guard let text = scalar(node, key: key), let value = ["true": true, "false": false][text] else {
            return problem(at: node, key: key, "expects true or false")
        }
        target = value
    }

    package func milliseconds(_ key: String, in range: ClosedRange<Int>, into target: inout Duration) {
        var value = Int(target.milliseconds)
        integer(key, in: range, into: &value)
        target = .milliseconds(value)
    }

    /// Zero for never.
    package func milliseconds(_ key: String, in range: ClosedRange<Int>, into target: inout Duration?) {
        var value = Int(target?.milliseconds ?? 0)
        integer(key, in: 0...range.upperBound, into: &value)
        if value > 0, value < range.lowerBound {
            problem(key, "is \(value), and must be 0 for never, or \(Self.limits(range))")
        } else {
            target = value == 0 ? nil : .milliseconds(value)
        }
    }

    package func milliseconds(_ key: String, in range: ClosedRange<Int>, into target: inout [Duration]) {
        guard let node = node(key) else { return }
        let numbers = sequence(node, key: key)?.map { element in element.scalar.flatMap { Int($0.string) } }
        guard let numbers, !numbers.isEmpty, numbers.allSatisfy({ $0.map(range.contains) ?? false }) else {
            return problem(
                at: node, key: key, "expects a list such as [1000, 5000], of whole numbers \(Self.limits(range))")
        }
        target = numbers.compactMap { $0 }.map { .milliseconds($0) }
    }

    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, into target: inout Choice
    ) where Choice.RawValue == String {
        if let value: Choice = choice(key) { target = value }
    }

    /// Returns nil where the key is not there, and where its value is none of them, which is told.
    package func choice<Choice: RawRepresentable & CaseIterable>(_ key: String) -> Choice?
    where Choice.RawValue == String {
        guard let node = node(key) else { return nil }
        guard let text = scalar(node, key: key), let value = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            let given = node.scalar.map { "\"\($0.string.printableKey)\" is not known; " } ?? ""
            problem(at: node, key: key, given + "expects one of: \(known)")
            return nil
        }
        return value
    }

    package func strings(_ key: String, into target: inout [String]) {
        guard let node = node(key) else { return }
        guard let elements = sequence(node, key: key), elements.allSatisfy({ $0.scalar != nil }) else {
            return problem(at: node, key: key, "expects a list of texts, such as [nl, de]")
        }
        let texts = elements.compactMap { scalar($0, key: key) }
        if texts.count == elements.count { target = texts }
    }

    /// A pair of whole numbers, such as `[4, 10]`.
    package func range(_ key: String, in limits: ClosedRange<Int>, into target: inout ClosedRange<Int>) {
        guard let node = node(key) else { return }
        let numbers = (sequence(node, key: key) ?? []).compactMap { $0.scalar.flatMap { Int($0.string) } }
        guard numbers.count == 2, numbers[0] <= numbers[1], limits.contains(numbers[0]), limits.contains(numbers[1])
        else {
            return problem(
                at: node, key: key, "expects the least and the most, such as [4, 10], \(Self.limits(limits))")
        }
        target = numbers[0]...numbers[1]
    }

    /// The raw node, for what has a shape of its own.
    package func node(_ key: String) -> Node? {
        asked.append(key)
        let name = (path + [key]).joined(separator: ".")
        findings.lines[name] = values[key]?.key.mark?.line
        return values[key].flatMap { $0.value.isNull ? nil : $0.value }
    }

    // MARK: - Problems

    package func problem(at node: Node?, key: String? = nil, _ message: String) {
        let name = (path + [key].compactMap { $0 }).joined(separator: ".")
        findings.problems.append(
            Problem(
                file: findings.file, line: (node ?? place)?.mark?.line, key: name.isEmpty ? nil : name, message: message
            ))
    }

    package func problem(_ key: String, _ message: String) {
        problem(at: values[key]?.key, key: key, message)
    }

    package func note(_ key: String, _ message: String) {
        let name = (path + [key]).joined(separator: ".")
        findings.notes.append(
            Problem(file: findings.file, line: values[key]?.key.mark?.line, key: name, message: message))
    }

    /// Notes the keys that nobody asked for.
    package func finish() {
        let unknown = values.filter { !asked.contains($0.key) }.sorted {
            ($0.value.key.mark?.line ?? 0) < ($1.value.key.mark?.line ?? 0)
        }
        for (name, entry) in unknown {
            let hint = nearestKey(to: name).map { "; did you mean \($0)?" }
            problem(at: entry.key, key: name.printableKey, "is not a key that plated knows" + (hint ?? ""))
        }
    }

    /// The key that may have been meant; nil for what is like none, or too long to be one, or one of too many.
    private func nearestKey(to name: String) -> String? {
        guard name.printableKey == name, findings.problems.count < Problems.mostTold else { return nil }
        let distances = asked.map { (key: $0, distance: $0.editDistance(to: name)) }
        // A short name is three changes away from anything.
        let limit = min(3, name.count / 2)
        return distances.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.key
    }

    // MARK: - Nodes

    private func scalar(_ node: Node, key: String) -> String? {
        node.scalar.flatMap { expanded($0.string, at: node, key: key) }
    }

    private func sequence(_ node: Node, key: String) -> [Node]? {
        guard case .sequence(let sequence) = node else { return nil }
        return Array(sequence)
    }

    /// Puts the environment's values in place of `${NAME}`.
    private func expanded(_ text: String, at node: Node, key: String) -> String? {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
                problem(at: node, key: key, "has a ${ without its }")
                return nil
            }
            let name = String(rest[start.upperBound..<end])
            guard let value = findings.environment[name] else {
                problem(
                    at: node, key: key,
                    "asks for the environment variable \(name.printableVariable), which is not set")
                return nil
            }
            result += rest[..<start.lowerBound] + value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func limits<Number: Comparable>(_ range: ClosedRange<Number>) -> String {
        "from \(range.lowerBound) to \(range.upperBound)"
    }
}

extension String {
    /// A key as messages may show it. What looks like none could be a password that lost its key, and is three dots.
    package var printableKey: String {
        utf8.count <= 40 && utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x5F } ? self : "…"
    }
}

extension String {
    /// A variable's name as messages may show it: a ${ in a password does not start one.
    fileprivate var printableVariable: String {
        !isEmpty && utf8.count <= 64 && utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
            ? self : "in its ${…}"
    }
}

extension Node {
    /// Nothing after the colon, `~` or `null`.
    package var isNull: Bool {
        guard case .scalar(let scalar) = self, scalar.style == .plain else { return false }
        return ["", "~", "null"].contains(scalar.string)
    }
}
