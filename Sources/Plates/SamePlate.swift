extension String {
    /// Whether this text and `other` are readings of one plate: they differ only in confusable characters, or one lacks a character
    /// at an end that the other has.
    public func isSamePlate(as other: String) -> Bool {
        if self == other { return true }
        if count == other.count { return Confusables.canonical(self) == Confusables.canonical(other) }
        let (short, long) = count < other.count ? (self, other) : (other, self)
        guard long.count - short.count == 1, short.count >= 4 else { return false }
        let part = Confusables.canonical(short)
        let whole = Confusables.canonical(long)
        return whole.hasPrefix(part) || whole.hasSuffix(part)
    }
}
