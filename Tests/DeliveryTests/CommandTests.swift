import Answers
import Foundation
import Records
import TestSupport
import Testing

@testable import Delivery

/// Real programs.
@Suite struct CommandTests {
    private let folder: TemporaryFolder

    init() throws {
        // As every program of ours does when it begins.
        signal(SIGPIPE, SIG_IGN)
        folder = try TemporaryFolder()
    }

    private func command(_ script: String, _ arguments: [String] = [], _ change: (inout CommandWay) -> Void = { _ in })
        throws -> CommandDestination
    {
        let path = try folder.program("#!/bin/sh\ncd '\(folder.path)' || exit 99\n\(script)\n", to: "program")
        var way = CommandWay()
        way.program = [path] + arguments
        change(&way)
        return CommandDestination(way, name: "test", zone: .utc)
    }

    private func text(_ name: String) throws -> String { try folder.text(name) }

    private func trouble(_ command: CommandDestination) async throws -> Trouble {
        let result = try await command.deliver([Parcel.event(1, plate: "ZQ19PLT")])
        #expect(result.count == 0)
        return try #require(result.trouble)
    }

    @Test func `it gets the line on its standard input, the event in its environment, and nothing of ours`()
        async throws
    {
        setenv("PLATED_TEST_SECRET", "hush", 1)
        let command = try command(
            #"cat > input; env | sort > variables; printf '%s\n' "$@" > words; ls /proc/self/fd > open"#,
            ["a b", "$(touch x)", ";"])
        let parcel = try Parcel.event(1, plate: "AB12CDE")
        #expect(await command.deliver([parcel]) == Delivered(count: 1))
        #expect(try text("input") == parcel.line + "\n")
        let variables = try text("variables")
        for line in [
            "PLATED_PLATE=AB12CDE", "PLATED_CAMERA=gate", "PLATED_HUB=site", "PLATED_KIND=plate",
            "PLATED_CONFIDENCE=0.938",
            "PLATED_TS=2026-11-22T12:00:01.000Z", "PLATED_ID=\(parcel.id ?? "")",
        ] { #expect(variables.contains(line + "\n"), "\(line): \(variables)") }
        #expect(
            !variables.contains("hush") && !variables.contains("PLATED_LANE") && !variables.contains("PLATED_CAUSE"))
        // No shell has looked at its arguments.
        #expect(try text("words") == "a b\n$(touch x)\n;\n")
        // Its three, and what ls opens itself.
        #expect(try text("open") == "0\n1\n2\n3\n")
    }

    @Test func `a program that reads nothing, says much and ends well has got it`() async throws {
        let command = try command("exec 0<&-; head -c 300000 /dev/zero >&2")
        #expect(try await command.deliver([.event(1), .event(2)].prefix(1).map { $0 }) == Delivered(count: 1))
    }

