import Basics

/// Compares with a text that may have a few characters different, too many or too few (Myers' bit-parallel edit distance).
package struct NearMatcher: TextMatcher {
    private let text: String
    private let length: Int
    private let distance: Int
    /// For each byte, the places of the text that have it, as bits.
    private let places: [UInt64]

    /// - Parameter text: at most `Search.longest` characters; nothing in ASCII is near one that is none in many of them.
    package init(_ text: String, distance: Int) {
        self.text = text
        self.distance = distance
        length = text.count
        var places = [UInt64](repeating: 0, count: 256)
        for (place, character) in text.enumerated() {
            if let byte = character.asciiValue { places[Int(byte)] |= 1 << UInt64(place) }
        }
        self.places = places
    }

    package func matches(_ other: UnsafePointer<UInt8>, count: Int) -> Bool {
        guard abs(count - length) <= distance else { return false }
        return places.withUnsafeBufferPointer { places in
            let top: UInt64 = 1 << UInt64(length - 1)
            var more = ~UInt64(0)
            var less: UInt64 = 0
            var score = length
            for place in 0..<count {
                let equal = places[Int(other[place])]
                let vertical = equal | less
                let horizontal = (((equal & more) &+ more) ^ more) | equal
                var up = less | ~(horizontal | more)
                var down = more & horizontal
                if up & top != 0 { score += 1 } else if down & top != 0 { score -= 1 }
                // Each character that is left takes one off at most: most texts are done with after two or three.
                if score - (count - 1 - place) > distance { return false }
                up = up << 1 | 1
                down <<= 1
                more = down | ~(vertical | up)
                less = up & vertical
            }
            return score <= distance
        }
    }

    package func matches(_ other: String) -> Bool {
        abs(other.count - length) <= distance && text.editDistance(to: other) <= distance
    }
}
