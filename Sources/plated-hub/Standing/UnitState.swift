import Records

/// What systemd says of a camera's service.
struct UnitState: Equatable, Sendable {
    private static let properties = "Id,LoadState,ActiveState,SubState,UnitFileState,Result,ExecMainStatus"

    /// What `systemctl` is asked about some cameras.
    ///
    static func question(_ cameras: [CameraID]) -> [String] {
        ["show", "--no-pager", "--property=\(properties)"] + cameras.map { CameraPlaces($0, .system).unit }
    }

    /// By their cameras, from what `systemctl` said: a property a line, and an empty line between two units.
    static func all(_ said: String) -> [String: UnitState] {
        var states: [String: UnitState] = [:]
        for block in said.split(separator: "\n\n") {
            var state = UnitState()
            for line in block.split(separator: "\n") {
                let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                if halves.count == 2 { state.values[halves[0]] = halves[1] }
            }
            guard let camera = state.values["Id"].flatMap({ CameraPlaces.camera(ofUnit: $0) }) else { continue }
            states[camera.description] = state
        }
        return states
    }

    private var values: [String: String] = [:]

    private var active: String { values["ActiveState"] ?? "" }

    var isRunning: Bool { ["active", "reloading", "deactivating"].contains(active) }
    /// It waits for its first picture; one that ended waits to be started anew.
    var isStarting: Bool { active == "activating" && values["SubState"] != "auto-restart" }

    /// Why it does not run, in a word and as the rest of a sentence; nil where it is not installed.
    var reason: (cause: String, detail: String)? {
        guard values["LoadState"] != "not-found" else { return nil }
        let status = values["ExecMainStatus"] ?? ""
        if ["64", "78"].contains(status), active == "failed" {
            return ("settings", "its settings are refused (exit status \(status)); its journal says why")
        }
        if active == "failed" || values["SubState"] == "auto-restart" {
            return ("failed", "its service failed (\(values["Result"] ?? "unknown"), exit status \(status))")
        }
        if ["disabled", "masked"].contains(values["UnitFileState"] ?? "") {
            return ("disabled", "its service is \(values["UnitFileState"] ?? "disabled")")
        }
        return ("stopped", "its service was stopped")
    }
}
