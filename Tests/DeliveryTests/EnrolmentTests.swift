import Fleet
import Foundation
import Proof
import Records
import TestSupport
import Testing

/// Sites join, get new credentials and are shut out: the programs as somebody runs them, with a real mosquitto and with three NATS servers.
@Suite struct EnrolmentTests {
    private static let kinds = FleetBroker.Kind.allCases.filter(\.isThere)

    @Test(arguments: kinds)
    func `a site joins once with its token, and reaches nothing that is another's`(kind: FleetBroker.Kind) throws {
        let scene = try EnrolmentScene(kind)
        let token = try scene.join("north")
        #expect(try scene.centreFile("sites.yaml").contains("name: \"north\""))
        #expect(try scene.centreFile("sites.yaml").contains("\(scene.key.publicKey)"))
        let check = try scene.hub("check", of: "north")
        #expect(check.status == 0 && check.output.contains("list_keys"), "\(check)")
        // What the units need, once.
        for (hub, file) in [("centre", "broker.credentials"), ("north", "centre.credentials")] {
            let unit = try scene.folder.text("\(hub)/unit/fleet-\(hub == "centre" ? "centre" : "site").conf")
            #expect(unit.contains("LoadCredential=\(file):\(scene.folder.file(hub))/\(file)\n"), "\(unit)")
            #expect(unit.contains("LoadCredential=\(hub == "centre" ? "broker" : "centre")-ca.pem:"), "\(unit)")
        }
        // Whoever finds the token later.
        let again = try scene.hub("site", "join", "--token-file", token, of: "thief")
        #expect(again.status == 69 && again.errors.contains("it was used already"), "\(again)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.file("thief")) == ["hub.yaml"])
        _ = try scene.join("south")

        let (north, south) = (try scene.login(of: "north"), try scene.login(of: "south"))
        let centre = try scene.login(of: "centre", "broker.credentials")
        let heard = try scene.broker.listen("plated/v1/+/records", centre)
        let foreign = try scene.broker.listen("plated/v1/north/lists", south)
        let all = try scene.broker.listen("#", south)
        let own = try scene.broker.listen("plated/v1/north/lists", north)
        try scene.broker.say("plated/v1/north/records", "forged", south)
        try scene.broker.say("plated/v1/north/lists", "forged", south, isRetained: true)
        try scene.broker.say("plated/v1/north/committed", "forged", south, isRetained: true)
        try scene.broker.say("plated/v1/north/records", "nobody", ("north", "wrong"))
        // What is let through comes behind it.
        #expect(
            try eventually {
                try scene.broker.say("plated/v1/north/lists", "for north", centre, isRetained: true)
                try scene.broker.say("plated/v1/south/records", "of south", south)
                try scene.broker.say("plated/v1/north/records", "of north", north)
                let texts = try heard.text()
                return try texts.contains("of south") && texts.contains("of north") && own.text().contains("for north")
            })
        #expect(try !heard.text().contains("forged") && !heard.text().contains("nobody"))
        #expect(try !own.text().contains("forged"))
        #expect(try !foreign.text().contains("for north") && !all.text().contains("north"))
    }

    @Test(arguments: kinds)
    func `a site that is removed is cut off while it is connected, and one with new credentials has no old ones`(
        kind: FleetBroker.Kind
    ) throws {
        let scene = try EnrolmentScene(kind)
        _ = try scene.join("north")
        let old = try scene.login(of: "north")
        #expect(try scene.hub("site", "add", "north", of: "centre").status == 64)
        _ = try scene.join("north", "rotate")
        let new = try scene.login(of: "north")
        #expect(old.password != new.password)
        #expect(try eventually { try scene.broker.lets(new) && !scene.broker.lets(old) })

        let connected = try scene.broker.listen("plated/v1/north/lists", new)
        #expect(connected.isRunning)
        let list = try scene.hub("site", "list", of: "centre")
        #expect(list.output.contains("north") && list.output.contains("let in"), "\(list)")
        let removed = try scene.hub("site", "remove", "north", of: "centre")
        #expect(removed.status == 0 && removed.output.contains("cuts it off"), "\(removed)")
        // It is cut off, and is not let in again: so the client gives up.
        #expect(eventually { !connected.isRunning })
        #expect(try !scene.broker.lets(new))
        #expect(try !scene.centreFile("sites.yaml").contains("north"))
        let gone = try scene.hub("site", "remove", "north", of: "centre")
        #expect(gone.status == 66 && gone.errors.contains("there is none of that name"), "\(gone)")
    }

    @Test(arguments: kinds)
    func `hubs go on while sites join, turn their keys over and are shut out`(kind: FleetBroker.Kind) async throws {
        let scene = try EnrolmentScene(kind)
        _ = try scene.join("north")
        let centre = try scene.start("centre")
        var north = try scene.start("north")
        defer { [centre, north].forEach(EnrolmentScene.end) }
        try scene.log(0..<20, at: "north")
        try await has(scene, "north")

        // The centre is not started anew.
        _ = try scene.join("south")
        let south = try scene.start("south")
        defer { EnrolmentScene.end(south) }
        try scene.log(0..<20, at: "south")
        try await has(scene, "south")

        // What is logged between the new credentials and the start with them comes, too.
        _ = try scene.join("north", "rotate")
        try scene.log(20..<30, at: "north")
        EnrolmentScene.end(north)
        north = try scene.start("north")
        try await has(scene, "north")

        let removed = try scene.hub("site", "remove", "south", of: "centre")
        #expect(removed.status == 0, "\(removed)")
        let before = try await scene.stored("south/gate")
        try scene.log(20..<30, at: "south")
        // It has stored them, and cannot hand them over.
        try await scene.waits { try await scene.stored("gate", at: "south").count == scene.logged("south").count }
        try scene.log(30..<40, at: "north")
        try await has(scene, "north")
        #expect(try await scene.stored("south/gate") == before)
        let status = try scene.hub("status", of: "centre")
        #expect(status.output.contains("north") && !status.output.contains("\nsouth "), "\(status)")
    }

    private func has(_ scene: EnrolmentScene, _ site: String) async throws {
        try await scene.waits { try await scene.stored("\(site)/gate") == scene.logged(site) }
    }

    // MARK: - What is wrong

    /// One for a broker that is not there.
    private static func token(ends: WallTime) -> String {
        SiteToken(site: "north", brokers: ["mqtt://127.0.0.1:9"], authorities: nil, listKeys: [], ends: ends).text
    }

    @Test(.enabled(if: Broker.isThere)) func `a token ends with the command that made it, and what is none is told`()
        throws
    {
        let scene = try EnrolmentScene(.mosquitto)
        let token = try scene.token("north", "add") { adding, path in
            // A second command for the same site has a token of its own, and one for another site leaves both alone.
            try scene.token("south", "add") { other, _ in
                kill(other.processIdentifier, SIGTERM)
                other.waitUntilExit()
            }
            #expect(try scene.users().contains("join-north"))
            kill(adding.processIdentifier, SIGTERM)
            adding.waitUntilExit()
            #expect(adding.terminationStatus == 75)
            return path
        }
        #expect(try !scene.users().contains("join-"))
        let late = try scene.hub("site", "join", "--token-file", token, of: "north")
        #expect(late.status == 69 && late.errors.contains("site add has ended"), "\(late)")
        for (arguments, status, text) in [
            (["join", "plated-site-1.abc"], 65, "it is none, or a part of one"),
            (["join", "--token-file", "/nowhere"], 66, "there is no such file"),
            (["join"], 64, "give the token"),
            (["join", Self.token(ends: WallTime(milliseconds: 1))], 65, "its time is over"),
            (["join", Self.token(ends: WallTime(milliseconds: .max))], 69, "Connection refused"),
            (["join", "--token-file", token, "--key", "/nowhere"], 66, "there is no such file"),
        ] {
            let result = try scene.hub(["site"] + arguments, of: "north")
            #expect(result.status == status && result.errors.contains(text), "\(result)")
        }
        #expect(try scene.folder.text("north/hub.yaml").contains("destinations") == false)
    }

    @Test(.enabled(if: Broker.isThere))
    func `a token goes over nothing that is somebody's, and is for its owner alone`()
        throws
    {
        let scene = try EnrolmentScene(.mosquitto)
        let notes = try scene.folder.write("my notes\n", to: "notes")
        for path in [
            notes, scene.broker.users, scene.folder.file("centre/hub.yaml"), scene.folder.file("centre"), "/nowhere/x",
        ] {
            let before = FileManager.default.contents(atPath: path)
            let result = try scene.hub("site", "add", "north", "--token-file", path, of: "centre")
            #expect([64, 74].contains(result.status) && result.errors.contains("writing the token"), "\(result)")
            #expect(FileManager.default.contents(atPath: path) == before)
        }
        #expect(try !scene.users().contains("join-"))
        // Neither what has its name and `.new`, nor an old token is in the way.
        let path = try scene.folder.write(Self.token(ends: WallTime(milliseconds: 1)) + "\n", to: "token")
        try scene.folder.write("mine\n", to: "token.new")
        let adding = try Program.start(
            ["site", "add", "north", "--token-file", path, "--config", scene.folder.file("centre/hub.yaml")],
            program: Program.path(of: "plated-hub"), errors: scene.folder.handle("adding"))
        defer { EnrolmentScene.end(adding) }
        #expect(try eventually { try scene.folder.text("adding").contains("the token is in") || !adding.isRunning })
        let said = try scene.folder.text("adding")
        #expect(try scene.folder.text("token") != Self.token(ends: WallTime(milliseconds: 1)) + "\n", "\(said)")
        #expect(try scene.folder.text("token.new") == "mine\n")
        let modes = try FileManager.default.attributesOfItem(atPath: scene.folder.file("centre/broker.credentials"))
        #expect(modes[.posixPermissions] as? Int == 0o600)
    }

    @Test(.enabled(if: Broker.isThere)) func `what is wrong at the centre is told before a token is made`() throws {
        let scene = try EnrolmentScene(.mosquitto)
        for (name, text) in [
            ("join-x", "are taken"), ("centre", "are taken"), ("a b", "letters"), ("", "letters"),
        ] {
            let result = try scene.hub("site", "add", name, of: "centre")
            #expect(result.status == 64 && result.errors.contains(text), "\(result)")
        }
        for name in ["centre", "join-north", ""] {
            let users = try scene.users()
            let result = try scene.hub("site", "remove", name, of: "centre")
            #expect(result.status == 64 && result.errors.contains("are taken"), "\(result)")
            #expect(try scene.users() == users)
        }
        let none = try scene.hub("site", "add", "north", of: "north")
        #expect(none.status == 78 && none.errors.contains("this hub is no centre"), "\(none)")
        try scene.setUsers("weather:$7$101$abc$def\n")
        let taken = try scene.hub("site", "add", "weather", of: "centre")
        #expect(taken.status == 64 && taken.errors.contains("the broker has a user of that name"), "\(taken)")
        try FileManager.default.removeItem(atPath: scene.broker.users)
        let missing = try scene.hub("site", "add", "north", of: "centre")
        #expect(missing.status == 66 && missing.errors.contains("sudo install -o mosquitto"), "\(missing)")
        try scene.setUsers("")
        try scene.folder.write("somebody:secret\n", to: "centre/broker.credentials")
        let other = try scene.hub("site", "add", "north", of: "centre")
        #expect(other.status == 78 && other.errors.contains("is of another user"), "\(other)")
        try scene.folder.write("centre:wrong\n", to: "centre/broker.credentials")
        try scene.setUsers("centre:$7$101$abc$def\n")
        let wrong = try scene.hub("site", "add", "north", of: "centre")
        let text = try scene.folder.text("centre/hub.yaml")
        try scene.folder.write(
            text.replacing("centre/history.sqlite", with: "none/history.sqlite"), to: "centre/hub.yaml")
        let early = try scene.hub("site", "add", "north", of: "centre")
        #expect(early.status == 66 && early.errors.contains("first start makes it"), "\(early)")
        #expect(wrong.status == 69 && wrong.errors.contains("Does the broker read its users from"), "\(wrong)")
        #expect(try !scene.users().contains("join-"))
    }

    @Test(.enabled(if: Broker.isThere)) func `what could not be done to shut a site out is told, and the rest is done`()
        throws
    {
        let scene = try EnrolmentScene(.mosquitto)
        _ = try scene.join("north")
        let sites = try scene.centreFile("sites.yaml")
        try scene.folder.write("][", to: "centre/sites.yaml")
        let unread = try scene.hub("site", "remove", "north", of: "centre")
        #expect(unread.status == 78 && unread.errors.contains("it may still be let in"), "\(unread)")
        try scene.folder.write(sites, to: "centre/sites.yaml")
        try scene.folder.write("exit 3\n", to: "reload")
        let removed = try scene.hub("site", "remove", "north", of: "centre")
        #expect(removed.status == 69 && removed.errors.contains("NOT done: "), "\(removed)")
        #expect(removed.errors.contains("it ended with 3") && removed.errors.contains("may still be let in"))
        #expect(try !scene.users().contains("north:") && !scene.centreFile("sites.yaml").contains("north"))
        // Whoever runs it again makes the broker hear of it.
        #expect(try scene.hub("site", "remove", "north", of: "centre").status == 69)
    }

    @Test(.enabled(if: Broker.isThere))
    func `a site whose configuration has destinations is told what to put there, and a hub of another name is refused`()
        throws
    {
        let scene = try EnrolmentScene(.mosquitto)
        let text = try scene.folder.text("north/hub.yaml")
        try scene.folder.write(text + "name: yard\n", to: "north/hub.yaml")
        try scene.token("north", "add") { _, path in
            let named = try scene.hub("site", "join", "--token-file", path, of: "north")
            #expect(named.status == 78 && named.errors.contains("this hub is called yard"), "\(named)")
            try scene.folder.write(text, to: "north/hub.yaml")
            try scene.folder.write("mine\n", to: "north/centre.credentials")
            let foreign = try scene.hub("site", "join", "--token-file", path, of: "north")
            #expect(foreign.status == 64 && foreign.errors.contains("of something else"), "\(foreign)")
            #expect(try scene.folder.text("north/centre.credentials") == "mine\n")
            try FileManager.default.removeItem(atPath: scene.folder.file("north/centre.credentials"))
            let file = "destinations: [{name: file, type: command, program: [/bin/true]}]\n"
            try scene.folder.write(text + file, to: "north/hub.yaml")
            let joined = try scene.hub("site", "join", "--token-file", path, of: "north")
            #expect(joined.status == 0 && joined.output.contains("Put this into"), "\(joined)")
            #expect(joined.output.contains("credentials_file: centre.credentials"))
            #expect(joined.output.contains("LoadCredential=centre.credentials:"))
            #expect(try scene.folder.text("north/hub.yaml") == text + file)
        }
        #expect(try scene.broker.lets(scene.login(of: "north")))
    }
}
