import Answers
import CameraSetup
import Foundation
import HTTPTypes
import History
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Records
import Rules
import TestSupport
import Testing

@testable import Console

/// Forms of cameras where all places are taken.
@Suite struct AddCameraTests {
    private let folder: TemporaryFolder
    private let cameras: CameraRoutes

    init() throws {
        folder = try TemporaryFolder()
        cameras = try Routes.onNothing(in: folder, cameras: try folder.etc).cameras
    }

    private func query(_ path: String, _ text: String) throws -> Query {
        let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: path)
        return Query(
            request: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
            parts: [String(path.dropFirst("/cameras/".count))], fields: try #require(Fields(text)),
            session: Session(
                digest: "", name: "adam", role: .admin, cameras: [], ends: WallTime(milliseconds: 0)),
            address: "", isSecure: false, now: .now)
    }

    /// A new camera that somebody set up where the console may not write, and what its file is to be.
    private func added(_ more: String = "") async throws -> String {
        let form = "name=gate&source-url=rtsp://192.0.2.9/s" + more
        #expect(try await cameras.addCamera(query("/cameras/new", form)).status == .seeOther)
        let bench = try await cameras.bench("gate")
        return try #require(bench.proposal.yaml)
    }

    private func put(_ yaml: String) throws {
        try yaml.write(
            toFile: "\(cameras.setup.places.root.configurations)/gate.yaml", atomically: true, encoding: .utf8)
    }

    @Test(arguments: [false, true], [false, true])
    func `who types the page's commands on the machine is not told to throw it away`(hasPassword: Bool, checks: Bool)
        async throws
    {
        let yaml = try await added(hasPassword ? "&user=camera&password=secret" : "")
        #expect(yaml.contains("credentials_file: camera") == hasPassword)
        try put(yaml)
        if checks {
            let check = "base=none&source-url=rtsp://192.0.2.9/s&do=check"
            #expect(try await cameras.changeCamera(query("/cameras/gate", check)).status == .seeOther)
        }
        let page = try await cameras.camera(query("/cameras/gate", "")).page()
        #expect(page.contains("gate.yaml says all of this.") && !page.contains("was changed on the machine"))
        #expect(page.contains("are in gate.credentials") == hasPassword)
        let draft = try #require(await cameras.setup.draft("gate"))
        #expect(draft.values == nil && draft.secret == .kept && draft.verdict?.outcome == .written)
        let version = try CameraFile(yaml).version
        #expect(draft.base == version)
    }

    @Test func `a file that says something else is told, and what was typed stays`() async throws {
        let yaml = try await added()
        try put(yaml.replacing("192.0.2.9/s", with: "192.0.2.9/other"))
        let page = try await cameras.camera(query("/cameras/gate", "")).page()
        #expect(page.contains("was changed on the machine since you began") && !page.contains("says all of this"))
        #expect(await cameras.setup.draft("gate")?.values?.texts[.url] == "rtsp://192.0.2.9/s")
        // There is a file, which does not say that anybody enabled the camera.
        #expect(
            page.contains(
                "sudo systemctl enable plated@gate.service &amp;&amp; sudo systemctl restart plated@gate.service"))
    }

    @Test(arguments: [false, true])
    func `what the helper writes is over with its verdict, and a password with its file`(isWriting: Bool) async throws {
        let yaml = try await added(isWriting ? "" : "&user=camera&password=secret")
        // Listens, and answers nobody.
        let helper = try ScriptedScanner(folder.file("h"))
        if isWriting { try await cameras.setup.write("gate", yaml, base: CameraFile.nothing) }
        try put(yaml)
        _ = try await cameras.camera(query("/cameras/gate", ""))
        let draft = try #require(await cameras.setup.draft("gate"))
        #expect(draft.isWriting == isWriting && draft.values != nil && draft.verdict == nil)
        #expect(draft.secret.kind == (isWriting ? .kept : .handedOver))
        withExtendedLifetime(helper) {}
    }

    @Test func `a file whose name is no camera's is told in the list`() async throws {
        let path = "\(cameras.setup.places.root.configurations)/front_gate.yaml"
        try "source: {url: rtsp://192.0.2.9/s}\n".write(toFile: path, atomically: true, encoding: .utf8)
        let page = try await cameras.cameraList(query("/cameras/", "")).page()
        #expect(page.contains("<code>front_gate.yaml</code> is no camera's file"))
        #expect(!page.contains("rtsp://192.0.2.9/s"))
    }

    @Test func `a camera has one row, with its title`() async throws {
        try put("title: Entrance & yard\nsource: {url: rtsp://192.0.2.9/s}\n")
        let page = try await cameras.cameraList(query("/cameras/", "")).page()
        #expect(page.contains("Entrance &amp; yard") && page.ranges(of: "<tr><td data-label=\"Camera\">").count == 1)
        #expect(!page.contains("by hand"))
        let own = try await cameras.camera(query("/cameras/gate", "")).page()
        #expect(own.contains("<h1>gate</h1><span>Entrance &amp; yard</span>"))
    }

    @Test func `a camera that finds no place is typed once`() async throws {
        for number in 0..<8 {
            try await cameras.setup.keep(
                try #require(CameraID("camera\(number)")), SetupValues(), .kept, base: CameraFile.nothing)
        }
        let new = try query("/cameras/new", "name=ninth&source-url=rtsp://192.0.2.9/s&user=camera&password=secret")
        // The form again, and no page of an error.
        #expect(try await cameras.addCamera(new).status == .tooManyRequests)
        try "source:\n  url: rtsp://192.0.2.9/s\n".write(
            toFile: "\(cameras.setup.places.root.configurations)/gate.yaml", atomically: true, encoding: .utf8)
        let old = try query("/cameras/gate", "base=v1&roi=0 0, 1 0, 1 1&do=write".replacing(" ", with: "+"))
        #expect(try await cameras.changeCamera(old).status == .tooManyRequests)
        await cameras.setup.discard("camera4")
        #expect(try await cameras.addCamera(new).status == .seeOther)
        #expect(await cameras.setup.draft("ninth") != nil)
    }
}

extension TemporaryFolder {
    /// An empty folder in it, for cameras' files.
    fileprivate var etc: String {
        get throws {
            try FileManager.default.createDirectory(atPath: file("etc"), withIntermediateDirectories: true)
            return file("etc")
        }
    }
}
