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
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw Problem(file: path, message: "cannot be read: \(reason(error, wanted: "file"))")
        }
    }

    /// Nil of an empty text.
    package static func root(of text: String, file: String) throws(Problem) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch {
            throw problem(file: file, error)
        }
    }

    /// Why a file or a folder could not be read, in plain words.
    package static func reason(_ error: any Error, wanted: String) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such \(wanted)"
        case .fileReadNoPermission?: "no permission"
        case .fileReadInapplicableStringEncoding?, .fileReadCorruptFile?: "it is not a text in UTF-8"
        default: "it is no \(wanted)"
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
