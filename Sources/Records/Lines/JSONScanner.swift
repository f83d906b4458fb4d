/// Finds the fields of one object of JSON (RFC 8259), and refuses what is not one.
///
/// It tells places, not values: what nobody asks for is never decoded, and goes into a log again as it stood there. Nesting
/// is counted and not followed by recursion, so that no line can exhaust the stack.
struct JSONScanner {
    /// Objects and arrays in each other at most.
    static let depth = 64

    struct Field: Equatable {
        /// Without its quotes.
        var name: Range<Int>
        var value: Range<Int>
        /// Whether the name has escapes in it.
        var isEscaped: Bool
    }

    private let bytes: [UInt8]
    private var at: Int
    private let end: Int

    /// - Parameter range: where in the bytes the object or array lies.
    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        at = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    /// The fields of the object that is all there is but white space.
    mutating func fields() throws(LineFault) -> [Field] {
        skipSpace()
        guard at < end else { throw .empty }
        guard bytes[at] == UInt8(ascii: "{") else {
            try skipValue()
            try expectEnd()
            throw .notObject
        }
        at += 1
        var fields: [Field] = []
        fields.reserveCapacity(20)
        skipSpace()
        if peek == UInt8(ascii: "}") {
            at += 1
        } else {
            repeat { fields.append(try field()) } while try goesOn(until: UInt8(ascii: "}"))
        }
        try expectEnd()
        return fields
    }

    /// The values of the array that is all there is.
    mutating func elements() throws(LineFault) -> [Range<Int>] {
        try expect(UInt8(ascii: "["))
        var elements: [Range<Int>] = []
        skipSpace()
        if peek == UInt8(ascii: "]") {
            at += 1
        } else {
            repeat { elements.append(try value()) } while try goesOn(until: UInt8(ascii: "]"))
        }
        try expectEnd()
        return elements
    }

    // MARK: - Parts

    private mutating func field() throws(LineFault) -> Field {
        skipSpace()
        let start = at + 1
        let isEscaped = try skipText()
        let name = start..<at - 1
        skipSpace()
        try expect(UInt8(ascii: ":"))
        return Field(name: name, value: try value(), isEscaped: isEscaped)
    }

    private mutating func value() throws(LineFault) -> Range<Int> {
        skipSpace()
        let start = at
        try skipValue()
        return start..<at
    }

    /// Whether a comma follows; `closing` ends it.
    private mutating func goesOn(until closing: UInt8) throws(LineFault) -> Bool {
        skipSpace()
        if peek == UInt8(ascii: ",") {
            at += 1
            return true
        }
        try expect(closing)
        return false
    }

    private mutating func skipValue() throws(LineFault) {
        // One bit a level that is open: 1 for an object.
        var levels: UInt64 = 0
        var depth = 0
        while true {
            skipSpace()
            guard let byte = peek else { throw fault }
            let isObject = byte == UInt8(ascii: "{")
            if isObject || byte == UInt8(ascii: "[") {
                guard depth < Self.depth - 1 else { throw .tooDeep(at: at) }
                at += 1
                skipSpace()
                if peek == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    at += 1
                } else {
                    depth += 1
                    levels = levels << 1 | (isObject ? 1 : 0)
                    if isObject { try skipName() }
                    continue
                }
            } else {
                try skipPlain(byte)
            }
            // The value is over, and with it every level that ends here.
            while depth > 0 {
                let isObject = levels & 1 == 1
                if try goesOn(until: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if isObject { try skipName() }
                    break
                }
                depth -= 1
                levels >>= 1
            }
            if depth == 0 { return }
        }
    }

    private mutating func skipName() throws(LineFault) {
        skipSpace()
        _ = try skipText()
        skipSpace()
        try expect(UInt8(ascii: ":"))
    }

    /// Skips a text, a number, or one of the three words.
    private mutating func skipPlain(_ first: UInt8) throws(LineFault) {
        switch first {
        case UInt8(ascii: "\""): _ = try skipText()
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        default: try skipNumber()
        }
    }

    private mutating func skipWord(_ word: StaticString) throws(LineFault) {
        for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
    }

    /// Says whether there are escapes in it.
    private mutating func skipText() throws(LineFault) -> Bool {
        try expect(UInt8(ascii: "\""))
        var isEscaped = false
        while at < end {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\"") {
                at += 1
                return isEscaped
            }
            guard byte >= 0x20 else { throw fault }
            at += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            isEscaped = true
            guard let escape = peek else { throw fault }
            switch escape {
            case UInt8(ascii: "u"):
                at += 1
                for _ in 0..<4 {
                    guard let digit = peek, digit.hexadecimal != nil else { throw fault }
                    at += 1
                }
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
                UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
                at += 1
            default: throw fault
            }
        }
        throw fault
    }

    private mutating func skipNumber() throws(LineFault) {
        if peek == UInt8(ascii: "-") { at += 1 }
        if peek == UInt8(ascii: "0") { at += 1 } else { try skipDigits() }
        if peek == UInt8(ascii: ".") {
            at += 1
            try skipDigits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            at += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { at += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(LineFault) {
        guard let first = peek, first.isDigit else { throw fault }
        while let byte = peek, byte.isDigit { at += 1 }
    }

    // MARK: - Bytes

    private var peek: UInt8? { at < end ? bytes[at] : nil }

    /// What is wrong here. Zeros are what a file system leaves where data never came.
    private var fault: LineFault { peek == 0 ? .zeros(at: at) : .notJSON(at: at) }

    private mutating func expect(_ byte: UInt8) throws(LineFault) {
        guard peek == byte else { throw fault }
        at += 1
    }

    private mutating func expectEnd() throws(LineFault) {
        skipSpace()
        if at < end { throw fault }
    }

    private mutating func skipSpace() {
        while at < end {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            default: return
            }
        }
    }
}

extension UInt8 {
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// The value of a hexadecimal digit.
    var hexadecimal: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
