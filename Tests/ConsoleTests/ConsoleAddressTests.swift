import TestSupport
import Testing

@testable import Console

/// Where a link leads that somebody else opens.
@Suite struct ConsoleAddressTests {
    private func address(_ listen: String, hosts: [String] = [], socket: String = "off") -> String? {
        ConsoleSettings(listen: ListenAddress(listen), hosts: hosts, socket: ConsoleSocket(socket))
            .address(machine: "box")
    }

    @Test func `a name has the port that the console listens at, where it is not the usual one`() {
        #expect(address("127.0.0.1:443", hosts: ["hub.example", "other.example"]) == "http://hub.example:443")
        #expect(address("127.0.0.1:80") == "http://127.0.0.1")
        #expect(address("[::1]:8480") == "http://[::1]:8480")
    }

    @Test func `a web server in front speaks TLS at a port of its own, by the machine's name where no other is told`()
        throws
    {
        let folder = try TemporaryFolder()
        #expect(address("127.0.0.1:8480", hosts: ["hub.example"], socket: folder.file("s")) == "https://hub.example")
        #expect(address("off", socket: folder.file("s")) == "https://box.local")
        // Nobody has made its folder: there is none.
        #expect(address("127.0.0.1:8480", socket: folder.file("none/s")) == "http://127.0.0.1:8480")
    }

    @Test func `a console that is off has none`() { #expect(address("off", hosts: ["hub.example"]) == nil) }
}
