import Answers
import Basics
import Fleet
import History
import Records
import Rules

extension HubConfiguration {
    /// Refuses cameras that neither the history nor the configuration, nor a camera's file, knows: that nothing is found of a mistyped one would sound like an
    /// answer.
    func refuseUnknown(_ cameras: [String], in history: any History) async throws {
        if cameras.isEmpty { return }
        let heard = Set(try await history.present().cameras + root.cameras.map(\.description) + self.cameras.keys)
        // Where something is known, a door with a mistyped camera is no reason to believe in that. Cameras of sites come when they come.
        let known =
            heard.isEmpty || cameras.contains { SiteCamera.site(of: $0) != nil } ? heard.union(ruledCameras) : heard
        guard let unknown = cameras.first(where: { !known.contains($0) }) else { return }
        let isRuled = ruledCameras.contains(unknown)
        throw Failure(
            .usage, while: "",
            because: isRuled
                ? "a door or a site has a camera \(unknown.shown), and nothing has been heard of it yet"
                : "neither the history nor the configuration has a camera \(unknown.shown)",
            remedy: known.isEmpty
                ? "They have none yet." : "There are: \(known.sorted().joined(separator: ", ").shown).")
    }

    /// Those at doors and at sites of sessions.
    private var ruledCameras: [String] {
        doors.flatMap(\.cameras) + sessions.flatMap { ($0.entries + $0.exits).map(\.camera) }
    }
}
