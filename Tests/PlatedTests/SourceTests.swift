import Foundation
import TestSupport
import Testing

/// How `run` and `read` meet sources that are odd, broken or slow.
@Suite struct SourceTests {
    private func times(_ result: Program.Result) throws -> [String] {
        try result.output.split(separator: "\n").map { line in
            let event = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return try #require(event["ts"] as? String)
        }
    }

    @Test(arguments: ["run", "read", "probe"])
    func `a recording without one picture that can be decoded is bad data to every command`(command: String) throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder)
        var data = try Data(contentsOf: URL(fileURLWithPath: clip))
        let media = try #require(data.range(of: Data("mdat".utf8))).upperBound
        let index = try #require(data.range(of: Data("moov".utf8))).lowerBound - 4
        data.resetBytes(in: media..<index)
        let animation = folder.file("a.webp")
        try PlateClip.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x64:duration=1", "-c:v", "libwebp_anim", animation])
        for path in [try folder.write(data, to: "zero.mp4"), animation] {
            let result = try Program.run(command, path)
            #expect(result.status == 65)
            #expect(result.errors.contains("there is no picture in it that can be decoded"), "\(result.errors)")
        }
    }

    @Test(arguments: ["run", "read"])
    func `pictures that are lost from a recording are counted and told`(command: String) throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.mp4", in: folder, seconds: 4)
        var data = try Data(contentsOf: URL(fileURLWithPath: clip))
        let media = try #require(data.range(of: Data("mdat".utf8))).upperBound
        let index = try #require(data.range(of: Data("moov".utf8))).lowerBound - 4
        data.resetBytes(in: media + (index - media) * 3 / 4..<index)
        let result = try Program.run(command, try folder.write(data, to: "damaged.mp4"))
        #expect(result.plates == [PlateClip.text])
        let told = #/[1-9]\d* pictures of .*damaged.mp4 could not be decoded/#
        #expect(result.errors.contains(told), "\(result.errors)")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a FIFO that nobody writes to is left when told to`(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let fifo = folder.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let errors = Pipe()
        let process = try Program.start(["run", fifo], errors: errors)
        var said = Data()
        while !String(decoding: said, as: UTF8.self).contains("waiting for whoever writes to it") {
            let more = errors.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            said += more
        }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    @Test func `a recording is dated as somebody says, and else not into the future`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.avi", in: folder)
        let said = try Program.run("run", clip, "--start", "2026-11-21T10:32:05+01:00")
        #expect(try times(said).first?.hasPrefix("2026-11-21T09:32:0") == true)
        let unsaid = try Program.run("run", clip)
        let now = ISO8601DateFormatter().string(from: Date())
        #expect(try times(unsaid).allSatisfy { $0 < now })
        #expect(unsaid.errors.contains("does not say when it was recorded"), "\(unsaid.errors)")
        let wrong = try Program.run("run", clip, "--start", "yesterday")
        #expect(wrong.status == 64 && wrong.errors.contains("--start takes a time such as"))
        #expect(try Program.run("run", "rtsp://192.0.2.1/x", "--start", "2026-11-21T10:32:05Z").status == 64)
    }

    @Test func `what is said at the end fits on lines`() throws {
        let folder = try TemporaryFolder()
        let result = try Program.run("run", PlateClip.make("clip.avi", in: folder))
        let lines = result.errors.split(separator: "\n")
        #expect(lines.contains { $0.contains("50 pictures: ") })
        #expect(lines.contains { $0.contains("1 plate accepted; candidates: ") })
        #expect(lines.suffix(2).allSatisfy { $0.count < 200 }, "\(result.errors)")
    }

    // MARK: - The process

    @Test func `the process is called plated`() throws {
        let folder = try TemporaryFolder()
        let fifo = folder.file("fifo")
        #expect(mkfifo(fifo, 0o600) == 0)
        let errors = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try Program.path)
        process.arguments = ["run", fifo]
        // What makes it start itself again.
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "OMP_THREAD_LIMIT" }
        process.standardError = errors
        try process.run()
        defer { process.terminate() }
        // It has something to say only once it is itself.
        #expect(!errors.fileHandleForReading.availableData.isEmpty)
        let name = try String(contentsOfFile: "/proc/\(process.processIdentifier)/comm", encoding: .utf8)
        #expect(name == "plated\n")
    }

    @Test func `no thread asks for a priority that it may not have`() throws {
        let folder = try TemporaryFolder()
        let clip = try PlateClip.make("clip.avi", in: folder)
        // Root may have any.
        let asPlainUser = geteuid() == 0 ? ["setpriv", "--bounding-set=-sys_nice", "--inh-caps=-sys_nice"] : []
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // libdispatch complains to the system's log otherwise, where no test sees it.
        process.arguments = ["LIBDISPATCH_LOG=stderr"] + asPlainUser + [try Program.path, "run", clip]
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(!said.contains("priority"), "\(said)")
    }

    @Test func `where there is no proc, arguments are found all the same`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = [
            "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs none /proc && exec \"$0\" run -c /none.yaml",
            try Program.path,
        ]
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 78, "\(said)")
        #expect(said.contains("/none.yaml: cannot be read"), "\(said)")
    }
}
