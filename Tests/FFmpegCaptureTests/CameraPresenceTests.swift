import Addresses
import TestSupport
import Testing

@testable import FFmpegCapture

@Suite struct CameraPresenceTests {
    @Test(arguments: [
        ("rtsp://host/x", "host", 554), ("rtsp://me:pw@host:8554/x", "host", 8554), ("rtsps://host", "host", 322),
        ("rtsp://[::1]:99/x", "::1", 99), ("rtsp://[fe80::1]/x", "fe80::1", 554), ("http://host?a:b", "host", 80),
        ("https://host:/x", "host", 443), ("rtmp://10.0.0.1/x", "10.0.0.1", 1935),
    ])
    func `an address names a machine and a port`(text: String, host: String, port: UInt16) {
        let endpoint = NetworkEndpoint(SourceAddress(text))
        #expect(endpoint?.host == host && endpoint?.port == port)
    }

    @Test(arguments: [
        "a.mp4", "/dev/video0", "udp://239.0.0.1:1234", "srt://host:1", "rtp://host:5004", "rtsp://", "rtsp://host:0/x",
        "rtsp://host:99999/x", "rtsp://[::1/x",
    ])
    func `what has no TCP port has no endpoint`(text: String) {
        #expect(NetworkEndpoint(SourceAddress(text)) == nil)
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `a camera that comes and goes is there and gone`(host: String) throws {
        var server: SilentServer? = try SilentServer()
        let port = try #require(server?.port)
        let presence = CameraPresence(SourceAddress("rtsp://\(host):\(port)/x"))
        #expect(presence.isThere(within: .seconds(5)) == true)
        server = nil
        #expect(presence.isThere(within: .seconds(5)) == false)
        server = try SilentServer(port: port)
        #expect(presence.isThere(within: .seconds(5)) == true)
        withExtendedLifetime(server) {}
    }

    @Test func `a machine that does not answer takes no longer than allowed`() {
        // An address for documentation: nobody answers there, or the network says so at once.
        let presence = CameraPresence(SourceAddress("rtsp://192.0.2.1/x"))
        let began = ContinuousClock.now
        #expect(presence.isThere(within: .milliseconds(200)) == false)
        #expect(began.duration(to: .now) < .seconds(5))
    }

    @Test func `it cannot be told of files, datagrams, and names that nobody knows`() {
        for text in ["a.mp4", "udp://127.0.0.1:1", "rtsp://no-such-camera.invalid/x"] {
            #expect(CameraPresence(SourceAddress(text)).isThere(within: .seconds(2)) == nil, "\(text)")
        }
    }

    @Test(arguments: ["/dev/video99", "/dev/null"])
    func `a device that is missing, or no camera, is not there`(path: String) {
        #expect(CameraPresence(SourceAddress(path)).isThere(within: .seconds(1)) == false)
    }
}
