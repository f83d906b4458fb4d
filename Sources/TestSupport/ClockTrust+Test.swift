import Logging
import Records

extension ClockTrust {
    /// In a clock that somebody keeps right.
    public static var synchronised: ClockTrust {
        ClockTrust(log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, isSynchronised: { true })
    }
}
