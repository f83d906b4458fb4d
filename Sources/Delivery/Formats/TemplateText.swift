import Addresses
import Foundation
import Records

/// A text of the configuration with `{plate}` and the like in it.
enum TemplateText {
    /// How a value is written, so that it cannot be more than a value.
    enum Escape: Sendable {
        /// In an address or a form: percent-encoded.
        case address
        /// In JSON: as the inside of a text.
        case json
        case plain
    }

    static func filled(_ text: String, with values: TemplateValues, as escape: Escape) -> String {
        var isQuoted = false
        return parts(of: text).map { part -> String in
            switch part {
            case .text(let text):
                isQuoted = endsQuoted(text, from: isQuoted)
                return String(text)
            case .name(let name):
                return written(values[name] ?? "", name: String(name), as: escape, isQuoted: isQuoted)
            }
        }.joined()
    }

    /// What is wrong with a text; nil where it can be filled in.
    static func problem(with text: String, as escape: Escape) -> String? {
        for case .name(let name) in parts(of: text) where !TemplateValues.names.contains(String(name)) {
            return "has {\(name)}, and there are: \(TemplateValues.names.joined(separator: ", "))"
        }
        guard escape == .json else { return nil }
        // What no value makes JSON: where all happen to be numbers, it has to be some. Not 0, so that zeros may follow ({epoch}000).
        let example = parts(of: text).map { part in
            switch part {
            case .text(let text): String(text)
            case .name(let name): name == "json" ? "{}" : "1"
            }
        }.joined()
        do {
            _ = try JSONSerialization.jsonObject(with: Data(example.utf8), options: .fragmentsAllowed)
            return nil
        } catch {
            return "is no JSON once values are in it: texts stand in quotes, as in {\"text\": \"{plate}\"}"
        }
    }

    /// What a template of JSON has outside quotes that is JSON only where it happens to be a number, such as a camera called 1; nil where
    /// there is nothing of the kind. It may be right as it is, and a receiver of raw texts takes anything: so it is no problem.
    static func doubt(with text: String) -> String? {
        var isQuoted = false
        var names: [String] = []
        for part in parts(of: text) {
            switch part {
            case .text(let text): isQuoted = endsQuoted(text, from: isQuoted)
            case .name(let name):
                let isText = name != "json" && !TemplateValues.numbers.contains(String(name))
                if isText, !isQuoted, !names.contains("{\(name)}") { names.append("{\(name)}") }
            }
        }
        return names.isEmpty
            ? nil
            : "has \(names.joined(separator: " and ")) outside quotes, which is no JSON unless it happens to be a number:"
                + " texts stand in quotes, as in {\"text\": \"{plate}\"}"
    }

    private enum Part {
        case text(Substring)
        case name(Substring)
    }

    /// A name is small letters and underscores in braces; any other brace is what it is.
    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: /\{([a-z_]+[0-9]*)\}/) {
            parts.append(.text(rest[..<match.range.lowerBound]))
            parts.append(.name(match.1))
            rest = rest[match.range.upperBound...]
        }
        return parts + [.text(rest)]
    }

    /// Whether JSON is inside a text where this piece of it ends.
    ///
    /// - Parameter start: whether it is where the piece begins.
    private static func endsQuoted(_ json: Substring, from start: Bool) -> Bool {
        var isQuoted = start
        var isEscaped = false
        for byte in json.utf8 {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isQuoted
            case UInt8(ascii: "\""): isQuoted.toggle()
            default: break
            }
        }
        return isQuoted
    }

    /// - Parameter isQuoted: whether it stands inside a text of JSON.
    private static func written(_ value: String, name: String, as escape: Escape, isQuoted: Bool) -> String {
        switch escape {
        case .plain: return value
        case .json:
            if !isQuoted, name == "json" { return value }
            // With a hole in the place of a value it would be no JSON, and the receiver would refuse it for good.
            if !isQuoted, value.isEmpty { return "null" }
            return String(JSONLine.quoted(value).dropFirst().dropLast())
        case .address: return value.percentEncoded
        }
    }
}
