import Foundation
import Records
import TestSupport
import Testing

@testable import plated_hub

/// Forgetting a plate that a camera's two configurations reported.
@Suite struct ForgetShadowTests {
    @Test func `what shadows reported goes, too, with the reports of those days`() throws {
        let scene = try HubScene()
        let plate = "FO26GET"
        let keeper = try scene.event("KE26EPS")
        try scene.write([keeper, scene.event(plate)])
        try scene.build()
        func shadow(_ text: String) -> ShadowPlate {
            ShadowPlate(
                time: keeper.time, camera: "gate", by: .shadow, plate: text, confidence: 0.9, reads: 2,
                firstSeen: keeper.firstSeen, lastSeen: keeper.lastSeen, box: keeper.box)
        }
        let count = ShadowCount(time: keeper.time, camera: "gate", running: ["engine": plate])
        let kept = [count.line, shadow("KE26EPS").line]
        try scene.folder.write(
            Data((kept + [shadow(plate).line, shadow("FO26 GET").line]).flatMap { $0 }),
            to: "state/gate/shadow/2024-11-20.ndjson")
        for day in ["2024-11-19", "2024-11-20"] {
            try scene.folder.write("\(day == "2024-11-20" ? plate : "")", to: "state/gate/shadow/\(day).txt")
        }
        let plan = try scene.hub("forget", plate)
        #expect(
            plan.output.contains(
                "2 lines in \(scene.folder.file("state/gate/shadow/2024-11-20.ndjson")), with their reports"), "\(plan)"
        )
        #expect(try scene.hub("forget", plate, "--yes").status == 0)
        #expect(
            try scene.folder.text("state/gate/shadow/2024-11-20.ndjson").utf8.elementsEqual(kept.flatMap { $0 }))
        #expect(!FileManager.default.fileExists(atPath: scene.folder.file("state/gate/shadow/2024-11-20.txt")))
        #expect(FileManager.default.fileExists(atPath: scene.folder.file("state/gate/shadow/2024-11-19.txt")))
    }
}
