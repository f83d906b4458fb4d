import ALPR
import CV4L2
import Capture
import Testing

@testable import FFmpegCapture

/// A device's controls without a device: those of a common webcam, and what a newer one has besides.
private final class StandIn: ControlAccess {
    var all: [DeviceControl]
    /// What was set, in order.
    var log: [String] = []
    /// Names that are refused, and those that come out one lower than asked for.
    var refused: Set<String> = []
    var rounded: Set<String> = []

    init(_ all: [DeviceControl]) {
        self.all = all
    }

    func controls() -> [DeviceControl] { all }

    func value(of control: DeviceControl) -> DeviceControl.Value? { all.first { $0.id == control.id }?.value }

    func set(_ control: DeviceControl, to value: DeviceControl.Value) -> Int32? {
        log.append("\(control.name)=\(value)")
        if refused.contains(control.name) { return 22 }
        guard let index = all.firstIndex(where: { $0.id == control.id }) else { return 22 }
        all[index].value = value
        if rounded.contains(control.name), case .number(let number) = value { all[index].value = .number(number - 1) }
        return nil
    }

    subscript(_ name: String) -> DeviceControl.Value? { all.first { $0.name == name }?.value }
}

@Suite struct DeviceControlTests {
    private static let exposure = DeviceControl(
        id: plated_v4l2_exposure_auto, name: "auto_exposure", kind: .menu, range: 0...3, standard: 3,
        items: [1: "Manual Mode", 3: "Aperture Priority Mode"], value: .number(3))
    private static let time = DeviceControl(
        id: 0x9a0902, name: "exposure_time_absolute", kind: .integer, range: 3...2047, standard: 250,
        value: .number(156))
    private static let focus = DeviceControl(
        id: plated_v4l2_focus_auto, name: "focus_automatic_continuous", kind: .boolean, standard: 1, value: .number(1))
    private static let metering = DeviceControl(
        id: plated_v4l2_exposure_metering, name: "exposure_metering_mode", kind: .menu, range: 0...2,
        items: [0: "Average", 1: "Center Weighted", 2: "Spot"], value: .number(0))
    private static let rectangle = DeviceControl(
        id: plated_v4l2_region_rectangle, name: "region_of_interest_rectangle", kind: .rectangle,
        value: .rectangle(.init(left: 0, top: 0, width: 2000, height: 1000)),
        largest: .init(left: 0, top: 0, width: 2000, height: 1000))
    private static let automatic = DeviceControl(
        id: plated_v4l2_region_auto, name: "region_of_interest_auto_ctrls", kind: .bitmask, range: 0...0b101,
        value: .number(0b100))

    private let middle = RegionOfInterest(x: 0.4, y: 0.4, width: 0.2, height: 0.2)

    private func changed(_ control: DeviceControl, _ value: Int, standard: Int? = nil) -> DeviceControl {
        var changed = control
        changed.value = .number(value)
        changed.standard = standard ?? control.standard
        return changed
    }

    private func plan(
        _ wanted: CaptureSettings.Device.Controls, _ roi: RegionOfInterest, _ controls: DeviceControl...
    ) throws -> (settings: [String], remarks: [String]) {
        let plan = try ControlPlan(wanted, roi: roi, controls: controls)
        return (plan.settings.map { "\($0.control.name)=\($0.value)" }, plan.remarks)
    }

    @Test(arguments: [
        ("Exposure Time, Absolute", "exposure_time_absolute"),
        ("Focus, Automatic Continuous", "focus_automatic_continuous"),
        ("White Balance (Auto)", "white_balance_auto"), ("Gain", "gain"), ("", ""),
    ])
    func `controls are called as v4l2-ctl calls them`(title: String, name: String) {
        #expect(DeviceControl.name(of: title) == name)
    }

