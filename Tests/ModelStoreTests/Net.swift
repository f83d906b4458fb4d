import Foundation
import Records
import TestSupport

@testable import ModelStore

/// A net of one file of noise, served by a server of its own, and a folder to install it to.
struct Net {
    static let name = "net.onnx"

    let served: TemporaryFolder
    let folder: TemporaryFolder
    let server: FileServer
    let content: Data

    /// - Parameter size: bytes; 300 000 are more than a socket holds back.
    init(size: Int = 300_000) throws {
        served = try TemporaryFolder()
        folder = try TemporaryFolder()
        var random = SplitMix64(seed: 7)
        content = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
        try served.write(content, to: Self.name)
        server = try FileServer(served)
    }

    /// - Parameter how: the first part of the path, such as `plain`; see Tests/Servers/files.py.
    func model(_ how: String = "plain") throws -> Model {
        try model(address: server.address("\(how)/\(Self.name)"))
    }

    func model(address: String) throws -> Model {
        let file = Model.File(
            name: Self.name, address: address, size: content.count,
            checksum: try Digest(ofFile: served.file(Self.name)).description)
        return Model(name: "net", kind: .detector, files: [file])
    }

    var path: String { folder.file("net/\(Self.name)") }
    var part: String { path + ".part" }

    /// Leaves the first bytes of the net as another run would have.
    func leave(_ bytes: Data) throws {
        try folder.write(bytes, to: "net/\(Self.name).part")
    }

    /// Installs, and returns what was told, without the progress.
    @discardableResult
    func install(
        _ model: Model, stall: Int = 30, authorities: String? = nil, isStopped: @escaping () -> Bool = { false }
    ) throws -> [String] {
        var told: [String] = []
        let settings = Transfer.Settings(connect: 20, stall: stall, authorities: authorities)
        try ModelInstaller(model, in: folder.path, transfer: settings, isStopped: isStopped) { event in
            switch event {
            case .present: told.append("present")
            case .downloading(_, let start): told.append("from \(start)")
            case .progress: break
            case .restarting: told.append("restart")
            case .installed: told.append("installed")
            }
        }.download()
        return told
    }

    /// The error of an installation that must fail; what is in its place stays as it was.
    func failure(
        _ model: Model, stall: Int = 30, authorities: String? = nil, isStopped: @escaping () -> Bool = { false }
    ) throws -> ModelStoreError? {
        do {
            try install(model, stall: stall, authorities: authorities, isStopped: isStopped)
            return nil
        } catch let error as ModelStoreError {
            return error
        }
    }

    var isInstalled: Bool {
        FileManager.default.contents(atPath: path) == content
    }

    /// Bytes that wait to be gone on with; nil where there is no file of them.
    var waiting: Int? {
        FileManager.default.contents(atPath: part)?.count
    }
}
