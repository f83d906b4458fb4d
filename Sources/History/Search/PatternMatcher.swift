import Plates

/// Compares with a text in which `?` is any character and `*` any number of them.
///
/// A set of places in the pattern, one bit each, is moved on by every byte: all ways of matching are tried at once (shift-and, with
/// places that stay where a `*` is).
package struct PatternMatcher: TextMatcher {
    /// What each place of the pattern accepts: a character, or any.
    private let places: [Character?]
    /// Places before which any number of characters may stand, as bits; also that behind the last.
    private let loops: UInt64
    private let end: UInt64
    /// For each byte, the places that accept it.
    private let accepting: [UInt64]
    private let isAlike: Bool

    /// - Parameters:
    ///   - text: at most `Search.longest` characters.
    ///   - isAlike: whether characters that are taken for one another are equal.
    package init(_ text: String, isAlike: Bool) {
        var places: [Character?] = []
        var loops: UInt64 = 0
        for character in text {
            switch character {
            case "*": loops |= 1 << UInt64(places.count)
            case "?": places.append(nil)
            default: places.append(isAlike ? Confusables.canonical(character) : character)
            }
        }
        var accepting = [UInt64](repeating: 0, count: 256)
        for byte in UInt8(1)..<0x80 {
            let read = Character(Unicode.Scalar(byte))
            let character = isAlike ? Confusables.canonical(read) : read
            for (place, meant) in places.enumerated() where meant == nil || meant == character {
                accepting[Int(byte)] |= 1 << UInt64(place)
            }
        }
        self.places = places
        self.loops = loops
        self.accepting = accepting
        self.isAlike = isAlike
        end = 1 << UInt64(places.count)
    }

    // MARK: - Byte after byte

    /// The places that are reached before the first byte.
    package var start: UInt64 { 1 }

    /// The places that a byte leads to; 0 where nothing that begins so matches.
    package func step(_ reached: UInt64, _ byte: UInt8) -> UInt64 {
        (reached & accepting[Int(byte)]) << 1 | reached & loops
    }

    /// Whether what was read so far matches.
    package func isEnd(_ reached: UInt64) -> Bool { reached & end != 0 }

    /// Whether everything that goes on from there matches.
    package func isEverything(_ reached: UInt64) -> Bool { reached & end & loops != 0 }

    /// Whether any byte may follow, and then any other.
    package func isOpen(_ reached: UInt64) -> Bool { reached & loops != 0 }

    /// The one byte that may follow, where it is one.
    package func only(_ reached: UInt64) -> UInt8? {
        guard !isAlike, !isOpen(reached), reached.nonzeroBitCount == 1 else { return nil }
        let place = reached.trailingZeroBitCount
        return place < places.count ? places[place]?.asciiValue : nil
    }

    // MARK: - Whole texts

    package func matches(_ text: UnsafePointer<UInt8>, count: Int) -> Bool {
        accepting.withUnsafeBufferPointer { accepting in
            var reached: UInt64 = 1
            for place in 0..<count {
                reached = (reached & accepting[Int(text[place])]) << 1 | reached & loops
                if reached == 0 { return false }
            }
            return reached & end != 0
        }
    }

    package func matches(_ text: String) -> Bool {
        var reached: UInt64 = 1
        for character in text {
            let read = isAlike ? Confusables.canonical(character) : character
            var accepted: UInt64 = 0
            for (place, meant) in places.enumerated() where meant == nil || meant == read {
                accepted |= 1 << UInt64(place)
            }
            reached = (reached & accepted) << 1 | reached & loops
        }
        return reached & end != 0
    }
}
