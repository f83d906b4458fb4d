import Foundation
import Records
import TestSupport
import Testing

@testable import ModelStore

/// Against a real web server on loopback.
@Suite struct DownloadTests {
    @Test func `a net is fetched once, and nothing is asked for when it is there`() throws {
        let net = try Net()
        let model = try net.model()
        #expect(try net.install(model) == ["from 0", "installed"])
        #expect(net.isInstalled && net.waiting == nil)
        #expect(try net.install(model) == ["present"])
        #expect(try net.server.requests() == ["/plain/net.onnx -"])
    }

    @Test func `its file and folders can be read by everybody, whatever the umask`() throws {
        let net = try Net(size: 1000)
        // The process's, shared with the other tests: set for no longer than it takes.
        let mask = umask(0o077)
        defer { umask(mask) }
        try net.install(net.model())
        let file = try FileManager.default.attributesOfItem(atPath: net.path)[.posixPermissions] as? Int
        let folder = try FileManager.default.attributesOfItem(atPath: net.folder.file("net"))[.posixPermissions] as? Int
        #expect(file == 0o644 && folder == 0o755)
    }

    @Test func `a connection that is cut leaves what came, and the next run goes on from there`() throws {
        let net = try Net()
        let error = try #require(try net.failure(net.model("cut/100000")))
        #expect(error.code == .unavailable && error.reason.contains("cut"), "\(error)")
        #expect(error.remedy.contains("goes on from there"))
        #expect(net.waiting == 100_000 && !net.isInstalled)
        #expect(InstalledModel(try net.model(), in: net.folder.path).state() == .partial(100_000))
        #expect(try net.install(net.model()) == ["from 100000", "installed"])
        #expect(net.isInstalled && net.waiting == nil)
        #expect(try net.server.requests().last == "/plain/net.onnx bytes=100000-")
    }

    @Test func `a server without ranges starts from the beginning, in one request`() throws {
        let net = try Net()
        try net.leave(net.content.prefix(5000))
        #expect(try net.install(net.model("whole")) == ["from 5000", "restart", "installed"])
        #expect(net.isInstalled)
        #expect(try net.server.requests() == ["/whole/net.onnx bytes=5000-"])
    }

    @Test func `a server that sends another range than was asked for is asked for the whole`() throws {
        let net = try Net()
        try net.leave(net.content.prefix(5000))
        #expect(try net.install(net.model("offset")) == ["from 5000", "restart", "from 0", "installed"])
        #expect(net.isInstalled)
    }

    @Test func `what is here and belongs to another file is noticed, and fetched anew`() throws {
        let net = try Net()
        try net.leave(Data(repeating: 0, count: 5000))
        #expect(try net.install(net.model()) == ["from 5000", "restart", "from 0", "installed"])
        #expect(net.isInstalled)
    }

    @Test func `what is here in full is not fetched again`() throws {
        let net = try Net()
        try net.leave(net.content)
        #expect(try net.install(net.model()) == ["installed"])
        #expect(try net.isInstalled && net.server.requests() == [])
    }

    @Test(arguments: [true, false])
    func `more than there can be, or as much of something else, is fetched anew`(isLonger: Bool) throws {
        let net = try Net()
        try net.leave(Data(repeating: 0, count: net.content.count + (isLonger ? 1 : 0)))
        #expect(try net.install(net.model()).suffix(2) == ["from 0", "installed"])
        #expect(net.isInstalled)
    }

    @Test func `another content names both checksums and leaves nothing`() throws {
        let net = try Net()
        let model = try net.model("other")
        let error = try #require(try net.failure(model))
        #expect(error.code == .damaged)
        try net.served.write(Data(net.content.map { $0 ^ 1 }), to: "other")
        let found = try Digest(ofFile: net.served.file("other")).description
        #expect(error.reason == "its SHA-256 is \(found), expected is \(model.files[0].checksum)")
        #expect(net.waiting == nil && !net.isInstalled)
    }

    @Test(arguments: ["longer", "endless"])
    func `a file of another size is refused, whether or not the server says so`(how: String) throws {
        let net = try Net()
        let error = try #require(try net.failure(net.model(how)))
        #expect(error.code == .damaged && error.reason.contains("300000"), "\(error)")
        #expect(net.waiting == nil && !net.isInstalled)
    }

    @Test func `a file that was replaced by a longer one is noticed before it is gone on with`() throws {
        let net = try Net()
        try net.leave(net.content.prefix(5000))
        let error = try #require(try net.failure(net.model("longer")))
        #expect(error.code == .damaged && error.reason.contains("300001"), "\(error)")
        #expect(net.waiting == nil)
    }

    @Test func `a file without a length is taken where it is the right one`() throws {
        let net = try Net()
        #expect(try net.install(net.model("chunked")) == ["from 0", "installed"])
    }

    @Test(arguments: [
        (404, "no such file (404)"), (403, "refuses it (403)"), (429, "too many requests"),
        (500, "problem of its own (500)"),
        (503, "problem of its own (503)"), (204, "the server's answer is 204"),
    ])
    func `an answer that is no file is told, and is not taken for one`(status: Int, words: String) throws {
        let net = try Net()
        let error = try #require(try net.failure(net.model("status/\(status)")))
        #expect(error.code == .unavailable && error.reason.contains(words), "\(error)")
        #expect(error.action == "downloading \(try net.model("status/\(status)").files[0].address ?? "")")
        #expect(net.waiting == nil && !net.isInstalled)
    }

