import ALPR
import Capture
import Testing

@Suite struct CaptureSettingsTests {
    @Test func `a device measures the region of the upright picture where it lies in its own`() {
        var settings = CaptureSettings()
        settings.device.roi = RegionOfInterest(x: 0, y: 0.5, width: 0.5, height: 0.5)
        #expect(settings.deviceAsItLies == settings.device)
        settings.orientation = .upsideDown
        let bounds = settings.deviceAsItLies.roi.bounds(width: 100, height: 100)
        #expect(bounds == Box(x: 50, y: 0, width: 50, height: 50))
    }
}
