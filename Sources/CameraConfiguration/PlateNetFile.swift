import ALPR
import Settings

/// Reads the description that lies beside a net which reads plates, in the form that fast-plate-ocr publishes.
public enum PlateNetFile {
    public static func read(_ path: String) throws(Problems) -> PlateNetDescription {
        let text: String
        do { text = try YAMLFile.text(of: path) } catch { throw Problems([error]) }
        return try description(from: text, file: path)
    }

    /// - Parameter file: the path for messages.
    package static func description(from text: String, file: String) throws(Problems) -> PlateNetDescription {
        let findings = MappingReader.Findings(file: file, environment: [:])
        do {
            let root = MappingReader(try YAMLFile.root(of: text, file: file), findings: findings)
            let description = description(from: root)
            if findings.problems.isEmpty { return description }
        } catch {
            throw Problems([error])
        }
        throw Problems(findings.problems)
    }

    /// Keys that are not known here are the makers' own affair.
    private static func description(from root: MappingReader) -> PlateNetDescription {
        var found = PlateNetDescription(slots: 0, alphabet: [], padding: "_", width: 0, height: 0)
        var (alphabet, padding) = ("", "_")
        for key in ["max_plate_slots", "alphabet", "pad_char", "img_height", "img_width"] where !root.has(key) {
            root.problem(key, "is missing: this is no description of a net that reads plates")
        }
        root.integer("max_plate_slots", in: 1...32, into: &found.slots)
        root.string("alphabet", into: &alphabet)
        root.string("pad_char", into: &padding)
        root.integer("img_height", in: 8...1024, into: &found.height)
        root.integer("img_width", in: 8...1024, into: &found.width)
        root.flag("keep_aspect_ratio", into: &found.keepsAspect)
        root.choice("image_color_mode", into: &found.colourMode)
        root.strings("plate_regions", into: &found.countries)
        found.alphabet = Array(alphabet)
        if padding.count == 1, let character = padding.first, alphabet.contains(character) {
            found.padding = character
        } else if root.has("pad_char") {
            root.problem("pad_char", "expects one character of the alphabet")
        }
        if Set(alphabet).count != alphabet.count { root.problem("alphabet", "has a character twice") }
        return found
    }
}
