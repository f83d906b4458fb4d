extension String {
    /// The text as a terminal may show it: whatever moves its cursor, hides or turns text round is written as `\u{…}`. A log is
    /// written by another program, and what stands in it must not act on whoever reads it.
    public var shown: String {
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
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
