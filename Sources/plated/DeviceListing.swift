import FFmpegCapture

/// What a Video4Linux device can do, for people.
struct DeviceListing {
    let text: String

    init(_ device: V4L2Device) {
        var lines = ["device       \(device.path): \(device.card) (\(device.driver))"]
        for format in device.formats {
            lines.append("format       \(format.name) (\(format.title))")
            lines += format.sizes.map { "             \(Self.describe($0))" }
        }
        if device.formats.isEmpty { lines.append("formats      none stated") }
        let controls = device.controls().filter { $0.kind != .other }
        lines += controls.map { "control      \(Self.describe($0))" }
        if controls.isEmpty { lines.append("controls     none") }
        text = lines.joined(separator: "\n") + "\n"
    }

    static func describe(_ size: V4L2Device.Size) -> String {
        var text = "\(size.width)x\(size.height)"
        if size.maximumWidth != size.width || size.maximumHeight != size.height {
            text += " to \(size.maximumWidth)x\(size.maximumHeight)"
        }
        let rates = size.rates.map { $0.inTenths }.joined(separator: ", ")
        return rates.isEmpty ? text : text + " at \(rates) pictures a second"
    }

    /// `exposure_time_absolute 156 (3 to 2047, default 250)`
    static func describe(_ control: DeviceControl) -> String {
        let value = control.value.map { "\($0)" } ?? "unreadable"
        var facts: [String] = []
        switch control.kind {
        case .menu:
            facts.append(
                control.items.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        case .rectangle:
            if let largest = control.largest { facts.append("within \(DeviceControl.Value.rectangle(largest))") }
        case .integer, .boolean, .bitmask, .other:
            let step = control.step > 1 ? " by \(control.step)" : ""
            facts.append("\(control.range.lowerBound) to \(control.range.upperBound)\(step)")
        }
        if control.kind != .rectangle { facts.append("default \(control.standard)") }
        if control.isReadOnly { facts.append("read only") }
        if control.isInactive { facts.append("void at the moment") }
        return "\(control.name) \(value) (\(facts.joined(separator: ", ")))"
    }
}
