import Foundation
import TestSupport
import Testing

/// What forget leaves of a sealed log, for who has the public key.
@Suite struct ForgetSealedTests {
    private let scene: HubScene
    private let key: String
    private let publicKey: String

    init() throws {
        scene = try HubScene()
        key = scene.folder.file("seal.key")
        let written = try Program.run(
            [scene.log("gate"), "--spool", scene.folder.file("gate.spool"), "--key", key, "--count", "6"],
            program: Program.path(of: "plated-logwriter"))
        try #require(written.status == 0, "\(written)")
        let pem = try Program.run("key", "--key", key, "--pem")
        try #require(pem.status == 0, "\(pem)")
        publicKey = try scene.folder.write(pem.output, to: "plated.pem")
        try scene.build()
    }

    private func verify() throws -> Program.Result {
        try Program.run("verify", scene.log("gate"), "--key", publicKey, "--complete")
    }

    @Test func `with the key that sealed it the log is whole`() throws {
        #expect(try verify().status == 0)
        for plate in ["N2", "N4"] {
            let result = try scene.hub("forget", plate, "--yes", "--key", key)
            #expect(result.status == 0 && !result.output.contains("The logs are sealed"), "\(result)")
        }
        let told = try verify()
        #expect(told.status == 0 && told.output.contains("2 lines forgotten: the text was removed\n"), "\(told)")
    }

    @Test func `without it that is told before anything is done, and the lines before are not called proven`() throws {
        let plan = try scene.hub("forget", "N2")
        #expect(plan.status == 0 && plan.output.contains("The logs are sealed"), "\(plan)")
        #expect(try scene.hub("forget", "N2", "--yes").status == 0)
        let told = try verify()
        #expect(told.status == 1 && told.output.contains("are not proven"), "\(told)")
    }

    @Test func `a key that is not there is not passed over`() throws {
        let result = try scene.hub("forget", "N2", "--yes", "--key", scene.folder.file("none.key"))
        #expect(result.status == 66 && result.errors.contains("reading the key"), "\(result)")
        #expect(try scene.found("N2").count == 1)
    }
}
