import Foundation
import TestSupport
import Testing

/// `plated models`, as a user runs it, against a real web server on loopback.
@Suite struct ModelsCommandTests {
    private let served: TemporaryFolder
    private let folder: TemporaryFolder
    private let server: FileServer
    private static let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: ($0 &* 31) >> 3) })
    /// sha256sum
    private static let checksum = "7fef6f34e26a337fc51b6c2b74dac7dae08dc411cbdfe3d8a82b616c1c348b37"

    init() throws {
        served = try TemporaryFolder()
        folder = try TemporaryFolder()
        try served.write(Self.content, to: "net.onnx")
        server = try FileServer(served)
    }

    /// - Parameter how: the first part of the file's path; see Tests/Servers/files.py.
    private func arguments(_ command: String..., how: String = "plain") throws -> [String] {
        let catalogue = """
            models:
              - name: net
                kind: detector
                about: Finds nothing
                project: https://example.org/net
                licence: MIT
                files:
                  - name: net.onnx
                    address: \(server.address(how + "/net.onnx"))
                    size: \(Self.content.count)
                    sha256: \(Self.checksum)
            """
        return ["models"] + command
            + ["--folder", folder.file("nets"), "--catalogue", try folder.write(catalogue, to: how + ".yaml")]
    }

    private var net: String { folder.file("nets/net/net.onnx") }

    @Test func `a net is listed, installed, found again, checked, and mended`() throws {
        let before = try Program.run(arguments("list"))
        #expect(before.output.contains("net   detector  200 kB  MIT      not installed"), "\(before)")
        #expect(before.output.contains("Finds nothing; https://example.org/net"))
        let none = try Program.run(arguments("verify"))
        #expect(none.status == 0 && none.output == "No net is installed.\n")
        let absent = try Program.run(arguments("verify", "net"))
        #expect(absent.status == 66 && absent.errors.contains("plated models install net --folder "), "\(absent)")

        let installed = try Program.run(arguments("install", "net"))
        #expect(
            installed.status == 0 && installed.output == "net is installed: \(folder.file("nets/net"))\n",
            "\(installed)")
        // No terminal: lines, and no bar.
        #expect(installed.errors.hasPrefix("downloading net.onnx, 200 kB, from http://localhost:"))
        #expect(!installed.errors.contains("\u{1B}"))
        #expect(FileManager.default.contents(atPath: net) == Self.content)

        let again = try Program.run(arguments("install", "net"))
        #expect(again.status == 0 && again.output.hasPrefix("net is installed already: "), "\(again)")
        #expect(try server.requests().count == 1)
        #expect(try Program.run(arguments("list")).output.contains("installed  \(folder.file("nets/net"))"))
        #expect(try Program.run(arguments("verify")).output == "net  installed  \(folder.file("nets/net"))\n")

        let damaged = try folder.write(Data(Self.content.reversed()), to: "nets/net/net.onnx")
        let found = try Program.run(arguments("verify"))
        // What is to be typed names the same places.
        let places = " --folder \(folder.file("nets")) --catalogue \(folder.file("plain.yaml"))\n"
        #expect(
            found.status == 65 && found.errors.contains("To mend it: plated models install net" + places), "\(found)")
        #expect(found.output.contains("damaged (net.onnx has the SHA-256 "))
        #expect(try Program.run(arguments("list")).output.contains("damaged (net.onnx has the SHA-256 "))
        #expect(try Program.run(arguments("install", "net")).status == 0)
        #expect(FileManager.default.contents(atPath: damaged) == Self.content)
    }

    @Test func `Ctrl-C keeps what came, and the same command goes on from there`() throws {
        let errors = Pipe()
        let process = try Program.start(arguments("install", "net", how: "slow"), errors: errors)
        let part = net + ".part"
        // 200 kB at a kilobyte in 20 ms: four seconds, if nobody interrupts.
        eventually { !process.isRunning || !(FileManager.default.contents(atPath: part)?.isEmpty ?? true) }
        process.interrupt()
        process.waitUntilExit()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationReason == .exit && process.terminationStatus == 130, "\(said)")
        #expect(said.contains("the same command goes on from there"), "\(said)")
        let kept = try #require(FileManager.default.contents(atPath: part)?.count)
        #expect(kept > 0 && kept < Self.content.count)
        #expect(try Program.run(arguments("list")).output.contains("not installed ("))
        let rest = try Program.run(arguments("install", "net"))
        #expect(rest.status == 0 && rest.errors.hasPrefix("going on with net.onnx after "), "\(rest)")
        #expect(FileManager.default.contents(atPath: net) == Self.content)
        #expect(try server.requests().last == "/plain/net.onnx bytes=\(kept)-")
    }

    @Test func `files that are here need no network, and pass the same checks`() throws {
        let installed = try Program.run(arguments("install", "net", "--from", served.file("net.onnx")))
        #expect(installed.status == 0 && FileManager.default.contents(atPath: net) == Self.content, "\(installed)")
        try FileManager.default.removeItem(atPath: net)
        try served.write(Data(Self.content.reversed()), to: "net.onnx")
        let refused = try Program.run(arguments("install", "net", "--from", served.path))
        #expect(refused.status == 65 && refused.errors.contains("expected is \(Self.checksum)"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: net))
        #expect(try server.requests() == [])
    }

    @Test(arguments: [
        ("status/404", 69, "no such file (404)"), ("other", 65, "expected is"), ("cut/1000", 69, "cut"),
    ])
    func `a failure has its exit code, and says what to do`(how: String, status: Int32, words: String) throws {
        let how = (name: how.replacing("/", with: "-"), path: how)
        var arguments = try arguments("install", "net", how: how.name)
        let catalogue = try String(contentsOfFile: arguments[arguments.count - 1], encoding: .utf8)
        arguments[arguments.count - 1] = try folder.write(
            catalogue.replacing("/\(how.name)/net.onnx", with: "/\(how.path)/net.onnx"), to: "catalogue.yaml")
        let result = try Program.run(arguments)
        #expect(result.status == status && result.errors.contains(words), "\(result)")
        #expect(
            result.errors.split(separator: "\n").count == 3, "what was being done, why it failed, what to do: \(result)"
        )
        #expect(!FileManager.default.fileExists(atPath: net))
    }

    @Test func `a name that is not in the catalogue, and a catalogue that is none, are told`() throws {
        let unknown = try Program.run(arguments("install", "nat"))
        #expect(unknown.status == 64 && unknown.errors.contains("Did you mean net?"), "\(unknown)")
        let wrong = try Program.run("models", "list", "--catalogue", served.file("net.onnx"))
        #expect(wrong.status == 78 && wrong.errors.contains("net.onnx: "), "\(wrong)")
        let missing = try Program.run("models", "list", "--catalogue", "/nonexistent.yaml")
        #expect(missing.status == 78 && missing.errors.contains("there is no such file"), "\(missing)")
        #expect(try Program.run("models", "install").status == 64)
    }

    @Test func `the catalogue of the source tree is found by itself`() throws {
        let list = try Program.run("models", "list", "--folder", folder.path)
        #expect(list.status == 0 && list.output.contains("cct-xs-v2-global   reader"), "\(list)")
    }
}
