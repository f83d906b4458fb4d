import ALPR
import Addresses
import Capture
import Foundation
import Testing

@testable import FFmpegCapture

private let givenDevice = ProcessInfo.processInfo.environment["PLATED_V4L2_DEVICE"]

/// Against the kernel's own virtual camera: set PLATED_V4L2_DEVICE to a vivid device (modprobe vivid; /dev/video0).
///
/// Without that there is nothing here that could be looked at, and the suite is skipped.
@Suite(.serialized, .enabled(if: givenDevice != nil, "PLATED_V4L2_DEVICE is not set"))
struct V4L2DeviceTests {
    private var path: String { givenDevice ?? "" }

    private func read(_ count: Int, of source: FFmpegSource) throws {
        for _ in 0..<count { #expect(try source.nextFrame(where: { _ in true }) != nil) }
    }

    @Test func `a device lists formats with sizes and rates, and controls with values`() throws {
        let device = try V4L2Device(path)
        #expect(!device.card.isEmpty)
        #expect(device.formats.contains { $0.name == "yuyv422" && !$0.sizes.isEmpty })
        #expect(device.formats.flatMap(\.sizes).contains { !$0.rates.isEmpty })
        let controls = device.controls()
        #expect(controls.contains { $0.name == "brightness" && $0.value != nil })
        #expect(controls.contains { $0.kind == .menu && !$0.items.isEmpty })
        #expect(Set(controls.map(\.id)).count == controls.count)
    }

    @Test(arguments: ["yuyv422", "nv12", "gray", "yuv420p"])
    func `pictures come in the format that was asked for`(format: String) throws {
        var notes: [String] = []
        let device = CaptureSettings.Device(size: "640x360", pixelFormat: format, controls: .leave)
        let source = try FFmpegSource(
            SourceAddress(path), settings: CaptureSettings(stall: .seconds(10), device: device),
            note: { notes.append($0) })
        try read(5, of: source)
        #expect(source.stream.pixelFormat == format)
        #expect(source.stream.width == 640 && source.stream.height == 360)
        #expect(notes == [])
    }

    @Test func `a size that the device has not is told of`() throws {
        var notes: [String] = []
        let source = try FFmpegSource(
            SourceAddress(path),
            settings: CaptureSettings(stall: .seconds(10), device: .init(size: "641x361", controls: .leave)),
            note: { notes.append($0) })
        try read(1, of: source)
        #expect(notes.first?.contains("in place of 641x361") ?? false, "\(notes)")
    }

    @Test func `a device that another one reads is busy`() throws {
        let source = try FFmpegSource(SourceAddress(path), settings: CaptureSettings(stall: .seconds(10)))
        try read(1, of: source)
        do {
            _ = try FFmpegSource(SourceAddress(path))
            Issue.record("the device was opened twice")
        } catch {
            #expect("\(error)" == "opening \(path): another program uses it")
        }
    }

    @Test func `controls are set, checked and put back`() throws {
        func value(_ name: String) throws -> DeviceControl.Value? {
            try V4L2Device(path).controls().first { $0.name == name }?.value
        }
        let before = try #require(try value("brightness"))
        let wanted = before == .number(77) ? 78 : 77
        do {
            let source = try FFmpegSource(
                SourceAddress(path),
                settings: CaptureSettings(
                    stall: .seconds(10), device: .init(controls: .values(["brightness": wanted]))))
            try read(1, of: source)
            #expect(try value("brightness") == .number(wanted))
        }
        #expect(try value("brightness") == before)
        #expect(throws: CaptureError.self) {
            try FFmpegSource(
                SourceAddress(path), settings: CaptureSettings(device: .init(controls: .values(["no_such": 1]))))
        }
        #expect(try value("brightness") == before)
    }
}
