import Foundation
import Plates
import Settings
import TestSupport
import Testing

@testable import CameraConfiguration

@Suite struct FormatFolderTests {
    @Test func `countries asked for by code come in the order they were asked for`() throws {
        try withFolder(["xx.yaml": soundFormats, "yy.yaml": soundFormats.replacing("xx", with: "yy")]) { folder in
            let countries = try FormatFile.load(codes: ["yy", "xx"], folder: folder).get()
            #expect(countries.map(\.code) == ["yy", "xx"])
            #expect(try FormatFile.load(codes: [], folder: folder).get().isEmpty)
        }
    }

    @Test(arguments: ["nl", "XX", "", "../xx", "xx.yaml"])
    func `countries asked for by code are named where one is not known`(_ code: String) throws {
        try withFolder(["xx.yaml": soundFormats, "yy.yaml": soundFormats, "README.md": ""]) { folder in
            #expect(
                problems(FormatFile.load(codes: [code], folder: folder)) == [
                    "\(folder): has no formats of \"\(code)\"; there are xx, yy"
                ])
        }
    }

    @Test func `countries asked for by code need a folder with files`() throws {
        try withFolder([:]) { folder in
            #expect(
                problems(FormatFile.load(codes: ["xx"], folder: folder)) == [
                    "\(folder): has no formats of \"xx\"; the folder has none"
                ])
            #expect(
                problems(FormatFile.load(codes: ["xx"], folder: folder + "/none")) == [
                    "\(folder)/none: cannot be read: there is no such folder"
                ])
        }
    }

    @Test func `countries asked for by code give the problems of all their files`() throws {
        let spoiled = soundFormats.replacing("LL-DD", with: "LL-DQ")
        try withFolder(["xx.yaml": spoiled, "yy.yaml": soundFormats, "zz.yaml": "name: [Z]"]) { folder in
            let found = problems(FormatFile.load(codes: ["xx", "yy", "zz", "nl"], folder: folder))
            #expect(
                found.map { String($0.dropFirst(folder.count).prefix(12)) } == [
                    "/xx.yaml:7: ", "/yy.yaml:2: ", "/zz.yaml:1: ", "/zz.yaml:1: ", "/zz.yaml:1: ", "/zz.yaml:1: ",
                    ": has no for",
                ])
        }
    }
}
