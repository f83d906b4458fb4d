import Foundation
import TestSupport
import Testing

/// No command ends well that could not say what it found.
@Suite struct StandardOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [
        ["check", repository + "/config/plated.yaml", "--source", "x.mp4"], ["models", "list"], ["models", "verify"],
        ["--help"],
        ["run", "--help"], ["--version"], ["help", "eval"], ["--generate-completion-script", "bash"], [],
    ])
    func `a full or closed standard output is an error of every command`(arguments: [String]) throws {
        let places = ["--folder", folder.path]
        let arguments = arguments + (arguments.first == "models" ? places : [])
        #expect(try Program.run(arguments).status == 0)
        for (place, reason) in [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")] {
            let result = try Program.shell("exec \"$0\" \"$@\" \(place)", arguments)
            #expect(result.status == 74, "\(place): \(result)")
            #expect(result.errors.hasSuffix("plated: writing to standard output: \(reason)\n"), "\(place): \(result)")
        }
    }

    @Test func `probe, read and eval say so, too`() throws {
        let still = try PlateClip.make("still.png", in: folder)
        let set = try folder.write("image,text\nstill.png,\(PlateClip.text)\n", to: "set.csv")
        for arguments in [["probe", still], ["read", still], ["eval", set]] {
            let result = try Program.shell("exec \"$0\" \"$@\" >/dev/full", arguments)
            #expect(result.status == 74, "\(result)")
            #expect(
                result.errors.hasSuffix("plated: writing to standard output: No space left on device\n"), "\(result)")
        }
    }

    @Test func `with standard error closed, nothing that is said gets into the log`() throws {
        let clip = try PlateClip.make("clip.mp4", in: folder)
        let result = try Program.shell(
            "exec \"$0\" run \"$1\" --log \"$2\" --log-level debug <&- 2>&-", clip, folder.file("log"))
        #expect(result.status == 0)
        let lines = try folder.text("log").split(separator: "\n")
        #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("{\"schema\":\"plated.event/1\"") }, "\(lines)")
    }
}
