import Answers
import Delivery
import Fleet
import Records
import Rules
import Settings

#if canImport(Glibc)
    import Glibc
#endif

/// Cameras that the settings name, and that nobody has heard of: a mistyped one is never seen, and its door never opens.
struct CameraNotes {
    let settings: HubConfiguration
    /// Cameras that have a log, a file or something in the history.
    let known: Set<String>

    /// - Parameter history: the cameras that it has.
    init(settings: HubConfiguration, history: [String]) {
        self.settings = settings
        // A log that is named without a wildcard counts before it is there.
        let logs = settings.logs.map { LogPattern($0) }.flatMap { pattern -> [String] in
            pattern.logs.filter { $0 != pattern.text || access($0, F_OK) == 0 }
        }
        let cameras = logs.compactMap { CameraID.stem(of: $0) } + history
        known = Set(cameras + settings.root.cameras.map(\.description)).filter { CameraRef($0) != nil }
    }

    /// None where nothing is known yet, and none of a site's cameras, which come when they come.
    func all(_ file: HubFile) -> [Problem] {
        if known.isEmpty { return [] }
        let there = known.sorted().prefix(20).joined(separator: ", ") + (known.count > 20 ? " and others" : "")
        return named.flatMap { group in
            Set(group.cameras).subtracting(known).filter { SiteCamera.site(of: $0) == nil }.sorted().map { camera in
                file.problem(
                    group.key,
                    "\(group.words) the camera \(camera.shown), and nothing is known of it yet; there are: \(there.shown)"
                )
            }
        }
    }

    /// With the key, and who has them.
    private var named: [(key: String, words: String, cameras: [String])] {
        var named: [(key: String, words: String, cameras: [String])] = []
        for door in settings.doors { named.append(("doors", "\(door.name) has", door.cameras)) }
        for site in settings.sessions {
            named.append(("sessions", "\(site.name) has", (site.entries + site.exits).map(\.camera)))
        }
        for destination in settings.destinations {
            named.append(("destinations", "\(destination.name) has", destination.cameras))
        }
        named.append(("cameras", "has", Array(settings.cameras.keys)))
        return named
    }
}
