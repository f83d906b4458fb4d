import Fleet
import History
import Records
import Synchronization
import TestSupport
import Testing

@testable import Delivery

/// What a site that hands all its pictures over writes down of those that somebody at the centre looks at.
@Suite(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
struct PictureLooksTests {
    private let fleet: CentreScene
    private let pictures: PictureScene

    init() throws {
        fleet = try CentreScene()
        pictures = PictureScene(fleet)
    }

    /// How many events' pictures are done with, of the site.
    private func handed() throws -> Int {
        try DeliveryFile(path: fleet.folder.file("site-delivery.sqlite")).state(of: "centre.pictures")?.state.delivered
            ?? 0
    }

    /// - Parameter isKeeping: whether the centre keeps pictures.
    @Test(arguments: [true, false])
    func `each that is looked at is written down, and none that is handed over`(isKeeping: Bool) async throws {
        let broker = try Broker(fleet.folder)
        let (site, centre) = (try fleet.scene.history(), try fleet.scene.history("centre.sqlite"))
        let keeper = PictureKeeper(
            history: centre, folder: { [path = fleet.folder.path] in "\(path)/kept/\($0)" },
            talk: fleet.scene.talk.logger)
        let looks = Mutex<[String]>([])
        // Of before: it stays at the site.
        let old = try await pictures.event(1, PictureScene.jpeg(300_000), at: site)
        try await fleet.withAsker(["site"], at: [broker.port], keeper: isKeeping ? keeper : nil) { asker in
            try await fleet.withCentre(["site"], at: [broker.port], history: centre) {
                try await fleet.withSite(
                    at: [broker.port], pictures: .always, look: { id in looks.withLock { $0.append(id) } },
                    history: site
                ) {
                    let new = try await pictures.event(2, PictureScene.jpeg(300_001), at: site)
                    try await fleet.waits { try handed() == 1 }
                    #expect(looks.withLock { $0 } == [])
                    #expect(
                        await asker.picture(old.file, of: old.id, at: "site") == .success(PictureScene.jpeg(300_000)))
                    #expect(looks.withLock { $0 } == [old.id])
                    // That the centre refused it, or has it and asks again, makes no difference.
                    #expect(
                        await asker.picture(new.file, of: new.id, at: "site") == .success(PictureScene.jpeg(300_001)))
                    #expect(looks.withLock { $0 } == [old.id, new.id])
                }
            }
        }
    }
}
