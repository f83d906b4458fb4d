/// What was left of a line when the power went or the process was killed, as a line of its own.
struct TornLine: LogRecord {
    static let schema = "plated.torn/1"

    var id: String
    /// When it was found.
    var time: WallTime
    var camera: String
    var fragment: [UInt8]

    var line: [UInt8] {
        var line = JSONLine(schema: Self.schema, id: id, time: time, camera: camera)
        addFragment(to: &line)
        return line.bytes
    }

    /// As text, and where it is not one (a character was cut in two) every byte as well.
    private func addFragment(to line: inout JSONLine) {
        line.add("fragment", String(decoding: fragment, as: UTF8.self))
        if String(validating: fragment, as: UTF8.self) == nil {
            let digits = Array("0123456789abcdef")
            line.add("fragment_hex", String(fragment.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
        }
    }

    /// Whether a line tells of the same fragment, whenever that was found.
    func isTold(by line: [UInt8]) -> Bool {
        var end = JSONLine()
        addFragment(to: &end)
        // All but the opening brace.
        return line.ends(with: end.bytes.dropFirst())
    }

    /// Whether the text is one whole object of JSON, so that only its newline is missing.
    static func isWhole(_ text: [UInt8]) -> Bool {
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        guard text.first == UInt8(ascii: "{"), !text.contains(0) else { return false }
        for (index, byte) in text.enumerated() {
            if isQuoted {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isQuoted = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth == 0 { return index == text.count - 1 }
        }
        return false
    }
}

extension [UInt8] {
    func ends(with other: some BidirectionalCollection<UInt8>) -> Bool {
        suffix(other.count).elementsEqual(other)
    }
}
