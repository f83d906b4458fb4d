import Answers
import HTTPTypes
import Hummingbird
import NIOCore
import Records

extension Response {
    static func text(
        _ text: String, _ type: String = "text/html; charset=utf-8", _ status: HTTPResponse.Status = .ok
    ) -> Response {
        bytes(ByteBuffer(string: text), type, status)
    }

    static func bytes(_ bytes: ByteBuffer, _ type: String, _ status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: type, .contentLength: "\(bytes.readableBytes)"],
            body: ResponseBody(byteBuffer: bytes))
    }

    static func json(_ object: JSONObject) -> Response { text(object.text + "\n", "application/json") }

    /// Leads to a page, after a form.
    static func seeOther(_ path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }
}

extension HTTPField.Name {
    static let secFetchSite = known("Sec-Fetch-Site")
    static let secFetchDest = known("Sec-Fetch-Dest")
    static let lastEventID = known("Last-Event-ID")

    /// One that is written here, and so is right.
    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a field") }
        return field
    }
}

enum JSONText {
    static func quoted(_ text: String) -> String { JSONLine.quoted(text) }
}

extension StringProtocol {
    /// Without spaces around it.
    var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
