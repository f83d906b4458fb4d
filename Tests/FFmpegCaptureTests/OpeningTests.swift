import ALPR
import Addresses
import Basics
import Capture
import Foundation
import TestSupport
import Testing

@testable import FFmpegCapture

/// What is said and done when a source cannot be opened as it was asked for.
@Suite(.serialized) struct OpeningTests {
    /// Why `url` could not be opened; nil where it could.
    private func failure(
        _ url: String, opening: Duration = .seconds(10), notes: (String) -> Void = { _ in }
    ) throws -> CaptureError? {
        var settings = CaptureSettings()
        settings.opening = opening
        return try withoutActuallyEscaping(notes) { note in
            do {
                _ = try FFmpegSource(SourceAddress(url), settings: settings, note: note)
                return nil
            } catch let error as CaptureError {
                return error
            }
        }
    }

    @Test func `a camera's certificate is checked before anything is sent, where authorities are named`() throws {
        let files = try TemporaryFolder()
        let own = try FileServer.Certificate(named: "own", in: files)
        let other = try FileServer.Certificate(named: "other", in: files)
        let server = try FileServer(files, certificate: own)
        func failure(_ authorities: CaptureSettings.Authorities) -> (reason: String, notes: [String]) {
            var settings = CaptureSettings()
            settings.authorities = authorities
            var notes: [String] = []
            do {
                let source = try FFmpegSource(
                    SourceAddress(server.address("plain/own.pem")), settings: settings, note: { notes.append($0) })
                return ("\(source.stream)", notes)
            } catch {
                return ("\(error)", notes)
            }
        }
        for authorities in [CaptureSettings.Authorities.system, .file(other.path)] {
            let refused = failure(authorities)
            #expect(refused.reason.contains("its certificate is none that source.authorities accepts"), "\(refused)")
            #expect(refused.notes.isEmpty)
        }
        let missing = failure(.file(files.file("none.pem")))
        #expect(
            missing.reason.contains("source.authorities: ") && missing.reason.contains("No such file"), "\(missing)")
        let pipe = files.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        for odd in [pipe, files.path, "/dev/zero"] {
            #expect(failure(.file(odd)).reason.contains("\(odd): it is no regular file"), "\(odd)")
        }
        #expect(try server.requests().isEmpty)
        #expect(!failure(.file(own.path)).reason.contains("certificate"))
        let before = try server.requests().count
        #expect(before > 0)
        let unchecked = failure(.none)
        #expect(try server.requests().count > before)
        #expect(unchecked.notes.contains { $0.contains("is not checked (source.authorities: none)") }, "\(unchecked)")
    }

    @Test func `a redirect to another host is not followed, and nobody there hears of the password`() throws {
        let files = try TemporaryFolder()
        let other = try ScriptedCamera(in: files, "* * 401")
        let camera = try ScriptedCamera(in: files, "* /camera 302 rtsp://localhost:\(other.port)/other")
        let error = try #require(try failure("rtsp://u:Sekret9@127.0.0.1:\(camera.port)/camera"))
        #expect(error.code == .unavailable)
        #expect(error.reason.contains("redirects to another host, localhost"), "\(error)")
        #expect(!error.description.contains("Sekret9"))
        #expect(camera.requests == ["OPTIONS /camera -"])
        #expect(other.requests.isEmpty)
    }

    @Test func `a redirect to another port is followed without the password`() throws {
        let files = try TemporaryFolder()
        let other = try ScriptedCamera(in: files, "* * 401")
        let camera = try ScriptedCamera(in: files, "* /camera 302 rtsp://127.0.0.1:\(other.port)/other")
        var notes: [String] = []
        let error = try #require(
            try failure("rtsp://u:Sekret9@127.0.0.1:\(camera.port)/camera", notes: { notes.append($0) }))
        #expect(error.code == .unauthorised, "\(error)")
        #expect(!other.requests.isEmpty && other.requests.allSatisfy { $0 == "OPTIONS /other -" }, "\(other.requests)")
        #expect(notes.count == 1 && notes[0].contains("the password is not sent there"), "\(notes)")
    }

    @Test func `a redirect on the camera itself keeps the password`() throws {
        let files = try TemporaryFolder()
        let camera = try ScriptedCamera(
            in: files, "* /camera 302 rtsp://127.0.0.1:{port}/moved", "* /moved 401", "DESCRIBE /moved 404")
        let error = try #require(try failure("rtsp://u:Sekret9@127.0.0.1:\(camera.port)/camera"))
        #expect(error.code == .notFound, "\(error)")
        // printf u:Sekret9 | base64
        #expect(camera.requests.last == "DESCRIBE /moved Basic dTpTZWtyZXQ5", "\(camera.requests)")
    }

    @Test func `a redirect to the stream's real place shows its pictures`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let clip = try media.make(
            "a.h264", "-f lavfi -i testsrc=size=320x240:rate=25:duration=1",
            "-c:v libx264 -preset ultrafast -tune zerolatency -pix_fmt yuv420p -bf 0 -g 5 -bsf:v h264_metadata=aud=insert"
        )
        let real = try Camera(clip, in: files)
        let camera = try ScriptedCamera(in: files, "* * 301 \(real.url)")
        let source = try FFmpegSource(SourceAddress(camera.url))
        #expect(try source.nextFrame(where: { _ in true })?.image.width == 320)
    }

    /// A moving JPEG picture as HTTP cameras send it, without an end that is told beforehand.
    private func motionPicture(_ media: Media) throws -> String {
        try media.make("a.mpjpeg", "-f lavfi -i testsrc=size=320x240:rate=25:duration=1", "-c:v mjpeg -f mpjpeg")
    }

    @Test func `an HTTP camera that redirects to another host is not read, and one on its own host is`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        try files.write(try Data(contentsOf: URL(fileURLWithPath: motionPicture(media))), to: "a.mjpeg")
        let server = try FileServer(files)
        let there = server.address("chunked/a.mjpeg")
        let other = there.replacingOccurrences(of: "localhost", with: "127.0.0.1")
        #expect(try failure(server.address("chunked/a.mjpeg")) == nil)
        #expect(try failure(server.address("to/\(there)")) == nil)
        let error = try #require(try failure(server.address("to/\(other)")))
        #expect(error.code == .unavailable)
        #expect(error.reason.contains("redirects to another host, 127.0.0.1"), "\(error)")
    }

    @Test(arguments: ["rtsp://127.0.0.1:{port}/camera", "", "file:///etc/passwd", "/elsewhere", "rtsp://"])
    func `a camera that redirects in circles, or nowhere, is left`(target: String) throws {
        let files = try TemporaryFolder()
        let camera = try ScriptedCamera(in: files, "* * 302 \(target)")
        let began = ContinuousClock.now
        let error = try #require(try failure("rtsp://u:Sekret9@127.0.0.1:\(camera.port)/camera"))
        #expect(error.code == .unavailable && error.reason.contains("redirect"), "\(error)")
        #expect(camera.requests.count <= Redirect.most + 1)
        #expect(began.duration(to: .now) < .seconds(20))
    }

    @Test func `a web server's redirect to another host takes no password along`() throws {
        let files = try TemporaryFolder()
        let other = try ScriptedCamera(in: files, "* * 401")
        let camera = try ScriptedCamera(
            in: files, "* /camera 401", "* /camera 302 http://localhost:\(other.port)/other")
        let error = try #require(try failure("http://u:Sekret9@127.0.0.1:\(camera.port)/camera"))
        #expect(error.code == .unauthorised, "\(error)")
        #expect(camera.requests.last == "GET /camera Basic dTpTZWtyZXQ5", "\(camera.requests)")
        #expect(!other.requests.isEmpty && other.requests.allSatisfy { $0 == "GET /other -" }, "\(other.requests)")
    }

    @Test func `a slow camera is waited for as long as was said`() throws {
        let files = try TemporaryFolder()
        let camera = try ScriptedCamera(in: files, "--delay", "1", "DESCRIBE * 404")
        let late = try #require(try failure(camera.url, opening: .milliseconds(500)))
        #expect(late.code == .timedOut && late.reason.contains("0.5 s; source.open_ms"), "\(late)")
        #expect(try failure(camera.url, opening: .seconds(20))?.code == .notFound)
    }

    @Test(arguments: ["--hang-up", "--garbage"])
    func `who hangs up or speaks another language is unavailable, and no bad data`(manner: String) throws {
        let camera = try ScriptedCamera(in: try TemporaryFolder(), manner)
        let error = try #require(try failure(camera.url))
        #expect(error.code == .unavailable)
        #expect(error.reason == "what is there hung up, or does not answer as a camera does")
    }

    @Test(arguments: [
        (401, CaptureError.Code.unauthorised, "source.password"), (403, .unauthorised, "403"),
        (404, .notFound, "path of the address"), (453, .unavailable, "viewers"), (500, .unavailable, "5xx"),
    ])
    func `what a camera answers is told with what to look at`(
        status: Int, code: CaptureError.Code, word: String
    ) throws {
        let camera = try ScriptedCamera(in: try TemporaryFolder(), "DESCRIBE * \(status)")
        let error = try #require(try failure(camera.url))
        #expect(error.code == code && error.reason.contains(word), "\(error)")
    }

    @Test(arguments: ["rtsp://", "rtsp:///stream", "rtsp://:554/x", "http://?x"])
    func `an address without a host says so`(url: String) throws {
        let error = try #require(try failure(url))
        #expect(error.code == .badOption && error.reason.contains("names no host"), "\(error)")
    }

    @Test func `a recording on a web server is told from a camera`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let clip = try media.make("clip.mp4", "-f lavfi -i testsrc=size=64x64:rate=25:duration=2 -c:v libx264")
        try files.write(Data(contentsOf: URL(fileURLWithPath: clip)), to: "clip.mp4")
        let server = try FileServer(files)
        let error = try #require(try failure(server.address("plain/clip.mp4")))
        #expect(error.code == .badData && error.reason.contains("a recording of 2.0 s and no camera"), "\(error)")
    }

    // MARK: - Files

    @Test func `a FIFO is read as a recording, once somebody writes to it`() throws {
        let (media, files) = (try Media(), try TemporaryFolder())
        let clip = try media.make(
            "clip.mkv", "-f lavfi -i testsrc=size=64x64:rate=25:duration=1 -c:v libx264 -preset ultrafast")
        let path = files.file("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        let writer = Thread {
            let bytes = FileManager.default.contents(atPath: clip) ?? Data()
            FileHandle(forWritingAtPath: path)?.write(bytes)
        }
        writer.start()
        var notes: [String] = []
        let source = try FFmpegSource(SourceAddress(path), note: { notes.append($0) })
        var pictures = 0
        while try source.nextFrame(where: { _ in true }) != nil { pictures += 1 }
        #expect(pictures == 25)
        #expect(!source.isLive && notes.count == 1, "\(notes)")
    }

    @Test func `a FIFO that nobody writes to is left when told to stop`() throws {
        let files = try TemporaryFolder()
        let path = files.file("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        let interrupt = Interrupt()
        // The note is the last thing said before the wait.
        #expect {
            _ = try FFmpegSource(SourceAddress(path), interrupt: interrupt, note: { _ in interrupt.stop() })
        } throws: {
            ($0 as? CaptureError)?.code == .stopped
        }
    }

    @Test func `a recording whose pictures are all lost is bad data`() throws {
        let media = try Media()
        var data = try Data(
            contentsOf: URL(
                fileURLWithPath: media.make(
                    "clip.mp4",
                    "-f lavfi -i testsrc=size=64x64:rate=25:duration=1 -c:v libx264 -movflags +faststart")))
        let start = try #require(data.range(of: Data("mdat".utf8))).upperBound
        data.resetBytes(in: start..<data.count)
        let source = try FFmpegSource(SourceAddress(media.write(data, to: "zero.mp4")))
        #expect {
            _ = try source.nextFrame(where: { _ in true })
        } throws: {
            let error = $0 as? CaptureError
            return error?.code == .badData && error?.reason.contains("no picture in it that can be decoded") == true
        }
    }

    @Test(arguments: [nil, 0.5])
    func `numbered pictures have the rate they are given`(rate: Double?) throws {
        let media = try Media()
        _ = try media.make("%04d.png", "-f lavfi -i testsrc=size=64x64:rate=5:duration=1")
        var settings = CaptureSettings()
        settings.rate = rate
        var notes: [String] = []
        let source = try FFmpegSource(
            SourceAddress(media.path("%04d.png")), settings: settings, note: { notes.append($0) })
        var times: [Duration] = []
        while let frame = try source.nextFrame(where: { _ in true }) { times.append(frame.time.sinceStart) }
        #expect(times.count == 5)
        #expect(times.last == .seconds(4 / (rate ?? 25)))
        #expect(notes.contains { $0.contains("25 pictures a second are assumed") } == (rate == nil), "\(notes)")
    }
}
