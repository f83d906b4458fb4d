import CameraSetup
import Records

/// What somebody types on the machine where the console may not write.
struct SetupCommands {
    let places: CameraPlaces
    /// Nil where it holds what no page shows.
    let yaml: String?
    let isNew: Bool
    let secret: Draft.Secret

    var text: String {
        let (path, credentials) = (places.configuration, places.file(of: .credentials))
        var lines: [String] = []
        if let yaml {
            // A line that no text of a file holds by chance, or by somebody's wish.
            let end = "END-\(Digest(of: yaml.utf8).description.prefix(16))"
            lines.append("sudo install -m 644 /dev/stdin \(path) <<'\(end)'")
            lines.append(yaml + (yaml.hasSuffix("\n") ? "" : "\n") + end)
        } else {
            lines.append("sudo editor \(path)")
        }
        switch secret {
        case .kept: break
        case .none where isNew: break
        case .none: lines.append("sudo rm -f \(credentials)")
        case .new:
            lines.append("sudo install -m 600 /dev/null \(credentials)")
            lines.append("sudo editor \(credentials)      # user:password, in one line")
        }
        lines.append("plated check \(path)")
        // Whoever has a file may not be enabled, and whoever has none may run still.
        lines.append("sudo systemctl enable \(places.unit) && sudo systemctl restart \(places.unit)")
        return lines.joined(separator: "\n")
    }
}
