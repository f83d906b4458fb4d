import Foundation
import Records
import TestSupport
import Testing

/// What a live camera's scanner does with what lies in its folders though it writes nothing there.
@Suite struct LeftoversTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// When it was so many days ago, as events have it.
    private func day(_ ago: Int64) -> String {
        String(WallTime(milliseconds: WallTime.now.milliseconds - ago * 86_400_000).description.prefix(10))
    }

    /// Makes a picture and a day of misses: more than may be kept, and none of it too old.
    private func write(_ ago: Int64, bytes: Int) throws -> (picture: String, misses: String) {
        let data = Data(count: bytes)
        let hour = day(ago).replacing("-", with: "/") + "/12"
        let picture = "gate/evidence/\(hour)/01M7000000000000000000000A.crop.jpg"
        try folder.write(data, to: picture)
        try folder.write(data, to: "gate/missed/\(day(ago)).ndjson")
        return (folder.file(picture), folder.file("gate/missed/\(day(ago)).ndjson"))
    }

    @Test(arguments: ["evidence: {crop: false, scene: false, megabytes: 1}", "privacy: pseudonym"])
    func `who switches pictures and misses off is rid of the old ones in their time`(settings: String) throws {
        let limit = settings.hasPrefix("privacy") ? "\nevidence: {megabytes: 1}" : ""
        let config = try folder.write(
            "\(settings)\(limit)\nmissed: {keep: false, megabytes: 1}\n", to: "gate.yaml")
        let (large, small) = (try write(3, bytes: 1_500_000), try write(2, bytes: 100_000))
        let clip = try PlateClip.make("clip.h264", in: folder)
        let server = try Camera(clip, in: folder)
        let process = try Program.start(
            [
                "run", "rtsp://127.0.0.1:\(server.port)/camera", "-c", config, "--log", folder.file("log.ndjson"),
                "--state", folder.path,
            ])
        defer { process.terminate() }
        for path in [large.picture, large.misses] {
            #expect(eventually { !FileManager.default.fileExists(atPath: path) }, "\(path)")
        }
        for path in [small.picture, small.misses] { #expect(FileManager.default.fileExists(atPath: path), "\(path)") }
        // And nothing new is written.
        let pictures = try FileManager.default.subpathsOfDirectory(atPath: folder.file("gate/evidence"))
        #expect(pictures.count { $0.hasSuffix(".jpg") } == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("gate/missed")).count == 1)
        withExtendedLifetime(server) {}
    }
}
