import Answers
import Basics
import Foundation
import Settings
import TestSupport
import Testing

@testable import Rules

/// The folder of lists on a real disk.
@Suite struct ListFolderTests {
    private let scene: TemporaryFolder
    private let folder: ListFolder
    private let talk = Talk()

    init() throws {
        scene = try TemporaryFolder()
        folder = ListFolder(path: scene.path + "/lists", zone: .utc, rest: .zero)
    }

    private func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try text.write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
    }

    private func add(_ plate: String, to name: String, as kind: ListKind? = nil) throws -> ListAddition {
        let entry = try #require(ListEntry(plate))
        return try folder.change(name, as: kind) { $0.change(entry) }
    }

    private func plates(_ state: ListWatch.State) -> [String] { state.lists.flatMap(\.entries).map(\.plate) }

    private func rights(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.posixPermissions] as? Int
    }

    // MARK: - Changing

    @Test func `a list is made, changed and removed, each time as a whole file`() throws {
        #expect(folder.contents().lists.isEmpty && folder.contents().problems.isEmpty)
        #expect(try add("ab 12-cde", to: "staff", as: .allow) == .added)
        #expect(try add("AB12CDE", to: "staff") == .unchanged)
        #expect(try add("XY*", to: "staff") == .added)
        #expect(try folder.list("staff").entries.map(\.plate) == ["AB12CDE", "XY*"])
        #expect(try rights("staff.allow.csv") == 0o640)
        #expect(try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int == 0o750)
        #expect(try folder.change("staff") { $0.remove("AB-12-CDE") })
        #expect(try !folder.change("staff") { $0.remove("XY12ABC") })
        #expect(try folder.list("staff").entries.map(\.plate) == ["XY*"])
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == [".lock", "staff.allow.csv"])
        try folder.remove("staff")
        #expect(folder.contents().lists.isEmpty)
    }

    @Test func `a file keeps its rights when it is changed`() throws {
        try write("plate\nAB12CDE\n", to: "staff.allow.csv")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: "\(folder.path)/staff.allow.csv")
        #expect(try add("XY12ABC", to: "staff") == .added)
        #expect(try rights("staff.allow.csv") == 0o600)
    }

    @Test func `what cannot be done is told, and changes nothing`() throws {
        #expect(try add("AB12CDE", to: "staff", as: .allow) == .added)
        let before = try folder.list("staff")
        #expect { try add("AB12CDE", to: "staff", as: .deny) } throws: { "\($0)".contains("it is one for allow") }
        #expect { try add("AB12CDE", to: "guests") } throws: { "\($0)".contains("there are: staff") }
        #expect { try add("AB12CDE", to: "../staff", as: .allow) } throws: { "\($0)".contains("is no name of a list") }
        #expect { try folder.remove("guests") } throws: { "\($0)".contains("has none of that name") }
        #expect {
            try folder.change("staff") { list in list.entries[0].note = String(repeating: "x", count: 201) }
        } throws: { "\($0)".contains("note has more than 200") }
        #expect(try folder.list("staff") == before)
    }

    @Test func `a list that cannot be read is not written over`() throws {
        try write("plate\nA!B\n", to: "staff.allow.csv")
        #expect(throws: Problems.self) { try add("AB12CDE", to: "staff") }
        let text = try String(contentsOfFile: "\(folder.path)/staff.allow.csv", encoding: .utf8)
        #expect(text == "plate\nA!B\n")
    }

    @Test func `many who change one list at once lose nothing`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { [folder] in
                    let entry = try #require(ListEntry("AB\(100 + number)"))
                    try folder.change("staff", as: .allow) { _ = $0.change(entry) }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try folder.list("staff").entries.map(\.plate)).count == 40)
    }

    // MARK: - Problems

    @Test func `every problem in the folder is told with its file and line`() throws {
        try write("plate,hours\nAB12CDE,\nA!B,\nXY1,never\n", to: "staff.allow.csv")
        try write("plate\nQQ1\n", to: "Visitors.csv")
        try write("plate\nQQ1\n", to: "both.allow.csv")
        try write("plate\nQQ1\n", to: "both.deny.csv")
        try write("no list", to: "notes.txt")
        let contents = folder.contents()
        #expect(contents.lists.isEmpty)
        let told = contents.problems.map { $0.description.replacing(folder.path + "/", with: "") }
        #expect(told.contains { $0.hasPrefix("staff.allow.csv:3: this is no plate") })
        #expect(told.contains { $0.hasPrefix("staff.allow.csv:4: hours are written as") })
        #expect(told.contains { $0.hasPrefix("Visitors.csv: its name says no list") })
        #expect(told.filter { $0.contains("there is a list both for") }.count == 2)
    }

    // MARK: - Watching

    @Test func `a broken file leaves its list as it was, which is said once`() throws {
        try write("plate\nAB12CDE\n", to: "staff.allow.csv")
        let watch = try ListWatch(folder, talk: talk.logger, rest: .zero, now: { .now })
        watch.read()
        #expect(plates(watch.current) == ["AB12CDE"])
        try write("plate\nAB12CDE\nA!B\n", to: "staff.allow.csv")
        watch.read()
        watch.read()
        #expect(plates(watch.current) == ["AB12CDE"])
        #expect(watch.current.broken == ["staff.allow.csv"] && watch.current.unknown.isEmpty)
        #expect(talk.all.filter { $0.contains("it stays as it was") }.count == 1)
        #expect(talk.all.filter { $0.contains("staff.allow.csv:3") }.count == 1)
        #expect(!talk.all.contains { $0.contains("AB12CDE") })
        try write("plate\nXY12ABC\n", to: "staff.allow.csv")
        watch.read()
        #expect(plates(watch.current) == ["XY12ABC"] && watch.current.problems.isEmpty)
        #expect(talk.all.last { $0.hasPrefix("notice") }?.contains("is well again") == true)
    }

    @Test func `a list that never could be read is known to be unknown`() throws {
        try write("plates\nAB12CDE\n", to: "barred.deny.csv")
        let watch = try ListWatch(folder, talk: talk.logger, rest: .zero, now: { .now })
        watch.read()
        #expect(watch.current.lists.isEmpty && watch.current.unknown == ["barred.deny.csv"])
        try FileManager.default.removeItem(atPath: "\(folder.path)/barred.deny.csv")
        watch.read()
        #expect(watch.current.unknown.isEmpty && watch.current.problems.isEmpty)
    }

    @Test func `a change is heard of at once`() throws {
        #expect(try add("AB12CDE", to: "staff", as: .allow) == .added)
        let watch = try ListWatch(folder, talk: talk.logger, now: { .now })
        watch.begin()
        defer { watch.stop() }
        #expect(try add("XY12ABC", to: "staff") == .added)
        #expect(eventually { plates(watch.current) == ["AB12CDE", "XY12ABC"] })
        try folder.remove("staff")
        #expect(eventually { watch.current.lists.isEmpty })
    }
}
