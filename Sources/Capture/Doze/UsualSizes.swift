/// How large pictures of one kind are while nothing moves: a mean for each distance from the last key frame, since those soon after one are
/// larger, and one spread.
struct UsualSizes: Sendable {
    /// Pictures before a kind is known, and those over which what is usual is averaged.
    static let enough = 12.0
    private static let memory = 250.0
    /// Bytes. Less is never taken for the spread: the sizes of a picture without any noise hardly vary at all, and what costs least (a flat
    /// grey square of 32 × 24 pixels on a flat ground) adds 47.
    private static let leastSpread = 4.0
    /// In spreads: what one picture counts at most when it is learnt.
    private static let outlier = 6.0

    private(set) var count = 1.0
    private(set) var variance = 0.0
    private var means: [Int: (mean: Double, count: Double)] = [:]

    var isKnown: Bool { count >= Self.enough }
    var spread: Double { max(Self.leastSpread, variance.squareRoot()) }

    /// Of all distances.
    var mean: Double? {
        let count = means.values.reduce(0) { $0 + $1.count }
        return count > 0 ? means.values.reduce(0) { $0 + $1.mean * $1.count } / count : nil
    }

    /// Of pictures as far from the last key frame as this one; of all where none was.
    func mean(like picture: CodedPicture) -> Double? { means[Self.distance(of: picture)]?.mean ?? mean }

    mutating func learn(_ picture: CodedPicture) {
        let (bytes, distance) = (Double(picture.bytes), Self.distance(of: picture))
        var (mean, count) = means[distance] ?? (self.mean ?? bytes, 0)
        var difference = bytes - mean
        if isKnown { difference = max(-Self.outlier * spread, min(Self.outlier * spread, difference)) }
        self.count = min(Self.memory, self.count + 1)
        count = min(Self.memory / 2, count + 1)
        let share = 1 / (count + 1)
        variance += (difference * difference * (1 - share) - variance) / self.count
        mean += difference * share
        means[distance] = (mean, count)
    }

    /// The first picture, two, four, eight, sixteen after a key frame, and all from the thirty-second on.
    private static func distance(of picture: CodedPicture) -> Int {
        min(6, Int.bitWidth - max(0, picture.place).leadingZeroBitCount)
    }
}
