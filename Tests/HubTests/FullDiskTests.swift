import Foundation
import Records
import TestSupport
import Testing

/// The hub's disk takes nothing more.
@Suite(.enabled(if: SmallDisk.isPossible, "needs to mount a small file system"))
struct FullDiskTests {
    private let scene: HubScene
    private let disk: String

    init() throws {
        scene = try HubScene()
        disk = scene.folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        try #require(Command.succeeds("mount", "-t", "tmpfs", "-o", "size=8m", "plated-test", disk))
        let text = try String(contentsOfFile: scene.config, encoding: .utf8)
        try scene.folder.write(
            text.replacing(scene.history, with: disk + "/history.sqlite")
                .replacing(scene.folder.path + "/lookups.ndjson", with: disk + "/lookups.ndjson"), to: "hub.yaml")
    }

    private func standstill() throws -> [String: Any]? {
        let said = try scene.hub("status", "--format", "json").output
        let object = try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: Any]
        return object?["standstill"] as? [String: Any]
    }

    /// Asks the console one thing after the other, in one session.
    private func ask(_ place: String, _ questions: [(method: String, path: String, form: String)]) throws -> [String] {
        let program = """
            import http.client, json, sys
            cookie = ""
            for method, path, form in json.loads(sys.argv[2]):
                peer = http.client.HTTPConnection(sys.argv[1], timeout=60)
                head = {"Host": "localhost", "Accept": "text/html", "Cookie": cookie}
                if form: head["Content-Type"] = "application/x-www-form-urlencoded"
                peer.request(method, path, form or None, head)
                answer = peer.getresponse()
                cookie = answer.headers.get("Set-Cookie", cookie).split(";")[0]
                print(json.dumps(f"{answer.status} {answer.read().decode()}"))
            """
        let json = try JSONSerialization.data(withJSONObject: questions.map { [$0.method, $0.path, $0.form] })
        let result = try Program.run(
            ["-c", program, place, String(decoding: json, as: UTF8.self)], program: "/usr/bin/python3")
        try #require(result.status == 0, "\(result)")
        return try result.output.split(separator: "\n").map { line in
            let text = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed) as? String
            return try #require(text)
        }
    }

    @Test func `nothing is stored, and all say so; who logs in is in; and all goes on once there is room`() throws {
        defer { _ = Command.succeeds("umount", "-l", disk) }
        #expect(
            try scene.shell(#"echo 'correct horse battery' | "$0" "$@""#, "user", "add", "anna", "--role", "admin")
                .status == 0)
        let first = try scene.event("AA11AAA", at: WallTime.now.description)
        try scene.write([first])
        let hub = try scene.start()
        defer { HubScene.end(hub) }
        #expect(try eventually { try scene.found().count == 1 })
        #expect(try standstill() == nil)
        let place = try #require(
            try scene.folder.text("said").firstMatch(of: /the console is at http:\/\/(\S+)/).map { String($0.1) })

        _ = Command.succeeds("dd", "if=/dev/zero", "of=" + disk + "/filler", "bs=4k")
        // More than fits into pages that are there already.
        let events = try (0..<3000).map { try scene.event("BB\($0)", at: WallTime.now.description) }
        try scene.write(events)
        #expect(try eventually { try standstill() != nil })
        let told = try #require(try standstill())
        #expect(
            (told["reason"] as? String)?.contains("the disk of \(disk)") == true && told["since"] is String, "\(told)")
        #expect(try scene.hub("status").output.contains("Nothing is stored since "))

        let answers = try ask(
            place,
            [
                ("POST", "/login", "user=anna&password=correct+horse+battery&next=/"), ("GET", "/health", ""),
                ("GET", "/metrics", ""), ("GET", "/plates?text=AA11AAA", ""),
                ("POST", "/plates/\(first.id)/correction", "plate=AA11AAB&camera=gate"), ("POST", "/logout", "x=1"),
                ("GET", "/health", ""),
            ])
        #expect(answers.count == 7 && answers[0].hasPrefix("303"), "\(answers)")
        #expect(answers[1].hasPrefix("200") && answers[1].contains("Nothing is stored since"), "\(answers[1])")
        #expect(answers[1].contains("the hub&#39;s disk is full") || answers[1].contains("the hub's disk is full"))
        #expect(answers[2].contains("plated_history_storing 0"), "\(answers[2].prefix(300))")
        #expect(answers[3].hasPrefix("200"), "\(answers[3].prefix(300))")
        #expect(answers[4].hasPrefix("507") && answers[4].contains("disk is full"), "\(answers[4].prefix(600))")
        #expect(answers[5].hasPrefix("303") && answers[6].hasPrefix("303"), "logged out is out")
        #expect(answers.allSatisfy { !$0.hasPrefix("500") })

        try #require(unlink(disk + "/filler") == 0)
        #expect(try eventually { try scene.found().count == events.count + 1 })
        #expect(try eventually { try standstill() == nil })
        #expect(hub.isRunning)
        #expect(try scene.folder.text("said").contains("takes records again"))
    }
}
