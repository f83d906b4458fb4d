import Foundation
import Testing

@Suite struct HouseTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Once for all tests: it takes seconds.
    private static let read = Result { try House(repository: repository) }

    private let house: House

    init() throws {
        house = try Self.read.get()
    }

    @Test func `every arrow points downwards`() {
        #expect(Nevers.broken(in: house) == [])
        for module in house.rooms { #expect(!house.below(module).contains(module), "\(module) stands on itself") }
    }

    @Test func `the package declares what the sources import, and nothing else`() {
        #expect(Nevers.undeclared(in: house) == [])
    }

    @Test func `what has one owner is called nowhere else`() throws {
        let sources = Self.repository.appending(path: "Sources")
        var found: [String] = []
        var called: Set<String> = []
        for case let file as String in FileManager.default.enumerator(atPath: sources.path) ?? .init()
        where file.hasSuffix(".swift") && !file.hasPrefix("TestSupport/") {
            let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            found += Nevers.trespasses(in: text, file: file) + Nevers.defaultClocks(in: text, file: file)
            if Nevers.trespasses(in: text, file: "x.swift") != [] { called.insert(file) }
        }
        #expect(found == [])
        // An exception that is none any more is taken off the list.
        for rule in Nevers.owned { #expect(rule.others.subtracting(called) == []) }
        #expect(
            Nevers.trespasses(in: "    flock(a, 1)\n", file: "A/B.swift") == [
                "A/B.swift calls flock, which is for Files"
            ])
        #expect(Nevers.trespasses(in: "// flock(a)\nfunc rename(a)\nx.flock(1)\n", file: "A/B.swift") == [])
        #expect(Nevers.trespasses(in: "let a = ClockTrust(from: .now)", file: "plated/New.swift").count == 1)
    }

    @Test(arguments: [
        "    init(now: @escaping @Sendable () -> WallTime = { .now }) {", "    var now: () -> Moment = { .now }",
        "        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }",
        "    var trusted: (@Sendable () -> TrustedTime?) = { nil }",
    ])
    func `a clock that is there by default is found`(line: String) {
        #expect(Nevers.defaultClocks(in: line, file: "A/B.swift").count == 1)
        #expect(Nevers.defaultClocks(in: "// " + line, file: "A/B.swift").isEmpty)
        let handed = line.replacing(#/ = \{.*/#, with: "")
        #expect(Nevers.defaultClocks(in: handed, file: "A/B.swift").isEmpty)
    }

    @Test func `a type of more than five hundred lines says why`() throws {
        let sources = Self.repository.appending(path: "Sources")
        var types = TypeLengths()
        for case let file as String in FileManager.default.enumerator(atPath: sources.path) ?? .init()
        where file.hasSuffix(".swift") {
            let module = String(file.prefix { $0 != "/" })
            types.add(try String(contentsOf: sources.appending(path: file), encoding: .utf8), of: module)
        }
        #expect(types.lines.count > 1000)
        #expect(types.unexplained(above: 500) == [])
    }

    @Test func `a type has the lines of its extensions, and nobody else's`() {
        var types = TypeLengths()
        let small = "/// One.\npublic struct A {\n    struct B {\n    }\n}\n\nstruct C {}\n"
        types.add(small + "extension String {\n    var a: Int { 1 }\n}\n", of: "M")
        types.add("extension A {\n    func b() {}\n}\n", of: "M")
        #expect(types.lines == ["M.A": 7, "M.C": 1])
        #expect(types.unexplained(above: 6) == ["M.A has 7 lines"])
        types.add("/// It has more than 500 lines because it must.\nactor D {\n    let a = 1\n}\n", of: "M")
        #expect(types.unexplained(above: 2) == ["M.A has 7 lines"])
    }

    @Test func `no path of a camera is made but by its owner`() throws {
        let sources = Self.repository.appending(path: "Sources")
        var found: [String] = []
        for case let file as String in FileManager.default.enumerator(atPath: sources.path) ?? .init()
        where file.hasSuffix(".swift") {
            found += CameraPaths.made(in: try String(contentsOf: sources.appending(path: file), encoding: .utf8), file)
        }
        #expect(found == [])
    }

    @Test func `a path of a camera is found, and what only looks like one is not`() {
        for line in [
            #"let path = "\(folder)/\(camera).yaml""#, #"open("\(event.camera)/x")"#,
            #"let f = "/var/lib/plated/evidence""#,
            #""\(log).\(settings.camera).lock""#, #"let unit = "plated@\(name).service""#,
            #"getenv("STATE_DIRECTORY")"#,
        ] { #expect(!CameraPaths.made(in: line, "plated/New.swift").isEmpty, "\(line)") }
        for line in [
            #"/// As "/etc/plated/gate.yaml"."#, #""/cameras/\(camera)""#, #"say("\(camera) is lost")"#,
            #"let probe = "/run/plated-setup/probe.sock""#,
        ] { #expect(CameraPaths.made(in: line, "plated/New.swift").isEmpty, "\(line)") }
    }

    @Test func `the whole house was read`() {
        let ground: Set = ["Basics", "Plates", "Records", "Settings", "Addresses", "Service"]
        #expect(house.rooms.isSuperset(of: ground.union(["ALPR", "Capture", "Scanner", "plated"])))
        #expect(house.rooms.isSubset(of: house.declared.keys))
        #expect(house.programs.contains("plated") && !house.programs.contains("Scanner"))
        #expect(house.below("plated").isSuperset(of: ground))
    }

    @Test(arguments: [
        ("Records", "ALPR"), ("Records", "Scanner"), ("plated-hub", "Scanner"), ("History", "ALPR"),
        ("ALPR", "Capture"),
        ("Settings", "Scanner"), ("Evaluation", "Scanner"), ("Records", "Service"), ("Scanner", "Service"),
        ("ALPR", "Foundation"), ("ALPR", "Synchronization"), ("Plates", "Glibc"), ("Addresses", "Logging"),
        ("Basics", "Plates2"),
    ])
    func `an arrow that should not be is found`(module: String, imported: String) {
        var house = house
        house.imports[module, default: []].insert(.init(module: imported, file: "New.swift"))
        #expect(Nevers.broken(in: house).contains { $0.hasPrefix("\(module) → \(imported), by New.swift: ") })
    }

    @Test func `an arrow is found through what stands between, too`() {
        var house = house
        house.imports["Settings", default: []].insert(.init(module: "Scanner", file: "New.swift"))
        #expect(Nevers.broken(in: house).contains { $0.hasPrefix("ModelStore → Scanner, by what it imports: ") })
    }

    @Test func `an import that is not declared is found, and one that is declared for nothing`() {
        var house = house
        house.imports["Addresses", default: []].insert(.init(module: "Basics", file: "New.swift"))
        house.declared["Basics", default: []].insert("Plates")
        #expect(
            Nevers.undeclared(in: house) == [
                "Addresses imports Basics, which Package.swift does not declare",
                "Basics declares Plates in Package.swift and does not import it",
            ])
    }

    @Test(arguments: [
        ("import ALPR", "ALPR"), ("    import Glibc", "Glibc"), ("@testable import ALPR", "ALPR"),
        ("package import Yams", "Yams"), ("import struct Foundation.URL", "Foundation"),
        ("@_exported import class ALPR.Thing", "ALPR"),
    ])
    func `imports are found however they are written`(line: String, module: String) {
        let found = House.imports(in: "/// import nothing\n\(line)\nlet import2 = 1\n", file: "A.swift")
        #expect(found.map(\.module) == [module])
    }

    @Test func `a function alone is told from a module`() {
        #expect(House.imports(in: "import func Glibc.exp", file: "").first?.isOneFunction == true)
        #expect(House.imports(in: "import Glibc", file: "").first?.isOneFunction == false)
    }
}
