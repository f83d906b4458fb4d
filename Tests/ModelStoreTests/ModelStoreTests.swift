import Basics
import Foundation
import Settings
import TestSupport
import Testing

@testable import ModelStore

private let sharedModels = repository + "/../shared/models"

@Suite struct CatalogueTests {
    @Test func `the shipped catalogue is right, and all that it names is fetched over https`() throws {
        let catalogue = try ModelCatalogue(file: repository + "/models/catalogue.yaml")
        #expect(Set(catalogue.models.map(\.kind)) == [.detector, .reader])
        for model in catalogue.models {
            #expect(!model.about.isEmpty && !model.licence.isEmpty && model.project.hasPrefix("https://"))
            #expect(InstalledModel(model, in: "/").net != nil, "\(model.name)")
            #expect((InstalledModel(model, in: "/").settings != nil) == (model.kind == .reader), "\(model.name)")
            for file in model.files {
                guard let address = file.address else { continue }
                #expect(address.hasPrefix("https://") && address.hasSuffix("/" + file.name))
            }
        }
    }

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: sharedModels),
            "the nets themselves are not in the repository; they are looked for in ../shared/models"))
    func `what was tried installs from a folder, and from nowhere else where nobody offers it`() throws {
        let folder = try TemporaryFolder()
        let catalogue = try ModelCatalogue(file: repository + "/models/catalogue.yaml")
        for name in ["cct-xs-v2-global", "yolo-v9-t-416-f32"] {
            let model = try catalogue.model(named: name)
            if model.files.contains(where: { $0.address == nil }) {
                let error = #expect(throws: ModelStoreError.self) {
                    try ModelInstaller(model, in: folder.path).download()
                }
                #expect(error?.remedy.contains("the same command with --from FILE") == true)
            }
            try ModelInstaller(model, in: folder.path).copy(from: sharedModels)
            #expect(InstalledModel(model, in: folder.path).state() == .installed)
        }
        let reader = InstalledModel(try catalogue.model(named: "cct-xs-v2-global"), in: folder.path)
        let net = try #require(reader.net)
        #expect(FileManager.default.contentsEqual(atPath: net, andPath: sharedModels + "/cct_xs_v2_global.onnx"))
    }

    @Test func `every mistake in a catalogue is told with its line`() throws {
        let folder = try TemporaryFolder()
        let text = """
            models:
              - name: ../net
                kind: guesser
                files:
                  - name: a/b.onnx
                    address: ftp://example.org/b.onnx
                    size: many
                    sha256: 12
              - name: net
                sise: 3
            """
        let file = try folder.write(text, to: "catalogue.yaml")
        let problems = try #require(throws: Problems.self) { try ModelCatalogue(file: file) }
        let said = problems.description.replacing(folder.path + "/", with: "")
        for line in [
            "catalogue.yaml:2: models.name: takes small letters", "catalogue.yaml:3: models.kind: ",
            "catalogue.yaml:5: models.files.name: takes the name of a file",
            "catalogue.yaml:5: models.files.address: starts with https://",
            "catalogue.yaml:7: models.files.size: expects a whole number",
            "catalogue.yaml:5: models.files.sha256: takes 64 digits", "catalogue.yaml:9: models.kind: is missing",
            "catalogue.yaml:9: models.files: is missing, or empty",
            "catalogue.yaml:10: models.sise: is not a key that plated knows",
        ] {
            #expect(said.contains(line), "\(line) is missing in:\n\(said)")
        }
    }

    @Test(arguments: ["", "models: []", "models: 3", "models: [", "nets: []"])
    func `a catalogue without nets is told`(text: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "catalogue.yaml")
        #expect(throws: Problems.self) { try ModelCatalogue(file: file) }
    }

    @Test func `an unknown net is told with the names that there are, and the nearest`() throws {
        let catalogue = try ModelCatalogue(file: repository + "/models/catalogue.yaml")
        let error = try #require(throws: ModelStoreError.self) { try catalogue.model(named: "cct-xs-global") }
        #expect(error.code == .unknown && error.remedy.hasPrefix("Did you mean cct-xs-v2-global?"), "\(error)")
        #expect(error.remedy.contains("yolo-v9-t-384"))
    }
}

