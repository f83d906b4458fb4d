import Foundation
import TestSupport
import Testing

/// Everything happens on the user's machine: what plated runs on opens no connection of its own, and writes where it was told to.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
struct NothingLeavesTests {
    private let folder: TemporaryFolder
    private let clip: String

    init() throws {
        folder = try TemporaryFolder()
        clip = try PlateClip.make("clip.mp4", in: folder)
    }

    private func configuration(_ engine: String) throws -> String {
        try folder.write("engine: \(engine)\nsource: {url: \(clip)}\n", to: "\(engine).yaml")
    }

    /// What it changed beside what is in its own folder.
    private func elsewhere(_ traced: Traced) -> Set<String> {
        traced.changed.filter { !$0.hasPrefix(folder.path + "/") && $0 != "/dev/null" }
    }

    /// The home that it had, in which nobody asked for anything.
    private var home: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: folder.file("home")).filter { $0 != "empty" } }
    }

    @Test(arguments: ["tesseract", "neural"])
    func `reading opens no connection, and writes nothing but what was asked for`(engine: String) throws {
        guard engine == "tesseract" || TestNets.hasRuntime else { return print("neural: \(TestNets.needed)") }
        let configuration = try configuration(engine)
        let picture = try PlateClip.make("plate.png", in: folder)
        for arguments in [
            ["run", "--config", configuration, clip], ["read", "--config", configuration, picture],
            ["check", configuration], ["probe", "--config", configuration, clip],
            ["eval", "--config", configuration, try labelled(picture)],
        ] {
            let traced = try Traced.run(arguments, in: folder)
            #expect(traced.result.status == 0, "\(arguments): \(traced.result.errors)")
            #expect(traced.talk == [], "\(arguments)")
            #expect(traced.changed.isSubset(of: ["/dev/null"]), "\(arguments)")
            #expect(try home == [])
        }
    }

    /// A folder of one labelled picture, as `eval` takes it.
    private func labelled(_ picture: String) throws -> String {
        try folder.write(Data(contentsOf: URL(fileURLWithPath: picture)), to: "set/images/plate.png")
        try folder.write("image,text\nimages/plate.png,\(PlateClip.text)\n", to: "set/manifest.csv")
        return folder.file("set")
    }

    @Test func `what is written lies where the command says, and nowhere else`() throws {
        let traced = try Traced.run(
            [
                "run", "--config", try configuration("auto"), clip, "--state", folder.file("kept"), "--explain",
                folder.file("why.ndjson"),
            ], in: folder)
        #expect(traced.result.status == 0 && traced.result.plates == [PlateClip.text], "\(traced.result)")
        #expect(traced.talk == [])
        #expect(elsewhere(traced) == [])
        let parts = Set(traced.changed.compactMap { $0.dropFirst(folder.path.count + 1).split(separator: "/").first })
        #expect(parts.subtracting(["null"]) == ["kept", "why.ndjson"], "\(traced.changed)")
        #expect(try home == [])
    }

    @Test func `a connection and a written file show, so that these tests can fail`() throws {
        let asked = folder.file("asked")
        let traced = try Traced.run(
            ["-c", "echo something >'\(asked)'; exec 3<>/dev/tcp/127.0.0.1/9"], program: "/bin/bash", in: folder)
        #expect(traced.talk.contains { $0.contains("connect(") && $0.contains("127.0.0.1") }, "\(traced.talk)")
        #expect(traced.changed.contains(asked))
        #expect(traced.result.status != 0)
    }
}
