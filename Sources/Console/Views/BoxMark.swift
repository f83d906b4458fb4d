import Records

/// A box in a picture, and its text, which shows where somebody touches the box: in pixels of the picture.
struct BoxMark {
    let text: String
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    /// Of the picture.
    let frame: (width: Int, height: Int)

    var values: Pages.Values {
        // To be read on a phone, where the picture is a third of its width, and never wider than the picture.
        let longest = Double(frame.width) / (0.61 * Double(max(1, text.count)) + 0.8)
        let size = min(longest, max(height, Double(frame.height) / 16))
        let (wide, high) = ((0.61 * Double(text.count) + 0.8) * size, 1.5 * size)
        let left = max(0, min(x, Double(frame.width) - wide))
        // Above the box, or below it where there is no room.
        let isBelow = y - 1.2 * high < 0
        let top = isBelow ? min(y + height + 0.2 * high, Double(frame.height) - high) : y - 1.2 * high
        func number(_ value: Double) -> String { JSONLine.number(value, digits: 1) }
        return [
            "frame": "0 0 \(frame.width) \(frame.height)", "x": number(x), "y": number(y), "width": number(width),
            "height": number(height), "text": text, "left": number(left), "top": number(top), "wide": number(wide),
            "high": number(high), "textLeft": number(left + 0.4 * size), "base": number(top + 1.1 * size),
            "size": number(size),
        ]
    }
}
