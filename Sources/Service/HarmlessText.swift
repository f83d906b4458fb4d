extension String {
    /// The text with `\u{…}` for what acts on a terminal or ends an entry of the journal; lines stay lines. The last line of defence:
    /// whoever quotes what another program wrote makes it one line without any of that.
    package var harmless: String {
        guard unicodeScalars.contains(where: \.acts) else { return self }
        return unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.acts {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var acts: Bool {
        properties.generalCategory == .control && self != "\n" && self != "\t"
    }
}
