import Addresses
import Testing

@Suite struct SourceAddressTests {
    @Test func `user and password leave the address`() {
        let address = SourceAddress("rtsp://cam:s3cret@192.0.2.1:554/live?x=1")
        #expect(address.location == "rtsp://192.0.2.1:554/live?x=1")
        #expect(address.kind == .network)
        #expect(address.credentials == .init(user: "cam", password: "s3cret"))
        #expect(address.withCredentials == "rtsp://cam:s3cret@192.0.2.1:554/live?x=1")
    }

    @Test(arguments: ["p@ss:w/rd%1", "ü ", "***", "a@b@c"])
    func `any password survives, however it is written`(password: String) {
        var address = SourceAddress("rtsp://host/x")
        address.credentials = .init(user: "me", password: password)
        #expect(SourceAddress(address.withCredentials).credentials?.password == password)
    }

    @Test func `an unescaped at sign belongs to the password`() {
        let address = SourceAddress("rtsp://cam:p@ss@host/x")
        #expect(address.credentials?.password == "p@ss")
        #expect(address.location == "rtsp://host/x")
    }

    @Test func `nothing that prints an address prints its password`() {
        let address = SourceAddress("rtsp://cam:s3cret%40@host/x")
        for text in ["\(address)", String(reflecting: address), "\(String(describing: address.credentials))"] {
            #expect(!text.contains("s3cret"), "\(text)")
        }
        let line = "could not open rtsp://cam:s3cret%40@host/x with s3cret@ or s3cret%40"
        #expect(!address.scrubbed(line).contains("s3cret"))
    }

    @Test(arguments: [
        ("clip.mp4", SourceAddress.Kind.file), ("/dev/video0", .device), ("frames/%04d.jpg", .file),
        ("v4l2:///dev/video2", .device), ("rtsps://h/x", .network), ("file:///tmp/a.mp4", .file),
        ("odd:name@with.mp4", .file), ("http://host/stream.mjpg", .network),
    ])
    func `the kind follows from the address`(text: String, kind: SourceAddress.Kind) {
        let address = SourceAddress(text)
        #expect(address.kind == kind)
        #expect(address.credentials == nil)
    }

    @Test(arguments: [
        ("rtsp://cam:p/w@host/x", "p/w", "rtsp://host/x"), ("rtsp://cam:p#w@host:554/x", "p#w", "rtsp://host:554/x"),
        ("rtsp://cam:p?w@x@10.0.0.1/a@b", "p?w@x", "rtsp://10.0.0.1/a@b"),
        ("rtsp://cam:/w@[2001:db8::1]:554/x", "/w", "rtsp://[2001:db8::1]:554/x"),
        ("rtps://cam:s3cret@host/x", "s3cret", "rtps://host/x"), ("ftp://cam:s3cret@host/x", "s3cret", "ftp://host/x"),
    ])
    func `a password is taken out however it was written, and whatever the scheme`(
        text: String, password: String, location: String
    ) {
        let address = SourceAddress(text)
        #expect(address.credentials == .init(user: "cam", password: password))
        #expect(address.location == location)
    }

    @Test(arguments: [
        "rtsp://host:554/a@b", "udp://@239.0.0.1:1234", "rtsp://[2001:db8::1]:554/a@b", "file:///srv/a:b@c.mp4",
        "/srv/cam:1@gate.mp4",
    ])
    func `an at sign that ends no password takes nothing out`(text: String) {
        #expect(SourceAddress(text).credentials == nil)
        #expect(SourceAddress(text).withCredentials == text)
    }

