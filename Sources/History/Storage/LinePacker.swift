import Records

/// Makes lines small. Used by one task at a time.
///
/// A packed line is the number of its dictionary and what the tokens say (`LineToken`); 0 and the line where that is no smaller. An
/// event of 970 bytes becomes one of 226 (deflate with a dictionary makes 350 of it, and takes longer than all the rest of storing).
package final class LinePacker {
    private let form: LineForm
    private let phrases = LinePhrases.present
    private var room: [UInt8] = []

    package init(_ form: LineForm = .packed) { self.form = form }

    package func pack(_ line: [UInt8]) -> [UInt8] {
        if form == .plain { return line }
        // A byte becomes two at most.
        if room.count < 2 * line.count + 1 { room = Array(repeating: 0, count: 4 * line.count + 1024) }
        let count = line.withUnsafeBytes { line in
            room.withUnsafeMutableBufferPointer { room in
                var pass = LinePacking(line: line, phrases: phrases, room: room)
                return pass.run()
            }
        }
        guard count <= line.count else { return [0] + line }
        return Array(room[..<count])
    }
}

/// One line on its way to being packed.
private struct LinePacking {
    let line: UnsafeRawBufferPointer
    let phrases: LinePhrases
    let room: UnsafeMutableBufferPointer<UInt8>

    private var count = 0
    private var place = 0
    /// Where the value began.
    private var value = 0
    private var text = 0..<0
    /// Where the first ULID stands.
    private var identifier: Int?
    private var moment: (place: Int, milliseconds: Int64)?

    init(line: UnsafeRawBufferPointer, phrases: LinePhrases, room: UnsafeMutableBufferPointer<UInt8>) {
        self.line = line
        self.phrases = phrases
        self.room = room
    }

    mutating func run() -> Int {
        put(LineDictionary.number)
        while place < line.count {
            if let phrase = phrases.longest(in: line, at: place) {
                if line[place] == UInt8(ascii: "\""), LineToken.texts.contains(place - value) { text = value..<place }
                put(LineToken.phrase + phrase.number)
                place += phrase.length
                value = place
                continue
            }
            let isBeginning = place == value || line[place - 1] == UInt8(ascii: "/")
            if isBeginning, takeText() || takeMoment() || takeIdentifier() || takeFolder() || takeDigest() { continue }
            if line[place].isDecimal, takeNumber() { continue }
            takePlain()
        }
        return count
    }

    // MARK: - Values

    private mutating func takeText() -> Bool {
        let end = place + text.count
        guard !text.isEmpty, end < line.count, line[end] == UInt8(ascii: "\""),
            line.same(place, as: line, at: text.lowerBound, length: text.count)
        else { return false }
        put(LineToken.sameText)
        place = end
        return true
    }

    private mutating func takeIdentifier() -> Bool {
        if let identifier, line.count - place >= Crockford.length,
            line.same(place, as: line, at: identifier, length: Crockford.length)
        {
            put(LineToken.sameIdentifier)
        } else {
            guard let number = Crockford.number(line, at: place) else { return false }
            put(LineToken.identifier)
            for shift in stride(from: 120, through: 0, by: -8) { put(UInt8(truncatingIfNeeded: number >> shift)) }
            if identifier == nil { identifier = place }
        }
        place += Crockford.length
        return true
    }

    private mutating func takeMoment() -> Bool {
        guard line.count - place >= WallTime.plainLength, line[place + 4] == UInt8(ascii: "-") else { return false }
        if let moment, line.same(place, as: line, at: moment.place, length: WallTime.plainLength) {
            put(LineToken.sameMoment)
        } else {
            guard let milliseconds = WallTime(plain: line, at: place)?.milliseconds,
                LineToken.moments.contains(milliseconds)
            else { return false }
            let distance = moment.map { milliseconds - $0.milliseconds + LineToken.distances }
            if let distance, (0..<1 << 16).contains(distance) {
                put(LineToken.nearMoment)
                put(distance, bytes: 2)
            } else {
                put(LineToken.moment)
                put(milliseconds, bytes: 6)
                moment = (place, milliseconds)
            }
        }
        place += WallTime.plainLength
        return true
    }

    private mutating func takeFolder() -> Bool {
        guard let moment, line.count - place >= LineToken.folderLength, line[place + 10] == UInt8(ascii: "/"),
            line[place + 4] == UInt8(ascii: "/"), line[place + 7] == UInt8(ascii: "/"),
            line.same(place, as: line, at: moment.place, length: 4),
            line.same(place + 5, as: line, at: moment.place + 5, length: 2),
            line.same(place + 8, as: line, at: moment.place + 8, length: 2)
        else { return false }
        put(LineToken.folder)
        place += LineToken.folderLength
        return true
    }

    private mutating func takeDigest() -> Bool {
        guard line.count - place >= LineToken.digestLength else { return false }
        let start = count
        put(LineToken.digest)
        for index in stride(from: place, to: place + LineToken.digestLength, by: 2) {
            let high = line[index].smallHexadecimal
            let low = line[index + 1].smallHexadecimal
            guard high | low < 16 else {
                count = start
                return false
            }
            put(high << 4 | low)
        }
        place += LineToken.digestLength
        return true
    }

    // MARK: - Numbers and characters

    private mutating func takeNumber() -> Bool {
        guard line[place] != UInt8(ascii: "0"), place == 0 || !line[place - 1].isDecimal else { return false }
        var end = place
        var number = 0
        while end < line.count, end - place < 6, line[end].isDecimal {
            number = number * 10 + Int(line[end] - UInt8(ascii: "0"))
            end += 1
        }
        if LineToken.smallNumbers.contains(number) {
            put(LineToken.smallNumber + UInt8(number >> 8))
            put(UInt8(number & 255))
        } else if LineToken.numbers.contains(number) {
            put(LineToken.number)
            put(Int64(number), bytes: 2)
        } else {
            return false
        }
        place = end
        return true
    }

    private mutating func takePlain() {
        if !LineToken.characters.contains(line[place]) { put(LineToken.plain) }
        put(line[place])
        place += 1
    }

    // MARK: - Bytes

    private mutating func put(_ byte: UInt8) {
        room[count] = byte
        count += 1
    }

    /// The highest byte first.
    private mutating func put(_ number: Int64, bytes: Int) {
        for byte in (0..<bytes).reversed() { put(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
}

extension UInt8 {
    fileprivate var isDecimal: Bool { self &- 0x30 < 10 }

    /// The value of a hexadecimal digit; 255 for what is none, or a capital.
    fileprivate var smallHexadecimal: UInt8 {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x61...0x66: self - 0x61 + 10
        default: 255
        }
    }
}
