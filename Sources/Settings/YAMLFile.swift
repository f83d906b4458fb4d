import Yams

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file of YAML that a person wrote: its text, its root, and what is wrong with it as problems with a line.
package enum YAMLFile {
    package static func text(of path: String) throws(Problem) -> String {
        do {
            return try TextFile(path).text()
        } catch {
            throw Problem(file: path, message: "cannot be read: \(error.reason)")
        }
    }

    /// Nil of an empty text.
    package static func root(of text: String, file: String) throws(Problem) -> Node? {
        let (root, repeated) = try rootAndRepeatedKeys(of: text, file: file)
        if let first = repeated.first { throw first }
        return root
    }

    /// The root, and a problem for every key that is given twice in one mapping; such a key counts once in the root.
    package static func rootAndRepeatedKeys(
        of text: String, file: String
    ) throws(Problem) -> (root: Node?, repeated: [Problem]) {
        var search = RepeatedKeys(text: text, file: file)
        do {
            let root = try search.root()
            return (root, search.problems)
        } catch {
            throw problem(file: file, error)
        }
    }

    /// Why a folder could not be listed, in plain words.
    package static func reasonOfFolder(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such folder"
        case .fileReadNoPermission?: "no permission"
        default: "it is no folder"
        }
    }

    /// Only what is wrong and where: Yams' own descriptions hold the file's text, and with it passwords.
    private static func problem(file: String, _ error: any Error) -> Problem {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?,
            .composer(_, let problem, let mark, _)?:
            Problem(file: file, line: mark.line, message: "is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let keys, let context)?:
            Problem(file: file, line: context.mark.line, key: keys.first?.printableKey, message: "is given twice")
        case .reader(let problem, _, _, _)?:
            Problem(file: file, message: "is not YAML: \(problem)")
        default:
            Problem(file: file, message: "is not YAML")
        }
    }
}
