import CameraConfiguration
import Engines
import Scanner

extension Leftovers.Settings {
    /// Limits are those that would hold if something were written there. No folder is made to be looked through.
    ///
    /// - Parameters:
    ///   - evidence: the folder of pictures where none are stored any more; nil otherwise.
    ///   - missed: that of misses, likewise.
    init(_ configuration: Configuration, evidence: String?, missed: String?) {
        func there(_ folder: String?) -> String? { folder.flatMap { OutputPaths.isFolder($0) ? $0 : nil } }
        let limits = configuration.missed.limits
        self.init(
            evidence: there(evidence).map { (folder: $0, limits: configuration.evidence.limits) },
            missed: there(missed).map { (folder: $0, days: limits.days, bytes: limits.bytes) })
    }
}
