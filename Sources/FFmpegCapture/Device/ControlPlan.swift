import ALPR
import CV4L2
import Capture

/// Which of a device's controls are to be set, and to what: decided from what the device says of itself.
struct ControlPlan: Equatable {
    struct Setting: Equatable {
        var control: DeviceControl
        var value: DeviceControl.Value
    }

    /// What somebody asked for and the device has not.
    struct Problem: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// In the order in which they are set.
    var settings: [Setting] = []
    /// For people: what was left alone, and why.
    var remarks: [String] = []

    init(_ wanted: CaptureSettings.Device.Controls, roi: RegionOfInterest, controls: [DeviceControl]) throws(Problem) {
        switch wanted {
        case .leave: return
        case .automatic: follow(roi, controls)
        case .values(let values): try set(values, controls)
        }
    }

    // MARK: - By name

    private mutating func set(_ values: [String: Int], _ controls: [DeviceControl]) throws(Problem) {
        for (name, value) in values {
            guard let control = controls.first(where: { $0.name == name }) else {
                let known = controls.filter(\.isNumber).map(\.name).joined(separator: ", ")
                throw Problem(description: "there is no control \(name); there are: \(known.isEmpty ? "none" : known)")
            }
            guard control.isNumber else {
                throw Problem(description: "\(name) is not a number that can be set and put back")
            }
            guard control.range.contains(value) else {
                throw Problem(
                    description: "\(name) goes from \(control.range.lowerBound) to \(control.range.upperBound), and"
                        + " \(value) does not")
            }
            if control.kind == .menu, control.items[value] == nil {
                let items = control.items.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
                throw Problem(description: "\(name) takes one of \(items.joined(separator: ", ")), and not \(value)")
            }
            settings.append(.init(control: control, value: .number(value)))
        }
        // What switches between automatic and by hand comes first: the numbers are refused, or void, before it.
        settings.sort { ($0.control.isSwitch ? 0 : 1, $0.control.id) < ($1.control.isSwitch ? 0 : 1, $1.control.id) }
    }

    // MARK: - For the region

    /// Continuous focus, automatic exposure, both measured in the region where the device can. What somebody set by hand, and
    /// so differs from the device's own default, stays.
    private mutating func follow(_ roi: RegionOfInterest, _ controls: [DeviceControl]) {
        func control(_ id: UInt32) -> DeviceControl? { controls.first { $0.id == id && !$0.isReadOnly } }
        let focus = control(plated_v4l2_focus_auto)
        let exposure = control(plated_v4l2_exposure_auto)
        let isFocusByHand = focus.map { $0.value == .number(0) && $0.standard != 0 } ?? false
        let isExposureByHand = exposure.map { $0.value == .number(Self.manual) && $0.standard != Self.manual } ?? false
        if isFocusByHand { remarks.append("the focus was set by hand and is left as it is") }
        if isExposureByHand { remarks.append("the exposure was set by hand and is left as it is") }
        if let focus, !isFocusByHand { add(focus, .number(1)) }
        if let exposure, exposure.value == .number(Self.manual), !isExposureByHand,
            let automatic = [Self.aperturePriority, Self.automatic].first(where: { exposure.items[$0] != nil })
        {
            add(exposure, .number(automatic))
        }
        if !isExposureByHand, let metering = control(plated_v4l2_exposure_metering),
            let mode = Self.metering(for: roi), metering.items[mode] != nil
        {
            add(metering, .number(mode))
        }
        if let rectangle = control(plated_v4l2_region_rectangle), rectangle.kind == .rectangle,
            let largest = rectangle.largest, let area = Self.area(of: roi, in: largest)
        {
            add(rectangle, .rectangle(area))
            if let automatic = control(plated_v4l2_region_auto), case .number(let now)? = automatic.value {
                let bits = (isExposureByHand ? 0 : Self.regionExposure) | (isFocusByHand ? 0 : Self.regionFocus)
                add(automatic, .number(now | bits & automatic.range.upperBound))
            }
        }
    }

    private mutating func add(_ control: DeviceControl, _ value: DeviceControl.Value) {
        if control.value != value { settings.append(.init(control: control, value: value)) }
    }

    // Of V4L2_CID_EXPOSURE_AUTO.
    private static let automatic = 0
    private static let manual = 1
    private static let aperturePriority = 3
    // Of V4L2_CID_EXPOSURE_METERING.
    private static let centreWeighted = 1
    private static let spot = 2
    // Of V4L2_CID_UVC_REGION_OF_INTEREST_AUTO.
    private static let regionExposure = 1 << 0
    private static let regionFocus = 1 << 3

    /// Where a device measures light when it cannot be told a region: nil where it should go on as it does, since the region is
    /// nearly all of the picture, or not in its middle.
    static func metering(for roi: RegionOfInterest) -> Int? {
        let size = 1000
        let bounds = roi.bounds(width: size, height: size)
        let part = bounds.width * bounds.height / Double(size * size)
        let middle = Double(size) / 2
        guard part < 0.6, (bounds.x...bounds.x + bounds.width).contains(middle),
            (bounds.y...bounds.y + bounds.height).contains(middle)
        else { return nil }
        return part < 0.15 ? spot : centreWeighted
    }

    /// The region in a sensor's pixels; nil where it is all of the picture.
    static func area(of roi: RegionOfInterest, in sensor: DeviceControl.Rectangle) -> DeviceControl.Rectangle? {
        guard sensor.width > 0, sensor.height > 0 else { return nil }
        let bounds = roi.bounds(width: sensor.width, height: sensor.height)
        let area = DeviceControl.Rectangle(
            left: sensor.left + Int(bounds.x), top: sensor.top + Int(bounds.y), width: Int(bounds.width),
            height: Int(bounds.height))
        return area.width <= 0 || area.height <= 0 || area == sensor ? nil : area
    }
}

extension DeviceControl {
    /// Whether its value is a number that may be set.
    var isNumber: Bool { kind != .other && kind != .rectangle && !isReadOnly }
    var isSwitch: Bool { kind == .boolean || kind == .menu }
}
