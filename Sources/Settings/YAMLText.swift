import Addresses

/// Values as YAML, in one line, that are read back as what they are.
package enum YAMLText {
    package static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

    /// As it stands where YAML takes it for a text: letters and digits that start with a letter, and no word for nothing.
    package static func word(_ text: String) -> String {
        let isWord =
            text.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 } && !text.isEmpty
            && !(text.first?.isNumber ?? true) && text != "null"
        return isWord ? text : quoted(text)
    }

    /// In quotes, with escapes for control characters and for what YAML takes for the end of a line or for no character at all.
    package static func quoted(_ text: String) -> String {
        // An address may have landed at any key.
        let quoted = SourceAddress(text).recordingName.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.value {
            case 0x22, 0x5C: result += "\\" + String(scalar)
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }
}
