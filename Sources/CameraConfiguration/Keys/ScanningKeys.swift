import ALPR
import Capture
import Settings

/// When pictures are looked at, whether anything can be seen in them, and how the scanner knows that it still reads.
extension ConfigurationKey {
    static var gate: Self {
        section(
            "gate",
            [
                milliseconds("interval_ms", in: 0...60_000, \.scanner.interval),
                flag("quicken", \.scanner.quickens),
                flag("motion", \.recognition.followsMotion),
            ])
    }

    static var sight: Self {
        section(
            "sight",
            [
                flag("judge", \.judgesSight),
                milliseconds("hold_ms", in: .upToAnHour(from: 1000), \.sightHold),
            ])
    }

    static var cooldown: Self {
        section("cooldown", [milliseconds("window_ms", in: .upToADay(from: 0), \.recognition.cooldown)])
    }

    static var watchdog: Self {
        section("watchdog", [milliseconds("canary_ms", in: .upToADay(from: 1000), \.scanner.canary)])
    }
}

extension Configuration {
    fileprivate var judgesSight: Bool {
        get { scanner.sight != nil }
        set { scanner.sight = newValue ? scanner.sight ?? SightWatch.Settings() : nil }
    }

    /// Means nothing where sight is not judged.
    fileprivate var sightHold: Duration {
        get { (scanner.sight ?? SightWatch.Settings()).hold }
        set { scanner.sight?.hold = newValue }
    }
}
