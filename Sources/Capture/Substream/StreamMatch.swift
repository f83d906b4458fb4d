import ALPR
import Basics

/// Measures a camera's two streams against each other: whether they show the same, which part the small one shows, and how much later.
///
/// Pictures are compared as a few means of their brightness. A picture without any contrast is like every other one of its kind.
public struct StreamMatch: Sendable {
    public typealias Instant = ContinuousClock.Instant

    public enum Verdict: Sendable, Equatable {
        /// Too few pictures were compared.
        case unknown
        /// They show the same; how much later the small one does, where anything has moved that tells.
        case matches(delay: Duration?)
        case fails(SubstreamTrouble)

        /// Whether somebody who was told of another one wants to know.
        public func isNews(after other: Self) -> Bool {
            guard case .matches(let delay) = self, case .matches(let before) = other else { return self != other }
            return abs((delay ?? .zero).milliseconds - (before ?? .zero).milliseconds) > 400
        }

        var trouble: SubstreamTrouble? { if case .fails(let trouble) = self { trouble } else { nil } }
    }

    /// A small stream that is later cannot be waited for.
    public static let longestDelay = Duration.seconds(3)

    /// Brightness of a picture, or of a part of it, in a grid.
    struct Signature: Sendable, Equatable {
        static let (columns, rows) = (32, 18)
        var values: [Float]

        init(_ image: LumaImage, part: Box) {
            let width = image.width
            values = image.withPixels { pixels in
                (0..<Self.rows * Self.columns).map { index in
                    let (row, column) = (index / Self.columns, index % Self.columns)
                    let cell = (part.width / Double(Self.columns), part.height / Double(Self.rows))
                    let left = Int(part.x + Double(column) * cell.0)
                    let top = Int(part.y + Double(row) * cell.1)
                    let right = max(left + 1, min(width, Int(part.x + Double(column + 1) * cell.0)))
                    let bottom = max(top + 1, min(image.height, Int(part.y + Double(row + 1) * cell.1)))
                    let (across, down) = (max(1, (right - left) / 6), max(1, (bottom - top) / 6))
                    var (sum, count) = (0, 0)
                    for y in stride(from: top, to: bottom, by: down) {
                        for x in stride(from: left, to: right, by: across) {
                            sum += Int(pixels[y * width + x])
                            count += 1
                        }
                    }
                    return Float(sum) / Float(max(1, count))
                }
            }
            let mean = values.reduce(0, +) / Float(values.count)
            for index in values.indices { values[index] -= mean }
        }

        /// Mean difference, in grey levels.
        func difference(from other: Self) -> Double {
            Double(zip(values, other.values).reduce(0) { $0 + abs($1.0 - $1.1) }) / Double(values.count)
        }

        var contrast: Double { Double(values.reduce(0) { $0 + abs($1) }) / Double(values.count) }
    }

    /// Which part of the main stream's picture the small one shows: all of it, or as much of its middle as its shape has room for.
    enum View: CaseIterable, Sendable { case whole, middle }

    private struct Main: Sendable {
        var time: Instant
        var whole: Signature
        var middle: Signature
    }

    /// Pairs of pictures before anything is said.
    private static let enough = 10
    /// Pairs after which it begins anew.
    private static let most = 100
    /// Of the contrast: pictures that differ by more are of something else.
    private static let mostDifference = 0.35
    /// In grey levels: pictures that differ by less are alike, whatever their contrast.
    private static let leastDifference = 4.0
    /// Delays are told apart by so much.
    private static let lag = Duration.milliseconds(200)
    /// The best delay has to be better than the usual one by this factor.
    private static let plain = 1.4

    private var mains: [Main] = []
    private var differences: [View: [Double]] = [:]
    private var contrasts: [Double] = []
    private var lags: [Int: (sum: Double, count: Int)] = [:]
    private var lastDelay: Duration?
    private var smallShape = (16, 9)
    private var mainShape = (16, 9)

    public init() {}

    /// The part of the main stream's picture that the small one shows, in parts of 1.
    public private(set) var part = Box(x: 0, y: 0, width: 1, height: 1)

