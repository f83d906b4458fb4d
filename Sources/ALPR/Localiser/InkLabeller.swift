/// Splits a picture into dark and light ink by a local threshold and labels the connected components of both in one pass.
///
/// A pixel is ink when it differs from the mean of the 32 × 16 window around it by more than an eighth of that mean
/// (at least 6, at most 16 grey levels). Window sums come from column sums that slide down the picture, so the cost does
/// not depend on the window. Components are built from horizontal runs with union-find, 8-connected; only the runs of two
/// neighbouring rows are kept.
struct InkLabeller {
    static let windowWidth = 32
    static let windowHeight = 16

    /// The components of one picture that `shape` accepts, by polarity.
    struct Ink {
        var dark: [Component] = []
        var light: [Component] = []
        /// Patches that text may stand on: light ones for dark text, dark ones for light text.
        var lightGrounds: [Component] = []
        var darkGrounds: [Component] = []
    }

    private var dark = RunLabeller()
    private var light = RunLabeller()

    mutating func ink(in image: LumaImage, shape: CharacterShape) -> Ink {
        let width = image.width
        let height = image.height
        guard width >= Self.windowWidth, height >= Self.windowHeight else { return Ink() }
        dark.start()
        light.start()
        let padded = width + Self.windowWidth
        image.withPixels { pixels in
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width + padded) { sums in
                // Room for the eight-byte reads of the run scan.
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width + 8) { classes in
                    guard let pixels = pixels.baseAddress, let columns = sums.baseAddress,
                        let classes = classes.baseAddress
                    else { return }
                    let windows = columns + width
                    columns.initialize(repeating: 0, count: width + padded)
                    classes.initialize(repeating: 0, count: width + 8)
                    Self.startColumns(columns, pixels: pixels, width: width, height: height)
                    for y in 0..<height {
                        Self.slideColumns(columns, to: y, pixels: pixels, width: width, height: height)
                        Self.sumWindows(windows, columns: columns, width: width)
                        Self.classify(classes, row: pixels + y * width, windows: windows, width: width)
                        scanRuns(classes, width: width, y: Int32(y))
                    }
                }
            }
        }
        return Ink(
            dark: dark.finish(shape: shape), light: light.finish(shape: shape), lightGrounds: light.grounds(),
            darkGrounds: dark.grounds())
    }

    /// Column sums of the window around row -1, edge rows repeated: rows -8 ... 7.
    private static func startColumns(
        _ columns: UnsafeMutablePointer<UInt16>, pixels: UnsafePointer<UInt8>, width: Int, height: Int
    ) {
        let half = Self.windowHeight / 2
        for dy in -half..<half {
            let row = pixels + max(0, min(height - 1, dy)) * width
            for x in 0..<width { columns[x] &+= UInt16(row[x]) }
        }
    }

    /// Moves the window down to rows y - 7 ... y + 8.
    private static func slideColumns(
        _ columns: UnsafeMutablePointer<UInt16>, to y: Int, pixels: UnsafePointer<UInt8>, width: Int, height: Int
    ) {
        let half = Self.windowHeight / 2
        let enters = pixels + min(height - 1, y + half) * width
        let leaves = pixels + max(0, y - half) * width
        for x in 0..<width { columns[x] = columns[x] &+ UInt16(enters[x]) &- UInt16(leaves[x]) }
    }

    /// Sums of 32 columns around each x (x - 15 ... x + 16), halved so that they fit 16 bits: 256 times the mean.
    ///
    /// By doubling: pairs, fours, eights, sixteens, thirty-twos; each pass is a plain vector addition.
    private static func sumWindows(
        _ windows: UnsafeMutablePointer<UInt16>, columns: UnsafePointer<UInt16>, width: Int
    ) {
        let left = Self.windowWidth / 2 - 1
        let padded = width + Self.windowWidth
        let first = columns[0] >> 1
        let last = columns[width - 1] >> 1
        for x in 0..<left { windows[x] = first }
        for x in 0..<width { windows[left + x] = columns[x] >> 1 }
        for x in (left + width)..<padded { windows[x] = last }
        var step = 1
        var count = padded
        while step < Self.windowWidth {
            count -= step
            for x in 0..<count { windows[x] = windows[x] &+ windows[x + step] }
            step *= 2
        }
    }

    /// 1 for dark ink, 2 for light ink, 0 for paper.
    private static func classify(
        _ classes: UnsafeMutablePointer<UInt8>, row: UnsafePointer<UInt8>, windows: UnsafePointer<UInt16>, width: Int
    ) {
        for x in 0..<width {
            let mean = Int16(truncatingIfNeeded: windows[x] >> 8)
            let difference = Int16(row[x]) &- mean
            let threshold = max(6, min(16, mean >> 3))
            // By their signs: what is computed is not branched on, and sixteen bits wide throughout.
            let isDark = UInt16(bitPattern: difference &+ threshold) >> 15
            let isLight = UInt16(bitPattern: threshold &- difference) >> 15
            classes[x] = UInt8(truncatingIfNeeded: isDark | isLight &<< 1)
        }
    }

    private mutating func scanRuns(_ classes: UnsafePointer<UInt8>, width: Int, y: Int32) {
        dark.startRow()
        light.startRow()
        let raw = UnsafeRawPointer(classes)
        var x = 0
        while x < width {
            // Paper, eight pixels at a time.
            if raw.loadUnaligned(fromByteOffset: x, as: UInt64.self) == 0 {
                x += 8
                continue
            }
            let value = classes[x]
            if value == 0 {
                x += 1
                continue
            }
            let start = x
            repeat { x += 1 } while x < width && classes[x] == value
            if value == 1 {
                dark.add(from: Int32(start), to: Int32(x), y: y)
            } else {
                light.add(from: Int32(start), to: Int32(x), y: y)
            }
        }
    }
}

