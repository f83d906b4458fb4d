import CameraSetup
import Testing

@testable import Console

@Suite struct SetupFormTests {
    private static let held = Draft.Secret.new(user: "root", password: "secret", address: "rtsp://192.0.2.20/stream")

    private func form(_ url: String, _ more: [String: String] = [:], held: Draft.Secret) -> SetupForm {
        let fields = [("source-url", url)] + more.map { ($0.key, $0.value) }
        return SetupForm(Fields(fields.map { Fields.Field(name: $0.0, value: $0.1) }), file: .none, held: held)
    }

    @Test func `a password that was typed for one place is for no other`() {
        for (url, isElsewhere) in [
            ("rtsp://192.0.2.20/stream2", false), ("rtsp://192.0.2.20:8554/stream", true),
            ("rtsp://203.0.113.66/stream", true), ("rtsps://192.0.2.20/stream", true),
        ] {
            let typed = form(url, held: Self.held)
            #expect(typed.problems.map(\.key) == (isElsewhere ? ["source.password"] : []), "\(url)")
            // What was typed on another page of this camera is held against it, too.
            let again = SetupForm(values: typed.values, file: .none, held: Self.held)
            #expect(again.problems == typed.problems)
        }
        let anew = form("rtsp://203.0.113.66/x", ["user": "root", "password": "other"], held: Self.held)
        #expect(anew.problems.isEmpty)
        #expect(anew.secret == .new(user: "root", password: "other", address: "rtsp://203.0.113.66/x"))
        #expect(form("rtsp://203.0.113.66/x", ["forget": "yes"], held: Self.held).problems.isEmpty)
    }
}
