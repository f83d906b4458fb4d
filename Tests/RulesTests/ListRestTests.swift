import Answers
import Foundation
import Records
import Settings
import TestSupport
import Testing

@testable import Rules

#if canImport(Glibc)
    import Glibc
#endif

/// Lists that somebody writes while they are watched: half of a table is a table, too.
@Suite struct ListRestTests {
    private let scene: TemporaryFolder
    private let folder: ListFolder
    private let talk = Talk()
    private let clock = TestClock()

    init() throws {
        scene = try TemporaryFolder()
        folder = ListFolder(path: scene.path + "/lists", zone: .utc, rest: .zero)
    }

    private func watch(_ rest: Duration) throws -> ListWatch {
        try ListWatch(folder, talk: talk.logger, rest: rest) { [clock] in clock.now.instant }
    }

    /// Into the file itself, as editors and scp do.
    private func write(_ text: String, to name: String) throws {
        try scene.write(text, to: "lists/" + name)
    }

    private func put(_ plates: String...) throws {
        try folder.change("barred", as: .deny) { $0.entries = plates.compactMap { ListEntry($0) } }
    }

    private func plates(_ watch: ListWatch) -> [String] {
        watch.read()
        return watch.current.lists.flatMap(\.entries).map(\.plate)
    }

    @Test func `a list that is being written stays as it was until nothing more comes`() throws {
        let watch = try watch(.seconds(2))
        try put("AB12CDE", "XY1234")
        #expect(plates(watch) == ["AB12CDE", "XY1234"])
        try write("plate\nAB12", to: "barred.deny.csv")
        #expect(plates(watch) == ["AB12CDE", "XY1234"])
        clock.advance(by: .milliseconds(1900))
        #expect(plates(watch) == ["AB12CDE", "XY1234"])
        try write("plate\nAB12CDE\nXY1234\nZZ", to: "barred.deny.csv")
        #expect(plates(watch) == ["AB12CDE", "XY1234"])
        clock.advance(by: .milliseconds(1900))
        #expect(plates(watch) == ["AB12CDE", "XY1234"])
        #expect(watch.current.broken.isEmpty && watch.current.unsettled == ["barred.deny.csv"])
        // It is at rest, and that is all that is known of any file: its last row has no end.
        clock.advance(by: .milliseconds(100))
        #expect(plates(watch) == ["AB12CDE", "XY1234", "ZZ"])
        #expect(watch.current.unsettled.isEmpty && watch.current.generation == 2)
        #expect(talk.all.filter { $0.contains("is being written") }.count == 1)
    }

