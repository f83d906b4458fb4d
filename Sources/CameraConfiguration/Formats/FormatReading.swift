import ALPR
import Plates
import Settings
import Yams

/// Reads a country from the nodes of its file; notes what is wrong and goes on, so that one pass finds every problem.
struct FormatReading {
    private(set) var problems: [Problem] = []
    private let file: String
    /// What the file's name says the country is.
    private let code: String

    init(file: String, code: String) {
        self.file = file
        self.code = code
    }

    /// Nil, with problems noted, where the file has no keys to read.
    mutating func country(from root: Node) -> Country? {
        guard
            let entries = entries(
                of: root, line: root.mark?.line, required: ["country", "name", "formats", "examples"],
                optional: ["letters"])
        else { return nil }
        checkCode(entries["country"])
        let name = text(entries["name"])
        let letters = letters(entries["letters"], otherwise: PlateFormat.allLetters)
        let nodes = list(entries["formats"]) ?? []
        let formats = nodes.compactMap { format($0, letters: letters) }
        var country = Country(code: code, name: name ?? code, formats: formats)
        let isComplete = !nodes.isEmpty && formats.count == nodes.count
        readExamples(entries["examples"], into: &country, isComplete: isComplete)
        return country
    }

    private mutating func checkCode(_ entry: Entry?) {
        guard let entry, let given = text(entry) else { return }
        if !given.allSatisfy({ ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" }) {
            note(entry, "takes small letters, digits and dashes, such as \"nl\"")
        } else if given != code {
            note(entry, "is \"\(given)\", but the file is named for \"\(code)\"")
        }
    }

    // MARK: - Formats

    /// - Parameter letters: the file's; nil where they cannot be used.
    private mutating func format(_ node: Node, letters: Set<Character>?) -> PlateFormat? {
        guard
            let entries = entries(
                of: node, line: node.mark?.line, under: "formats", required: ["name", "pattern"],
                optional: ["letters", "personalised"])
        else { return nil }
        let name = text(entries["name"])
        let letters = self.letters(entries["letters"], otherwise: letters)
        guard let entry = entries["pattern"], let pattern = text(entry) else { return nil }
        do {
            let format = try PlateFormat(
                country: code, name: name ?? pattern, pattern: pattern, letters: letters ?? PlateFormat.allLetters,
                isPersonalised: flag(entries["personalised"]))
            return letters == nil ? nil : format
        } catch {
            note(entry, error.description)
            return nil
        }
    }

    /// The letters that an entry lists, `otherwise` where there is none; nil, and noted, where they cannot be used.
    private mutating func letters(_ entry: Entry?, otherwise: Set<Character>?) -> Set<Character>? {
        guard let entry else { return otherwise }
        guard let text = text(entry) else { return nil }
        let letters = Set(text)
        if letters.isSubset(of: PlateFormat.allLetters) { return letters }
        note(entry, "takes capital letters A-Z without spaces, such as \"BDFG\"")
        return nil
    }

    // MARK: - Examples

    /// - Parameter isComplete: whether every format of the file could be used.
    private mutating func readExamples(_ entry: Entry?, into country: inout Country, isComplete: Bool) {
        guard let entry,
            let entries = entries(of: entry.value, line: entry.line, under: entry.key, required: ["fit", "reject"])
        else { return }
        let fitting = examples(entries["fit"])
        let rejected = examples(entries["reject"])
        country.fitting = fitting.map(\.text)
        country.rejected = rejected.map(\.text)
        // One at a time, for each has a line of its own. Where a format is missing, that something fits none is no news.
        for example in fitting where isComplete {
            hold(example.entry, against: Country(country, fitting: [example.text], rejected: []))
        }
        for example in rejected {
            hold(example.entry, against: Country(country, fitting: [], rejected: [example.text]))
        }
    }

    private mutating func hold(_ example: Entry, against country: Country) {
        for contradiction in country.contradictions { note(example, contradiction) }
    }

    private mutating func examples(_ entry: Entry?) -> [(text: String, entry: Entry)] {
        guard let entry, let nodes = list(entry) else { return [] }
        var examples: [(text: String, entry: Entry)] = []
        for node in nodes {
            let element = Entry(key: entry.key, line: node.mark?.line, value: node)
            guard let text = text(element) else { continue }
            // Dropped in silence, such a letter would leave an example that is not the one its author meant.
            if let foreign = text.first(where: { ($0.isLetter || $0.isNumber) && String($0).plateCharacters.isEmpty }) {
                note(element, "has \"\(foreign)\", and plates are read as A-Z and 0-9: write what is read")
            } else {
                examples.append((text, element))
            }
        }
        return examples
    }

    // MARK: - Nodes

    /// A value with the key that it stands under, and the line to blame.
    private struct Entry {
        var key: String
        var line: Int?
        var value: Node
    }

    private mutating func note(_ entry: Entry, _ message: String) {
        problems.append(Problem(file: file, line: entry.line, key: entry.key, message: message))
    }

    /// The mapping's entries by name; keys that are missing or unknown are noted. Nil, and noted, where it is no mapping.
    private mutating func entries(
        of node: Node, line: Int?, under parent: String? = nil, required: [String], optional: [String] = []
    ) -> [String: Entry]? {
        let known = required + optional
        guard case .mapping(let mapping) = node else {
            let message = "expects keys and values: \(known.joined(separator: ", "))"
            problems.append(Problem(file: file, line: line, key: parent, message: message))
            return nil
        }
        func path(_ name: String) -> String { parent.map { "\($0).\(name)" } ?? name }
        var entries: [String: Entry] = [:]
        for (key, value) in mapping {
            let name = key.scalar?.string ?? "?"
            let entry = Entry(key: path(name), line: key.mark?.line, value: value)
            if known.contains(name) {
                entries[name] = entry
            } else {
                note(entry, "is not known here; known are \(known.joined(separator: ", "))")
            }
        }
        for name in required where entries[name] == nil {
            problems.append(Problem(file: file, line: line, key: path(name), message: "is missing"))
        }
        return entries
    }

    /// The text of an entry; nil where there is no entry, and noted where it is no text or an empty one.
    private mutating func text(_ entry: Entry?) -> String? {
        guard let entry else { return nil }
        if case .scalar(let scalar) = entry.value, !scalar.string.isEmpty { return scalar.string }
        note(entry, "expects a text")
        return nil
    }

    /// Whether an entry says true; false where there is no entry, and noted where it says neither.
    private mutating func flag(_ entry: Entry?) -> Bool {
        guard let entry, let text = text(entry) else { return false }
        if text != "true", text != "false" { note(entry, "is \"\(text)\", and takes true or false") }
        return text == "true"
    }

    /// The elements of an entry; nil where there is no entry, and noted where it is no list or an empty one.
    private mutating func list(_ entry: Entry?) -> [Node]? {
        guard let entry else { return nil }
        if case .sequence(let sequence) = entry.value, !sequence.isEmpty { return Array(sequence) }
        note(entry, "expects a list with at least one element")
        return nil
    }
}

extension Country {
    /// The same country with other examples.
    fileprivate init(_ country: Country, fitting: [String], rejected: [String]) {
        self = country
        self.fitting = fitting
        self.rejected = rejected
    }
}
