import Foundation
import TestSupport

/// The pages that people read, as text.
struct Page {
    /// From the repository's root, such as `docs/events.md`.
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOfFile: repository + "/" + path, encoding: .utf8)
    }

    /// The pages for users: README and what it sends them to.
    static func user() throws -> [Page] {
        try pages(["README.md"] + names(in: "docs"))
    }

    static func all() throws -> [Page] {
        let others = ["ARCHITECTURE.md", "BENCHMARKS.md", "CHANGELOG.md", "CONTRIBUTING.md", "training/README.md"]
        return try user() + pages(others + names(in: "models"))
    }

    private static func pages(_ names: [String]) throws -> [Page] { try names.map { try Page($0) } }

    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: repository + "/" + folder)
            .filter { $0.hasSuffix(".md") }.sorted().map { folder + "/" + $0 }
    }

    // MARK: - What stands in it

    /// What its links lead to, without those of the web.
    var links: [String] {
        text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.hasPrefix("http") }
    }

    /// Its headings as links name them.
    var anchors: Set<String> {
        let headings = lines.filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" || $0 == " " } }
        return Set(
            headings.map { heading in
                String(heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" })
                    .replacingOccurrences(of: " ", with: "-")
            })
    }

    /// The lines of its blocks of commands, continued lines joined, without comments.
    var commands: [String] {
        var inside = false
        var found: [String] = []
        for line in lines {
            if line.hasPrefix("```") {
                inside = line == "```sh"
            } else if inside {
                let command = line.replacing(/(^|\s+)#.*$/, with: "").trimmingCharacters(in: .whitespaces)
                if let last = found.last, last.hasSuffix("\\") {
                    found[found.count - 1] = last.dropLast() + command
                } else if !command.isEmpty {
                    found.append(command)
                }
            }
        }
        return found
    }

    /// What stands between backticks in its text, blocks left out.
    var quoted: [String] {
        var inside = false
        let prose = lines.filter { line in
            if line.hasPrefix("```") { inside.toggle() }
            return !inside && !line.hasPrefix("    ")
        }
        return prose.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } }
    }

    /// The first column of the tables between a heading and the next, without backticks, several names of a row apart.
    func rows(below heading: String) -> [String] {
        let section = lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("#") }
        return section.filter { $0.hasPrefix("| `") }.flatMap { line in
            (line.split(separator: "|").first ?? "").matches(of: /`([^`]+)`/).map { String($0.1) }
        }
    }
}
