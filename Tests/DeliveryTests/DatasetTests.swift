import ALPR
import Answers
import Evaluation
import Foundation
import Records
import TestSupport
import Testing

@testable import Delivery

@Suite struct DatasetTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func destination(_ change: (inout DatasetWay) -> Void = { _ in }) -> DatasetDestination {
        var way = DatasetWay()
        way.folder = folder.path
        change(&way)
        return DatasetDestination(way, name: "own", zone: .utc, now: { DeliveryScene.noon }, isTrusted: { true })
    }

    /// An event with a crop on the disk.
    private func event(
        _ number: Int, plate: String? = nil, box: PlateBox = PlateBox(x: 100, y: 200, width: 140, height: 30),
        id: String? = nil
    )
        throws -> Parcel
    {
        let bytes = Array("picture \(number)".utf8)
        try FileManager.default.createDirectory(
            atPath: folder.file("evidence/gate"), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("evidence/gate/\(number).crop.jpg")))
        return try Parcel.event(number, plate: plate, evidence: folder.file("evidence")) { event in
            event.id = id ?? event.id
            event.evidence = PlateEvidence(
                time: event.time, box: box, frame: PlateEvidence.Size(width: 1920, height: 1080),
                crop: PlateEvidence.File(
                    path: "\(number).crop.jpg", sha256: Digest(of: bytes).description, bytes: bytes.count))
        }
    }

    private func rows(_ day: String = "2026-11-22") throws -> [[String]] {
        try folder.text("own-\(day)/manifest.csv").split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test func `a plate is a picture and a row of the training's seven columns`() async throws {
        let destination = destination { $0.region = "de" }
        #expect(try await destination.deliver([event(1), event(2, plate: "RK482BN")]) == Delivered(count: 2))
        #expect(try rows()[0] == ["image", "x_min", "y_min", "x_max", "y_max", "text", "region"])
        let row = try rows()[2]
        #expect(Array(row[1...]) == ["15", "15", "155", "45", "RK482BN", "de"])
        #expect(try folder.text("own-2026-11-22/" + row[0]) == "picture 2")
    }

    /// Which the training's tests read with its own programs.
    @Test func `a set is what training/tests has of one`() async throws {
        let destination = destination { $0.region = "de" }
        #expect(try await destination.deliver([event(1), event(2, plate: "RK482BN")]) == Delivered(count: 2))
        let kept = "\(repository)/training/tests/own-2026-11-22/manifest.csv"
        #expect(
            try folder.text("own-2026-11-22/manifest.csv") == String(contentsOfFile: kept, encoding: .utf8))
    }

    @Test func `plated eval reads the set as it is`() async throws {
        #expect(try await destination().deliver([event(1), event(2, plate: "RK482BN")]) == Delivered(count: 2))
        let manifest = try ManifestFile.read(folder.file("own-2026-11-22"))
        #expect(manifest.problems.isEmpty && manifest.pictures.count == 2)
        #expect(manifest.pictures.flatMap(\.plates).map(\.text) == ["AB1", "RK482BN"])
        #expect(manifest.pictures[0].plates[0].box == Box(x: 15, y: 15, width: 140, height: 30))
        #expect(manifest.pictures.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
    }

    @Test func `an event that comes again after a kill has one row`() async throws {
        let parcels = try [event(1), event(2)]
        #expect(await destination().deliver(parcels) == Delivered(count: 2))
        #expect(try await destination().deliver(parcels + [event(3)]) == Delivered(count: 3))
        #expect(try rows().count == 4)
    }

    @Test func `what is not sure enough, or has no picture on the disk, is left out`() async throws {
        let sure = destination { $0.leastConfidence = 0.95 }
        #expect(try await sure.deliver([event(1)]) == Delivered(count: 1))
        #expect(try await destination().deliver([Parcel.event(2)]) == Delivered(count: 1))
        #expect(!FileManager.default.fileExists(atPath: folder.file("own-2026-11-22")))
    }

    @Test func `sets go when their days are over, and nothing else does`() async throws {
        for name in ["own-2026-11-12", "own-2026-11-13", "own-notes", "other-2026-11-01"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
        }
        let destination = destination { $0.days = 9 }
        await destination.begin()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["other-2026-11-01", "own-2026-11-13", "own-notes"])
    }

    @Test func `a folder that cannot be written is tried again`() async throws {
        try folder.write("a file", to: "own-2026-11-22")
        let result = try await destination().deliver([event(1), event(2)])
        #expect(result.count == 0 && result.trouble?.verdict == .again(after: nil))
    }

    @Test func `a folder that is not mounted is not made, and what it has once it is comes once`() async throws {
        let away = destination { $0.folder = self.folder.file("disk") }
        let parcels = try [event(1), event(2)]
        let result = await away.deliver(parcels)
        #expect(result == .failed(Trouble(.folder, "there is no folder \(folder.file("disk")): make or mount it")))
        #expect(!FileManager.default.fileExists(atPath: folder.file("disk")))
        // The disk has what another run wrote.
        #expect(await destination().deliver(parcels) == Delivered(count: 2))
        try FileManager.default.createDirectory(atPath: folder.file("disk"), withIntermediateDirectories: false)
        try FileManager.default.moveItem(
            atPath: folder.file("own-2026-11-22"), toPath: folder.file("disk/own-2026-11-22"))
        #expect(await away.deliver(parcels) == Delivered(count: 2))
        #expect(try folder.text("disk/own-2026-11-22/manifest.csv").split(separator: "\r\n").count == 3)
    }

    @Test func `an identifier that a site has made up names a file of the set, and holds nothing up`() async throws {
        let ids = ["a/b", "../../up", String(repeating: "x", count: 300), "a,\"b\"\r\n"]
        let parcels = try ids.enumerated().map { try event($0.offset, id: $0.element) } + [event(9)]
        #expect(await destination().deliver(parcels) == Delivered(count: 5))
        let long = String(repeating: "x", count: 64)
        let own = parcels[4].id ?? ""
        let images = ["a-b", "------up", long, "a--b---", own].map { "images/gate-\($0).jpg" }
        #expect(try rows().dropFirst().map { $0[0] } == images)
        for image in images { #expect(FileManager.default.fileExists(atPath: folder.file("own-2026-11-22/" + image))) }
        // As they are known when they come again.
        #expect(await destination().deliver(parcels) == Delivered(count: 5))
        #expect(try rows().count == 6)
    }
}
