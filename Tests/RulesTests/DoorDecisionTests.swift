import Answers
import Records
import TestSupport
import Testing

@testable import Rules

/// Whom a door lets in.
@Suite struct DoorDecisionTests {
    private let scene: DoorScene

    init() throws { scene = try DoorScene() }

    private static let noon = DoorScene.noon
    private static let open = DoorDecision.open(list: "staff")

    private func withheld(_ reason: DoorRefusal, list: String? = "staff") -> DoorDecision {
        .withheld(list: list, reason: reason)
    }

    private func decision(
        _ event: PlateEvent, at now: WallTime = noon, _ change: (inout DoorSettings) -> Void = { _ in }
    ) throws -> DoorDecision {
        var door = scene.door
        change(&door)
        return door.decision(on: event, lists: try scene.watch.current, at: now)
    }

    @Test func `a plate of its lists opens it, where it is and when it may`() throws {
        let event = scene.event()
        #expect(try decision(event) == Self.open && decision(scene.event("XY34ABC")) == Self.open)
        #expect(try decision(scene.event("ZZ99ZZZ")) == withheld(.stranger, list: nil))
        #expect(try decision(scene.event(camera: "yard")) == .nothing)
        #expect(try decision(event) { $0.lists = ["guests"] } == withheld(.stranger, list: nil))
        #expect(try decision(event) { $0.lanes = ["in"] } == withheld(.lane))
        #expect(try decision(scene.event { $0.lane = "in" }) { $0.lanes = ["in"] } == Self.open)
        let approaching = scene.event { $0.direction = PlateDirection(degrees: nil, movement: .approaching) }
        #expect(try decision(approaching) { $0.movements = ["approaching"] } == Self.open)
        #expect(try decision(approaching) { $0.movements = ["leaving"] } == withheld(.movement))
        #expect(try decision(event) { $0.movements = ["approaching"] } == withheld(.movement))
        let week = try #require(WeeklyHours("mon-fri 07:00-18:00"))
        #expect(try decision(event) { $0.hours = week } == withheld(.hours))
        // Who has no business in its lane is not told of.
        #expect(try decision(scene.event("ZZ99ZZZ")) { $0.lanes = ["in"] } == .nothing)
    }

    @Test func `an entry that does not count now says why`() throws {
        try scene.folder.write(
            "plate,until,cameras,hours\nAB12CDE,2026-11-21,,\nXY34ABC,,yard,\nQQ77QQQ,,,mon 07:00-18:00\n",
            to: "lists/staff.allow.csv")
        #expect(try decision(scene.event()) == withheld(.entry(.late)))
        #expect(try decision(scene.event("XY34ABC")) == withheld(.entry(.camera)))
        #expect(try decision(scene.event("QQ77QQQ")) == withheld(.entry(.hours)))
    }

    @Test func `a stranger who is misread as a neighbour of the list does not open`() throws {
        for plate in ["A812CDE", "AB12CD", "AB12CDEE", "AB12CDX"] {
            var misread = scene.event(plate, confidence: 0.99)
            misread.candidates.append(PlateCandidate(plate: "AB12CDE", confidence: 0.4))
            #expect(try decision(misread) == withheld(.stranger, list: nil), "\(plate)")
        }
        // Misread as the very plate, and not surely.
        #expect(try decision(scene.event(confidence: 0.79)) == withheld(.unsure))
        #expect(try decision(scene.event(confidence: .nan)) == withheld(.unsure))
    }

    @Test func `a list of wanted plates opens nothing, whatever the configuration says`() throws {
        try scene.folder.write("plate\nQQ77QQQ\n", to: "lists/stolen.wanted.csv")
        #expect(
            try decision(scene.event("QQ77QQQ")) { $0.lists = ["stolen"] } == withheld(.stranger, list: nil))
    }

    @Test func `a pseudonym opens nothing, and is no stranger`() throws {
        #expect(try decision(scene.event(Pseudonyms.mark + "AB12")) == .nothing)
    }

    @Test func `what is denied stays out, whatever else lets it in`() throws {
        try scene.folder.write("plate\nAB12*\nQQ77QQQ\n", to: "lists/barred.deny.csv")
        #expect(try decision(scene.event()) == withheld(.denied, list: "barred"))
        #expect(try decision(scene.event("QQ77QQQ")) == withheld(.denied, list: "barred"))
        #expect(try decision(scene.event("XY34ABC")) == Self.open)
    }

    @Test(arguments: ["barred.deny.csv", "barred.csv"]) func `nothing opens while nobody knows whom a file denies`(
        file: String
    ) throws {
        try scene.folder.write("plate\nA!B\n", to: "lists/" + file)
        #expect(try decision(scene.event()) == withheld(.unreadable(file: file)))
    }

    @Test func `a list of wanted plates that cannot be read keeps nobody out`() throws {
        try scene.folder.write("plate\nA!B\n", to: "lists/stolen.wanted.csv")
        #expect(try decision(scene.event()) == Self.open)
    }

    @Test func `a list that can no longer be read opens nothing, and denies nobody less`() throws {
        try scene.folder.write("plate\nQQ77QQQ\n", to: "lists/barred.deny.csv")
        let watch = try scene.watch
        try scene.folder.write("plate\nAB12CDE\nNE11NEW\nA!B\n", to: "lists/staff.allow.csv")
        watch.read()
        func decision(_ plate: String) -> DoorDecision {
            scene.door.decision(on: scene.event(plate), lists: watch.current, at: Self.noon)
        }
        #expect(decision("AB12CDE") == withheld(.unreadable(file: "staff.allow.csv")))
        #expect(decision("NE11NEW") == withheld(.stranger, list: nil))
        // Another list that lets it in is enough.
        try scene.folder.write("plate\nAB12CDE\n", to: "lists/guests.allow.csv")
        watch.read()
        var door = scene.door
        door.lists.append("guests")
        #expect(door.decision(on: scene.event(), lists: watch.current, at: Self.noon) == .open(list: "guests"))
        try scene.folder.write("plate\nA!B\n", to: "lists/barred.deny.csv")
        watch.read()
        #expect(
            door.decision(on: scene.event(), lists: watch.current, at: Self.noon)
                == withheld(.unreadable(file: "barred.deny.csv"), list: "guests"))
        // All of them, where the folder is gone.
        #expect(decision("QQ77QQQ") == withheld(.denied, list: "barred"))
    }

    @Test(arguments: [4999, 5001, 3_600_000, -4000, -5001] as [Int64])
    func `nothing opens for what waited, or is not yet`(
        age: Int64
    ) throws {
        let expected = abs(age) < 5000 ? Self.open : withheld(age > 0 ? .late : .clock)
        #expect(try decision(scene.event(age: age)) == expected)
        #expect(try decision(scene.event(age: 86_400_001)) == .nothing)
        // Of a stranger that is long gone nothing is told.
        let stranger = try decision(scene.event("ZZ99ZZZ", age: age))
        #expect(stranger == (abs(age) < 5000 ? withheld(.stranger, list: nil) : .nothing))
    }

    @Test func `a clock that is not set opens nothing`() throws {
        let begin = WallTime(milliseconds: 5000)
        #expect(try decision(scene.event { $0.time = begin }, at: begin) == withheld(.clock))
    }

    @Test func `a clock that shows less than what has been opens nothing, and tells of no stranger`() throws {
        func decision(_ plate: String) throws -> DoorDecision {
            scene.door.decision(on: scene.event(plate), lists: try scene.watch.current, at: Self.noon, isSet: false)
        }
        #expect(try decision("AB12CDE") == withheld(.clock) && decision("ZZ99ZZZ") == .nothing)
    }
}
