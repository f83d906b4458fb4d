/// Reads how coarsely a slice of H.264 is coded: the quantiser it begins with (ITU-T H.264, 7.3.2.1, 7.3.2.2 and 7.3.3). Whatever the bytes are,
/// it reads nothing beyond them, and says nothing where they make no sense.
struct QuantiserReader {
    /// What slices' headers follow from, of a sequence's parameters.
    private struct Sequence {
        var hasColour = true
        var hasSeparatePlanes = false
        var numberBits = 4
        var order = 0
        var orderBits = 4
        var isOrderFixed = false
        var hasFramesOnly = true
    }

    /// The same of a picture's.
    private struct Picture {
        var sequence: Int
        var isArithmetic: Bool
        var hasOrderDifference: Bool
        var references: (Int, Int)
        var isWeighted: Bool
        var weighting: Int
        var quantiser: Int
        var hasRedundancy: Bool
    }

    /// Of the 8 × 8 blocks and planes that can have scaling lists.
    private static let highProfiles: Set<Int> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    private var sequences: [Int: Sequence] = [:]
    private var pictures: [Int: Picture] = [:]

    /// Takes in a unit that holds parameters; others are passed over.
    mutating func take(_ unit: UnsafeBufferPointer<UInt8>) {
        guard let first = unit.first else { return }
        switch first & 0x1F {
        case 7: takeSequence(BitReader(unit, from: 1))
        case 8: takePicture(BitReader(unit, from: 1))
        default: break
        }
    }

    // MARK: - Parameters

    private mutating func takeSequence(_ reader: BitReader) {
        var reader = reader
        var sequence = Sequence()
        let profile = reader.bits(8)
        _ = reader.bits(16)
        let id = reader.number()
        guard id < 32 else { return }
        if Self.highProfiles.contains(profile) {
            let format = reader.number()
            sequence.hasColour = format != 0
            if format == 3 { sequence.hasSeparatePlanes = reader.flag() }
            _ = (reader.number(), reader.number(), reader.bit())
            if reader.flag() {
                for list in 0..<(format == 3 ? 12 : 8) { Self.passScaling(&reader, list < 6 ? 16 : 64) }
            }
        }
        sequence.numberBits = reader.number() + 4
        sequence.order = reader.number()
        if sequence.order == 0 {
            sequence.orderBits = reader.number() + 4
        } else if sequence.order == 1 {
            sequence.isOrderFixed = reader.flag()
            _ = (reader.signed(), reader.signed())
            let count = reader.number()
            guard count < 256 else { return }
            for _ in 0..<count { _ = reader.signed() }
        }
        _ = (reader.number(), reader.bit(), reader.number(), reader.number())
        sequence.hasFramesOnly = reader.flag()
        guard !reader.hasFailed, sequence.numberBits <= 16, sequence.orderBits <= 16 else { return }
        sequences[id] = sequence
    }

    private static func passScaling(_ reader: inout BitReader, _ count: Int) {
        guard reader.flag() else { return }
        var (last, next) = (8, 8)
        for _ in 0..<count where !reader.hasFailed {
            if next != 0 { next = (last + reader.signed()) & 0xFF }
            if next != 0 { last = next }
        }
    }

    private mutating func takePicture(_ reader: BitReader) {
        var reader = reader
        let (id, sequence) = (reader.number(), reader.number())
        let (isArithmetic, hasOrderDifference) = (reader.flag(), reader.flag())
        // Slice groups are of a profile that cameras do not have.
        guard id < 256, reader.number() == 0 else { return }
        let references = (reader.number() + 1, reader.number() + 1)
        let (isWeighted, weighting) = (reader.flag(), reader.bits(2))
        let quantiser = 26 + reader.signed()
        _ = (reader.signed(), reader.signed(), reader.bits(2))
        let hasRedundancy = reader.flag()
        guard !reader.hasFailed else { return }
        pictures[id] = Picture(
            sequence: sequence, isArithmetic: isArithmetic, hasOrderDifference: hasOrderDifference,
            references: references, isWeighted: isWeighted, weighting: weighting, quantiser: quantiser,
            hasRedundancy: hasRedundancy)
    }

    // MARK: - Slices

    /// The luma quantiser of a slice; nil where it cannot be read.
    func quantiser(of unit: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = unit.first, [1, 2, 5].contains(first & 0x1F) else { return nil }
        let (isAfresh, isReferred) = (first & 0x1F == 5, first & 0x60 != 0)
        var reader = BitReader(unit, from: 1)
        _ = reader.number()
        let type = reader.number() % 5
        guard type < 3, let picture = pictures[reader.number()], let sequence = sequences[picture.sequence] else {
            return nil
        }
        let (isP, isB) = (type == 0, type == 1)
        if sequence.hasSeparatePlanes { _ = reader.bits(2) }
        _ = reader.bits(sequence.numberBits)
        var isField = false
        if !sequence.hasFramesOnly {
            isField = reader.flag()
            if isField { _ = reader.bit() }
        }
        if isAfresh { _ = reader.number() }
        if sequence.order == 0 { _ = reader.bits(sequence.orderBits) }
        if sequence.order == 1, !sequence.isOrderFixed { _ = reader.signed() }
        if picture.hasOrderDifference, !isField, sequence.order == 0 || sequence.order == 1 && !sequence.isOrderFixed {
            _ = reader.signed()
        }
        if picture.hasRedundancy { _ = reader.number() }
        if isB { _ = reader.bit() }
        var references = picture.references
        if isP || isB, reader.flag() {
            references.0 = reader.number() + 1
            if isB { references.1 = reader.number() + 1 }
        }
        for _ in 0..<(isB ? 2 : isP ? 1 : 0) where reader.flag() { Self.pass(&reader, until: 3, numbers: { _ in 1 }) }
        if isP && picture.isWeighted || isB && picture.weighting == 1 {
            passWeights(&reader, isB ? [references.0, references.1] : [references.0], sequence)
        }
        if isReferred, isAfresh { _ = reader.bits(2) }
        if isReferred, !isAfresh, reader.flag() {
            Self.pass(&reader, until: 0, numbers: { $0 == 5 ? 0 : $0 == 3 ? 2 : 1 })
        }
        if picture.isArithmetic, isP || isB { _ = reader.number() }
        let quantiser = picture.quantiser + reader.signed()
        return !reader.hasFailed && (0...51).contains(quantiser) ? quantiser : nil
    }

    /// Operations, each with so many numbers after it, up to the one that ends them.
    private static func pass(_ reader: inout BitReader, until end: Int, numbers: (Int) -> Int) {
        while !reader.hasFailed {
            let operation = reader.number()
            if operation == end { return }
            for _ in 0..<numbers(operation) { _ = reader.number() }
        }
    }

    private func passWeights(_ reader: inout BitReader, _ counts: [Int], _ sequence: Sequence) {
        let hasColour = sequence.hasColour && !sequence.hasSeparatePlanes
        _ = reader.number()
        if hasColour { _ = reader.number() }
        for count in counts {
            for _ in 0..<min(count, 32) where !reader.hasFailed {
                if reader.flag() { _ = (reader.signed(), reader.signed()) }
                if hasColour, reader.flag() { for _ in 0..<4 { _ = reader.signed() } }
            }
        }
    }
}
