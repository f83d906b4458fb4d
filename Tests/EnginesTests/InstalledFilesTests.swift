import ModelStore
import TestSupport
import Testing

@testable import Engines

/// Where `Installation` finds the program's own files.
@Suite struct InstalledFilesTests {
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
