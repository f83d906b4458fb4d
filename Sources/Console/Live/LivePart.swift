import Answers
import NIOCore

/// A part of the one answer that all live pictures of a page come in (multipart/x-mixed-replace, read by the page's script).
struct LivePart: Sendable {
    static let boundary = "plated-part"
    static let type = "multipart/x-mixed-replace; boundary=\(boundary)"

    /// What it is, for the page: `picture`, `camera`, `row`, `banner`, `blind`, `more`, `behind`, `beat`.
    let kind: String
    let type: String
    /// JSON about it, on one line; nil where the body says all.
    let head: ByteBuffer?
    let body: ByteBuffer

    init(kind: String, type: String, head: ByteBuffer? = nil, body: ByteBuffer) {
        self.kind = kind
        self.type = type
        self.head = head
        self.body = body
    }

    init(_ news: LiveNews, of camera: String) {
        switch news {
        case .frame(let head, let picture):
            self.init(kind: "picture", type: "image/jpeg", head: head, body: picture)
        case .waiting: self.init(camera: camera, state: "waiting", text: "The camera sends no picture now.")
        case .away(let reason): self.init(camera: camera, state: "away", text: reason)
        }
    }

    private init(camera: String, state: String, text: String) {
        var object = JSONObject()
        object.add("camera", camera)
        object.add("state", state)
        object.add("text", text)
        self.init(kind: "camera", type: "application/json", body: ByteBuffer(string: object.text))
    }

    static func html(_ kind: String, _ text: String) -> LivePart {
        LivePart(kind: kind, type: "text/html; charset=utf-8", body: ByteBuffer(string: text))
    }

    /// How many cameras cannot see now.
    static func blind(_ count: Int) -> LivePart {
        LivePart(kind: "blind", type: "text/plain", body: ByteBuffer(string: "\(count)"))
    }

    /// There are more cameras than whoever watches knows of.
    static let more = LivePart(kind: "more", type: "text/plain", body: ByteBuffer())

    /// There were more records than are caught up with: what they have to show is found by loading the page again.
    static let behind = LivePart(kind: "behind", type: "text/plain", body: ByteBuffer())

    /// Tells the last record that was looked at, so that a dead browser is noticed, no proxy takes the answer for over, and whoever comes back
    /// goes on from there.
    static func beat(at seq: Int64) -> LivePart {
        LivePart(kind: "beat", type: "text/plain", body: ByteBuffer(string: "\(seq)"))
    }

    /// With what stands before it.
    var bytes: ByteBuffer {
        var bytes = ByteBuffer()
        bytes.writeString("--\(Self.boundary)\r\nContent-Type: \(type)\r\nContent-Length: \(body.readableBytes)\r\n")
        bytes.writeString("X-Plated-Part: \(kind)\r\n")
        if let head {
            bytes.writeString("X-Plated-Frame: ")
            bytes.writeImmutableBuffer(head)
            bytes.writeString("\r\n")
        }
        bytes.writeString("\r\n")
        bytes.writeImmutableBuffer(body)
        bytes.writeString("\r\n")
        return bytes
    }
}
