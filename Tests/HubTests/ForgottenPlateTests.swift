import Records
import TestSupport
import Testing

@testable import plated_hub

/// What forget takes for a plate.
@Suite struct ForgottenPlateTests {
    @Test(arguments: [
        ("ab-12 cde", "AB12CDE"), ("B·XY.98_E", "BXY98E"), ("mü 1", "MÜ1"),
        ("p:0123456789ABCDEF", "p:0123456789ABCDEF"),
    ])
    func `a whole plate is taken, however it is spaced`(typed: String, text: String) {
        #expect(ForgottenPlate(typed)?.text == text && ForgottenPlate.problem(of: typed) == nil)
    }

    @Test(arguments: [
        ("AB12*", "\"*\" stands on no plate"), ("AB?2", "\"?\" stands on no plate"),
        ("AB/12", "\"/\" stands on no plate"),
        ("p:01*", "\"*\" stands on no plate"), ("", "letters or digits"), (" - ", "letters or digits"),
        ("p:", "letters or digits"),
    ])
    func `what is none, or a pattern, is refused, and never taken for what is left of it`(
        typed: String, reason: String
    ) {
        #expect(ForgottenPlate(typed) == nil && ForgottenPlate.meant(by: typed).isEmpty)
        #expect(ForgottenPlate.problem(of: typed)?.contains(reason) == true)
    }

    @Test(arguments: [
        ("mü 123", ["MÜ123", "MU123"]), ("AB12", ["AB12"]), ("p:0123456789abcdef", ["p:0123456789abcdef"]),
    ])
    func `a plate is meant as it was typed, and as scanners write it`(typed: String, texts: [String]) {
        #expect(ForgottenPlate.meant(by: typed).map(\.text) == texts)
    }

    @Test func `a pattern forgets nothing of the plate that is left without its wildcards`() throws {
        let scene = try HubScene()
        try scene.write([scene.event("AB12"), scene.event("AB12CDE")])
        try scene.build()
        for pattern in ["AB12*", "AB?12"] {
            let result = try scene.hub("forget", pattern, "--yes")
            #expect(result.status == 64 && result.output.isEmpty, "\(result)")
        }
        #expect(try scene.found().count == 2)
    }
}
