/// A metric with all its series, as Prometheus reads it (text format 0.0.4).
public struct MetricFamily: Sendable, Equatable {
    public enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
        /// Shares that somebody else has worked out; a series for each, without a sum.
        case summary
    }

    /// Names with values, in the order in which they are written. No value is ever a plate's.
    public typealias Labels = KeyValuePairs<String, String>

    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    public let name: String
    public let kind: Kind
    private let help: String
    private var lines: [String] = []

    /// - Parameter name: begins with `plated_` and ends with its unit; that of a counter with `_total`.
    public init(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    public var isEmpty: Bool { lines.isEmpty }

    public mutating func add(_ value: Double, _ labels: Labels = [:]) { add(value, labels, to: name) }

    public mutating func add(_ value: Int, _ labels: Labels = [:]) { add(Double(value), labels, to: name) }

    public mutating func add(_ histogram: Histogram, _ labels: Labels = [:]) {
        var count = 0
        for (bound, more) in zip(histogram.bounds + [.infinity], histogram.counts) {
            count += more
            add(Double(count), labels, ("le", Self.text(bound)), to: name + "_bucket")
        }
        add(histogram.sum, labels, to: name + "_sum")
        add(Double(count), labels, to: name + "_count")
    }

    private mutating func add(
        _ value: Double, _ labels: Labels, _ last: (String, String)? = nil, to series: String
    ) {
        let all = labels.map { ($0.key, $0.value) } + [last].compactMap { $0 }
        let list = all.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        lines.append(series + (list.isEmpty ? "" : "{\(list)}") + " " + Self.text(value))
    }

    /// Without the series that have this value of a label.
    public func without(_ label: String, _ value: String) -> MetricFamily {
        // Quotation marks in values are escaped: no value looks like another label.
        let words = "\(label)=\"\(Self.escaped(value))\""
        var rest = self
        rest.lines.removeAll { $0.contains("{" + words) || $0.contains("," + words) }
        return rest
    }

    /// Its lines; empty where it has no series.
    public var text: String {
        guard !lines.isEmpty else { return "" }
        return (["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"] + lines).map { $0 + "\n" }.joined()
    }

    private static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
