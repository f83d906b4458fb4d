import TestSupport
import Testing

/// A plate that is forgotten without being an argument.
@Suite struct ForgetTypedTests {
    private let scene: HubScene
    private let typed = "echo 'ty26 ped' | \"$0\" \"$@\""

    init() throws {
        scene = try HubScene()
        try scene.write([scene.event("TY26PED"), scene.event("AA11AAA")])
        try scene.build()
    }

    @Test func `a plate is taken from standard input`() throws {
        let plan = try scene.shell(typed, "forget", "-")
        #expect(plan.status == 0 && plan.output.contains("1 plates in the history"), "\(plan)")
        #expect(try scene.found("TY26PED").count == 1)
        let result = try scene.shell(typed, "forget", "-", "--yes")
        #expect(result.status == 0, "\(result)")
        #expect(try scene.found("TY26PED") == [])
        #expect(try scene.found("AA11AAA").count == 1)
    }

    @Test func `what is no plate there is refused, and nothing is forgotten`() throws {
        let nothing = try scene.hub("forget", "-", "--yes")
        #expect(nothing.status == 64 && nothing.errors.contains("standard input has none"), "\(nothing)")
        let pattern = try scene.shell("echo 'TY26*' | \"$0\" \"$@\"", "forget", "-", "--yes")
        #expect(pattern.status == 64 && pattern.errors.contains("no pattern"), "\(pattern)")
        #expect(try scene.found("TY26PED").count == 1)
    }
}