/// Joins horizontal runs of ink into components as they arrive, row by row from the top, left to right.
struct RunLabeller {
    private struct Run {
        var from: Int32
        /// One past the last pixel.
        var to: Int32
        var label: Int32
    }

    private struct Blob {
        /// Itself for a root.
        var parent: Int32
        var minX: Int32
        var maxX: Int32
        var minY: Int32
        var maxY: Int32
        var area: Int32
        /// How many horizontal runs it is made of.
        var runs: Int32
    }

    private var above: [Run] = []
    private var current: [Run] = []
    private var blobs: [Blob] = []
    /// The first run above that may still touch a later run of the current row.
    private var next = 0

    mutating func start() {
        above.removeAll(keepingCapacity: true)
        current.removeAll(keepingCapacity: true)
        blobs.removeAll(keepingCapacity: true)
    }

    mutating func startRow() {
        swap(&above, &current)
        current.removeAll(keepingCapacity: true)
        next = 0
    }

    /// Adds the run `from ..< to` of row `y`.
    @inline(__always)
    mutating func add(from: Int32, to: Int32, y: Int32) {
        while next < above.count, above[next].to < from { next += 1 }
        var label: Int32 = -1
        var touching = next
        while touching < above.count {
            let run = above[touching]
            guard run.from <= to else { break }
            let root = find(run.label)
            label = label < 0 ? root : join(label, root)
            touching += 1
        }
        if label < 0 {
            label = Int32(blobs.count)
            blobs.append(Blob(parent: label, minX: from, maxX: to, minY: y, maxY: y, area: to &- from, runs: 1))
        } else {
            let index = Int(label)
            var blob = blobs[index]
            blob.minX = min(blob.minX, from)
            blob.maxX = max(blob.maxX, to)
            blob.maxY = y
            blob.area &+= to &- from
            blob.runs &+= 1
            blobs[index] = blob
        }
        current.append(Run(from: from, to: to, label: label))
    }

    private mutating func find(_ label: Int32) -> Int32 {
        var label = label
        while true {
            let parent = blobs[Int(label)].parent
            if parent == label { return label }
            let grandparent = blobs[Int(parent)].parent
            if grandparent != parent { blobs[Int(label)].parent = grandparent }
            label = grandparent
        }
    }

    private mutating func join(_ a: Int32, _ b: Int32) -> Int32 {
        guard a != b else { return a }
        let (root, child) = a < b ? (a, b) : (b, a)
        let gone = blobs[Int(child)]
        blobs[Int(child)].parent = root
        let index = Int(root)
        var blob = blobs[index]
        blob.minX = min(blob.minX, gone.minX)
        blob.maxX = max(blob.maxX, gone.maxX)
        blob.minY = min(blob.minY, gone.minY)
        blob.maxY = max(blob.maxY, gone.maxY)
        blob.area &+= gone.area
        blob.runs &+= gone.runs
        blobs[index] = blob
        return root
    }

    /// The components that `shape` accepts.
    func finish(shape: CharacterShape) -> [Component] {
        finish { width, height, area in shape.accepts(width: width, height: height, area: area) }
    }

    /// The components of accepted width, height and area.
    func finish(_ accepts: (_ width: Double, _ height: Double, _ area: Int) -> Bool) -> [Component] {
        var found: [Component] = []
        for (label, blob) in blobs.enumerated() where blob.parent == Int32(label) {
            let width = Double(blob.maxX - blob.minX)
            let height = Double(blob.maxY - blob.minY + 1)
            guard accepts(width, height, Int(blob.area)) else { continue }
            found.append(
                Component(
                    x: Double(blob.minX), y: Double(blob.minY), width: width, height: height, area: Int(blob.area)))
        }
        return found
    }

    /// The components that may be the ground of a plate: as wide as one, and cut into many runs by what is printed on them.
    func grounds() -> [Component] {
        var found: [Component] = []
        for (label, blob) in blobs.enumerated() where blob.parent == Int32(label) {
            let width = Double(blob.maxX - blob.minX)
            let height = Double(blob.maxY - blob.minY + 1)
            guard GroundShape.accepts(width: width, height: height, area: Int(blob.area), runs: Int(blob.runs)) else {
                continue
            }
            found.append(
                Component(
                    x: Double(blob.minX), y: Double(blob.minY), width: width, height: height, area: Int(blob.area)))
        }
        return found
    }
}
