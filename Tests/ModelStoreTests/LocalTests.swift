import Basics
import Foundation
import Records
import TestSupport
import Testing

@testable import ModelStore

/// Files that are here already, and disks that do not take them.
@Suite struct LocalTests {
    private static let mayMount: Bool = {
        guard let folder = try? TemporaryFolder(),
            Command.succeeds("mount", "-t", "tmpfs", "-o", "size=4k", "plated-test", folder.path)
        else { return false }
        return Command.succeeds("umount", folder.path)
    }()

    @Test func `a net of one file is taken under any name`() throws {
        let net = try Net(size: 1000)
        let file = try net.served.write(net.content, to: "downloaded (1)")
        try net.copy(from: file)
        #expect(net.isInstalled && net.waiting == nil)
    }

    @Test(arguments: ["", "net/"])
    func `a folder may hold it, or hold it as an installation does`(below: String) throws {
        let net = try Net(size: 1000)
        let offer = try TemporaryFolder()
        try offer.write(net.content, to: below + Net.name)
        try net.copy(from: offer.path)
        #expect(net.isInstalled)
    }

    @Test func `of a net of two files one is named, and the other lies beside it`() throws {
        let net = try Net(size: 1000)
        try net.served.write("alphabet", to: "net.yaml")
        var model = try net.model()
        model.files.append(
            .init(
                name: "net.yaml", address: "http://localhost/net.yaml", size: 8,
                checksum: try Digest(ofFile: net.served.file("net.yaml")).description))
        try ModelInstaller(model, in: net.folder.path).copy(from: net.served.file("net.yaml"))
        #expect(InstalledModel(model, in: net.folder.path).state() == .installed)

        let alone = try TemporaryFolder()
        let file = try alone.write(net.content, to: Net.name)
        let other = try TemporaryFolder()
        let error = try #require(throws: ModelStoreError.self) {
            try ModelInstaller(model, in: other.path).copy(from: file)
        }
        #expect(error.code == .missing && error.reason == "there is no net.yaml in it")
        #expect(InstalledModel(model, in: other.path).state() == .damaged("net.yaml is missing"))
    }

    @Test func `what is another file is refused, by size or by checksum, and nothing is left`() throws {
        let net = try Net(size: 1000)
        for content in [Data(count: 1000), Data(count: 999)] {
            let error = try #require(throws: ModelStoreError.self) {
                try net.copy(from: net.served.write(content, to: "other"))
            }
            #expect(error.code == .damaged && error.remedy.contains("Nothing was installed"), "\(error)")
            #expect(net.waiting == nil && !net.isInstalled)
        }
    }

    @Test func `what is no file is told`() throws {
        let net = try Net(size: 1000)
        for source in ["/nonexistent", "/dev/zero", net.folder.path] {
            let error = try #require(throws: ModelStoreError.self) { try net.copy(from: source) }
            #expect(error.code == .missing && error.action.hasPrefix("reading "), "\(error)")
        }
    }

    @Test func `a copy of its own unfinished download is not destroyed by copying it onto itself`() throws {
        let net = try Net(size: 1000)
        try net.leave(net.content)
        #expect(throws: ModelStoreError.self) { try net.copy(from: net.part) }
        #expect(net.waiting == 1000)
    }

    @Test(arguments: ["/proc/plated", "/dev/null/plated"])
    func `a folder that cannot be made is told`(folder: String) throws {
        let net = try Net(size: 1000)
        let error = try #require(throws: ModelStoreError.self) {
            try ModelInstaller(net.model(), in: folder).download()
        }
        #expect(error.code == .inputOutput && error.description.contains(folder), "\(error)")
        #expect(try net.server.requests() == [])
    }

    @Test(.enabled(if: mayMount, "mounting a small disk takes root"))
    func `a full disk keeps what came, and with room again it goes on`() throws {
        let net = try Net()
        let disk = net.folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        #expect(Command.succeeds("mount", "-t", "tmpfs", "-o", "size=128k", "plated-test", disk))
        defer { _ = Command.succeeds("umount", "-l", disk) }
        let model = try net.model()
        let installer = ModelInstaller(model, in: disk)
        let error = try #require(throws: ModelStoreError.self) { try installer.download() }
        #expect(error.code == .inputOutput && error.reason.contains("disk is full"), "\(error)")
        guard case .partial(let waiting) = InstalledModel(model, in: disk).state() else {
            Issue.record("nothing was kept")
            return
        }
        #expect(waiting > 0 && waiting < net.content.count)
        #expect(Command.succeeds("mount", "-o", "remount,size=1m", disk))
        try installer.download()
        #expect(InstalledModel(model, in: disk).state() == .installed)
        #expect(try net.server.requests().last == "/plain/net.onnx bytes=\(waiting)-")
    }

    @Test(.enabled(if: mayMount, "mounting a small disk takes root"))
    func `of a copy that a full disk did not take nothing is kept, nor said to be`() throws {
        let net = try Net()
        let disk = net.folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        #expect(Command.succeeds("mount", "-t", "tmpfs", "-o", "size=128k", "plated-test", disk))
        defer { _ = Command.succeeds("umount", "-l", disk) }
        let error = try #require(throws: ModelStoreError.self) {
            try ModelInstaller(net.model(), in: disk).copy(from: net.served.path)
        }
        #expect(error.reason.contains("disk is full"), "\(error)")
        #expect(error.remedy == "Nothing of it is kept: make room, and run the same command again.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
    }

    @Test func `what is no file of ours does not give way`() throws {
        let net = try Net(size: 1000)
        try FileManager.default.createDirectory(atPath: net.folder.file("net"), withIntermediateDirectories: true)
        try #require(mkfifo(net.path, 0o600) == 0)
        let error = try #require(throws: ModelStoreError.self) { try net.copy(from: net.served.path) }
        #expect(error.code == .inputOutput && error.reason == "something else than a file is there", "\(error)")
        var status = stat()
        #expect(lstat(net.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test(.enabled(if: mayMount, "mounting a disk takes root"))
    func `a disk that is read-only is told, with what to do`() throws {
        let net = try Net(size: 1000)
        let disk = net.folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        #expect(Command.succeeds("mount", "-t", "tmpfs", "-o", "ro", "plated-test", disk))
        defer { _ = Command.succeeds("umount", "-l", disk) }
        let error = try #require(throws: ModelStoreError.self) {
            try ModelInstaller(net.model(), in: disk).download()
        }
        #expect(error.code == .inputOutput && error.reason.contains("Read-only"), "\(error)")
        #expect(error.remedy.contains("--folder"))
    }
}

extension Net {
    fileprivate func copy(from source: String) throws {
        try ModelInstaller(model(), in: folder.path).copy(from: source)
    }
}
