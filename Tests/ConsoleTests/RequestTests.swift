import Basics
import HTTPTypes
import Testing

@testable import Console

@Suite struct RequestTests {
    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:8480", "[::1]:8480", "192.0.2.8", "localhost", "LOCALHOST:1", "a.localhost",
        "hub.local",
        "console.example", "Console.Example:443",
    ])
    func `a host that is an address, local or named is answered`(host: String) {
        #expect(HostRule(names: ["console.example"]).allows(host))
    }

    @Test(arguments: [
        "", "evil.example", "console.example.evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "local",
        "evil.example:8480", "127.0.0.1:8480:1", "a b.local", "[::1", "user@localhost", "0x7f.1", "127.1",
    ])
    func `any other host is refused`(host: String) {
        #expect(!HostRule(names: ["console.example"]).allows(host))
    }

    @Test func `fields are read as browsers write them, and written as they are read`() throws {
        let fields = try #require(Fields("q=AB%2b1*&from=yesterday+14%3A00&camera=gate&camera=yard&empty="))
        #expect(fields["q"] == "AB+1*" && fields["from"] == "yesterday 14:00" && fields["empty"] == nil)
        #expect(fields.values("camera") == ["gate", "yard"])
        #expect(Fields(fields.text)?.all == fields.all.filter { !$0.value.isEmpty })
        #expect(Fields("q=%C3%9C")?["q"] == "Ü")
    }

    @Test(arguments: ["q=%", "q=%4", "q=%zz", "q=%+1", "q=%ff", "q=%00"])
    func `fields that are none are refused`(text: String) { #expect(Fields(text) == nil) }

    @Test(arguments: [
        ("127.0.0.1:8480", true), ("[::1]:80", true), ("0.0.0.0:1", false), ("192.0.2.8:443", false), ("[::]:1", false),
    ])
    func `an address is read, and known for loopback`(text: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.isLoopback == isLoopback && address.description == text)
    }

    @Test(arguments: [
        "8480", "localhost:8480", "127.0.0.1", "127.0.0.1:99999", "::1:80", "[127.0.0.1]:1", "off", ":80",
    ])
    func `what is no address is none`(text: String) { #expect(ListenAddress(text) == nil) }

    @Test func `a route's open parts are those of the path`() {
        let route = Route(.get, "/plates/*/crop.jpg", .everybody) { _ in .seeOther("/") }
        #expect(route.parts(of: ["plates", "X", "crop.jpg"]) == ["X"])
        #expect(route.parts(of: ["plates", "X", "scene.jpg"]) == nil)
        #expect(route.parts(of: ["plates", "X"]) == nil)
    }
}