    @Test(arguments: [
        ("rtsp:/cam:s3cret@host/x", "rtsp:***@host/x"), ("rtsp//cam:s3cret@host/x", "rtsp//cam:***@host/x"),
        ("cam:s3cret@host/x", "cam:***@host/x"), ("rtsp://cam:s3cret", "rtsp://cam:***"),
        ("rtsp://cam:s3cret/x", "rtsp://cam:***/x"), ("rtsp://[2001:db8::1]:s3cret/x", "rtsp://[2001:db8::1]:***/x"),
        ("rtsp://[2001:db8::1]:554/x", "rtsp://[2001:db8::1]:554/x"), ("rtsp://host:554", "rtsp://host:554"),
        ("rtsp://cam:12/s3cret@host/x", "rtsp://cam:***@host/x"),
        ("http://host/cgi?user=cam&Password=s3cret&x=1", "http://host/cgi?user=cam&Password=***&x=1"),
        ("rtsp://host/cam?usr=cam&pwd=s3cret", "rtsp://host/cam?usr=cam&pwd=***"),
        (
            "rtsp://host/user=cam_password=s3cret_channel=1_stream=0.sdp",
            "rtsp://host/user=cam_password=***_channel=1_stream=0.sdp"
        ),
        ("rtsp://cam:s3cret@10.0.0.1/?token=abc:s3cret@x", "rtsp://cam:***@10.0.0.1/?token=***"),
        ("http://host/?password=a:s3cret@x", "http://host/?password=***"),
        ("rtsp://host/cam?monkey=1&keyframe=2", "rtsp://host/cam?monkey=1&keyframe=2"), ("clip.mp4", "clip.mp4"),
        ("rtsp://&password=s3cret@h/", "rtsp://***:***@h/"),
    ])
    func `what is not an address, or keeps its password elsewhere, is shown without it`(text: String, shown: String) {
        let address = SourceAddress(text)
        #expect("\(address)" == shown)
        #expect(!address.scrubbed("opening \(text): no such file").contains("s3cret"))
        #expect(!address.printableLocation.contains("s3cret"))
        #expect(!String(describing: address.credentials).contains("s3cret"))
    }

    @Test func `a log line shows neither what a server is told nor an escape that is a part of another`() {
        let address = SourceAddress("rtsp://cam:p%2525@host/x")
        // printf 'cam:p%%25' | base64
        #expect(address.scrubbed("Authorization: Basic Y2FtOnAlMjU=") == "Authorization: Basic ***")
        #expect(address.scrubbed("rtsp://cam:p%2525@host/x and p%2525") == "rtsp://cam:***@host/x and ***")
    }

    @Test(arguments: [
        ("rtsp://cam:SEc@ret/FOO@127.0.0.1:8554/camera", "SEc@ret/FOO", "rtsp://127.0.0.1:8554/camera"),
        ("rtsp://cam:SEc@ret/FOO@gate:554/camera", "SEc@ret/FOO", "rtsp://gate:554/camera"),
        ("rtsp://cam:SEc@r:et?FOO@gate/camera", "SEc@r:et?FOO", "rtsp://gate/camera"),
        ("rtsp://cam:s3cret@10.0.0.1/live/a@b.example", "s3cret", "rtsp://10.0.0.1/live/a@b.example"),
        ("rtsp://cam:s3cret@gate:554/a@10.0.0.1", "s3cret", "rtsp://gate:554/a@10.0.0.1"),
    ])
    func `of several hosts that an address may name, the one that is surely one counts`(
        text: String, password: String, location: String
    ) {
        let address = SourceAddress(text)
        #expect(address.credentials?.password == password && address.location == location)
        #expect(address.problem == nil)
    }

    @Test(arguments: [
        "rtsp://cam:SEc@ret/FOO@gate/camera", "rtsp://cam:SEc@ret/FOO@gate.example/camera",
        "rtsp://cam:SEc/x@ret/FOO@gate/camera", "http://cam:SEc@ret/FOO@gate",
    ])
    func `where nobody can tell where a password ends, none of it is shown, and nothing is opened`(text: String) {
        let address = SourceAddress(text)
        #expect(address.problem?.contains("%40") == true)
        for shown in ["\(address)", address.location, address.printableLocation, address.problem ?? ""] {
            #expect(!shown.contains("SEc") && !shown.contains("ret/") && !shown.contains("FOO"), "\(shown)")
        }
    }

