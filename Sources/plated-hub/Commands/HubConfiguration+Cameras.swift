import Answers
import Basics
import History
import Rules

extension HubConfiguration {
    /// Refuses cameras that neither the history nor the configuration knows: that nothing is found of a mistyped one would sound like an
    /// answer.
    func refuseUnknown(_ cameras: [String], in history: any History) async throws {
        if cameras.isEmpty { return }
        let known = Set(try await history.present().cameras).union(configuredCameras)
        guard let unknown = cameras.first(where: { !known.contains($0) }) else { return }
        throw Failure(
            .usage, while: "", because: "neither the history nor the configuration has a camera \(unknown.shown)",
            remedy: known.isEmpty
                ? "They have none yet." : "There are: \(known.sorted().joined(separator: ", ").shown).")
    }

    /// Those that it names, with keys of their own, at doors and at sites of sessions.
    private var configuredCameras: [String] {
        Array(cameras.keys) + doors.flatMap(\.cameras) + sessions.flatMap { ($0.entries + $0.exits).map(\.camera) }
    }
}
