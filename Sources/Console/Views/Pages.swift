import HTTPTypes
import Hummingbird
import Mustache

/// The pages' templates, style and script, which are in the program itself.
struct Pages: Sendable {
    /// What a template gets: texts are escaped by it.
    typealias Values = [String: Any]

    private let library: MustacheLibrary

    init() throws {
        var library = MustacheLibrary()
        for (file, bytes) in PageFiles.all where file.hasSuffix(".mustache") {
            let name = String(file.dropLast(".mustache".count))
            try library.register(String(decoding: bytes, as: UTF8.self), named: name)
        }
        self.library = library
    }

    func text(_ name: String, _ values: Values) -> String {
        guard let text = library.render(values, withTemplate: name) else {
            preconditionFailure("there is no page \(name)")
        }
        return text
    }

    func response(_ name: String, _ values: Values, _ status: HTTPResponse.Status = .ok) -> Response {
        .text(text(name, values), status: status)
    }

    /// - Parameters:
    ///   - isAsked: whether a browser shows it; others get one line.
    ///   - session: who sees it, with the way to other pages; nil for nobody.
    func problem(_ problem: RequestProblem, isAsked: Bool, session: Session? = nil) -> Response {
        guard isAsked else { return problem.json }
        var values: Values = ["title": problem.title, "detail": problem.detail, "code": "\(problem.status.code)"]
        if let session { values.merge(PageFrame.ways(for: session)) { $1 } }
        return response("problem", values, problem.status)
    }

    // MARK: - What does not change

    static let style = PageFiles["console.css"]
    static let script = PageFiles["console.js"]
    static let liveScript = PageFiles["live.js"]
    static let camerasScript = PageFiles["cameras.js"]
    static let icon = PageFiles["icon.svg"]
    static let description = PageFiles["openapi.json"]
}

extension Response {
    static func text(_ text: String, status: HTTPResponse.Status) -> Response {
        .text(text, "text/html; charset=utf-8", status)
    }
}