    @Test func `how it ends is the answer, and what it said last is told without the plate`() async throws {
        #expect(
            try await trouble(command("echo first >&2; echo \"no gate for $PLATED_PLATE\" >&2; exit 3"))
                == .again("the program ended with 3: no gate for …"))
        #expect(
            try await trouble(command("exit 65"))
                == Trouble(.refused, "the program ended with 65: it does not take this record"))
        #expect(try await trouble(command("kill -9 $$")) == .again("the program was ended by signal 9"))
    }

    @Test func `one that takes too long is ended, with all that it has started`() async throws {
        let command = try command("trap '' TERM; sleep 300 & echo $! > child; wait; sleep 300") {
            $0.timeout = .milliseconds(300)
        }
        #expect(try await trouble(command).reason == "the program was ended: it took longer than 300 ms")
        let child = try #require(pid_t(try text("child").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(await eventually { kill(child, 0) != 0 || Self.isZombie(child) })
    }

    private static func isZombie(_ process: pid_t) -> Bool {
        let stat = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
        return String(decoding: stat, as: UTF8.self).contains(") Z ")
    }

    @Test func `a task that is cancelled does not wait for it`() async throws {
        let command = try command("sleep 300") { $0.timeout = .seconds(300) }
        let parcel = try Parcel.event(1)
        let running = Task { await command.deliver([parcel]) }
        running.cancel()
        #expect(await running.value.trouble?.reason == "the hub is ending")
    }

    @Test func `several run at once where that is asked for, and one that fails holds up those behind it`() async throws
    {
        // Each waits for the other.
        let both = try command("touch at-$PLATED_PLATE; while [ ! -e at-AB1 ] || [ ! -e at-AB2 ]; do sleep 0.01; done")
        { $0.atOnce = 2 }
        #expect(both.most == 2)
        #expect(try await both.deliver([.event(1), .event(2)]) == Delivered(count: 2))
        let second = try command("test $PLATED_PLATE != AB2") { $0.atOnce = 3 }
        let result = try await second.deliver([.event(1), .event(2), .event(3)])
        #expect(result.count == 1 && result.trouble?.verdict == .again(after: nil))
    }

    @Test func `one that fails is run again, and those beside it that ended well are not`() async throws {
        let command = try command("echo $PLATED_PLATE >> ran; test $PLATED_PLATE != AB1 || test -e go") {
            $0.atOnce = 4
        }
        let parcels = try (1...5).map { try Parcel.event($0) }
        for _ in 0..<2 { #expect(await command.deliver(Array(parcels.prefix(4))).count == 0) }
        try folder.write("", to: "go")
        #expect(await command.deliver(Array(parcels.prefix(4))) == Delivered(count: 4))
        func runs() throws -> [String] { try text("ran").split(separator: "\n").map(String.init).sorted() }
        #expect(try runs() == ["AB1", "AB1", "AB1", "AB2", "AB3", "AB4"])
        // What has got there is known for as long as something before it has not.
        #expect(await command.deliver([parcels[1], parcels[4]]) == Delivered(count: 2))
        #expect(try runs() == ["AB1", "AB1", "AB1", "AB2", "AB2", "AB3", "AB4", "AB5"])
    }

    @Test func `behind one that is refused nothing is run twice`() async throws {
        let command = try command("echo $PLATED_PLATE >> ran; test $PLATED_PLATE != AB1 || exit 65") { $0.atOnce = 3 }
        let parcels = try (1...4).map { try Parcel.event($0) }
        let first = await command.deliver(Array(parcels.prefix(3)))
        #expect(first.count == 0 && first.trouble?.verdict == .refused)
        #expect(await command.deliver(Array(parcels.dropFirst())) == Delivered(count: 3))
        let runs = try text("ran").split(separator: "\n").map(String.init).sorted()
        #expect(runs == ["AB1", "AB2", "AB3", "AB4"])
    }

    @Test func `a program that is not there is found when it is opened`() throws {
        var way = CommandWay()
        way.program = [folder.file("gone")]
        let settings = DestinationSettings(name: "door", way: way)
        let error = #expect(throws: (any Error).self) {
            try settings.check(secrets: SecretPlace(configuration: "x", environment: [:]))
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("No such file or directory"))
    }

    @Test func `its picture is a path, where it is asked for and there`() async throws {
        try folder.write("JPEG", to: "evidence/gate/a.jpg")
        let command = try command("cat \"$PLATED_PICTURE\" > picture") { $0.picture = .crop }
        let parcel = try Parcel.event(1, evidence: "\(folder.path)/evidence") { event in
            event.evidence = PlateEvidence(
                time: event.time, box: event.box,
                crop: .init(path: "a.jpg", sha256: Digest(of: Array("JPEG".utf8)).description, bytes: 4))
        }
        #expect(await command.deliver([parcel]) == Delivered(count: 1))
        #expect(try text("picture") == "JPEG")
    }

    @Test(arguments: ["2026/11/22/14/a.crop.jpg", "../../secret"])
    func `the path of a site's picture is where the centre keeps it, whatever its event says`(path: String)
        async throws
    {
        let bytes = Array("JPEG".utf8)
        let digest = Digest(of: bytes)
        let hash = "\(digest)"
        try folder.write("SECRET", to: "secret")
        try PictureFolder(path: folder.file("evidence/gate")).keep(bytes, as: digest, of: DeliveryScene.noon)
        let command = try command("echo \"$PLATED_PICTURE\" > path; cat \"$PLATED_PICTURE\" > picture") {
            $0.picture = .crop
        }
        let parcel = try Parcel.event(1, evidence: folder.file("evidence")) { event in
            event.evidence = PlateEvidence(
                time: event.time, box: event.box,
                crop: .init(path: path, sha256: hash, bytes: bytes.count))
        }
        #expect(await command.deliver([parcel]) == Delivered(count: 1))
        #expect(try text("picture") == "JPEG")
        #expect(try text("path") == folder.file("evidence/gate/\(hash.prefix(2))/\(hash).jpg") + "\n")
    }
}
