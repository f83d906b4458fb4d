import Settings
import Yams

/// A part of the picture as corners, in fractions from its top left: as a file has it, a form sends it and a page draws it.
public struct SetupRegion: Equatable, Sendable {
    public struct Corner: Equatable, Sendable {
        public var x: Double
        public var y: Double
    }

    static let rule = "is [x, y, width, height], or at least three corners [[x, y], …], in fractions of the picture"
    private static let most = 100

    public let corners: [Corner]

    private init?(_ corners: [Corner]) {
        guard (3...Self.most).contains(corners.count),
            corners.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) })
        else { return nil }
        self.corners = corners
    }

    /// Nil of what is none.
    init?(_ node: Node) {
        guard let parts = node.sequence else { return nil }
        if parts.allSatisfy({ $0.sequence != nil }) {
            let pairs = parts.compactMap { Self.numbers($0) }.filter { $0.count == 2 }
            guard pairs.count == parts.count else { return nil }
            self.init(pairs.map { Corner(x: Self.rounded($0[0]), y: Self.rounded($0[1])) })
        } else {
            guard let numbers = Self.numbers(node), numbers.count == 4 else { return nil }
            let (left, top) = (numbers[0], numbers[1])
            // A hair more than 1 is what 0.1 + 0.9 may be.
            let (right, bottom) = (Self.rounded(left + numbers[2]), Self.rounded(top + numbers[3]))
            self.init(
                [(left, top), (right, top), (right, bottom), (left, bottom)].map {
                    Corner(x: Self.rounded($0.0), y: Self.rounded($0.1))
                })
        }
    }

    /// - Parameter form: such as `0.1 0.2, 0.9 0.2, 0.9 1`.
    public init?(form: String) {
        let pairs = form.split(separator: ",", omittingEmptySubsequences: false).map { pair in
            pair.split(whereSeparator: \.isWhitespace).map { Double($0) }
        }
        let numbers = pairs.map { $0.compactMap(\.self) }
        guard pairs.allSatisfy({ $0.count == 2 }), numbers.allSatisfy({ $0.count == 2 }) else { return nil }
        self.init(numbers.map { Corner(x: Self.rounded($0[0]), y: Self.rounded($0[1])) })
    }

    public var form: String {
        corners.map { "\(Self.text($0.x)) \(Self.text($0.y))" }.joined(separator: ", ")
    }

    /// A rectangle in the short way.
    var yaml: String {
        if let (left, top, right, bottom) = rectangle {
            return YAMLText.list([left, top, Self.rounded(right - left), Self.rounded(bottom - top)].map(Self.text))
        }
        return YAMLText.list(corners.map { YAMLText.list([Self.text($0.x), Self.text($0.y)]) })
    }

    private var rectangle: (Double, Double, Double, Double)? {
        guard corners.count == 4, corners[0].y == corners[1].y, corners[1].x == corners[2].x,
            corners[2].y == corners[3].y, corners[3].x == corners[0].x, corners[0].x < corners[1].x,
            corners[1].y < corners[2].y
        else { return nil }
        return (corners[0].x, corners[0].y, corners[2].x, corners[2].y)
    }

    private static func numbers(_ node: Node) -> [Double]? {
        guard let parts = node.sequence, parts.allSatisfy({ SettingsKey.isNumber($0) }) else { return nil }
        return parts.compactMap { $0.string.flatMap { Double($0) } }
    }

    private static func rounded(_ value: Double) -> Double {
        guard value.isFinite, abs(value) < 1000 else { return 2 }
        return (value * 10_000).rounded() / 10_000
    }

    private static func text(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
}
