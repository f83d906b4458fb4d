import Foundation

/// Which module imports which, as the sources say, and which targets the package declares.
struct House {
    struct Import: Hashable {
        var module: String
        /// The file that imports it, for messages.
        var file: String
        /// Whether only a function of it is taken, such as `import func Glibc.exp`.
        var isOneFunction = false
    }

    /// By the importing module.
    var imports: [String: Set<Import>]
    var programs: Set<String>
    /// What the package lets a target see, by its name.
    var declared: [String: Set<String>]

    /// The modules of this package.
    var rooms: Set<String> { Set(imports.keys) }

    /// The modules of this package that a module imports, and those that these import, down to the ground.
    func below(_ module: String) -> Set<String> {
        var found: Set<String> = []
        var next: Set<String> = [module]
        while let room = next.popFirst() {
            let more = Set((imports[room] ?? []).map(\.module)).intersection(rooms).subtracting(found)
            found.formUnion(more)
            next.formUnion(more)
        }
        return found
    }
}

extension House {
    init(repository: URL) throws {
        let sources = repository.appending(path: "Sources")
        imports = [:]
        for folder in try FileManager.default.contentsOfDirectory(atPath: sources.path) {
            let files =
                FileManager.default.enumerator(atPath: sources.appending(path: folder).path)?
                .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") } ?? []
            // A folder of headers alone imports nothing.
            for file in files {
                let text = try String(contentsOf: sources.appending(path: "\(folder)/\(file)"), encoding: .utf8)
                imports[folder, default: []].formUnion(Self.imports(in: text, file: "Sources/\(folder)/\(file)"))
            }
        }
        let package = try String(contentsOf: repository.appending(path: "Package.swift"), encoding: .utf8)
        (programs, declared) = Self.targets(in: package)
    }

    static func imports(in text: String, file: String) -> Set<Import> {
        let kinds: Set<Substring> = ["func", "class", "struct", "enum", "protocol", "typealias", "var", "let"]
        return Set(
            text.split(separator: "\n").compactMap { line in
                var words = line.split(separator: " ")[...]
                while let word = words.first,
                    word.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains(word)
                {
                    words.removeFirst()
                }
                guard words.popFirst() == "import", let next = words.first else { return nil }
                let isPart = kinds.contains(next)
                guard let name = isPart ? words.dropFirst().first : next, let module = name.split(separator: ".").first
                else { return nil }
                return Import(module: String(module), file: file, isOneFunction: next == "func")
            })
    }

    /// The programs, and what each target of Sources/ declares that it depends on.
    static func targets(in package: String) -> (programs: Set<String>, declared: [String: Set<String>]) {
        var programs: Set<String> = []
        var declared: [String: Set<String>] = [:]
        // What many depend on has a name of its own, above them.
        let named = package.matches(of: /let (\w+) = Target\.Dependency\.product\(name: "([^"]+)"/)
            .map { (name: String($0.1), module: String($0.2)) }
        // A target begins on a line of its own, eight spaces in, and ends before the next one.
        let starts = package.matches(of: /(?m)^ {8}\.(target|executableTarget|testTarget|systemLibrary)\(/)
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : package.endIndex
            let text = package[start.range.upperBound..<end]
            guard let name = text.firstMatch(of: /name: "([^"]+)"/)?.1 else { continue }
            if start.1 == "executableTarget" { programs.insert(String(name)) }
            guard start.1 == "target" || start.1 == "executableTarget" else { continue }
            let list = text.firstRange(of: "dependencies: [").map { text[$0.upperBound...] } ?? ""
            // A comment between two targets may have words in quotes; no line of a list begins with //.
            let lines = list.split(separator: "\n").prefix { !$0.drop { $0 == " " }.hasPrefix("//") }
            let body = lines.joined(separator: "\n").replacing(/, package: "[^"]+"/, with: "")
            let words = Set(body.matches(of: /\b\w+\b/).map { String($0.0) })
            declared[String(name)] = Set(body.matches(of: /"([^"]+)"/).map { String($0.1) })
                .union(named.filter { words.contains($0.name) }.map(\.module))
        }
        return (programs, declared)
    }
}
