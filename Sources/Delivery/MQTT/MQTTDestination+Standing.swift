import Answers
import History
import Records

/// What the broker is told of how cameras stand.
extension MQTTDestination {
    func tellStates(of cameras: [String]) async {
        guard let history = surroundings.history, !cameras.isEmpty else { return }
        let gaps = told.gaps
        do {
            let present = try await history.present()
            // Before this hub has looked, what the one before it found counts.
            let standings = if let here = present.standings { here } else { try await history.keptStandings() }
            // What a record said meanwhile is newer.
            for camera in cameras where told.gaps[camera] == gaps[camera] {
                if let standing = standings[camera] {
                    tell(standing, of: camera)
                } else {
                    let gap = present.gaps.first { $0.camera == camera }
                    _ = publish(Self.state(of: gap?.gap), to: "\(camera)/state", retained: true)
                }
            }
        } catch {
            // As above.
        }
    }

    /// Those that stand otherwise than the broker was told.
    func tellChangedStates() async {
        guard connection.isConnected, let standings = surroundings.history?.news.standing.current else { return }
        for camera in await allCameras() {
            guard let standing = standings[camera], told.standings[camera] != standing else { continue }
            announce(camera)
            tell(standing, of: camera)
        }
    }

    private func tell(_ standing: CameraStanding, of camera: String) {
        var object = JSONObject()
        object.add("seeing", json: standing.isSeeing.map { $0 ? "true" : "false" } ?? "null")
        object.add("state", standing.state.rawValue)
        object.add("cause", standing.isSeeing == false ? standing.cause ?? standing.state.rawValue : nil)
        object.add("since", standing.since?.description)
        object.add("detail", standing.detail)
        if case .success = publish(object.text, to: "\(camera)/state", retained: true) {
            told.standings[camera] = standing
        }
    }

    /// Whether a camera sees, as far as its log tells.
    ///
    /// - Parameter gap: that lasts; nil where there is none.
    static func state(of gap: Gap?, until end: WallTime? = nil) -> String {
        var object = JSONObject()
        object.add("seeing", gap == nil)
        object.add("cause", gap?.cause.rawValue)
        object.add("since", (gap?.start ?? end)?.description)
        return object.text
    }
}
