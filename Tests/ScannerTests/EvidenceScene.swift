import ALPR
import Foundation
import Records
import Synchronization
import TestSupport

@testable import Scanner

/// A folder of evidence, a clock that stands still, and an encoder that writes down what it was asked for.
struct EvidenceScene {
    /// 21 September 2026, 14:13:20 UTC.
    static let start = WallTime(milliseconds: 1_790_000_000_000)
    static let hour = "2026/09/21/14"

    let folder: TemporaryFolder
    let clock = TestClock()
    let talk = Talk()
    let encoder = Encoder()

    var path: String { folder.file("evidence") }

    init() throws {
        folder = try TemporaryFolder()
    }

    final class Encoder: Sendable {
        struct Refusal: Error {}

        private let asked = Mutex<[String]>([])
        private let refused = Mutex<Set<Int>>([])

        var calls: [String] { asked.withLock { $0 } }

        /// From now on pictures of this width cannot be encoded.
        func refuse(width: Int) { refused.withLock { _ = $0.insert(width) } }

        func bytes(of picture: ColourImage) throws -> [UInt8] {
            if refused.withLock({ $0.contains(picture.width) }) { throw Refusal() }
            asked.withLock { $0.append("\(picture.width)x\(picture.height)") }
            return [UInt8](repeating: UInt8(picture.width & 0xFF), count: picture.width * picture.height / 4)
        }
    }

    func writer(
        at path: String? = nil, crop: Bool = true, scene: Bool = true, width: Int = 40, limits: EvidenceLimits? = nil,
        trust: ClockTrust = .synchronised
    ) throws -> EvidenceWriter {
        let encoder = encoder
        return try EvidenceWriter(
            settings: .init(
                folder: path ?? self.path, keepsCrop: crop, keepsScene: scene, sceneWidth: width, limits: limits),
            encode: { try encoder.bytes(of: $0) }, trust: trust, log: talk.logger, now: clock.now)
    }

    /// Of a picture of 80 × 60; the crop is 20 × 10.
    static func evidence(at milliseconds: Int = 0, scene: Bool = true) -> Evidence {
        func grey(_ width: Int, _ height: Int) -> ColourImage {
            ColourImage(grey: LumaImage(width: width, height: height, filledWith: 90))
        }
        return Evidence(
            time: Timestamp(.milliseconds(milliseconds)), box: Box(x: 30.4, y: 20.5, width: 12, height: 4), width: 80,
            height: 60, crop: grey(20, 10), scene: scene ? grey(80, 60) : nil)
    }

    /// The id of an event at a time, the same every time.
    static func id(_ number: Int) -> String {
        "01M7" + String(repeating: "0", count: 22 - "\(number)".count) + "\(number)"
    }

    func write(
        _ number: Int, with writer: inout EvidenceWriter, evidence: Evidence = Self.evidence(), at time: WallTime? = nil
    ) -> PlateEvidence {
        writer.write(
            evidence, id: Self.id(number), time: time ?? clock.now.wall, taken: Self.start, now: clock.now)
    }

    /// All files below the folder of evidence, without the folders.
    func files(of path: String? = nil) throws -> [String] {
        let path = path ?? self.path
        return try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    /// Calls `tend` until nothing is left to do.
    func tend(_ writer: inout EvidenceWriter, times: Int = 50) {
        for _ in 0..<times { writer.tend(now: clock.now) }
    }
}
