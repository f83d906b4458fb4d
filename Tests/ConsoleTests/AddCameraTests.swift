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
    private let desk: Desk

    init() throws {
        folder = try TemporaryFolder()
        desk = try Desk.onNothing(in: folder, cameras: try folder.etc)
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

    @Test func `a camera whose name no page can have is in the list, with the file that it has`() async throws {
        let path = "\(desk.setup.places.folder)/front_gate.yaml"
        try "source: {url: rtsp://192.0.2.9/s}\n".write(toFile: path, atomically: true, encoding: .utf8)
        let page = try await desk.cameraList(query("/cameras/", "")).page()
        #expect(page.contains("front_gate") && page.contains("by hand, in \(path)"))
        #expect(page.contains("rtsp://192.0.2.9/s") && !page.contains("has no file of this name"))
    }

    @Test func `a camera that finds no place is typed once`() async throws {
        for number in 0..<8 {
            try await desk.setup.keep("camera\(number)", SetupValues(), .kept, base: CameraFile.nothing)
        }
        let new = try query("/cameras/new", "name=ninth&source-url=rtsp://192.0.2.9/s&user=camera&password=secret")
        // The form again, and no page of an error.
        #expect(try await desk.addCamera(new).status == .tooManyRequests)
        try "source:\n  url: rtsp://192.0.2.9/s\n".write(
            toFile: "\(desk.setup.places.folder)/gate.yaml", atomically: true, encoding: .utf8)
        let old = try query("/cameras/gate", "base=v1&roi=0 0, 1 0, 1 1&do=write".replacing(" ", with: "+"))
        #expect(try await desk.changeCamera(old).status == .tooManyRequests)
        await desk.setup.discard("camera4")
        #expect(try await desk.addCamera(new).status == .seeOther)
        #expect(await desk.setup.draft("ninth") != nil)
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