    @Test func `a list that somebody writes to is not changed before it is whole`() throws {
        try write("plate\nAB12CDE\nXY", to: "barred.deny.csv")
        let patient = ListFolder(path: scene.path + "/lists", zone: .utc, rest: .milliseconds(300))
        let time = try ContinuousClock().measure {
            try patient.change("barred") { list in list.entries.append(try #require(ListEntry("ZZ99ZZZ"))) }
        }
        #expect(time >= .milliseconds(300))
        #expect(try folder.list("barred").entries.map(\.plate) == ["AB12CDE", "XY", "ZZ99ZZZ"])
    }

    @Test func `what a console or a command changes counts at once, whenever it was written`() throws {
        let watch = try watch(.seconds(3600))
        for plate in ["AB12CDE", "XY1234", "ZZ99ZZZ"] {
            try put(plate)
            #expect(plates(watch) == [plate])
        }
        // The same file, which somebody writes to then.
        try write("plate\nQQ", to: "barred.deny.csv")
        #expect(plates(watch) == ["ZZ99ZZZ"])
        try put("KL55MNO")
        #expect(plates(watch) == ["KL55MNO"])
    }

    @Test func `nothing is known of a new list that is being written, and no door opens meanwhile`() throws {
        let watch = try watch(.seconds(3600))
        try write("plate\nAB12CDE\n", to: "barred.deny.csv")
        #expect(plates(watch).isEmpty)
        #expect(watch.current.unknown == ["barred.deny.csv"] && watch.current.broken == ["barred.deny.csv"])
        // It is nobody's mistake.
        #expect(watch.current.problems.isEmpty && !talk.all.contains { $0.hasPrefix("error") })
        clock.advance(by: .seconds(3600))
        #expect(plates(watch) == ["AB12CDE"])
        #expect(watch.current.unknown.isEmpty && watch.current.broken.isEmpty)
        #expect(!talk.all.contains { $0.contains("well again") })
    }

    @Test func `a broken list stays broken until the mended one is at rest`() throws {
        let watch = try watch(.seconds(2))
        try put("AB12CDE")
        #expect(plates(watch) == ["AB12CDE"])
        try write("plate\nA!B\n", to: "barred.deny.csv")
        #expect(plates(watch) == ["AB12CDE"] && watch.current.broken.isEmpty)
        clock.advance(by: .seconds(2))
        #expect(plates(watch) == ["AB12CDE"] && watch.current.broken == ["barred.deny.csv"])
        try write("plate\nXY1234\n", to: "barred.deny.csv")
        #expect(plates(watch) == ["AB12CDE"] && watch.current.broken == ["barred.deny.csv"])
        clock.advance(by: .seconds(2))
        #expect(plates(watch) == ["XY1234"] && watch.current.broken.isEmpty)
        #expect(talk.all.filter { $0.contains("well again") }.count == 1)
    }

    @Test func `a list that has lain there is known at the first look`() throws {
        try write("plate\nAB12CDE\n", to: "barred.deny.csv")
        // Nobody looked at it before: its file system says how long ago it was written.
        #expect(try eventually { try plates(watch(.milliseconds(50))) == ["AB12CDE"] })
    }

    @Test func `a link's file is looked at, and so is a list that could not be opened, though nobody tells`() throws {
        let watch = try ListWatch(folder, talk: talk.logger, rest: .zero, looks: .milliseconds(20), now: { .now })
        try scene.write("", to: "lists/notes.txt")
        try FileManager.default.createSymbolicLink(
            atPath: scene.file("lists/barred.deny.csv"), withDestinationPath: scene.file("elsewhere/barred.csv"))
        watch.begin()
        defer { watch.stop() }
        #expect(watch.current.unknown == ["barred.deny.csv"])
        try scene.write("plate\nAB12CDE\n", to: "elsewhere/barred.csv")
        #expect(eventually { watch.current.lists.flatMap(\.entries).map(\.plate) == ["AB12CDE"] })
        #expect(watch.current.broken.isEmpty)
        try scene.write("plate\nXY1234\n", to: "elsewhere/barred.csv")
        #expect(eventually { watch.current.lists.flatMap(\.entries).map(\.plate) == ["XY1234"] })
        // Nobody waits for that before a closed gate.
        #expect(ListWatch.looks <= .seconds(15))
    }

    @Test(
        arguments: [
            (0o640, 9, 9, false), (0o640, 7, 9, true), (0o040, 7, 9, false), (0o640, 9, 8, true), (0o604, 9, 8, false),
            (0o604, 9, 9, true), (0o600, 0, 0, false),
        ] as [(UInt32, UInt32, UInt32, Bool)])
    func `what the hub may read is told by rights`(mode: UInt32, owner: UInt32, group: UInt32, may: Bool) {
        #expect(ListFolder.mayRead(mode: mode, owner: owner, group: group, as: 7, of: [8]) == may)
        #expect(ListFolder.mayRead(mode: mode, owner: owner, group: group, as: 0, of: []))
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files to others"))
    func `root is told of a list that the hub cannot read`() throws {
        try write("plate\nAB12CDE\n", to: "barred.deny.csv")
        #expect(chown(folder.path, 65_534, 65_534) == 0 && chmod(scene.file("lists/barred.deny.csv"), 0o600) == 0)
        #expect(folder.contents().problems.isEmpty)
        var asOwner = folder
        asOwner.isOfOwner = true
        let problems = asOwner.contents().problems
        #expect(problems.map(\.file) == [scene.file("lists/barred.deny.csv")] && asOwner.contents().lists.count == 1)
        #expect(chown(scene.file("lists/barred.deny.csv"), 65_534, 65_534) == 0)
        #expect(asOwner.contents().problems.isEmpty)
    }

    @Test func `a hub that starts waits for a list that is being written just then`() throws {
        try write("plate\nAB12CDE\n", to: "barred.deny.csv")
        let watch = try ListWatch(folder, talk: talk.logger, rest: .seconds(1), now: { .now })
        watch.begin()
        defer { watch.stop() }
        #expect(watch.current.lists.map(\.name) == ["barred"])
        // Nobody tells of a file that comes to rest.
        try write("plate\nAB12CDE\nXY1234\n", to: "barred.deny.csv")
        #expect(eventually { watch.current.lists.first?.entries.count == 2 })
    }
}
