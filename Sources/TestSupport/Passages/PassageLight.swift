import ALPR
import PlateDrawing

/// What a camera's picture looks like at some time of the day and in some weather.
public enum PassageLight: String, Sendable, CaseIterable {
    case day, dusk, rain
    /// Headlights, and a lamp of the camera's own that lights plates.
    case night

    /// What every grey of road and vehicles is multiplied with.
    var brightness: Double {
        switch self {
        case .day: 1
        case .dusk: 0.45
        case .rain: 0.75
        case .night: 0.16
        }
    }

    /// The same for plates, which throw light back to where it came from.
    var plateBrightness: Double { self == .night ? 0.8 : brightness }

    /// Standard deviation of the sensor's noise, in grey levels.
    var noise: Double {
        switch self {
        case .day: 2
        case .dusk: 3.5
        case .rain: 2.5
        case .night: 4
        }
    }

    /// How long the shutter is open, in seconds.
    var shutter: Double {
        switch self {
        case .day: 0.001
        case .dusk, .rain: 0.002
        case .night: 0.0015
        }
    }

    /// Streaks in a picture.
    var drops: ClosedRange<Int> { self == .rain ? 20...200 : 0...0 }

    func dims(_ style: PlateStyle) -> PlateStyle {
        var style = style
        style.ground = UInt8(Double(style.ground) * plateBrightness)
        style.ink = UInt8(Double(style.ink) * plateBrightness)
        return style
    }
}
