import Foundation
import TestSupport
import Testing

/// The tests' programs see what is their own, however the machine is set up; scripts/installed sets one up for that.
@Suite struct SurroundingsTests {
    @Test func `a program gets nothing that somebody has set`() throws {
        let said = try Program.run([], program: "/usr/bin/env", environment: ["OURS": "1"]).output
        let names = said.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) }
        #expect(Set(names).subtracting(Surroundings.kept).subtracting(Surroundings.own.keys) == ["OURS"], "\(said)")
        #expect(said.contains("HOME=/nonexistent\n") && said.contains("XDG_DATA_DIRS=/nonexistent\n"))
    }

    @Test func `no net is there but where a test puts it`() throws {
        let list = try Program.run("models", "list").output
        let rows = list.split(separator: "\n").filter { !$0.hasPrefix(" ") }.dropFirst()
        #expect(rows.count > 3 && rows.allSatisfy { $0.hasSuffix("not installed") }, "\(list)")
    }
}
