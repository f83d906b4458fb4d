import TestSupport
import Testing

@testable import Engines

@Suite struct RuntimeLibraryTests {
    private static let inEnvironment = "lib/python3.11/site-packages/onnxruntime/capi/libonnxruntime.so."

    @Test func `a configured library is the only one`() throws {
        #expect(
            RuntimeLibrary(installation: Installation(executable: "/nowhere/bin/plated")).candidates(
                configured: "/opt/lib.so") == ["/opt/lib.so"])
    }

    @Test func `the loader comes first, then the source tree's environment, then the installed ones`() throws {
        let folder = try TemporaryFolder()
        let tree = try folder.write("", to: "tree/.onnxruntime/\(Self.inEnvironment)1.31.1")
        let installed = try folder.write("", to: "installed/\(Self.inEnvironment)1.30.0")
        let runtime = RuntimeLibrary(
            installation: Installation(executable: folder.file("tree/.build/debug/plated")),
            environments: [folder.file("absent"), folder.file("installed")], system: [])
        #expect(runtime.candidates() == [RuntimeLibrary.soname, tree, installed])
    }

    @Test func `of two versions the newer one comes first, and nothing else in the folder counts`() throws {
        let folder = try TemporaryFolder()
        let old = try folder.write("", to: Self.inEnvironment + "1.9.1")
        let new = try folder.write("", to: Self.inEnvironment + "1.31.1")
        try folder.write("", to: "lib/python3.11/site-packages/onnxruntime/capi/libonnxruntime_providers_shared.so")
        let runtime = RuntimeLibrary(
            installation: Installation(executable: "/nowhere/bin/plated"), environments: [folder.file("")], system: [])
        #expect(
            runtime.candidates().dropFirst().map { $0.replacing("//", with: "/") }
                == [new, old].map { $0.replacing("//", with: "/") })
    }

    @Test func `a library that bears its version in its name, as Debian 13's, is found after those`() throws {
        let folder = try TemporaryFolder()
        let older = try folder.write("", to: "usr/lib/x86_64-linux-gnu/libonnxruntime.so.1.9")
        let newer = try folder.write("", to: "usr/lib/x86_64-linux-gnu/libonnxruntime.so.1.21")
        try folder.write("", to: "usr/lib/x86_64-linux-gnu/libonnxruntime_providers_shared.so")
        let runtime = RuntimeLibrary(
            installation: Installation(executable: "/nowhere/bin/plated"), environments: [],
            system: [folder.file("usr/lib/*-linux-gnu")])
        #expect(runtime.candidates() == [RuntimeLibrary.soname, newer, older])
    }
}
