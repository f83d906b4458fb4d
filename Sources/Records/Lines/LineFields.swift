/// The fields of one line, taken one after the other by those who know them; the others stay as they stand there.
struct LineFields {
    /// No number of a record is larger: whoever counts with them may add millions of them up.
    private static let largest = 1_000_000_000_000
    /// The same of places in pictures.
    private static let farthest = 1_000_000

    private let bytes: [UInt8]
    private let fields: [JSONScanner.Field]
    /// The name that each field was taken by; nil while nobody has.
    private var names: [StaticString?]

    /// - Parameter range: where in the bytes the object lies.
    init(_ bytes: [UInt8], in range: Range<Int>? = nil) throws(LineFault) {
        self.bytes = bytes
        var scanner = JSONScanner(bytes, in: range)
        fields = try scanner.fields()
        names = Array(repeating: nil, count: fields.count)
    }

    // MARK: - Fields that must be there

    mutating func text(_ name: StaticString) throws(LineFault) -> String {
        guard let text = try textOrNull(name) else { throw .field("\(name)", .notText) }
        return text
    }

    /// A text; nil for null.
    mutating func textOrNull(_ name: StaticString) throws(LineFault) -> String? {
        let value = try value(name)
        if isNull(value) { return nil }
        guard bytes[value.lowerBound] == UInt8(ascii: "\""),
            let text = JSONText.decoded(bytes[value.lowerBound + 1..<value.upperBound - 1])
        else { throw .field("\(name)", .notText) }
        return text
    }

    /// A number; not a number for null, which is how one is written.
    mutating func number(_ name: StaticString) throws(LineFault) -> Double {
        let value = try value(name)
        if isNull(value) { return .nan }
        guard isNumber(value), let number = Double(String(decoding: bytes[value], as: UTF8.self)),
            abs(number) <= Double(Self.largest)
        else {
            throw .field("\(name)", .notNumber)
        }
        return number
    }

    mutating func whole(_ name: StaticString) throws(LineFault) -> Int {
        guard let number = whole(try value(name)) else { throw .field("\(name)", .notWhole) }
        return number
    }

    mutating func flag(_ name: StaticString) throws(LineFault) -> Bool {
        switch String(decoding: bytes[try value(name)], as: UTF8.self) {
        case "true": return true
        case "false": return false
        default: throw .field("\(name)", .notFlag)
        }
    }

    mutating func digest(_ name: StaticString) throws(LineFault) -> Digest {
        guard let digest = Digest(try text(name)) else { throw .field("\(name)", .notDigest) }
        return digest
    }

    mutating func time(_ name: StaticString) throws(LineFault) -> WallTime {
        guard let time = try timeOrNull(name) else { throw .field("\(name)", .notTime) }
        return time
    }

    /// A time; nil for null.
    mutating func timeOrNull(_ name: StaticString) throws(LineFault) -> WallTime? {
        let value = try value(name)
        if isNull(value) { return nil }
        guard bytes[value.lowerBound] == UInt8(ascii: "\""),
            let time = WallTime(rfc3339: bytes[value.lowerBound + 1..<value.upperBound - 1])
        else { throw .field("\(name)", .notTime) }
        return time
    }

