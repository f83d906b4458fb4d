import Capture

#if canImport(Glibc)
    import Glibc
#endif

/// Sets a device's controls, tells what the device made of them, and puts them back as they were found when it goes.
final class ControlKeeper {
    private let device: any ControlAccess
    private let note: (String) -> Void
    /// What was found, in the order in which it was changed.
    private var found: [ControlPlan.Setting] = []

    /// - Parameter note: gets what is worth telling once.
    init(_ device: any ControlAccess, note: @escaping (String) -> Void) {
        self.device = device
        self.note = note
    }

    deinit {
        // The last first: an exposure by hand can be put back only before it becomes automatic again. A device that is gone
        // has forgotten everything by itself.
        for setting in found.reversed() where device.value(of: setting.control) != setting.value {
            _ = device.set(setting.control, to: setting.value)
        }
    }

    /// Throws a `ControlPlan.Problem` where a control is asked for that is not there; what the device refuses is only told.
    func apply(_ settings: CaptureSettings.Device) throws(ControlPlan.Problem) {
        let plan = try ControlPlan(settings.controls, roi: settings.roi, controls: device.controls())
        plan.remarks.forEach(note)
        for setting in plan.settings { apply(setting) }
    }

    private func apply(_ setting: ControlPlan.Setting) {
        let name = setting.control.name
        guard let before = device.value(of: setting.control) else {
            return note("\(name) cannot be read, so it is left as it is")
        }
        guard before != setting.value else { return }
        found.append(.init(control: setting.control, value: before))
        if let refusal = device.set(setting.control, to: setting.value) {
            return note("\(name) was not set to \(setting.value): \(String(cString: strerror(refusal)))")
        }
        let now = device.value(of: setting.control)
        if now == setting.value {
            note("\(name) is \(setting.value) now, and was \(before)")
        } else {
            note("\(name) is \(now.map { "\($0)" } ?? "unknown") now, and \(setting.value) was asked for")
        }
    }
}
