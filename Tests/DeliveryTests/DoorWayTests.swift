import Addresses
import Answers
import Foundation
import Records
import TestSupport
import Testing

@testable import Delivery

/// How doors are told to open.
@Suite struct DoorWayTests {
    private let scene: DeliveryScene

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        scene = try DeliveryScene()
    }

    private func opening(_ number: Int = 1, user: String? = nil) throws -> Parcel {
        let time = DeliveryScene.noon
        let until = WallTime(milliseconds: time.milliseconds + 5000)
        let record =
            if let user {
                OpeningRecord(
                    id: "01H\(number)", time: time, camera: "gate", door: "barrier", state: .asked, until: until,
                    user: user, note: "fire brigade")
            } else {
                OpeningRecord(
                    id: "01D\(number)", time: time, camera: "gate", door: "barrier", state: .asked, until: until,
                    event: "01E", plate: "AB12CDE", list: "staff")
            }
        return try #require(Parcel(hub: "site", opening: record))
    }

    private func open(_ way: any Way) throws -> any Destination {
        try DoorWay(way).open(
            "barrier", secrets: SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:]),
            hub: "site",
            talk: scene.talk.logger)
    }

    @Test func `a webhook gets the record, and a template what it asks for`() throws {
        let parcel = try opening()
        let text = PlatedFormat.json(parcel, picture: nil, way: WebhookWay())
        #expect(text.hasPrefix(#"{"type":"door.open","timestamp":"#) && text.contains(#""data":"# + parcel.line))
        func filled(_ parcel: Parcel) -> String {
            TemplateText.filled(
                "{kind} {door} {plate} {list} {event} {until} {user}",
                with: TemplateValues(parcel, way: WebhookWay(), picture: nil, zone: .utc), as: .plain)
        }
        #expect(filled(parcel) == "opening barrier AB12CDE staff 01E 2026-11-22T12:00:05.000Z ")
        #expect(try filled(opening(user: "ann")) == "opening barrier    2026-11-22T12:00:05.000Z ann")
        #expect(parcel.identity == "site~gate~01D1")
        #expect(parcel.link("https://hub.example", picture: .none) == "https://hub.example/plates/01E")
        #expect(try opening(user: "ann").link("https://hub.example", picture: .none) == nil)
        #expect(parcel.cleaned("no AB12CDE here") == "no … here")
    }

    @Test func `a door that does not let us in is asked once, and one that is busy again`() async throws {
        let receiver = try Receiver(scene.folder)
        var way = WebhookWay()
        way.address = SourceAddress(receiver.address())
        let door = try open(way)
        let parcel = try opening()
        let answers: [(status: Int, verdict: Trouble.Verdict)] = [
            (400, .refused), (401, .refused), (403, .refused), (404, .refused), (407, .refused),
            (408, .again(after: nil)), (425, .again(after: nil)), (429, .again(after: nil)), (503, .again(after: nil)),
        ]
        for (status, verdict) in answers {
            try receiver.tell("answer \(status)")
            let trouble = await door.deliver([parcel]).trouble
            #expect(trouble?.verdict == verdict, "\(status): \(trouble?.reason ?? "")")
        }
    }

    @Test(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
    func `whatever a destination is called, its broker takes it for no door`() async throws {
        let broker = try Broker(scene.folder)
        let name = try broker.listen("plated/#")
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://127.0.0.1:\(broker.port)")
        let door = try open(way)
        let settings = DestinationSettings(name: "door-barrier", way: way)
        let destination = try way.open(
            settings, secrets: SecretPlace(configuration: scene.folder.file("hub.yaml"), environment: [:]),
            surroundings: scene.surroundings)
        await door.begin()
        await destination.begin()
        for topic in ["plated/site/door/barrier/availability", "plated/site/availability"] {
            #expect(try await eventually { try broker.heard(name).contains { $0[0] == topic } })
        }
        let clients = try scene.folder.text("broker.said").matches(of: /as (plated-[^ ]+)/).map { String($0.1) }
        #expect(Set(clients).count == 2, "\(clients)")
        await door.end()
        await destination.end()
    }

    @Test func `a program that waited for another one is not begun when its time is over`() async throws {
        let program = try scene.folder.program(
            "#!/bin/sh\necho $PLATED_ID >> '\(scene.folder.file("ran"))'\nwhile [ ! -e '\(scene.folder.file("go"))' ]; do sleep 0.02; done\n",
            to: "program")
        var way = CommandWay()
        way.program = [program]
        way.timeout = .seconds(300)
        let door = try open(way)
        let (first, second) = (try opening(1), try opening(2))
        let one = Task { await door.deliver([first]) }
        #expect(
            try await eventually {
                try FileManager.default.fileExists(atPath: scene.folder.file("ran"))
                    && scene.folder.text("ran") == "01D1\n"
            })
        let two = Task { await door.deliver([second]) }
        two.cancel()
        try scene.folder.write("", to: "go")
        #expect(await one.value.count == 1)
        #expect(await two.value.count == 0)
        #expect(try scene.folder.text("ran") == "01D1\n")
    }

    @Test(.enabled(if: Broker.isThere, "mosquitto is not installed: scripts/install-packages test"))
    func `a broker is told at once or never, and keeps nothing`() async throws {
        let broker = try Broker(scene.folder)
        let name = try broker.listen("plated/#")
        var way = MQTTWay()
        way.address = SourceAddress("mqtt://127.0.0.1:\(broker.port)")
        let door = try open(way)
        await door.begin()
        #expect(
            try await eventually {
                try broker.heard(name).contains { $0[0] == "plated/site/door/barrier/availability" }
            })
        let (first, second) = (try opening(1), try opening(2))
        #expect(await door.deliver([first]) == Delivered(count: 1))
        #expect(
            try await eventually { try broker.heard(name).contains(["plated/site/door/barrier", "0", first.line]) })
        broker.kill()
        var missed = await door.deliver([second])
        // It may take a moment until the connection is known to be gone, also while something is being said.
        while missed.trouble == nil || missed.trouble?.reason == "the connection was lost" {
            missed = await door.deliver([second])
        }
        #expect(
            missed.count == 0
                && missed.trouble?.reason.hasPrefix("nothing listens at 127.0.0.1:\(broker.port)") == true,
            "\(missed)")
        try broker.start()
        let late = try broker.listen("plated/#")
        #expect(
            try await eventually {
                try broker.heard(late).contains(["plated/site/door/barrier/availability", "1", "online"])
                    || broker.heard(late).contains(["plated/site/door/barrier/availability", "0", "online"])
            })
        let third = try opening(3)
        #expect(await door.deliver([third]) == Delivered(count: 1))
        #expect(try await eventually { try broker.heard(late).contains { $0.last == third.line } })
        #expect(try !broker.heard(late).contains { $0.last == second.line || $0.last == first.line })
        await door.end()
        #expect(try await eventually { try broker.heard(late).last?.last == "offline" })
    }
}
