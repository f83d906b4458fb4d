import ALPR
import FFmpegCapture
import Foundation
import PlateDrawing
import TestSupport
import Testing

/// The way to a server that reads: TLS, and the environment's proxy.
@Suite struct RemoteNetworkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("Hunter2\n", to: "key")
        let plate = RenderedPlate("KX 73 PRD", characterHeight: 32).image()
        var image = LumaImage(width: 480, height: 270, filledWith: 90)
        for y in 0..<plate.height { for x in 0..<plate.width { image[120 + x, 90 + y] = plate[x, y] } }
        try Data(PictureEncoder.png(image)).write(to: URL(fileURLWithPath: folder.file("photo.png")))
    }

    private func server(_ certificate: FileServer.Certificate? = nil) throws -> PlateServer {
        try PlateServer(
            reading: Program.path, keyFile: folder.file("key"), certificate: certificate, in: folder)
    }

    private func read(
        _ origin: String, _ others: String = "", hasKey: Bool = true, environment: [String: String]
    ) throws -> Program.Result {
        let key = hasKey ? "  key_file: \(folder.file("key"))\n" : ""
        try folder.write(
            "remote:\n  protocol: google_vision\n  url: \(origin)/v1/images:annotate\n\(key)  deadline_ms: 20000\n\(others)",
            to: "remote.yaml")
        return try Program.run(
            ["read", folder.file("photo.png"), "-c", folder.file("remote.yaml"), "--engine", "remote"],
            environment: environment)
    }

    @Test
    func `a server whose certificate nobody vouches for gets no picture and no key, until somebody names who does`()
        throws
    {
        let certificate = try FileServer.Certificate(named: "reader", in: folder)
        let server = try server(certificate)
        let origin = "https://localhost:\(server.port)"
        let refused = try read(origin, environment: ["no_proxy": "localhost"])
        #expect(refused.plates.isEmpty && server.counts["requests"] == 0)
        #expect(
            refused.errors.contains("the remote engine is away: the server's certificate is not trusted"),
            "\(refused.errors)")
        let trusted = try read(
            origin, "  authorities: \(certificate.path)\n", environment: ["no_proxy": "localhost"])
        #expect(trusted.plates == ["KX73PRD"] && server.counts["requests"] == 1, "\(trusted.errors)")
    }

    @Test func `requests go through the proxy of the environment, but for hosts without one`() throws {
        let server = try server()
        let proxy = ["http_proxy": "http://127.0.0.1:\(server.port)"]
        // Without TLS a key would be refused. So what the proxy answers is that there is none.
        let proxied = try read(
            "http://plates.invalid", hasKey: false, environment: proxy.merging(["no_proxy": ""]) { $1 })
        #expect(server.counts["proxied"] == 1)
        #expect(proxied.errors.contains("the server does not take the key"), "\(proxied.errors)")
        let direct = try read(
            "http://plates.invalid", hasKey: false, environment: proxy.merging(["no_proxy": "plates.invalid"]) { $1 })
        #expect(server.counts["proxied"] == 1)
        #expect(direct.errors.contains("the server's name is not known"), "\(direct.errors)")
    }
}
