import CameraSetup
import Testing

@testable import Console

@Suite struct LateFormTests {
    private func fields(_ pairs: KeyValuePairs<String, String>) -> Fields {
        Fields(pairs.map { Fields.Field(name: $0, value: $1) })
    }

    @Test func `what was typed goes through the login and comes out as it was`() throws {
        let typed = fields(["plate": "AB 12", "note": "Grüße & <b>\r\n=1+1", "camera": "gate", "camera": "exit"])
        let late = try #require(LateForm(path: "/lists/staff", fields: typed))
        var login = fields(["user": "anna", "password": "secret"])
        login.set("late-path", late.hidden["path"] as? String)
        login.set("late-form", late.hidden["form"] as? String)
        let kept = try #require(LateForm(login: login))
        #expect(kept.path == "/lists/staff" && kept.fields == typed)
        let text = try Pages().text("resend", kept.values)
        #expect(text.contains("action=\"&#x2F;lists&#x2F;staff\"") || text.contains("action=\"/lists/staff\""))
        #expect(text.contains("Grüße &amp; &lt;b&gt;") && !text.contains("<b>\r"))
    }

    @Test func `what was emptied is sent empty again`() throws {
        let typed = fields(["base": "v1", "roi": "", "source-url": "rtsp://192.0.2.10/s", "do": "write"])
        let late = try #require(LateForm(path: "/cameras/gate", fields: typed))
        var login = fields([:])
        login.set("late-path", late.hidden["path"] as? String)
        login.set("late-form", late.hidden["form"] as? String)
        let kept = try #require(LateForm(login: login))
        #expect(kept.fields == typed)
        let text = try Pages().text("resend", kept.values)
        #expect(text.contains("name=\"roi\" value=\"\"") && text.contains("Left empty: roi"))
        var file = try CameraFile("source:\n  url: rtsp://192.0.2.10/s\nroi: [0, 0, 0.5, 1]\n")
        let form = SetupForm(kept.fields, file: file, held: .kept)
        #expect(form.problems.isEmpty && form.values.roi == nil)
        file = try CameraFile(try file.changed(to: form.values, credentials: .kept))
        #expect(file.values.roi == nil)
    }

    @Test func `a user whose password was not kept takes no password's place`() throws {
        let typed = fields(["base": "v1", "user": "admin", "password": "secret", "do": "write"])
        let late = try #require(LateForm(path: "/cameras/gate", fields: typed))
        let file = try CameraFile("source:\n  url: rtsp://192.0.2.10/s\n  credentials_file: camera\n")
        let form = SetupForm(late.fields, file: file, held: .kept)
        #expect(form.problems.map(\.key) == ["source.password"] && form.secret == .kept)
        // A browser sends the field, be it empty: some cameras have a user alone.
        let alone = fields(["base": "v1", "user": "admin", "password": ""])
        let kept = try #require(LateForm(path: "/cameras/gate", fields: alone))
        let empty = SetupForm(kept.fields, file: file, held: .kept)
        #expect(empty.problems.isEmpty)
        #expect(empty.secret == .new(user: "admin", password: "", address: "rtsp://192.0.2.10/s"))
    }

    @Test func `passwords are not kept, nor what is only one`() throws {
        let late = try #require(
            LateForm(
                path: "/cameras/new", fields: fields(["name": "gate", "password": "secret", "Password": "secret"])))
        #expect(late.fields == fields(["name": "gate"]))
        #expect(LateForm(path: "/cameras/new", fields: fields(["password": "secret", "name": ""])) == nil)
    }

    @Test(arguments: [
        "", "lists", "//evil.example/lists", "/\\evil.example", "/li sts", "/login", "/logout", "https://evil.example/",
    ])
    func `nothing is sent to another place than a page of this console`(path: String) {
        #expect(LateForm(path: path, fields: fields(["plate": "AB12"])) == nil)
        #expect(LateForm(login: fields(["late-path": path, "late-form": "plate=AB12"])) == nil)
    }

    @Test func `what no form sends is not kept`() {
        let long = String(repeating: "A", count: LateForm.longest)
        #expect(LateForm(login: fields(["late-path": "/lists/staff", "late-form": "note=\(long)"])) == nil)
        #expect(LateForm(login: fields(["late-path": "/lists/staff", "late-form": "note=%zz"])) == nil)
        #expect(LateForm(login: fields(["late-path": "/lists/staff"])) == nil)
    }
}