    @Test func `a problem of the server keeps what is here`() throws {
        let net = try Net()
        try net.leave(net.content.prefix(5000))
        #expect(try net.failure(net.model("status/503")) != nil)
        #expect(net.waiting == 5000)
    }

    @Test func `redirects are followed, ranges and all`() throws {
        let net = try Net()
        try net.leave(net.content.prefix(5000))
        #expect(try net.install(net.model("redirect/redirect/plain")) == ["from 5000", "installed"])
        #expect(net.isInstalled)
        #expect(try net.server.requests().last == "/plain/net.onnx bytes=5000-")
    }

    @Test func `redirects without end, or to a file of this machine, are refused`() throws {
        let net = try Net()
        let around = String(repeating: "redirect/", count: 12)
        let endless = try #require(try net.failure(net.model(around + "plain")))
        #expect(endless.code == .unavailable && endless.reason.contains("sends on"), "\(endless)")
        let local = try #require(try net.failure(net.model(address: net.server.address("to/file:///etc/hostname"))))
        #expect(local.code == .unavailable && local.reason.contains("sends on"), "\(local)")
    }

    @Test func `a server that falls silent is given up after the deadline`() throws {
        let net = try Net()
        let error = try #require(try net.failure(net.model("stall/100000"), stall: 1))
        #expect(error.code == .unavailable && error.reason.contains("nothing more for 1 s"), "\(error)")
        #expect(net.waiting == 100_000)
    }

    @Test func `no server, or none of that name, is told`() throws {
        let net = try Net(size: 1000)
        for address in ["http://127.0.0.1:1/net.onnx", "http://nowhere.invalid/net.onnx"] {
            let error = try #require(try net.failure(net.model(address: address)))
            #expect(error.code == .unavailable && error.remedy.contains("--from"), "\(error)")
            #expect(net.waiting == nil)
        }
    }

    @Test func `being stopped keeps what came`() throws {
        let net = try Net()
        let error = try #require(
            try net.failure(net.model("slow"), isStopped: { (net.waiting ?? 0) >= 20_000 }))
        #expect(error.code == .stopped && error.remedy.contains("goes on from there"), "\(error)")
        let waiting = try #require(net.waiting)
        #expect(waiting >= 20_000 && waiting < net.content.count)
        #expect(try net.install(net.model()).first == "from \(waiting)")
        #expect(net.isInstalled)
    }

    @Test func `two at once: the second is told, and the first goes on`() throws {
        let net = try Net()
        let part = try PartFile(for: net.path, isKept: true)
        let error = try #require(try net.failure(net.model()))
        #expect(error.code == .busy && error.reason.contains("another plated"), "\(error)")
        withExtendedLifetime(part) {}
    }

    @Test func `a damaged net is replaced in one step`() throws {
        let net = try Net()
        try net.folder.write("not it", to: "net/\(Net.name)")
        #expect(
            InstalledModel(try net.model(), in: net.folder.path).state() == .damaged("net.onnx has 6 bytes, not 300000")
        )
        #expect(try net.failure(net.model("cut/1000")) != nil)
        #expect(try net.folder.text("net/\(Net.name)") == "not it")
        try net.install(net.model())
        #expect(net.isInstalled)
    }
}

/// HTTPS, with certificates that sign themselves.
@Suite struct CertificateTests {
    @Test func `a certificate that nobody vouches for is refused, and one that is trusted is taken`() throws {
        let net = try Net()
        let trusted = try FileServer.Certificate(named: "trusted", in: net.served)
        let server = try FileServer(net.served, certificate: trusted)
        let model = try net.model(address: server.address("plain/\(Net.name)"))
        let error = try #require(try net.failure(model))
        #expect(error.code == .unavailable && error.reason.contains("certificate is not trusted"), "\(error)")
        #expect(try server.requests() == [] && net.waiting == nil)
        #expect(try net.install(model, authorities: trusted.path) == ["from 0", "installed"])
        #expect(net.isInstalled)
    }

    @Test func `neither are they on the way of a redirect, nor does one lead out of HTTPS`() throws {
        let net = try Net()
        let trusted = try FileServer.Certificate(named: "trusted", in: net.served)
        let front = try FileServer(net.served, certificate: trusted)
        let other = try FileServer(
            net.served, certificate: FileServer.Certificate(named: "other", in: net.served))
        let toOther = try net.model(address: front.address("to/" + other.address("plain/\(Net.name)")))
        let refused = try #require(try net.failure(toOther, authorities: trusted.path))
        #expect(refused.reason.contains("certificate is not trusted"), "\(refused)")
        #expect(try other.requests() == [])
        let toPlain = try net.model(address: front.address("to/" + net.server.address("plain/\(Net.name)")))
        let led = try #require(try net.failure(toPlain, authorities: trusted.path))
        #expect(led.reason.contains("sends on"), "\(led)")
        #expect(try net.server.requests() == [])
    }
}
