import CameraSetup
import Foundation
import Testing

@testable import Console

@Suite struct FindingsViewTests {
    private let none = SetupFindings(
        width: 640, height: 360, frames: 50, facts: [], advice: [], plates: [], rejected: [], marks: [], picture: nil)

    private func judgement(_ findings: SetupFindings) -> String? {
        let view = FindingsView(findings: findings, path: "/cameras/gate/look", version: "1", areas: [])
        return view.values["judgement"] as? String
    }

    @Test func `it is not said what would have been reported where nobody reads`() throws {
        #expect(judgement(none) == "None would have been reported.")
        var unread = none
        unread.isUnread = true
        let sent = try JSONDecoder().decode(SetupFindings.self, from: JSONEncoder().encode(unread))
        #expect(judgement(sent) == "None was read.")
        // A part that says nothing of it, as an older one does not.
        let older = try JSONDecoder().decode(SetupFindings.self, from: JSONEncoder().encode(none))
        #expect(older.isUnread == nil && judgement(older) == "None would have been reported.")
    }
}
