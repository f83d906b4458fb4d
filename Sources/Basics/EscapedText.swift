extension String {
    /// The text with `\u{…}` in the place of every scalar that must not act on whoever reads it.
    public func escaping(where acts: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: acts) else { return self }
        return unicodeScalars.reduce(into: "") { result, scalar in
            if acts(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
