import TestSupport
import Testing

@testable import Console

/// Whose files lie in the folder of cameras.
@Suite struct CameraFolderTests {
    @Test func `a file whose name no page can have is a camera's all the same`() throws {
        let folder = try TemporaryFolder()
        for name in [
            "gate", "front_gate", "Yard.2", "key", "hub", "sites", "pictures", "north gate", ".hidden",
        ] {
            try folder.write("source: {url: rtsp://192.0.2.9/s}\n", to: name + ".yaml")
        }
        try folder.write("", to: "exit.yaml.before")
        let cameras = CameraFolder(path: folder.path)
        #expect(cameras.names == ["gate"])
        #expect(cameras.others == ["Yard.2", "front_gate", "key"])
        #expect(CameraFolder(path: folder.file("none")).others.isEmpty)
    }
}