    @Test(arguments: [
        ("rtsp://cam@ret/x@host/a@b", true), ("rtsp://cam:@ret/x@host:1/a@b", true),
        ("rtsp://@@/@192.0.2.1:554/live", false),
    ])
    func `a user without a password stays one on the way to the camera`(text: String, hasHost: Bool) {
        let address = SourceAddress(text)
        let again = SourceAddress(address.withCredentials)
        #expect(address.credentials?.password == "")
        #expect(hasHost ? address.problem == nil : address.problem?.hasPrefix("it names no host") == true)
        #expect(again.credentials == address.credentials && again.location == address.location)
    }

    private static let talk = [
        "2026-11-22T03:15:43.120Z notice: plated: the camera is read again after 3 s",
        "opening the camera: no answer within 10.0 s; a password is asked for", "12 pictures: 3 analysed",
    ]

    @Test(arguments: ["a", "3", "ab", "camera", "plated", "2026", "10.0", "15:43", "password", "is read"])
    func `a password that is a word of talk garbles nothing, and is gone where it is one`(password: String) {
        var address = SourceAddress("rtsp://host/stream")
        address.credentials = .init(user: "cam", password: password)
        for line in Self.talk where line != "" {
            // What is more than a word is taken out wherever it stands.
            if SecretText.isUnmistakable(password) { continue }
            #expect(address.scrubbed(line) == line)
        }
        let said = "tried \(address.withCredentials), then rtsp://cam:\(password)@host/other"
        #expect(address.scrubbed(said) == "tried rtsp://cam:***@host/stream, then rtsp://cam:***@host/other")
    }

    @Test(arguments: [
        ("a", false), ("3", false), ("p@s", false), ("camera", false), ("123456", false), ("10.0.0.1", false),
        ("h264", false), ("p@ss", true), ("p%25", true), ("s3cret", true), ("Hunter2", true),
        ("correcthorsebattery", true),
    ])
    func `only what no talk holds by itself is taken out of all of it`(secret: String, isUnmistakable: Bool) {
        #expect(SecretText.isUnmistakable(secret) == isUnmistakable)
    }

    @Test func `short passwords made at random never change a line of talk`() {
        var generator = SystemRandomNumberGenerator()
        let characters = Array("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789:/@.-%?# ")
        for _ in 0..<2000 {
            let length = Int.random(in: 1...3, using: &generator)
            let password = String((0..<length).map { _ in characters.randomElement(using: &generator) ?? "x" })
            var address = SourceAddress("rtsp://host/stream")
            address.credentials = .init(user: "cam", password: password)
            for line in Self.talk { #expect(address.scrubbed(line) == line, "\(password)") }
            #expect(address.scrubbed("opening \(address.withCredentials)") == "opening rtsp://cam:***@host/stream")
        }
    }

    @Test(arguments: [
        ("rtsp://h:99999/x", "its port is 99999. A port is a number from 1 to 65535"),
        ("rtsp://h:0/x", "its port is 0."),
        ("rtsp://me:secret@192.0.2.9:x/y", "its port is x."), ("rtsp://[::1", "it names no host"), ("", "it is empty"),
        ("rtsp://2001:db8::1/x", "an address of IPv6 stands in []"),
    ]) func `what can never be an address is told`(text: String, words: String) {
        #expect(SourceAddress(text).problem?.hasPrefix(words) == true, "\(SourceAddress(text).problem ?? "")")
    }

    @Test(arguments: [
        "rtsp://h:554/x", "rtsp://[::1]/x", "rtsp://[::1]:8554/x", "udp://@239.0.0.1:5000",
        "udp://239.0.0.1:5000?ttl=1",
        "http://h:/x",
    ]) func `of what may be an address nothing is told`(text: String) {
        #expect(SourceAddress(text).problem == nil)
    }

    @Test func `a scheme in capitals is the same scheme`() {
        #expect(SourceAddress("RTSP://127.0.0.1:1/X").location == "rtsp://127.0.0.1:1/X")
        #expect(SourceAddress("Folder://x.mp4").location == "Folder://x.mp4")
    }
}
