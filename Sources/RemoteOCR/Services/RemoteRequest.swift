/// A POST to the server.
struct RemoteRequest: Sendable, Equatable {
    /// Beside `Content-Type`; the key may be among them.
    var headers: [String]
    var type: String
    var body: [UInt8]
}

/// What came of it.
struct RemoteResponse: Sendable, Equatable {
    var status: Int
    var body: [UInt8]
    /// Seconds that the server asked for; 0 where it asked for none.
    var retryAfter = 0
}

/// A form with one picture (RFC 7578).
struct PictureForm {
    /// No JPEG has it: that is looked at.
    private static let boundary = "plated-6d1f0f7e5b8c4a2d"

    let type = "multipart/form-data; boundary=\(boundary)"
    let body: [UInt8]

    init(jpeg: [UInt8]) {
        let head =
            "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"plate.jpg\"\r\n"
            + "Content-Type: image/jpeg\r\n\r\n"
        body = Array(head.utf8) + jpeg + Array("\r\n--\(Self.boundary)--\r\n".utf8)
    }
}
