import Foundation
import TestSupport
import Testing

/// `engine: neural`, as a user runs it.
@Suite struct NeuralTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A picture of one colour, as PPM.
    private func picture(red: UInt8, green: UInt8, blue: UInt8) throws -> String {
        var content = Data("P6\n96 64\n255\n".utf8)
        for _ in 0..<96 * 64 { content += [red, green, blue] }
        return try folder.write(content, to: "picture.ppm")
    }

    private func configuration(_ neural: String) throws -> String {
        try folder.write(
            "engine: neural\nsource: {url: picture.ppm}\nplates: {characters: [3, 8]}\nneural: {\(neural)}\n",
            to: "camera.yaml")
    }

    private var nets: String {
        "detector: \(TestNets.path("detector.onnx")), reader: \(TestNets.path("reader.onnx"))"
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `plates are found and read by nets, in colour, with the country that the net tells`() throws {
        let file = try configuration("runtime: \(TestNets.libraries[0]), \(nets)")
        let result = try Program.run("read", "-c", file, picture(red: 255, green: 230, blue: 0))
        #expect(result.status == 0, "\(result)")
        #expect(result.plates == ["AB1"])
        #expect(result.output.contains("\"region\":\"nl\"") && result.output.contains("\"engine\":\"neural\""))
        #expect(result.output.contains("\"box\":[24,16,48,24]"))
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `ONNX Runtime keeps nothing of whoever runs it, and is not let tell anybody`() throws {
        let file = try configuration("runtime: \(TestNets.libraries[0]), \(nets)")
        let home = folder.path + "/home"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
        let places = ["HOME": home, "XDG_CACHE_HOME": home + "/cache", "ORT_DISABLE_TELEMETRY": "0"]
        let picture = try picture(red: 255, green: 230, blue: 0)
        let result = try Program.run("read", "-c", file, picture, environment: places)
        #expect(result.status == 0 && result.plates == ["AB1"], "\(result)")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home) == [])
    }

    @Test func `without the runtime a message says how to install it`() throws {
        let file = try configuration("runtime: /nowhere/libonnxruntime.so.1, \(nets)")
        let result = try Program.run("read", "-c", file, picture(red: 255, green: 0, blue: 0))
        #expect(result.status == 78)
        #expect(
            result.errors.contains("loading ONNX Runtime: it is not installed; looked for /nowhere/libonnxruntime.so.1")
        )
        #expect(result.errors.contains("scripts/install-onnxruntime"))
    }

    @Test func `a pipe or a device in the runtime's place is refused, and not waited for`() throws {
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/null"] {
            let file = try configuration("runtime: \(path), \(nets)")
            let result = try Program.run(["read", "-c", file, picture(red: 255, green: 0, blue: 0)], limit: 30)
            #expect(result.status == 78, "\(result)")
            #expect(result.errors.contains("loading ONNX Runtime from \(path): it is no regular file"), "\(result)")
        }
    }

    @Test func `a net that is not installed is told with the command that installs it`() throws {
        for (neural, name) in [
            ("reader: cct-xs-v2-global", "cct-xs-v2-global"),
            ("reader: \(TestNets.path("reader.onnx")), detector: yolo-v9-t-416", "yolo-v9-t-416"),
        ] {
            let result = try Program.run("check", configuration(neural))
            #expect(result.status == 78, "\(result)")
            #expect(result.errors.contains("plated models install \(name)"), "\(result)")
        }
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `the detector that comes with plated is taken where no other is installed`() throws {
        let nets = "runtime: \(TestNets.libraries[0]), reader: \(TestNets.path("reader.onnx"))"
        for named in ["", ", detector: auto", ", detector: plated"] {
            let result = try Program.run("check", configuration(nets + named))
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("/models/detector.onnx\""), "\(result)")
        }
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `the reader that comes with plated is taken where no other is named`() throws {
        for named in ["", ", reader: auto", ", reader: plated"] {
            let result = try Program.run("check", configuration("runtime: \(TestNets.libraries[0])" + named))
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("\n  reader: \"plated\"\n"), "\(result)")
        }
    }

    @Test func `what is no net of the catalogue and no file is told by its key`() throws {
        let unknown = try Program.run("check", configuration("reader: magic"))
        #expect(unknown.status == 78 && unknown.errors.contains("magic"), "\(unknown)")
        let missing = try Program.run("check", configuration("reader: /nowhere/net.onnx"))
        #expect(missing.errors.contains("finding the net /nowhere/net.onnx (neural.reader): No such file or directory"))
        let bare = try Program.run("check", configuration("reader: \(TestNets.path("detector.onnx"))"))
        #expect(bare.errors.contains("its description is not beside it; looked for"), "\(bare)")
        let wrong = try Program.run("check", configuration("reader: yolo-v9-t-416"))
        #expect(wrong.errors.contains("it is a detector, and not a reader"), "\(wrong)")
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `a net of another form is refused before anything is read`() throws {
        let file = try configuration(
            "runtime: \(TestNets.libraries[0]), detector: \(TestNets.path("other.onnx")), reader: \(TestNets.path("reader.onnx"))"
        )
        for command in [["read", try picture(red: 255, green: 0, blue: 0), "-c"], ["check"]] {
            let result = try Program.run(command + [file])
            #expect(result.status == 78 && result.output.isEmpty)
            #expect(result.errors.contains("it is not a net that finds plates"), "\(result)")
        }
    }
}
