import ModelStore
import TestSupport
import Testing

@testable import plated

@Suite struct RuntimeLibraryTests {
    private static let inEnvironment = "lib/python3.11/site-packages/onnxruntime/capi/libonnxruntime.so."

    @Test func `a configured library is the only one`() throws {
        #expect(RuntimeLibrary().candidates(configured: "/opt/lib.so") == ["/opt/lib.so"])
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

    @Test func `the script that installs it is beside the program, or in the source tree`() throws {
        let folder = try TemporaryFolder()
        let installed = try folder.write("", to: "usr/share/plated/install-onnxruntime")
        try folder.write("", to: "usr/bin/plated")
        let program = Installation(executable: folder.file("usr/bin/plated"))
        #expect(program.runtimeInstaller?.replacing("/bin/..", with: "") == installed)
        let tree = try folder.write("", to: "tree/scripts/install-onnxruntime")
        #expect(Installation(executable: folder.file("tree/.build/debug/plated")).runtimeInstaller == tree)
    }

    @Test(arguments: [
        (nil, ["/usr/local/share", "/usr/share"]), ("", ["/usr/local/share", "/usr/share"]),
        ("/usr/local/share/:/usr/share/", ["/usr/local/share", "/usr/share"]), ("/a:b:/c//", ["/a", "/c"]),
        ("here", ["/usr/local/share", "/usr/share"]),
    ])
    func `the system's data folders are searched, the absolute ones`(given: String?, folders: [String]) {
        let installation = Installation(executable: "/opt/bin/plated", dataFolders: given)
        let searched = folders + ["/opt/bin/../share"]
        #expect(
            installation.modelFolders.all.filter { !$0.hasPrefix("/root") && !$0.contains("/.local/") }.count
                == searched.count)
        #expect(Set(searched.map { $0 + "/plated/models" }).isSubset(of: installation.modelFolders.all))
    }

    @Test func `what root installs lies in a folder that is searched`() {
        for (given, standard) in [("/a:/usr/local/share", "/usr/local/share"), ("/a:/b", "/a")] {
            let folders = ModelFolders(shares: [], home: nil, dataHome: nil, shared: standard + "/plated/models")
            #expect(folders.all == [folders.standard])
            #expect(
                Installation(executable: "/opt/bin/plated", dataFolders: given).modelFolders.all.contains(
                    folders.standard))
        }
    }

    @Test func `the catalogue and the nets are beside the program, too`() throws {
        let folder = try TemporaryFolder()
        let catalogue = try folder.write("", to: "usr/share/plated/models/catalogue.yaml")
        try folder.write("", to: "usr/bin/plated")
        let installation = Installation(executable: folder.file("usr/bin/plated"))
        #expect(installation.catalogue?.replacing("/bin/..", with: "") == catalogue)
        #expect(installation.modelFolders.all.contains(folder.file("usr/bin/../share/plated/models")))
    }
}