    /// A picture of the main stream was decoded.
    public mutating func saw(main image: LumaImage, at time: Instant) {
        mainShape = (image.width, image.height)
        let all = Box(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        let middle = Self.middle(of: mainShape, shapedAs: smallShape)
        let cut = Box(
            x: middle.x * all.width, y: middle.y * all.height, width: middle.width * all.width,
            height: middle.height * all.height)
        mains.append(Main(time: time, whole: Signature(image, part: all), middle: Signature(image, part: cut)))
        mains.removeAll { $0.time.duration(to: time) > Self.longestDelay + .seconds(2) }
    }

    /// A picture of the small one came.
    public mutating func saw(small image: LumaImage, at time: Instant) {
        smallShape = (image.width, image.height)
        let all = Box(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        let signature = Signature(image, part: all)
        guard let last = mains.last, last.time.duration(to: time) < .seconds(1) else { return }
        let tellsDelay = isUnbroken(up: time)
        var nearest: [View: Double] = [:]
        for main in mains {
            let bucket = Int((main.time.duration(to: time) / Self.lag).rounded())
            let (whole, middle) = (signature.difference(from: main.whole), signature.difference(from: main.middle))
            nearest[.whole] = min(nearest[.whole] ?? .infinity, whole)
            nearest[.middle] = min(nearest[.middle] ?? .infinity, middle)
            guard tellsDelay else { continue }
            var found = lags[bucket] ?? (0, 0)
            found.sum += min(whole, middle)
            found.count += 1
            lags[bucket] = found
        }
        for (view, difference) in nearest { differences[view, default: []].append(difference) }
        contrasts.append(signature.contrast)
    }

    /// Whether pictures of the main stream came without a pause for as long as the small one may be late: what was kept comes all at once,
    /// and would tell of the longest delays alone.
    private func isUnbroken(up time: Instant) -> Bool {
        guard let first = mains.first, first.time.duration(to: time) >= Self.longestDelay else { return false }
        return zip(mains, mains.dropFirst()).allSatisfy { $0.time.duration(to: $1.time) <= .milliseconds(600) }
    }

    /// What the last pictures tell; nil before there are enough of them that are new.
    ///
    /// - Parameter roi: where plates are looked for in the main stream's picture, in parts of 1.
    public mutating func verdict(roi: Box) -> Verdict? {
        guard contrasts.count >= Self.enough, contrasts.count % Self.enough == 0 else { return nil }
        defer { if contrasts.count >= Self.most { forget() } }
        let limit = max(Self.leastDifference, Self.mostDifference * Self.middle(contrasts))
        let (whole, middle) = (Self.middle(differences[.whole] ?? []), Self.middle(differences[.middle] ?? []))
        guard min(whole, middle) <= limit else { return .fails(.differs) }
        let isCut = middle < 0.8 * whole
        part = isCut ? Self.middle(of: mainShape, shapedAs: smallShape) : Box(x: 0, y: 0, width: 1, height: 1)
        guard roi.x >= part.x - 0.01, roi.y >= part.y - 0.01, roi.maxX <= part.maxX + 0.01, roi.maxY <= part.maxY + 0.01
        else { return .fails(.cropped) }
        lastDelay = delay ?? lastDelay
        guard let lastDelay else { return .matches(delay: nil) }
        return lastDelay > Self.longestDelay ? .fails(.late) : .matches(delay: max(.zero, lastDelay))
    }

    /// A camera may be turned, or set to another delay.
    private mutating func forget() {
        (differences, contrasts, lags) = ([:], [], [:])
    }

    /// How much later the small stream shows what moves; nil where nothing has moved that tells.
    private var delay: Duration? {
        let means = lags.filter { $0.value.count >= 5 }.mapValues { $0.sum / Double($0.count) }
        guard means.count > 5, let best = means.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return nil }
        let usual = means.values.reduce(0, +) / Double(means.count)
        guard usual > Self.plain * best.value, usual - best.value > 0.5 else { return nil }
        return Self.lag * best.key
    }

    private static func middle(_ values: [Double]) -> Double {
        values.isEmpty ? .infinity : values.sorted()[values.count / 2]
    }

    /// The largest part in the middle of a picture that has another one's shape.
    private static func middle(of shape: (Int, Int), shapedAs other: (Int, Int)) -> Box {
        let (own, wanted) = (Double(shape.0) / Double(max(1, shape.1)), Double(other.0) / Double(max(1, other.1)))
        let (width, height) = wanted < own ? (wanted / own, 1) : (1, own / wanted)
        return Box(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    }
}
