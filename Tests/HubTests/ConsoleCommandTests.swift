import Foundation
import Records
import TestSupport
import Testing

/// Accounts on the command line, and what the hub refuses to open.
@Suite struct ConsoleCommandTests {
    private let scene: HubScene

    init() throws {
        scene = try HubScene()
    }

    @Test func `users are added, listed, given passwords and removed, and a password is never an argument`() throws {
        let add = try scene.shell(
            #"echo 'correct horse battery' | "$0" "$@""#, "user", "add", "anna", "--role", "operator")
        #expect(add.status == 0 && add.output == "anna may log in, as operator.\n", "\(add)")
        let list = try scene.hub("user", "list")
        #expect(list.output.contains("anna  operator") && list.output.contains("never"), "\(list)")
        let change = try scene.shell(#"echo 'another horse battery' | "$0" "$@""#, "user", "password", "anna")
        #expect(change.status == 0, "\(change)")
        #expect(try scene.hub("user", "remove", "anna").status == 0)
        let again = try scene.hub("user", "remove", "anna")
        #expect(again.status == 64 && again.errors.contains("there is none of that name"), "\(again)")
        let rights = try FileManager.default.attributesOfItem(atPath: scene.folder.file("console.sqlite"))
        #expect(rights[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a token that could not be printed is none`() throws {
        let result = try scene.shell(#"exec "$0" "$@" >/dev/full"#, "token", "add", "board")
        #expect(result.status == 74 && !result.errors.contains("shown once"), "\(result)")
        #expect(try scene.hub("token", "list").output.hasPrefix("There is no token."))
    }

    @Test func `a link leads to the console that is configured`() throws {
        let link = try scene.hub("user", "link")
        #expect(link.status == 0)
        #expect(
            link.output.wholeMatch(of: /http:\/\/127\.0\.0\.1:0\/invitation\?token=[0-9a-f]{64}\n/) != nil, "\(link)")
    }

    @Test(arguments: [
        (#"{listen: "0.0.0.0:0"}"#, "would cross the network unencrypted"),
        (#"{listen: "[::]:0"}"#, "would cross the network unencrypted"),
        (#"{listen: "localhost:8480"}"#, "hub.yaml:5: console.listen: is localhost:8480, and is an address and a port"),
        (#"{socket: here}"#, "hub.yaml:5: console.socket: is here, and is the path of a Unix socket"),
    ])
    func `what others could reach unprotected is not opened`(console: String, reason: String) throws {
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.hasPrefix("console:") ? "console: \(console)" : String($0) }
        try scene.folder.write(lines.joined(separator: "\n"), to: "hub.yaml")
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(eventually { !hub.isRunning })
        #expect(hub.terminationStatus == 78)
        let said = try scene.folder.text("said")
        #expect(said.contains(reason), "\(said)")
    }

    @Test
    func `damaged accounts keep nobody from storing plates, the pages say so, and go on once they are moved away`()
        throws
    {
        #expect(
            try scene.shell(#"echo 'correct horse battery' | "$0" "$@""#, "user", "add", "anna", "--role", "viewer")
                .status == 0)
        let accounts = scene.folder.file("console.sqlite")
        // Its head stays: what lies behind it is overwritten, as a disk does it.
        var bytes = try Data(contentsOf: URL(filePath: accounts))
        bytes.replaceSubrange(4096..<bytes.count, with: repeatElement(0xA5, count: bytes.count - 4096))
        try bytes.write(to: URL(filePath: accounts))
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        try scene.folder.write(text.replacing("events_days: 0", with: "events_days: 30"), to: "hub.yaml")
        try scene.write([scene.event("AA11AAA", at: WallTime.now.description)])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found("AA11AAA").count == 1 })
        let said = try scene.folder.text("said")
        #expect(said.contains("Move it away") && said.contains("the history goes on"), "\(said)")
        let place = try place(of: scene)
        let (closed, page) = try ask(place, "/health")
        #expect(closed == 503 && page.contains("nobody can log in"), "\(page)")
        #expect(try ask(place, "/api/gaps").status == 503)
        #expect(try ask(place, "/health", host: "evil.example").status == 421)
        try FileManager.default.moveItem(atPath: accounts, toPath: accounts + ".damaged")
        #expect(try eventually { try ask(place, "/login").status == 200 })
        #expect(hub.isRunning)
    }

    /// A hub that runs, its console, and the cookie of somebody who is logged in.
    private func loggedIn() throws -> (hub: Process, place: String, cookie: String) {
        let added = try scene.shell(
            #"echo 'correct horse battery' | "$0" "$@""#, "user", "add", "anna", "--role", "viewer")
        #expect(added.status == 0)
        let hub = try scene.start()
        let place = try place(of: scene)
        let program = """
            import http.client, sys
            peer = http.client.HTTPConnection(sys.argv[1], timeout=60)
            peer.request("POST", "/login", "user=anna&password=correct+horse+battery&next=/",
                         {"Host": "localhost", "Content-Type": "application/x-www-form-urlencoded"})
            print(peer.getresponse().headers["Set-Cookie"].split(";")[0], end="")
            """
        let cookie = try Program.run(["-c", program, place], program: "/usr/bin/python3").output
        #expect(try ask(place, "/health", cookie: cookie).status == 200)
        return (hub, place, cookie)
    }

    @Test
    func
        `accounts that are damaged while the hub runs let nobody in, are told once, and the console goes on without them`()
        throws
    {
        let (hub, place, cookie) = try loggedIn()
        defer { HubScene.end(hub) }
        let accounts = scene.folder.file("console.sqlite")
        // As a disk does it, in place; and another program has written, so that nothing is in memory any more.
        let file = try #require(FileHandle(forUpdatingAtPath: accounts))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4096))
        try file.seek(toOffset: 24)
        try file.write(contentsOf: Data([0x7F, 1, 2, 3]))
        try file.close()
        for path in ["/health", "/api/gaps", "/login", "/health"] {
            let (status, page) = try ask(place, path, cookie: cookie)
            #expect(status == 503 && page.contains("nobody can log in"), "\(path): \(status) \(page)")
        }
        try scene.write([scene.event("AA11AAA", at: WallTime.now.description)])
        #expect(try eventually { try scene.found("AA11AAA").count == 1 })
        try FileManager.default.moveItem(atPath: accounts, toPath: accounts + ".damaged")
        #expect(try eventually { try ask(place, "/login").status == 200 })
        #expect(try ask(place, "/health", cookie: cookie).status == 303, "who was logged in is not any more")
        let said = try scene.folder.text("said")
        #expect(said.split(separator: "\n").count { $0.contains("Nobody can log in") } == 1, "\(said)")
        #expect(said.contains("Move it away") && said.contains("accounts are there again"), "\(said)")
        #expect(hub.isRunning)
    }

    @Test func `accounts that are moved away while the hub runs are not used any more`() throws {
        let (hub, place, cookie) = try loggedIn()
        defer { HubScene.end(hub) }
        let accounts = scene.folder.file("console.sqlite")
        try FileManager.default.moveItem(atPath: accounts, toPath: accounts + ".old")
        #expect(try ask(place, "/health", cookie: cookie).status == 503)
        #expect(try eventually { try ask(place, "/login").status == 200 })
        #expect(try ask(place, "/health", cookie: cookie).status == 303)
        // And back again: whoever was logged in still is.
        try FileManager.default.removeItem(atPath: accounts)
        try FileManager.default.moveItem(atPath: accounts + ".old", toPath: accounts)
        #expect(try eventually { try ask(place, "/health", cookie: cookie).status == 200 })
        #expect(try scene.folder.text("said").contains("the file was moved away"))
    }

    @Test func `the page of health names a log that cannot be read`() throws {
        try scene.write([scene.event("YY11YYY", camera: "yard")], to: "yard")
        let (hub, place, cookie) = try loggedIn()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found().count == 1 })
        #expect(try !ask(place, "/health", cookie: cookie).body.contains("cannot read every log"))
        // What nobody can read, root neither.
        let log = scene.log("yard")
        try FileManager.default.removeItem(atPath: log)
        try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
        #expect(
            try eventually {
                try ask(place, "/health", cookie: cookie).body.contains("<code>\(log)</code>: ")
            })
    }

    /// Where the console of a hub says that it is.
    private func place(of scene: HubScene) throws -> String {
        var place: Substring?
        #expect(
            try eventually {
                place = try scene.folder.text("said").firstMatch(of: /the console is at http:\/\/(\S+)/)?.1
                return place != nil
            })
        return String(try #require(place))
    }

    private func ask(
        _ place: String, _ path: String, host: String = "localhost", cookie: String = ""
    ) throws -> (status: Int, body: String) {
        let program = """
            import http.client, sys
            peer = http.client.HTTPConnection(sys.argv[1], timeout=20)
            peer.request("GET", sys.argv[2], headers={"Host": sys.argv[3], "Accept": "text/html", "Cookie": sys.argv[4]})
            answer = peer.getresponse()
            print(answer.status, answer.read().decode())
            """
        let result = try Program.run(["-c", program, place, path, host, cookie], program: "/usr/bin/python3")
        try #require(result.status == 0, "\(result)")
        let parts = result.output.split(separator: " ", maxSplits: 1)
        return (Int(parts.first ?? "") ?? 0, parts.last.map(String.init) ?? "")
    }

    @Test func `a port that is taken keeps nobody from storing plates`() throws {
        let first = try scene.start()
        defer { HubScene.end(first) }
        let place = try place(of: scene)
        let other = try HubScene()
        let text = try String(contentsOfFile: other.config, encoding: .utf8)
        try other.folder.write(text.replacing("127.0.0.1:0", with: place), to: "hub.yaml")
        try other.write([other.event("AA11AAA")])
        let second = try other.start()
        defer { HubScene.end(second) }
        #expect(try eventually { try other.folder.text("said").contains("Address already in use") })
        #expect(try eventually { try other.found("AA11AAA").count == 1 })
        #expect(second.isRunning)
    }
}