    @Test func `focus and exposure follow the region as far as the device can`() throws {
        #expect(try plan(.automatic, middle, Self.focus, Self.exposure).settings == [])
        #expect(
            try plan(.automatic, middle, changed(Self.focus, 0, standard: 0), Self.metering).settings == [
                "focus_automatic_continuous=1", "exposure_metering_mode=2",
            ])
        #expect(
            try plan(.automatic, middle, Self.rectangle, Self.automatic).settings == [
                "region_of_interest_rectangle=400x200 at 800,400", "region_of_interest_auto_ctrls=5",
            ])
        #expect(try plan(.leave, middle, changed(Self.focus, 0, standard: 0)).settings == [])
    }

    @Test func `what was set by hand stays, and that is said`() throws {
        let byHand = try plan(
            .automatic, middle, changed(Self.exposure, 1), changed(Self.focus, 0), Self.metering, Self.rectangle,
            Self.automatic)
        #expect(byHand.settings == ["region_of_interest_rectangle=400x200 at 800,400"])
        #expect(byHand.remarks.count == 2)
        // By hand is this one's own default, so nobody chose it.
        #expect(
            try plan(.automatic, middle, changed(Self.exposure, 1, standard: 1)).settings == ["auto_exposure=3"])
    }

    @Test(arguments: [
        (RegionOfInterest.wholePicture, Int?.none), (RegionOfInterest(x: 0, y: 0, width: 0.3, height: 0.3), nil),
        (RegionOfInterest(x: 0.25, y: 0.25, width: 0.5, height: 0.5), 1),
        (RegionOfInterest(x: 0.4, y: 0.4, width: 0.2, height: 0.2), 2),
    ])
    func `light is measured in the middle where the plates are there`(roi: RegionOfInterest, mode: Int?) {
        #expect(ControlPlan.metering(for: roi) == mode)
    }

    @Test func `the whole picture is no region`() throws {
        #expect(try plan(.automatic, .wholePicture, Self.rectangle, Self.automatic, Self.metering).settings == [])
    }

    @Test func `values by name are set with the switches first`() throws {
        let wanted = CaptureSettings.Device.Controls.values(["exposure_time_absolute": 20, "auto_exposure": 1])
        #expect(
            try plan(wanted, middle, Self.time, Self.exposure, Self.focus).settings == [
                "auto_exposure=1", "exposure_time_absolute=20",
            ])
    }

    @Test(arguments: [
        ("gain", 1, "there is no control gain; there are: exposure_time_absolute, auto_exposure"),
        ("exposure_time_absolute", 1, "exposure_time_absolute goes from 3 to 2047, and 1 does not"),
        (
            "auto_exposure", 2,
            "auto_exposure takes one of 1 (Manual Mode), 3 (Aperture Priority Mode), and not 2"
        ),
        (
            "region_of_interest_rectangle", 2,
            "region_of_interest_rectangle is not a number that can be set and put back"
        ),
    ])
    func `values that a device has not are a clear error`(name: String, value: Int, message: String) {
        #expect(throws: ControlPlan.Problem(description: message)) {
            try plan(.values([name: value]), middle, Self.time, Self.exposure, Self.rectangle)
        }
    }

    @Test func `values are checked after they were set, and put back in the end`() throws {
        let device = StandIn([Self.time, Self.exposure, Self.focus])
        device.rounded = ["exposure_time_absolute"]
        var notes: [String] = []
        do {
            let keeper = ControlKeeper(device, note: { notes.append($0) })
            try keeper.apply(.init(controls: .values(["exposure_time_absolute": 20, "auto_exposure": 1])))
            #expect(device["auto_exposure"] == .number(1))
            #expect(
                notes == [
                    "auto_exposure is 1 now, and was 3", "exposure_time_absolute is 19 now, and 20 was asked for",
                ])
        }
        #expect(device["auto_exposure"] == .number(3))
        // The last first: its time can be put back only while exposure is by hand.
        #expect(
            device.log == [
                "auto_exposure=1", "exposure_time_absolute=20", "exposure_time_absolute=156", "auto_exposure=3",
            ])
    }

    @Test func `what a device refuses is told, and the rest goes on`() throws {
        let device = StandIn([Self.time, Self.exposure])
        device.refused = ["auto_exposure"]
        var notes: [String] = []
        do {
            let keeper = ControlKeeper(device, note: { notes.append($0) })
            try keeper.apply(.init(controls: .values(["exposure_time_absolute": 20, "auto_exposure": 1])))
            #expect(device["exposure_time_absolute"] == .number(20))
        }
        #expect(notes.first == "auto_exposure was not set to 1: Invalid argument")
        #expect(device["exposure_time_absolute"] == .number(156))
    }

    @Test func `what a device gives in place of what was asked for is told`() {
        let given = StreamDescription(
            container: "v4l2", codec: "rawvideo", pixelFormat: "yuyv422", width: 640, height: 480, rate: 15,
            rotation: 0,
            isMirrored: false
        )
        #expect(
            CaptureSettings.Device(size: "640x480", rate: 15, pixelFormat: "yuyv422").differences(from: given) == [])
        #expect(
            CaptureSettings.Device(size: "1280x720", rate: 30, pixelFormat: "gray").differences(from: given) == [
                "gives 640x480 in place of 1280x720", "gives 15.0 pictures a second in place of 30.0",
                "gives yuyv422 in place of gray",
            ])
    }

    // MARK: - What is no device

    @Test(arguments: [
        ("/dev/video99", "opening /dev/video99: No such file or directory"),
        ("/dev/null", "opening /dev/null: it is not a Video4Linux device"),
        ("/dev", "opening /dev: Is a directory"),
    ])
    func `what is no camera is told apart`(path: String, message: String) {
        do {
            _ = try V4L2Device(path)
            Issue.record("\(path) was opened")
        } catch {
            #expect("\(error)" == message)
        }
    }
}
