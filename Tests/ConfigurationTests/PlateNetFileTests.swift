import ALPR
import Basics
import CameraConfiguration
import Foundation
import Settings
import TestSupport
import Testing

@Suite struct PlateNetFileTests {
    private func read(_ text: String) throws -> PlateNetDescription {
        let folder = try TemporaryFolder()
        let path = folder.path + "/net.yaml"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try PlateNetFile.read(path)
    }

    private let whole = """
        max_plate_slots: 9
        alphabet: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_'
        pad_char: '_'
        img_height: 70
        img_width: 140
        """

    @Test func `what makers of nets publish is read, and what is theirs alone passed over`() throws {
        let net = try read(whole + "\nkeep_aspect_ratio: true\nimage_color_mode: grayscale\ntheir_own: 1\n")
        #expect(net.slots == 9 && net.alphabet.count == 37 && net.padding == "_")
        #expect(net.width == 140 && net.height == 70 && net.keepsAspect && net.colourMode == .grayscale)
        #expect(net.countries.isEmpty)
    }

    @Test func `what is missing or wrong is told by its key`() throws {
        let error = #expect(throws: Problems.self) {
            try read("max_plate_slots: 0\nalphabet: ABA\npad_char: '?'\nimg_height: 64\n")
        }
        let text = error?.description ?? ""
        #expect(text.contains("img_width: is missing: this is no description of a net that reads plates"))
        #expect(text.contains("max_plate_slots: is 0"))
        #expect(text.contains("pad_char: expects one character of the alphabet"))
        #expect(text.contains("alphabet: has a character twice"))
    }

    @Test func `a file that is not there is a clear error`() {
        #expect(throws: Problems.self) { try PlateNetFile.read("/nowhere/net.yaml") }
    }
}
