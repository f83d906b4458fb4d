import Records
import Settings

/// The file with a camera's user and password that `source.credentials_file` names.
///
/// A service gets it from systemd, which reads `/etc/plated/gate.credentials` for `plated@gate` and hands it over under the name
/// `camera` (`LoadCredential=` in the unit). Without systemd, that is the file beside the configuration.
struct CredentialsFile {
    /// What the shipped unit calls it.
    static let nameInService = "camera"
    /// A user and a password are one line; in bytes.
    private static let limit = 16 << 10

    enum Content: Equatable {
        /// The first line.
        case line(String, path: String)
        /// It is there, and another user may read it.
        case forbidden(path: String)
    }

    /// What such a file is for.
    struct Use {
        /// What the shipped unit calls it.
        let nameInService: String
        let secret: CameraPlaces.Secret
        /// What is written in it, for people.
        let content: String

        static let camera = Use(
            nameInService: CredentialsFile.nameInService, secret: .credentials, content: "user:password")
        static let remoteKey = Use(nameInService: "remote-key", secret: .remoteKey, content: "the key")
    }

    let name: String
    /// Path of the configuration.
    let configuration: String
    /// systemd's folder of credentials; nil outside of a service.
    let serviceFolder: String?
    var use = Use.camera

    /// What is in it, or why that is not known: a message that goes on after the key.
    func content() throws(Unfit) -> Content {
        for path in places {
            let text: String
            do { text = try TextFile(path, upTo: Self.limit).text() } catch {
                if error.isForbidden { return .forbidden(path: path) }
                if error.isMissing, path != places.last { continue }
                throw Unfit(message: missing(error))
            }
            let line = String(text.prefix { !$0.isNewline })
            if !line.isEmpty { return .line(line, path: path) }
            let hint = "; a service's \(use.content) stands in \(use.secret.place)"
            throw Unfit(message: "names an empty file" + (serviceFolder == nil ? "" : hint))
        }
        throw Unfit(message: "names no file")
    }

    struct Unfit: Error {
        var message: String
    }

    /// Where it may be, the likeliest place first.
    private var places: [String] {
        if name.hasPrefix("/") { return [name] }
        if let serviceFolder { return ["\(serviceFolder)/\(name)"] }
        return (isHandedOver ? [fileOfService] : []) + [folder + name]
    }

    /// Whether the shipped unit would hand it over.
    private var isHandedOver: Bool { serviceFolder == nil && name == use.nameInService }

    /// `/etc/plated/gate.credentials` for `/etc/plated/gate.yaml`.
    private var fileOfService: String { CameraPlaces.file(of: use.secret, beside: configuration) }

    /// Of the configuration, with the slash at its end; empty for the current one.
    private var folder: String {
        configuration.lastIndex(of: "/").map { String(configuration[...$0]) } ?? ""
    }

    private func missing(_ error: TextFile.Unreadable) -> String {
        if isHandedOver, error.isMissing {
            return
                "names what systemd hands over to a service: write \(use.content) to \(fileOfService), which is not there"
        }
        // Not by its name: somebody may have written the password itself there.
        let place = serviceFolder.map { $0 + "/" } ?? (folder.isEmpty ? "this folder" : folder)
        return "names a file that cannot be read\(name.contains("/") ? "" : " in \(place)"): \(error.reason)"
    }
}
