import GRDB
import Records

/// Makes of packed lines what they were.
package struct LineUnpacker {
    /// Of what this version packs.
    package static let present = LineUnpacker(dictionaries: [LineDictionary.number: .present])

    private let dictionaries: [UInt8: LinePhrases]

    init(dictionaries: [UInt8: LinePhrases]) {
        self.dictionaries = dictionaries
    }

    init(_ database: Database) throws {
        self.init(dictionaries: try LineDictionary.all(in: database))
    }

    /// Nil where it is damaged.
    package func line(_ packed: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let number = packed.first else { return nil }
        if number == 0 { return Array(packed.dropFirst()) }
        guard let phrases = dictionaries[number] else { return nil }
        var pass = LineUnpacking(packed: packed, phrases: phrases.all)
        return pass.run()
    }
}

/// One line on its way to what it was.
private struct LineUnpacking {
    let packed: UnsafeRawBufferPointer
    let phrases: [[UInt8]]

    private var place = 1
    private var line: [UInt8] = []
    /// Where the value began.
    private var value = 0
    private var text: [UInt8] = []
    private var identifier: UInt128?
    private var moment: Int64?

    init(packed: UnsafeRawBufferPointer, phrases: [[UInt8]]) {
        self.packed = packed
        self.phrases = phrases
        line.reserveCapacity(1024)
    }

    mutating func run() -> [UInt8]? {
        while place < packed.count {
            let token = packed[place]
            place += 1
            guard take(token), line.count <= Record.longestLine else { return nil }
        }
        return line
    }

    /// Whether it has a meaning here.
    private mutating func take(_ token: UInt8) -> Bool {
        switch token {
        case LineToken.phrase...: return takePhrase(Int(token - LineToken.phrase))
        case LineToken.characters: line.append(token)
        case LineToken.plain:
            guard let byte = number(1) else { return false }
            line.append(UInt8(byte))
        case LineToken.digest: return takeDigest()
        case LineToken.identifier:
            guard let high = number(8), let low = number(8) else { return false }
            let number = UInt128(UInt64(bitPattern: high)) << 64 | UInt128(UInt64(bitPattern: low))
            if identifier == nil { identifier = number }
            Crockford.append(number, to: &line)
        case LineToken.sameIdentifier:
            guard let identifier else { return false }
            Crockford.append(identifier, to: &line)
        case LineToken.moment:
            guard let milliseconds = number(6), LineToken.moments.contains(milliseconds) else { return false }
            moment = milliseconds
            line += WallTime(milliseconds: milliseconds).description.utf8
        case LineToken.sameMoment:
            guard let moment else { return false }
            line += WallTime(milliseconds: moment).description.utf8
        case LineToken.nearMoment:
            guard let moment, let distance = number(2) else { return false }
            line += WallTime(milliseconds: moment + distance - LineToken.distances).description.utf8
        case LineToken.folder:
            guard let moment else { return false }
            line += WallTime(milliseconds: moment).description.utf8.prefix(10).map {
                $0 == UInt8(ascii: "-") ? UInt8(ascii: "/") : $0
            }
            line.append(UInt8(ascii: "/"))
        case LineToken.sameText:
            guard !text.isEmpty else { return false }
            line += text
        case LineToken.number:
            guard let number = number(2) else { return false }
            line += "\(number)".utf8
        case LineToken.smallNumber..<LineToken.smallNumber + 16:
            guard let low = number(1) else { return false }
            line += "\(Int64(token - LineToken.smallNumber) << 8 | low)".utf8
        default: return false
        }
        return true
    }

    private mutating func takePhrase(_ number: Int) -> Bool {
        guard phrases.indices.contains(number) else { return false }
        let phrase = phrases[number]
        if phrase.first == UInt8(ascii: "\""), LineToken.texts.contains(line.count - value) {
            text = Array(line[value...])
        }
        line += phrase
        value = line.count
        return true
    }

    private mutating func takeDigest() -> Bool {
        guard packed.count - place >= LineToken.digestLength / 2 else { return false }
        for byte in packed[place..<place + LineToken.digestLength / 2] {
            line.append(Self.hexadecimal[Int(byte >> 4)])
            line.append(Self.hexadecimal[Int(byte & 15)])
        }
        place += LineToken.digestLength / 2
        return true
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)

    /// Of some bytes, the highest first; nil where there are not that many.
    private mutating func number(_ bytes: Int) -> Int64? {
        guard packed.count - place >= bytes else { return nil }
        var number: Int64 = 0
        for byte in packed[place..<place + bytes] { number = number << 8 | Int64(byte) }
        place += bytes
        return number
    }
}
