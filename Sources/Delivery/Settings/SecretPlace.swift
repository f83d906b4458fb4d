import Basics
import Settings

/// Where the files lie that destinations' secrets are in, whichever of them the configuration names.
///
/// A name with a slash at its start is a path. Any other is a credential of systemd's, where the process is a service that has some, and
/// else a file beside the configuration.
package struct SecretPlace: Sendable, Equatable {
    /// More is no secret; in bytes.
    private static let limit = 64 << 10

    private let credentials: String?
    private let folder: String

    /// - Parameter configuration: path of the file that names them.
    package init(configuration: String, environment: [String: String]) {
        credentials = environment["CREDENTIALS_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
        folder = configuration.lastIndex(of: "/").map { String(configuration[..<$0]) } ?? "."
    }

    package func path(of name: String) -> String {
        if name.hasPrefix("/") { return name }
        guard let credentials else { return "\(folder)/\(name)" }
        let given = "\(credentials)/\(name)"
        return Self.isThere(given) ? given : "\(folder)/\(name)"
    }

    /// The lines of a file that are not empty.
    ///
    /// - Parameter key: that names it, for the error.
    func lines(_ name: String, of key: String, destination: String) throws(Failure) -> [String] {
        try lines(name, of: key, whose: "the destination \(destination)")
    }

    package func lines(_ name: String, of key: String, whose owner: String) throws(Failure) -> [String] {
        let path = path(of: name)
        let text: String
        do { text = try TextFile(path, upTo: Self.limit).text() } catch {
            throw Failure(
                .configuration, while: "reading \(path), the \(key) of \(owner)",
                because: error.reason,
                remedy: error.isForbidden
                    ? "The hub's user must be able to read it; systemd hands it over as a credential (LoadCredential=)."
                    : "A name with a slash at its start is a path, any other a credential of systemd's or a file beside the configuration."
            )
        }
        let lines = text.split { $0.isNewline }.map(String.init).filter { !$0.isEmpty }
        guard !lines.isEmpty else {
            throw Failure(
                .configuration, while: "reading \(path), the \(key) of \(owner)",
                because: "the file is empty")
        }
        return lines
    }

    /// Checks that a file is there that a library is to read by itself.
    func file(_ name: String, of key: String, destination: String) throws(Failure) -> String {
        _ = try lines(name, of: key, destination: destination)
        return path(of: name)
    }

    private static func isThere(_ path: String) -> Bool {
        do {
            _ = try TextFile(path, upTo: limit).text()
            return true
        } catch {
            return !error.isMissing
        }
    }
}
