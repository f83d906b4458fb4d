import TestSupport
import Testing

@testable import ALPR

@Suite struct MotionGateTests {
    private let bounds = Box(x: 0, y: 0, width: 320, height: 240)

    private func picture(_ grey: UInt8 = 100, block: Box? = nil) -> LumaImage {
        var image = LumaImage(width: 320, height: 240, filledWith: grey)
        guard let block else { return image }
        for y in Int(block.y)..<Int(block.maxY) { for x in Int(block.x)..<Int(block.maxX) { image[x, y] = 220 } }
        return image
    }

    private func at(_ number: Int) -> Timestamp { Timestamp(.milliseconds(200 * number)) }

    /// What a gate says of pictures 200 ms apart, every change taken as analysed.
    private func areas(_ pictures: [LumaImage], within bounds: Box? = nil) -> [MotionGate.Area] {
        var gate = MotionGate()
        return pictures.enumerated().map { number, picture in
            let area = gate.changes(in: picture, at: at(number), within: bounds ?? self.bounds)
            if case .part(let box) = area { gate.analysed(box) }
            return area
        }
    }

    @Test(arguments: [(320, 240), (333, 241), (48, 48), (1919, 99)])
    func `a cell's mean is that of every other pixel of every other row`(width: Int, height: Int) {
        // No two cells alike, extremes among them, and rows that begin at odd places.
        var image = LumaImage(width: width, height: height, filledWith: 255)
        for y in 0..<height {
            for x in 0..<width where (x / 16 + y / 16) % 5 != 0 {
                image[x, y] = UInt8((x &* 31 &+ y &* 17 ^ x &* y) & 255)
            }
        }
        var gate = MotionGate()
        _ = gate.changes(in: image, at: at(0), within: image.bounds)
        var expected: [Float] = []
        for row in 0..<height / 16 {
            for column in 0..<width / 16 {
                var sum = 0
                for y in stride(from: 0, to: 16, by: 2) {
                    for x in stride(from: 0, to: 16, by: 2) { sum += Int(image[column * 16 + x, row * 16 + y]) }
                }
                expected.append(Float(sum) / 64)
            }
        }
        #expect(gate.means == expected)
    }

    @Test func `the first picture is looked at, the same one again is not, and all of it after two seconds`() {
        let areas = areas(Array(repeating: picture(), count: 12))
        #expect(areas[0] == .whole(changed: nil))
        #expect(areas[1..<10].allSatisfy { $0 == .nothing })
        #expect(areas[10] == .whole(changed: .nothing))
        #expect(areas[11] == .nothing)
    }

    @Test(arguments: [1, 2, 3, 4, 30, 2720])
    func `the middle is what sorting would put there`(count: Int) {
        var generator = SplitMix64(seed: UInt64(count))
        for _ in 0..<20 {
            // Many alike, as differences of a quiet picture are.
            let values = (0..<3 * count).map { _ in Float(Int.random(in: 0...count / 2, using: &generator)) / 64 }
            let some = stride(from: 0, to: values.count, by: 3).map { values[$0] }.sorted()
            #expect(MotionGate.middle(values) == some[some.count / 2])
        }
    }

    @Test func `a change is seen in the very next frame, with the cells it lies in`() {
        let block = Box(x: 100, y: 100, width: 40, height: 10)
        let areas = areas([picture(), picture(block: block), picture(block: block)])
        guard case .part(let box) = areas[1] else { return #expect(Bool(false), "no change was seen") }
        #expect(block.liesInside(box))
        #expect(box.area < 0.1 * bounds.area)
        #expect(areas[2] == .nothing)
    }

    @Test(arguments: [0.3, 0.45, 0.5, 0.6, 0.8, 1])
    func `a vehicle is a change, however much of the picture it fills`(part: Double) {
        // No two of its cells changed alike.
        var vehicle = picture()
        for y in 0..<240 {
            for x in 0..<Int(320 * part) { vehicle[x, y] = UInt8(20 + (x / 16 * 7 + y / 16 * 13) % 70) }
        }
        let areas = areas([picture(), vehicle])
        guard case .part(let box) = areas[1] else { return #expect(Bool(false), "no change was seen") }
        #expect(box.area > 0.25 * bounds.area)
    }

    @Test func `a change of light that is the same everywhere is none`() {
        #expect(areas([picture(100), picture(110), picture(125)])[1...].allSatisfy { $0 == .nothing })
    }

    @Test func `noise is no change`() {
        var generator = SplitMix64(seed: 3)
        let pictures = (0..<5).map { _ in
            LumaImage(
                width: 320, height: 240,
                pixels: (0..<(320 * 240)).map { _ in UInt8.random(in: 80...120, using: &generator) })
        }
        #expect(areas(pictures)[1...].allSatisfy { $0 == .nothing })
    }

    @Test func `a car that moves a quarter of a pixel a frame adds up to a change`() {
        // Brightness at the edge creeps as the block does.
        var seen = 0
        var gate = MotionGate()
        for number in 0..<9 {
            let area = gate.changes(
                in: picture(block: Box(x: 100, y: 100, width: Double(40 + number / 4), height: 40)), at: at(number),
                within: bounds)
            if case .part = area { seen += 1 }
        }
        #expect(seen > 0)
    }

    @Test func `what changes outside the region of interest does not count`() {
        let block = Box(x: 20, y: 20, width: 40, height: 10)
        let areas = areas([picture(), picture(block: block)], within: Box(x: 160, y: 120, width: 160, height: 120))
        #expect(areas[1] == .nothing)
    }

    @Test func `another size, a clock that jumps back and a tiny picture are looked at as a whole`() {
        var gate = MotionGate()
        _ = gate.changes(in: picture(), at: at(5), within: bounds)
        #expect(gate.changes(in: picture(), at: at(1), within: bounds) == .whole(changed: .nothing))
        #expect(gate.changes(in: LumaImage(width: 640, height: 480), at: at(2), within: bounds) == .whole(changed: nil))
        #expect(gate.changes(in: LumaImage(width: 20, height: 20), at: at(3), within: bounds) == .whole(changed: nil))
    }
}
