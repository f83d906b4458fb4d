/// A page of small pictures with captions, in one HTML file that needs nothing else.
public struct HTMLSheet {
    /// A picture file's bytes, to stand in the page itself.
    public struct Picture {
        public enum Format: String {
            case jpeg, png
        }

        public var bytes: [UInt8]
        public var format: Format

        public init(_ bytes: [UInt8], _ format: Format) {
            self.bytes = bytes
            self.format = format
        }

        var source: String { "data:image/\(format.rawValue);base64,\(HTMLSheet.base64(bytes))" }
    }

    private let title: String
    private let heading: String
    private var body = ""

    public init(title: String, heading: String) {
        self.title = title
        self.heading = heading
    }

    /// The whole file.
    public var html: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>\(Self.escaped(title))</title>
        <style>
        body { font: 14px/1.4 sans-serif; margin: 2em; background: #fff; color: #222 }
        .sheet { display: flex; flex-wrap: wrap; gap: 12px }
        figure { margin: 0; padding: 8px; border: 1px solid #ccc; border-radius: 4px; width: 220px }
        figure img { width: 100%; height: 90px; object-fit: contain; background: #eee; image-rendering: pixelated }
        .whole { max-width: 100% }
        code { font-size: 15px } .stage { color: #a00 } small { color: #777; overflow-wrap: anywhere }
        </style>
        <h1>\(Self.escaped(heading))</h1>
        \(body)</html>

        """
    }

    public mutating func section(_ name: String) {
        body += "<h2>\(Self.escaped(name))</h2>\n"
    }

    /// Text as it stands, line by line.
    public mutating func text(_ text: String) {
        body += "<pre>\(Self.escaped(text))</pre>\n"
    }

    public mutating func paragraph(_ text: String) {
        body += "<p>\(Self.escaped(text))</p>\n"
    }

    /// A drawing of our own.
    mutating func drawing(_ svg: String) {
        body += svg
    }

    /// A picture as wide as the page.
    public mutating func picture(_ picture: Picture) {
        body += "<img class=whole alt=\"\" src=\"\(picture.source)\">\n"
    }

    /// Cards in rows.
    ///
    /// - Parameter cards: each a picture, if there is one, and what stands below it as HTML.
    public mutating func cards(_ cards: [(picture: Picture?, caption: String)]) {
        body += "<div class=sheet>\n"
        for card in cards {
            let image = card.picture.map { "<img alt=\"\" src=\"\($0.source)\">" } ?? "<p>no picture</p>"
            body += "<figure>\(image)<figcaption>\(card.caption)</figcaption></figure>\n"
        }
        body += "</div>\n"
    }

    public static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }

    static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let value = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0..<4 {
                text.append(place <= part.count ? alphabet[value >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
