import Foundation
import TestSupport
import Testing

@Suite struct ProbeSheetTests {
    @Test func `the sheet shows every plate, and what became of everything else`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let sheet = folder.file("seen.html")
        let probe = try Program.run("probe", clip, "--sheet", sheet)
        #expect(probe.status == 0, "\(probe.errors)")
        let html = try folder.text("seen.html")
        #expect(html.contains("<h2>\(PlateClip.text)</h2>"))
        #expect(html.contains("<code>\(PlateClip.text)</code><br><small>characters 2"))
        // The whole picture, and at least two looks at the plate; nothing from elsewhere.
        #expect(html.split(separator: "src=\"data:image/jpeg;base64,").count >= 4)
        #expect(!html.contains("http"))
        #expect(html.contains("plates       1 read in "))

        let config = try folder.write("plates: {minimum_text_height_px: 32}\n", to: "gate.yaml")
        #expect(try Program.run("probe", "-c", config, clip, "--sheet", sheet).status == 0)
        let other = try folder.text("seen.html")
        #expect(other.contains("<h2>too_small: "))
        #expect(other.contains("not read<br>"))
        #expect(!other.contains(PlateClip.text))
    }
}
