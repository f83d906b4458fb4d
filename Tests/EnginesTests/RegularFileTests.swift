import CameraConfiguration
import Foundation
import Logging
import TestSupport
import Testing

@testable import Engines

@Suite struct RegularFileTests {
    @Test func `only what can be read to its end is a file`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("net", to: "file")
        let (link, pipe) = (folder.path + "/link", folder.path + "/pipe")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(RegularFile.objection(to: file) == nil && RegularFile.objection(to: link) == nil)
        for other in [pipe, folder.path, "/dev/zero"] {
            #expect(RegularFile.objection(to: other) == "it is no regular file", "\(other)")
        }
        #expect(RegularFile.objection(to: folder.path + "/nothing") == "No such file or directory")
    }

    @Test(arguments: [
        ("pipe.onnx", "finding the net FILE (neural.detector): it is no regular file"),
        ("pipe.traineddata", "loading the OCR model FILE: it is no regular file"),
    ]) func `a pipe in place of a net or a model is refused, and not waited for`(name: String, told: String) throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/\(name)"
        #expect(mkfifo(pipe, 0o600) == 0)
        var configuration = Configuration()
        configuration.engine = name.hasSuffix(".onnx") ? .neural : .tesseract
        configuration.neural.detector = pipe
        configuration.tesseract.model = pipe
        let shipped = Installation(executable: repository + "/.build/debug/plated")
        #expect {
            _ = try RecognitionPlan(
                configuration, installation: shipped, asking: .never,
                log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        } throws: { error in
            "\(error)".contains(told.replacing("FILE", with: pipe))
        }
    }

    @Test func `what is shipped counts as installed where it is a file`() throws {
        let folder = try TemporaryFolder()
        for name in ["bin", "share/plated"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        let net = folder.file("share/plated/outline.onnx")
        #expect(mkfifo(net, 0o600) == 0)
        func installed() -> Installation { Installation(executable: folder.path + "/bin/plated", dataFolders: "/none") }
        #expect(installed().outline == nil)
        #expect(unlink(net) == 0)
        _ = try folder.write("net", to: "share/plated/outline.onnx")
        #expect(installed().outline?.hasSuffix("share/plated/outline.onnx") == true)
        // The reader that comes with plated is shown plates by it.
        #expect {
            _ = try NetFiles(installation: Installation(executable: "/none/bin/plated", dataFolders: "/none"))
                .outline(for: Configuration.Neural.shipped)
        } throws: { error in
            "\(error)".contains("outline.onnx")
        }
    }

    @Test func `the reader that comes with plated is both of its nets`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: true)
        let first = try folder.write("net", to: "share/plated/reader.onnx")
        try FileManager.default.copyItem(
            atPath: repository + "/models/reader_plate_config.yaml",
            toPath: folder.file("share/plated/reader_plate_config.yaml"))
        let files = NetFiles(
            installation: Installation(executable: folder.path + "/bin/plated", dataFolders: "/none"))
        let further = folder.file("share/plated/reader_further.onnx")
        func refused(_ reason: String) {
            #expect { _ = try files.reader(Configuration.Neural.shipped) } throws: { "\($0)".contains(reason) }
        }
        refused("reader_further.onnx, which comes with plated")
        #expect(mkfifo(further, 0o600) == 0)
        refused("reader_further.onnx (neural.reader): it is no regular file")
        #expect(unlink(further) == 0)
        _ = try folder.write("net", to: "share/plated/reader_further.onnx")
        #expect(try files.reader(Configuration.Neural.shipped).further?.hasSuffix("_further.onnx") == true)
        // One of somebody's own may be alone.
        #expect(unlink(further) == 0)
        #expect(try files.reader(first).further == nil)
    }
}
