import Logging
import Records

extension ClockTrust {
    /// In a clock that somebody keeps right.
    public static var synchronised: ClockTrust {
        ClockTrust(from: .now, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, isSynchronised: { true })
    }
}

extension WallTime {
    /// By a clock that somebody keeps right.
    public var trusted: TrustedTime {
        guard let time = ClockTrust.synchronised.time(at: Moment(wall: self, instant: .now)) else {
            preconditionFailure("a clock that is kept right is not trusted")
        }
        return time
    }
}
