import Foundation
import Records

/// Pictures of events that never were: files of the right size with the shape of a JPEG, each of its own bytes.
struct PlayedPictures {
    /// Of what a site's scanners keep; each camera has a folder of its name.
    let folder: String

    /// Writes those that an event names, and has it name their hashes.
    func write(_ event: inout PlateEvent) throws {
        guard var evidence = event.evidence else { return }
        evidence.crop = try written(evidence.crop, of: event)
        evidence.scene = try written(evidence.scene, of: event)
        event.evidence = evidence
    }

    private func written(_ file: PlateEvidence.File?, of event: PlateEvent) throws -> PlateEvidence.File? {
        guard var file else { return nil }
        let bytes = Self.picture(file.bytes, named: file.path)
        file.sha256 = "\(Digest(of: bytes))"
        let url = URL(fileURLWithPath: "\(folder)/\(event.camera)/evidence/\(file.path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return file
    }

    private static func picture(_ count: Int, named name: String) -> [UInt8] {
        let head: [UInt8] = [
            0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 100, 0, 200, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0,
        ]
        var chances = Chances(seed: UInt64(count))
        var body = Array(name.utf8)
        while body.count < count - head.count - 2 {
            withUnsafeBytes(of: chances.next()) { body += $0.map { $0 & 0x7F } }
        }
        return head + body.prefix(count - head.count - 2) + [0xFF, 0xD9]
    }
}
