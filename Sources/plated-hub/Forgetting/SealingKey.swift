import Basics
import Glibc
import Proof
import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The key that seals this machine's logs: with it `forget` signs what it puts in place of a line.
enum SealingKey {
    /// The key; nil where there is none that this user may read.
    ///
    /// - Parameter named: by whoever gives the command.
    static func read(named: String?) throws(Failure) -> (any Sealer)? {
        if let named {
            guard let key = try KeyFile(path: named).read() else {
                throw Failure(.noInput, while: "reading the key \(named)", because: "there is no such file")
            }
            return key
        }
        guard let path = [CameraPlaces.sealKey, own].compactMap({ $0 }).first(where: { access($0, R_OK) == 0 }) else {
            return nil
        }
        return try KeyFile(path: path).read()
    }

    /// Of scanners that are started by hand.
    private static var own: String? {
        let environment = ProcessInfo.processInfo.environment
        let states = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (states ?? environment["HOME"].map { "\($0)/.local/state" }).map { "\($0)/plated/seal.key" }
    }

    /// What to do where the logs that lines go from are sealed and the key is another one, or none.
    static func advice(on finds: [LogForgetting.Find], with sealer: (any Sealer)?) -> String {
        let foreign = finds.filter { find in
            !find.keys.isEmpty && sealer.map { find.keys.contains($0.key) } != true
        }
        if foreign.isEmpty { return "" }
        let why = sealer == nil ? "the key was not found, or this user may not read it" : "the key is another one"
        return """
            The logs are sealed, and \(why): plated verify --key will not call the lines proven that stand between a seal and a line \
            taken out behind it. Run it as root, or name the key that seals them: --key FILE

            """
    }
}
