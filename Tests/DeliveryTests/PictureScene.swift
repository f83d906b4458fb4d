import Foundation
import History
import Records
import TestSupport

@testable import Delivery

/// A site's events with pictures in its folder.
struct PictureScene {
    private let fleet: CentreScene
    private var folder: TemporaryFolder { fleet.folder }

    init(_ fleet: CentreScene) { self.fleet = fleet }

    /// Bytes that have the shape of a JPEG.
    static func jpeg(_ count: Int) -> [UInt8] {
        let head: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 100, 0, 200, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0,
        ]
        return head + (0..<count - head.count - 2).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) & 0x7F }
            + [0xFF, 0xD9]
    }

    func write(_ bytes: [UInt8], _ path: String, camera: String = "gate") throws {
        let url = URL(fileURLWithPath: folder.file("evidence/\(camera)/\(path)"))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// An event of a site, whose picture lies in its folder.
    func event(
        _ number: Int, _ scene: [UInt8], camera: String = "gate", at site: any History,
        _ change: (inout PlateEvidence.File) -> Void = { _ in }
    ) async throws -> (id: String, file: PlateEvidence.File) {
        var event = DeliveryScene.event(number, camera: camera)
        try write(scene, "\(number).scene.jpg", camera: camera)
        var file = PlateEvidence.File(
            path: "\(number).scene.jpg", sha256: "\(Digest(of: scene))", bytes: scene.count)
        change(&file)
        event.evidence = PlateEvidence(time: event.time, box: event.box, scene: file)
        try fleet.scene.log([event], to: camera)
        try await fleet.scene.store(site, camera)
        return (event.id, file)
    }
}