    mutating func box(_ name: StaticString) throws(LineFault) -> PlateBox {
        let numbers = try elements(name, else: .notBox).map(whole)
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3], [x, y, width, height].allSatisfy({ abs($0) <= Self.farthest })
        else { throw .field("\(name)", .notBox) }
        return PlateBox(x: x, y: y, width: width, height: height)
    }

    mutating func candidates(_ name: StaticString) throws(LineFault) -> [PlateCandidate] {
        var candidates: [PlateCandidate] = []
        for element in try elements(name, else: .notCandidates) {
            guard bytes[element.lowerBound] == UInt8(ascii: "{") else { throw .field("\(name)", .notCandidates) }
            var fields = try LineFields(bytes, in: element)
            candidates.append(try PlateCandidate(&fields))
        }
        return candidates
    }

    /// An object of counts, in the order they stand there.
    mutating func counts(_ name: StaticString) throws(LineFault) -> [(key: String, count: Int)] {
        let value = try value(name)
        guard bytes[value.lowerBound] == UInt8(ascii: "{") else { throw .field("\(name)", .notObject) }
        var scanner = JSONScanner(bytes, in: value)
        var counts: [(key: String, count: Int)] = []
        for field in try scanner.fields() {
            guard let key = JSONText.decoded(bytes[field.name]), let count = whole(field.value) else {
                throw .field("\(name)", .notWhole)
            }
            counts.append((key, count))
        }
        return counts
    }

    /// An object of texts, in its order.
    mutating func texts(_ name: StaticString) throws(LineFault) -> [(key: String, text: String)] {
        let value = try value(name)
        guard bytes[value.lowerBound] == UInt8(ascii: "{") else { throw .field("\(name)", .notObject) }
        var texts: [(key: String, text: String)] = []
        for field in try LineFields(bytes, in: value).fields {
            guard let key = JSONText.decoded(bytes[field.name]), bytes[field.value.lowerBound] == UInt8(ascii: "\""),
                let text = JSONText.decoded(bytes[field.value.lowerBound + 1..<field.value.upperBound - 1])
            else { throw .field("\(name)", .notText) }
            texts.append((key, text))
        }
        return texts
    }

    mutating func looks(_ name: StaticString) throws(LineFault) -> [PlateLook] {
        var looks: [PlateLook] = []
        for element in try elements(name, else: .notLooks) {
            guard bytes[element.lowerBound] == UInt8(ascii: "{") else { throw .field("\(name)", .notLooks) }
            var fields = try LineFields(bytes, in: element)
            looks.append(try PlateLook(&fields))
        }
        return looks
    }

    // MARK: - Fields that may be there

    /// What is read of an object; nil where the field is not there.
    mutating func object<Value>(
        _ name: StaticString, read: (inout LineFields) throws(LineFault) -> Value
    ) throws(LineFault) -> Value? {
        guard has(name) else { return nil }
        let value = try value(name)
        guard bytes[value.lowerBound] == UInt8(ascii: "{") else { throw .field("\(name)", .notObject) }
        var fields = try LineFields(bytes, in: value)
        return try read(&fields)
    }

    /// Whether a field that must be there is null; it is taken then.
    mutating func isNull(_ name: StaticString) throws(LineFault) -> Bool {
        guard let field = fields.first(where: { isNamed($0, name) }) else { throw .field("\(name)", .missing) }
        guard isNull(field.value) else { return false }
        _ = try value(name)
        return true
    }

    /// Whether a field is there.
    func has(_ name: StaticString) -> Bool { fields.contains { isNamed($0, name) } }

    /// The fields that nobody took.
    var unknown: [UnknownField] {
        var unknown: [UnknownField] = []
        var predecessor: String?
        for (field, name) in zip(fields, names) {
            if let name {
                predecessor = "\(name)"
            } else {
                unknown.append(
                    UnknownField(
                        name: Array(bytes[field.name.lowerBound - 1...field.name.upperBound]),
                        value: Array(bytes[field.value]), predecessor: predecessor))
            }
        }
        return unknown
    }

    // MARK: - Finding

    private mutating func value(_ name: StaticString) throws(LineFault) -> Range<Int> {
        var found: Int?
        for index in fields.indices where isNamed(fields[index], name) {
            if found != nil { throw .field("\(name)", .twice) }
            found = index
        }
        guard let found else { throw .field("\(name)", .missing) }
        names[found] = name
        return fields[found].value
    }

    private mutating func elements(_ name: StaticString, else problem: LineFault.Problem) throws(LineFault) -> [Range<
        Int
    >] {
        let value = try value(name)
        guard bytes[value.lowerBound] == UInt8(ascii: "[") else { throw .field("\(name)", problem) }
        var scanner = JSONScanner(bytes, in: value)
        return try scanner.elements()
    }

    private func isNamed(_ field: JSONScanner.Field, _ name: StaticString) -> Bool {
        if field.isEscaped { return JSONText.decoded(bytes[field.name]) == "\(name)" }
        guard field.name.count == name.utf8CodeUnitCount else { return false }
        for place in 0..<name.utf8CodeUnitCount where bytes[field.name.lowerBound + place] != name.utf8Start[place] {
            return false
        }
        return true
    }

    // MARK: - Values

    private func isNull(_ value: Range<Int>) -> Bool { bytes[value.lowerBound] == UInt8(ascii: "n") }

    private func isNumber(_ value: Range<Int>) -> Bool {
        bytes[value.lowerBound].isDigit || bytes[value.lowerBound] == UInt8(ascii: "-")
    }

    private func whole(_ value: Range<Int>) -> Int? {
        guard isNumber(value) else { return nil }
        guard let number = Int(String(decoding: bytes[value], as: UTF8.self)), number.magnitude <= Self.largest else {
            return nil
        }
        return number
    }
}
