import ALPR
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
}
