import Basics
import Rules
import Settings

/// Cameras of doors and sites that keep quiet about a vehicle for longer than these take it to stand there: one that comes back sooner is
/// not reported, opens nothing, and is on no site.
struct CooldownNotes {
    let settings: HubConfiguration
    let environment: [String: String]

    /// As scanners have it where their file says nothing (`cooldown.window_ms`).
    private static let usual = Duration.seconds(300)
    /// Short enough for doors and sites, and long enough for a vehicle that is hidden for a moment.
    private static let recipe = "cooldown: {window_ms: 20000}"

    /// Of what the hub may read.
    func all(_ file: HubFile) -> [Problem] {
        var all: [Problem] = []
        for door in settings.doors {
            let notes = notes(door.cameras, longerThan: door.visit, "visit_ms")
            all += notes.map { file.problem("doors", "\(door.name): \($0)") }
        }
        for site in settings.sessions {
            let cameras = (site.entries + site.exits).map(\.camera)
            let notes = notes(cameras, longerThan: site.repeatTime, "repeat_s")
            all += notes.map { file.problem("sessions", "\(site.name): \($0)") }
        }
        return all
    }

    private func notes(_ cameras: [String], longerThan time: Duration, _ key: String) -> [String] {
        Set(cameras).sorted().compactMap { camera in
            guard let quiet = window(of: camera), quiet > time else { return nil }
            return
                "the camera \(camera) does not report a plate again until that was out of sight for \(Self.seconds(quiet)) s,"
                + " which is longer than \(key) (\(Self.seconds(time)) s): a vehicle that comes back sooner is not noticed."
                + " \(path(of: camera)) may say \(Self.recipe)"
        }
    }

    /// Of a scanner on this machine; nil of one whose file is not here, or not for this user to read.
    private func window(of camera: String) -> Duration? {
        var window = Self.usual
        do throws(Problem) {
            let path = path(of: camera)
            let root = try YAMLFile.root(of: YAMLFile.text(of: path), file: path)
            // What is wrong with it, and all other keys, are the scanner's own.
            let reader = MappingReader(root, findings: .init(file: path, environment: environment))
            reader.section("cooldown") { $0.milliseconds("window_ms", in: 0...86_400_000, into: &window) }
        } catch {
            return nil
        }
        return window
    }

    private func path(of camera: String) -> String {
        "\(settings.setup.folder)/\(settings.cameraFiles.name(of: camera)).yaml"
    }

    private static func seconds(_ time: Duration) -> String {
        let (seconds, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest == 0 ? "\(seconds)" : "\(Double(time.milliseconds) / 1000)"
    }
}
