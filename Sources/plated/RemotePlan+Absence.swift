import Engines
import RemoteOCR
import Scanner

extension RemotePlan {
    /// Why it does not read; nil where it does.
    var absence: ReaderAbsence? {
        guard case .away(let since, let why) = status.condition else { return nil }
        return ReaderAbsence(since: since, reason: why)
    }
}
