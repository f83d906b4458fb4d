import Basics
import Foundation
import TestSupport
import Testing

@testable import ONNXNets

@Suite struct RuntimeTests {
    @Test func `a runtime that is not there is a clear error that tells how to install it`() {
        let error = #expect(throws: ONNXError.self) { try ONNXRuntime(libraries: ["/nowhere/libonnxruntime.so"]) }
        let text = "\(error?.description ?? "")"
        #expect(text.hasPrefix("loading ONNX Runtime: it is not installed; looked for /nowhere/libonnxruntime.so"))
        #expect(text.contains("scripts/install-onnxruntime") && text.contains("neural.runtime"))
    }

    @Test func `a file that is no library is told from one that is not there`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/libonnxruntime.so"
        try Data("no library".utf8).write(to: URL(filePath: path))
        let error = #expect(throws: ONNXError.self) { try ONNXRuntime(libraries: [path]) }
        #expect(error?.reason.hasPrefix("\(path) is no library that can be loaded here") == true)
    }

    @Test func `another library is not taken for it`() {
        let error = #expect(throws: ONNXError.self) { try ONNXRuntime(libraries: ["libm.so.6"]) }
        #expect(error?.reason == "libm.so.6 is another library: it has no OrtGetApiBase")
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `what a net takes and gives is known once it is loaded`() throws {
        let runtime = try ONNXRuntime(libraries: TestNets.libraries)
        #expect(runtime.version.hasPrefix("1."))
        let session = try ONNXSession(TestNets.path("reader.onnx"), runtime: runtime)
        #expect(session.inputs.map(\.description) == ["input: uint8 Nx8x16x3"])
        #expect(session.outputs.map(\.description) == ["plate: float32 Nx5x4", "region: float32 Nx2"])
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `a net runs on what it is given, as often as it is asked`() throws {
        let session = try ONNXSession(
            TestNets.path("other.onnx"), runtime: try ONNXRuntime(libraries: TestNets.libraries))
        for turn in 0..<3 {
            let input = [Float(turn), 2, 3, 4]
            let result = try session.run(input, dimensions: [1, 4], outputs: ["y"])
            #expect(result.map(\.values) == [input])
            #expect(result.map(\.dimensions) == [[1, 4]])
        }
    }

    @Test(.enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)))
    func `an input of the wrong size is an error of the net's, and the next run is well`() throws {
        let session = try ONNXSession(
            TestNets.path("other.onnx"), runtime: try ONNXRuntime(libraries: TestNets.libraries))
        #expect(throws: ONNXError.self) { try session.run([Float(1)], dimensions: [1, 1], outputs: ["y"]) }
        #expect(try session.run([Float](repeating: 1, count: 4), dimensions: [1, 4], outputs: ["y"]).count == 1)
    }

    @Test(
        .enabled(if: TestNets.hasRuntime, Comment(rawValue: TestNets.needed)),
        arguments: ["empty", "text", "half"])
    func `a damaged net is an error that names the file`(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/net.onnx"
        let whole = try Data(contentsOf: URL(filePath: TestNets.path("reader.onnx")))
        let content = ["empty": Data(), "text": Data("no net at all".utf8), "half": whole.prefix(whole.count / 2)][kind]
        try #require(content).write(to: URL(filePath: path))
        let runtime = try ONNXRuntime(libraries: TestNets.libraries)
        let error = #expect(throws: ONNXError.self) { try ONNXSession(path, runtime: runtime) }
        #expect(error?.action == "loading the net \(path)")
        #expect(error?.reason.hasPrefix("it is no net that ONNX Runtime can load") == true)
    }
}
