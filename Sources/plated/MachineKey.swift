import Basics
import CameraConfiguration
import Logging
import Proof
import Records

#if canImport(Glibc)
    import Glibc
#endif

/// Where the key is that seals this machine's logs.
///
/// All services share one, in a folder that all of them may write to. Whoever runs plated by hand has one of their own, below their home.
struct MachineKey {
    let path: String
    /// Whether its folder may have to be made first: those below somebody's home.
    private var home: String?

    /// Nil where there is no place for a key.
    ///
    /// - Parameters:
    ///   - named: by the configuration.
    ///   - isService: whether a service asks, which makes the key where there is none.
    init?(named: String?, isService: Bool = false) {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        if let named {
            path = named
            return
        }
        if isService || access(CameraPlaces.sealKey, R_OK) == 0 {
            path = CameraPlaces.sealKey
        } else {
            let states = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            guard let folder = states ?? variable("HOME").map({ $0 + "/.local/state" }) else { return nil }
            home = states ?? variable("HOME")
            path = "\(folder)/plated/seal.key"
        }
    }

    /// What seals the log of a camera, with a key that is made where there is none; of a recording, only with one that is there.
    /// Where there is none, nothing is sealed: that is told once.
    static func sealer(named: String?, isService: Bool, isRecording: Bool, log: Logger) throws -> SealKey? {
        guard let place = MachineKey(named: named, isService: isService) else {
            if !isRecording {
                log.notice("the log is chained and not sealed: there is no place for a key; set log.seal_key")
            }
            return nil
        }
        let file = KeyFile(path: place.path)
        do {
            if isRecording { return try file.read() }
            place.makeFolders()
            switch try file.readOrMake() {
            case .there(let key): return key
            case .made(let key):
                log.notice(
                    "made the key of this machine, \(place.path), which seals its logs. Hand out its public half: plated key"
                )
                return key
            }
        } catch {
            // A key that somebody named and that is none is a mistake.
            if named != nil, error.status == .badData { throw error }
            if !isRecording { log.warning("\(error); the log is chained and not sealed") }
            return nil
        }
    }

    /// Why the file that a configuration names can never be the key; nil where it can, or is not there yet.
    static func problem(with path: String) -> String? {
        do {
            _ = try KeyFile(path: path).read()
            return nil
        } catch {
            return error.status == .badData ? "\(error.reason)" : nil
        }
    }

    /// Those below a home that is there; where that fails, making the key says why.
    private func makeFolders() {
        guard let home, access(home, F_OK) == 0 else { return }
        var folder = home
        for part in path.dropFirst(home.count).split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o700)
        }
    }
}
