import Testing

@testable import Console

/// Where a link leads that somebody else opens.
@Suite struct ConsoleAddressTests {
    private func address(
        _ listen: String, hosts: [String] = [], behindProxy: Bool = false, certificate: String? = nil
    ) throws -> String? {
        ConsoleSettings(
            listen: ListenAddress(listen), hosts: hosts, behindProxy: behindProxy,
            certificate: certificate, key: certificate
        ).address(machine: "box")
    }

    @Test func `a name has the port that the console listens at, where it is not the usual one`() throws {
        #expect(
            try address("192.0.2.8:8480", hosts: ["hub.example", "other.example"], certificate: "/c")
                == "https://hub.example:8480")
        #expect(try address("192.0.2.8:443", hosts: ["hub.example"], certificate: "/c") == "https://hub.example")
        #expect(try address("127.0.0.1:443", hosts: ["hub.example"]) == "http://hub.example:443")
        #expect(try address("127.0.0.1:80") == "http://127.0.0.1")
        #expect(try address("[::1]:8480") == "http://[::1]:8480")
    }

    @Test(arguments: ["0.0.0.0:8480", "[::]:8480", "[::0]:8480"])
    func `where it listens everywhere, the machine's name leads there, and the console takes it`(listen: String) throws
    {
        #expect(try address(listen, certificate: "/c") == "https://box.local:8480")
        #expect(try address(listen, hosts: ["hub.example"], certificate: "/c") == "https://hub.example:8480")
        #expect(HostRule(names: []).allows("box.local:8480"))
    }

    @Test func `a proxy has a port of its own`() throws {
        #expect(try address("127.0.0.1:8480", hosts: ["hub.example"], behindProxy: true) == "https://hub.example")
        #expect(try address("127.0.0.1:8480", behindProxy: true) == "https://box.local")
    }

    @Test func `a console that is off has none`() {
        #expect(ConsoleSettings(listen: nil, hosts: ["hub.example"], behindProxy: false).address(machine: "box") == nil)
    }
}
