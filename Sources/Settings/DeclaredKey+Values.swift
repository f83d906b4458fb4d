import Basics

/// The kinds of values that keys take: each is read and printed in one way.
extension DeclaredKey {
    package typealias Path<Value> = WritableKeyPath<Reading.Settings, Value>

    package static func section(
        _ name: String, _ keys: [DeclaredKey],
        finish: @escaping (MappingReader, inout Reading) -> Void = { _, _ in }
    ) -> Self {
        Self(name: name, kind: .section(keys, finish: finish))
    }

    /// A value of a shape of its own.
    package static func value(
        _ name: String, read: @escaping (MappingReader, inout Reading) -> Void,
        text: @escaping (Reading.Settings) -> String
    ) -> Self {
        Self(name: name, kind: .value(read: read, text: text))
    }

    /// A value whose getter needs no more than the place where it goes.
    private static func plain<Value>(
        _ name: String, _ path: Path<Value>, read: @escaping (MappingReader, inout Value) -> Void,
        text: @escaping (Value) -> String
    ) -> Self {
        value(
            name, read: { reader, reading in read(reader, &reading.configuration[keyPath: path]) },
            text: { text($0[keyPath: path]) })
    }

    package static func text(_ name: String, _ path: Path<String>) -> Self {
        plain(name, path, read: { $0.string(name, into: &$1) }, text: { YAMLText.quoted($0) })
    }

    /// - Parameter problem: what is wrong with a text; nil of one that is taken.
    package static func text(
        _ name: String, _ path: Path<String?>, problem: @escaping (String) -> String? = { _ in nil }
    ) -> Self {
        plain(
            name, path,
            read: { reader, target in
                reader.string(name, into: &target)
                if let message = target.flatMap(problem) { reader.problem(name, message) }
            },
            text: { $0.map { YAMLText.quoted($0) } ?? "null" })
    }

    /// - Parameter problem: what is wrong with one of them; nil of one that is taken.
    package static func texts(
        _ name: String, _ path: Path<[String]>, as form: @escaping (String) -> String = { $0 },
        problem: @escaping (String) -> String? = { _ in nil }
    ) -> Self {
        plain(
            name, path,
            read: { reader, target in
                reader.strings(name, into: &target)
                target = target.map(form)
                for message in target.compactMap(problem) { reader.problem(name, message) }
            },
            text: { YAMLText.list($0.map(YAMLText.word)) })
    }

    package static func flag(_ name: String, _ path: Path<Bool>) -> Self {
        plain(name, path, read: { $0.flag(name, into: &$1) }, text: { "\($0)" })
    }

    package static func integer(_ name: String, in limits: ClosedRange<Int>, _ path: Path<Int>) -> Self {
        plain(name, path, read: { $0.integer(name, in: limits, into: &$1) }, text: { "\($0)" })
    }

    package static func number(_ name: String, in limits: ClosedRange<Double>, _ path: Path<Double>) -> Self {
        plain(name, path, read: { $0.number(name, in: limits, into: &$1) }, text: { "\($0)" })
    }

    package static func number(_ name: String, in limits: ClosedRange<Double>, _ path: Path<Double?>) -> Self {
        plain(
            name, path, read: { $0.number(name, in: limits, into: &$1) }, text: { $0.map { "\($0)" } ?? "null" })
    }

    package static func milliseconds(_ name: String, in limits: ClosedRange<Int>, _ path: Path<Duration>) -> Self {
        plain(
            name, path, read: { $0.milliseconds(name, in: limits, into: &$1) }, text: { "\($0.milliseconds)" })
    }

    /// 0 for never.
    package static func milliseconds(_ name: String, in limits: ClosedRange<Int>, _ path: Path<Duration?>) -> Self {
        plain(
            name, path, read: { $0.milliseconds(name, in: limits, into: &$1) },
            text: { "\($0?.milliseconds ?? 0)" })
    }

    package static func milliseconds(_ name: String, in limits: ClosedRange<Int>, _ path: Path<[Duration]>) -> Self {
        plain(
            name, path, read: { $0.milliseconds(name, in: limits, into: &$1) },
            text: { YAMLText.list($0.map { "\($0.milliseconds)" }) })
    }

    /// The least and the most.
    package static func range(_ name: String, in limits: ClosedRange<Int>, _ path: Path<ClosedRange<Int>>) -> Self {
        plain(
            name, path, read: { $0.range(name, in: limits, into: &$1) },
            text: { YAMLText.list(["\($0.lowerBound)", "\($0.upperBound)"]) })
    }

    package static func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _ path: Path<Choice>) -> Self
    where Choice.RawValue == String {
        plain(name, path, read: { $0.choice(name, into: &$1) }, text: { $0.rawValue })
    }

    package static func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _ path: Path<Choice?>) -> Self
    where Choice.RawValue == String {
        plain(name, path, read: { $1 = $0.choice(name) ?? $1 }, text: { $0?.rawValue ?? "null" })
    }
}

extension ClosedRange<Int> {
    /// Up to an hour, in milliseconds.
    package static func upToAnHour(from least: Int) -> Self { least...3_600_000 }
    /// Up to a day, in milliseconds.
    package static func upToADay(from least: Int) -> Self { least...86_400_000 }
}
