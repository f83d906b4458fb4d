/// How many values lay below which bound.
public struct Histogram: Sendable, Equatable {
    /// For what takes milliseconds to minutes, in seconds.
    public static let waits = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

    /// Rising; a value that is equal to one is below it.
    public let bounds: [Double]
    /// One for each bound, and one for what lies above all.
    public private(set) var counts: [Int]
    public private(set) var sum = 0.0

    public init(_ bounds: [Double] = waits) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    public var count: Int { counts.reduce(0, +) }

    /// What is no number is not counted.
    public mutating func add(_ value: Double) {
        guard value.isFinite else { return }
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }
}
