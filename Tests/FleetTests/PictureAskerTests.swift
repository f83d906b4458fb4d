import Fleet
import Records
import TestSupport
import Testing

/// How long is waited for a picture.
@Suite struct PictureAskerTests {
    @Test func `a page waits no longer for a picture that is just being kept`() async throws {
        let line = ScriptedPictureLine()
        var patience = PictureAsker.Patience()
        patience.piece = .seconds(3600)
        patience.keeping = .seconds(3600)
        patience.picture = .milliseconds(50)
        let asker = PictureAsker(["site"], line: line, share: SiteShare(), patience: patience, talk: Talk().logger)
        let running = Task { await asker.run() }
        line.bring(Array(PicturePolicy.always.offer.utf8), from: "site")
        while await asker.offer(of: "site") == nil { await Task.yield() }

        let file = PlateEvidence.File(path: "a.jpg", sha256: "\(Digest(of: [1, 2, 3]))", bytes: 3)
        let kept = Task { await asker.picture(file, of: "event", at: "site", isKept: true) }
        #expect(await eventually { line.asked.count == 1 })
        #expect(await asker.picture(file, of: "event", at: "site") == .failure(.slow))
        // It asked nothing of its own, and what is kept is waited for as before.
        #expect(line.asked.count == 1)
        let look = try #require(line.asked.first)
        line.bring(PicturePiece(number: look.number, .refused(.gone)).bytes, from: "site")
        #expect(await kept.value == .failure(.gone))
        running.cancel()
        await running.value
    }

    private static func file(_ byte: UInt8) -> PlateEvidence.File {
        PlateEvidence.File(path: "a.jpg", sha256: "\(Digest(of: [byte]))", bytes: 1)
    }

    @Test func `pictures that are kept take no place of those that somebody looks at`() async throws {
        let line = ScriptedPictureLine()
        var patience = PictureAsker.Patience()
        (patience.piece, patience.keeping, patience.picture) = (.seconds(3600), .seconds(3600), .seconds(3600))
        let sites = (0..<70).map { "site\($0)" }
        let asker = PictureAsker(sites, line: line, share: SiteShare(), patience: patience, talk: Talk().logger)
        let running = Task { await asker.run() }
        for site in sites { line.bring(Array(PicturePolicy.always.offer.utf8), from: site) }
        #expect(await eventually { await asker.offer(of: "site69") != nil })

        let kept = sites.map { site in
            Task { await asker.picture(Self.file(1), of: "kept", at: site, isKept: true) }
        }
        try #require(await eventually { line.asked.count == 70 })
        let looks = (UInt8(2)...7).map { byte in
            Task { await asker.picture(Self.file(byte), of: "seen", at: "site0") }
        }
        try #require(await eventually { line.asked.count == 76 })
        // Those who look have their own limit.
        #expect(await asker.picture(Self.file(8), of: "seen", at: "site0") == .failure(.busy))
        for (site, look) in line.looks {
            line.bring(PicturePiece(number: look.number, .refused(.gone)).bytes, from: site)
        }
        for task in kept + looks { #expect(await task.value == .failure(.gone)) }
        running.cancel()
        await running.value
    }
}
