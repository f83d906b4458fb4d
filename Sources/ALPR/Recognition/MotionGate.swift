/// Finds the part of the picture that has changed since it was last looked at, so that what stands still costs next to nothing.
///
/// The picture is compared in cells of 16 × 16 pixels with the one each cell was last analysed in, not with the frame before: a car
/// that creeps adds up to a change. A change of light that all cells share is taken out, and what counts as a change follows the
/// picture's own noise.
public struct MotionGate: Sendable {
    /// Pixels a side.
    static let cell = 16
    /// Every so many pixels of a cell are looked at, each way.
    private static let step = 2
    /// Least difference of a cell's mean that is a change, in grey levels, however quiet the picture.
    private static let leastChange = 3.0
    /// Differences above this many times the usual one are a change.
    private static let noiseFactor = 7.0
    /// Differences above this are one, whatever is usual: with a vehicle that fills half of the picture, change is.
    private static let surelyChange = 20.0
    /// The whole picture is looked at this often, whatever has changed; nil for only when its size changes.
    private let wholeInterval: Duration?

    /// Means of the cells as they were last analysed; empty before the first picture.
    private var reference: [Float] = []
    private var current: [Float] = []
    /// Of the picture's cells, row by row.
    var means: [Float] { current }
    private var columns = 0
    private var rows = 0
    private var lastWhole: Timestamp?

    public init(wholeInterval: Duration? = .seconds(2)) {
        self.wholeInterval = wholeInterval
    }

    /// What is worth looking at.
    public enum Area: Equatable, Sendable {
        case nothing
        case part(Box)
        /// All of it, whatever has changed: that is told where it is known, which it is not of a picture of another size.
        indirect case whole(changed: Area?)
    }

    /// Compares a picture with the one each cell was last analysed in.
    ///
    /// - Parameter bounds: of the region of interest, in pixels; what changes outside does not count.
    public mutating func changes(in image: LumaImage, at time: Timestamp, within bounds: Box) -> Area {
        let (columns, rows) = (image.width / Self.cell, image.height / Self.cell)
        guard columns > 2, rows > 2 else { return .whole(changed: nil) }
        let isNew = columns != self.columns || rows != self.rows
        self.columns = columns
        self.rows = rows
        measure(image)
        if isNew || isWholeDue(at: time) {
            let changed = isNew ? nil : changedCells(within: bounds)
            lastWhole = time
            reference = current
            return .whole(changed: changed)
        }
        return changedCells(within: bounds)
    }

    /// Takes what is in `area` as seen; what changed elsewhere still counts as a change next time.
    public mutating func analysed(_ area: Box) {
        for row in rowRange(area) {
            for column in columnRange(area) { reference[row * columns + column] = current[row * columns + column] }
        }
    }

    /// By the source's own time, and not by when the whole was looked at last.
    private func isWholeDue(at time: Timestamp) -> Bool {
        guard let lastWhole else { return true }
        guard let wholeInterval else { return false }
        return time < lastWhole || Self.turn(of: time, wholeInterval) != Self.turn(of: lastWhole, wholeInterval)
    }

    private static func turn(of time: Timestamp, _ interval: Duration) -> Int64 {
        Int64((time.sinceStart / interval).rounded(.down))
    }

    private mutating func measure(_ image: LumaImage) {
        let samples = Float((Self.cell / Self.step) * (Self.cell / Self.step))
        let width = image.width
        current = [Float](unsafeUninitializedCapacity: columns * rows) { means, count in
            image.withPixels { pixels in
                let pixels = UnsafeRawBufferPointer(pixels)
                for row in 0..<rows {
                    for column in 0..<columns {
                        let start = row * Self.cell * width + column * Self.cell
                        means[row * columns + column] = Float(Self.sum(pixels, from: start, width: width)) / samples
                    }
                }
            }
            count = columns * rows
        }
    }

    /// Adds up every other pixel of every other row of a cell: a row's sixteen bytes are eight words, whose lower bytes are those pixels
    /// (bytes of a word lie in that order on every machine this runs on).
    private static func sum(_ pixels: UnsafeRawBufferPointer, from start: Int, width: Int) -> UInt16 {
        var sums = SIMD8<UInt16>.zero
        for line in stride(from: 0, to: cell, by: step) {
            let words = pixels.loadUnaligned(fromByteOffset: start + line * width, as: SIMD8<UInt16>.self)
            sums &+= words & 0x00FF
        }
        // 64 pixels of 255 at most.
        return sums.wrappedSum()
    }

    private func changedCells(within bounds: Box) -> Area {
        var differences = zip(current, reference).map { $0 - $1 }
        let light = Self.middle(differences)
        for index in differences.indices { differences[index] = abs(differences[index] - light) }
        let noise = Self.noiseFactor * Double(Self.middle(differences))
        let limit = Float(min(Self.surelyChange, max(Self.leastChange, noise)))
        var changed: Box?
        for row in rowRange(bounds) {
            for column in columnRange(bounds) where differences[row * columns + column] > limit {
                let box = Box(
                    x: Double(column * Self.cell), y: Double(row * Self.cell), width: Double(Self.cell),
                    height: Double(Self.cell))
                changed = changed?.union(box) ?? box
            }
        }
        return changed.map { .part($0) } ?? .nothing
    }

    static func middle(_ values: [Float]) -> Float {
        // Every third is enough for a median.
        var some = stride(from: 0, to: values.count, by: 3).map { values[$0] }
        return some.withUnsafeMutableBufferPointer { ranked(in: $0, at: $0.count / 2) }
    }

    /// What would stand at `rank` if the values were sorted (Hoare 1961, Find). They change places.
    private static func ranked(in values: UnsafeMutableBufferPointer<Float>, at rank: Int) -> Float {
        var (low, high) = (0, values.count - 1)
        while low < high {
            let pivot = values[rank]
            var (i, j) = (low, high)
            repeat {
                while values[i] < pivot { i += 1 }
                while pivot < values[j] { j -= 1 }
                if i <= j {
                    values.swapAt(i, j)
                    i += 1
                    j -= 1
                }
            } while i <= j
            if j < rank { low = i }
            if rank < i { high = j }
        }
        return values[rank]
    }

    private func rowRange(_ box: Box) -> Range<Int> { Self.range(box.y, box.maxY, limit: rows) }
    private func columnRange(_ box: Box) -> Range<Int> { Self.range(box.x, box.maxX, limit: columns) }

    private static func range(_ start: Double, _ end: Double, limit: Int) -> Range<Int> {
        let first = max(0, min(limit, Int(start) / cell))
        return first..<max(first, min(limit, (Int(end) + cell - 1) / cell))
    }
}
