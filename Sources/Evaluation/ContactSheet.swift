import ALPR
import Records

/// One HTML file with a picture of everything that went wrong, so that a person can look instead of reading.
public struct ContactSheet {
    /// More than this a set is only counted.
    private static let limit = 400

    private let results: [SetResult]
    /// Turns a grey picture into a PNG's bytes.
    private let png: (LumaImage) throws -> [UInt8]

    public init(_ results: [SetResult], png: @escaping (LumaImage) throws -> [UInt8]) {
        self.results = results
        self.png = png
    }

    public func html() throws -> String {
        var body = ""
        for result in results {
            body +=
                "<h2>\(Self.escaped(result.name))</h2>\n<pre>\(Self.escaped(result.text))</pre>\n<div class=sheet>\n"
            for finding in result.findings.prefix(Self.limit) { body += try card(finding) }
            body += "</div>\n"
            let more = result.findings.count - Self.limit
            if more > 0 { body += "<p>…and \(more) more.</p>\n" }
        }
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <title>plated: where plates were lost</title>
            <style>
            body { font: 14px/1.4 sans-serif; margin: 2em; background: #fff; color: #222 }
            .sheet { display: flex; flex-wrap: wrap; gap: 12px }
            figure { margin: 0; padding: 8px; border: 1px solid #ccc; border-radius: 4px; width: 220px }
            img { width: 100%; height: 90px; object-fit: contain; background: #eee; image-rendering: pixelated }
            code { font-size: 15px } .stage { color: #a00 } small { color: #777; overflow-wrap: anywhere }
            </style>
            <h1>Where plates were lost</h1>
            \(body)</html>

            """
    }

    private func card(_ finding: Finding) throws -> String {
        let bytes = try png(finding.crop)
        let image =
            bytes.isEmpty ? "<p>no picture</p>" : "<img alt=\"\" src=\"data:image/png;base64,\(Self.base64(bytes))\">"
        let truth = finding.truth.map(Self.escaped) ?? "—"
        let read = finding.read.map(Self.escaped) ?? "—"
        let stage = finding.loss.map { Self.escaped($0.description) } ?? "not there"
        let position = finding.position.map { " at " + JSONLine.number($0, digits: 2) + " s" } ?? ""
        let name = finding.file.split(separator: "/").last.map(String.init) ?? finding.file
        return """
            <figure>\(image)<figcaption>truth <code>\(truth)</code><br>read <code>\(read)</code><br>\
            <span class=stage>\(stage)</span><br><small>\(Self.escaped(name))\(position)</small></figcaption></figure>

            """
    }

    static func escaped(_ text: String) -> String {
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