@Suite struct ModelFoldersTests {
    @Test func `root's nets are everybody's, a user's are in their data folder`() {
        let root = ModelFolders(shares: ["/usr/share/plated"], home: nil, dataHome: "/root/data")
        #expect(root.standard == "/usr/local/share/plated/models")
        #expect(root.all == ["/usr/local/share/plated/models", "/usr/share/plated/models"])
        let user = ModelFolders(shares: ["/usr/local/share/plated"], home: "/home/me", dataHome: nil)
        #expect(user.standard == "/home/me/.local/share/plated/models")
        #expect(user.all == [user.standard, "/usr/local/share/plated/models"])
    }

    @Test(arguments: [("/data", "/data/plated/models"), ("data", "/home/me/.local/share/plated/models")])
    func `a data folder counts where it is absolute`(given: String, standard: String) {
        #expect(ModelFolders(shares: [], home: "/home/me", dataHome: given).standard == standard)
    }

    @Test func `a net is found in the first folder that has all of it`() throws {
        let folder = try TemporaryFolder()
        let files = ["net.onnx", "net.yaml"].map {
            Model.File(name: $0, address: "https://example.org/\($0)", size: 3, checksum: "")
        }
        let model = Model(name: "net", kind: .reader, files: files)
        let folders = ModelFolders(
            shares: [folder.file("b")], home: "/nowhere", dataHome: folder.file("a"))
        let error = try #require(throws: ModelStoreError.self) { try folders.installed(model) }
        #expect(error.code == .missing && error.remedy == "To install it: plated models install net")
        try folder.write("net", to: "a/plated/models/net/net.onnx")
        try folder.write("net", to: "b/models/net/net.onnx")
        try folder.write("net", to: "b/models/net/net.yaml")
        let found = try folders.installed(model)
        #expect(found.net == folder.file("b/models/net/net.onnx"))
        #expect(found.settings == folder.file("b/models/net/net.yaml"))
    }
}

@Suite struct ResponseTests {
    private let file = Model.File(name: "net.onnx", address: "https://example.org/net.onnx", size: 300, checksum: "")

    @Test(arguments: [
        ("bytes 100-299/300", 100, 300), ("bytes 0-1/*", 0, nil), (" bytes 100-299/300\r", 100, 300),
    ])
    func `a range is read`(text: String, start: Int, total: Int?) throws {
        let value = text.split { $0.isWhitespace }.joined(separator: " ")
        let range = try #require(Response.Range(value))
        #expect(range.start == start && range.total == total)
    }

    @Test(arguments: ["", "bytes", "bytes */300", "bytes x-9/10", "100"])
    func `what is no range is none`(text: String) {
        #expect(Response.Range(text) == nil)
    }

    @Test func `a part is written where it belongs, or the file is asked for anew`() {
        let part = Response(status: 206, range: .init("bytes 100-299/300"), length: 200)
        #expect(part.use(for: file, from: 100) == .write(100))
        #expect(part.use(for: file, from: 99) == .restart)
        #expect(Response(status: 206, range: nil, length: 200).use(for: file, from: 100) == .restart)
        #expect(Response(status: 200, range: nil, length: 300).use(for: file, from: 100) == .write(0))
        #expect(Response(status: 200, range: nil, length: nil).use(for: file, from: 0) == .write(0))
        #expect(Response(status: 416, range: nil, length: 0).use(for: file, from: 100) == .restart)
    }

    @Test func `another size than the catalogue's is refused before a byte is taken`() {
        for response in [
            Response(status: 200, range: nil, length: 299),
            Response(status: 206, range: .init("bytes 100-300/301"), length: 201),
        ] {
            guard case .refuse(.damaged, _, _) = response.use(for: file, from: 100) else {
                Issue.record("\(response) was taken")
                continue
            }
        }
    }
}
