import Answers
import Foundation
import TestSupport
import Testing

@testable import plated_hub

@Suite struct PictureFolderTests {
    private let folder: TemporaryFolder
    private let pictures: PictureFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("secret", to: "secret")
        try folder.write("picture", to: "gate/2026/a.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("gate/link.jpg"), withDestinationPath: folder.file("secret"))
        try FileManager.default.createSymbolicLink(atPath: folder.file("gate/away"), withDestinationPath: folder.path)
        pictures = PictureFolder(path: folder.file("gate"))
    }

    @Test func `a picture is read`() throws {
        var bytes: [UInt8] = []
        try pictures.open("2026/a.jpg").read { bytes += $0 }
        #expect(bytes == Array("picture".utf8))
    }

    @Test(arguments: [
        "../secret", "2026/../../secret", "/etc/passwd", "link.jpg", "away/secret", "", "2026//a.jpg", "./2026/a.jpg",
        "a\u{0}b",
    ])
    func `no path leads out of the folder, to be read or removed`(path: String) throws {
        #expect(throws: PictureFolder.Absence.elsewhere) { try pictures.open(path) }
        if path != "link.jpg" { #expect(throws: PictureFolder.Absence.elsewhere) { try pictures.remove(path) } }
        #expect(try folder.text("secret") == "secret")
    }

    @Test func `of a link, the link is removed`() throws {
        #expect(try pictures.remove("link.jpg"))
        #expect(try folder.text("secret") == "secret")
    }

    @Test func `what is not there is missing`() throws {
        #expect(throws: PictureFolder.Absence.missing) { try pictures.open("2026/b.jpg") }
        #expect(try pictures.remove("2026/b.jpg") == false)
        #expect(try pictures.remove("2026/a.jpg"))
        #expect(throws: PictureFolder.Absence.missing) { try pictures.open("2026/a.jpg") }
    }
}
