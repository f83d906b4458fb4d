import Basics
import Foundation
import Records
import Settings
import TestSupport
import Testing

@testable import Rules

/// Lists that may not have their names beside others, while they are watched: what counts is what would count after a restart.
@Suite struct ListNameTests {
    private let scene: DoorScene

    init() throws { scene = try DoorScene() }

    private func lists(_ watch: ListWatch) -> [String] {
        watch.read()
        return watch.current.lists.map(\.fileName)
    }

    private func write(_ plate: String, to file: String) throws {
        try scene.folder.write("plate\n\(plate)\n", to: "lists/" + file)
    }

    private func remove(_ file: String) throws {
        try FileManager.default.removeItem(atPath: scene.folder.file("lists/" + file))
    }

    private func decision(_ watch: ListWatch, _ plate: String = "AB12CDE") -> DoorDecision {
        scene.door.decision(on: scene.event(plate), lists: watch.current, at: DoorScene.noon)
    }

    @Test func `a list of the site's own counts no more once the centre sends one of its name`() throws {
        let watch = try scene.watch
        #expect(lists(watch) == ["staff.allow.csv"] && decision(watch) == .open(list: "staff"))
        let generation = watch.current.generation
        try write("XY1234", to: "centre/staff.wanted.csv")
        #expect(lists(watch) == ["centre/staff.wanted.csv"])
        #expect(watch.current.generation == generation + 1)
        #expect(watch.current.broken == ["staff.allow.csv"] && watch.current.unknown == ["staff.allow.csv"])
        #expect(
            watch.current.problems.map(\.message) == [
                "there is a list staff from the centre: give this one another name"
            ])
        #expect(decision(watch) == .withheld(list: nil, reason: .stranger))
        // A hub that starts says the same.
        #expect(try scene.watch.current.problems == watch.current.problems)
        #expect(try lists(scene.watch) == lists(watch))
        // One of the centre that lets in the same plates opens by itself.
        try remove("centre/staff.wanted.csv")
        try write("QQ77QQQ", to: "centre/staff.allow.csv")
        #expect(lists(watch) == ["centre/staff.allow.csv"])
        #expect(decision(watch, "QQ77QQQ") == .open(list: "staff") && decision(watch) != .open(list: "staff"))
        // Nobody touches its own file, and it counts again.
        try remove("centre/staff.allow.csv")
        #expect(lists(watch) == ["staff.allow.csv"] && watch.current.broken.isEmpty)
        #expect(watch.current.problems.isEmpty && decision(watch) == .open(list: "staff"))
        #expect(scene.talk.all.contains { $0.contains("staff.allow.csv is well again") })
    }

    @Test func `of two lists of one name and two kinds neither counts from that moment on`() throws {
        let watch = try scene.watch
        #expect(decision(watch) == .open(list: "staff"))
        try write("AB12CDE", to: "staff.wanted.csv")
        #expect(lists(watch).isEmpty && watch.current.broken == ["staff.allow.csv", "staff.wanted.csv"])
        #expect(decision(watch) == .withheld(list: nil, reason: .stranger))
        // What it has when the other one goes is what counts.
        try write("ZZ99ZZZ", to: "staff.allow.csv")
        #expect(lists(watch).isEmpty)
        try remove("staff.wanted.csv")
        #expect(lists(watch) == ["staff.allow.csv"] && watch.current.broken.isEmpty)
        #expect(decision(watch, "ZZ99ZZZ") == .open(list: "staff") && decision(watch) != .open(list: "staff"))
    }

    @Test func `where a list that denies may not have its name no door opens, as while it cannot be read`() throws {
        let watch = try scene.watch
        #expect(decision(watch, "XY34ABC") == .open(list: "staff"))
        try write("AB12CDE", to: "barred.deny.csv")
        #expect(lists(watch) == ["barred.deny.csv", "staff.allow.csv"])
        #expect(decision(watch) == .withheld(list: "barred", reason: .denied))
        try write("AB12CDE", to: "centre/barred.wanted.csv")
        #expect(lists(watch) == ["centre/barred.wanted.csv", "staff.allow.csv"])
        // Whom it denied nobody knows any more.
        let refusal = DoorRefusal.unreadable(file: "barred.deny.csv")
        #expect(decision(watch) == .withheld(list: "staff", reason: refusal))
        #expect(decision(watch, "XY34ABC") == .withheld(list: "staff", reason: refusal))
    }

    @Test func `what was not known before its folder went stays unknown`() throws {
        let watch = try scene.watch
        try write("AB12CDE", to: "staff.wanted.csv")
        #expect(lists(watch).isEmpty)
        let path = scene.folder.file("lists")
        try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
        try scene.folder.write("no folder", to: "lists")
        #expect(lists(watch).isEmpty && watch.current.unknown == ["staff.allow.csv", "staff.wanted.csv"])
    }

    @Test(arguments: ["barred.deny.CSV", "barred.deny.Csv"])
    func `a table whose ending has capitals says no list, so it is named and no door opens`(file: String) throws {
        let watch = try scene.watch
        #expect(decision(watch) == .open(list: "staff"))
        try write("AB12CDE", to: file)
        #expect(lists(watch) == ["staff.allow.csv"] && watch.current.broken == [file])
        #expect(decision(watch, "XY34ABC") == .withheld(list: "staff", reason: .unreadable(file: file)))
        let problems = watch.folder.contents().problems
        #expect(problems.map(\.file) == [scene.folder.file("lists/" + file)])
        #expect(problems.map(\.message).allSatisfy { $0.contains("its name says no list") })
        try FileManager.default.moveItem(
            atPath: scene.folder.file("lists/" + file), toPath: scene.folder.file("lists/barred.deny.csv"))
        #expect(lists(watch) == ["barred.deny.csv", "staff.allow.csv"] && watch.current.problems.isEmpty)
        #expect(decision(watch) == .withheld(list: "barred", reason: .denied))
    }

    @Test func `a list of the site's own beside the centre's can be exported and taken away, and the centre's cannot`()
        throws
    {
        try write("XY1234", to: "centre/staff.wanted.csv")
        let folder = try scene.watch.folder
        #expect(try folder.list("staff", isToCount: false).entries.map(\.plate) == ["AB12CDE", "XY34*"])
        #expect(throws: Problems.self) { try folder.list("staff") }
        try folder.remove("staff")
        #expect(folder.contents().lists.map(\.fileName) == ["centre/staff.wanted.csv"])
        #expect(folder.contents().problems.isEmpty)
        #expect(throws: Failure.self) { try folder.remove("staff") }
        #expect(folder.contents().lists.map(\.fileName) == ["centre/staff.wanted.csv"])
    }

    @Test func `of two lists of the site's own with one name none is exported as if it were the one`() throws {
        let folder = try scene.watch.folder
        try write("XY1234", to: "staff.wanted.csv")
        #expect(throws: Problems.self) { try folder.list("staff", isToCount: false) }
    }
}
