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
        for (name, bytes) in [
            ("head", PackageResources.head_mustache), ("foot", PackageResources.foot_mustache),
            ("login", PackageResources.login_mustache), ("invitation", PackageResources.invitation_mustache),
            ("plates", PackageResources.plates_mustache), ("row", PackageResources.row_mustache),
            ("event", PackageResources.event_mustache), ("health", PackageResources.health_mustache),
            ("camera-health", PackageResources.camera_health_mustache),
            ("timeline", PackageResources.timeline_mustache),
            ("camera-pages", PackageResources.camera_pages_mustache),
            ("bars", PackageResources.bars_mustache),
            ("plates-chart", PackageResources.plates_chart_mustache),
            ("why", PackageResources.why_mustache), ("miss-row", PackageResources.miss_row_mustache),
            ("miss", PackageResources.miss_mustache), ("looks", PackageResources.looks_mustache),
            ("resend", PackageResources.resend_mustache),
            ("users", PackageResources.users_mustache), ("problem", PackageResources.problem_mustache),
            ("lists", PackageResources.lists_mustache), ("list", PackageResources.list_mustache),
            ("doors", PackageResources.doors_mustache),
            ("live", PackageResources.live_mustache), ("banner", PackageResources.banner_mustache),
            ("blind", PackageResources.blind_mustache), ("nocamera", PackageResources.nocamera_mustache),
            ("cameras", PackageResources.cameras_mustache), ("newcamera", PackageResources.newcamera_mustache),
            ("camera", PackageResources.camera_mustache), ("field", PackageResources.field_mustache),
            ("sessions", PackageResources.sessions_mustache), ("session", PackageResources.session_mustache),
            ("session-row", PackageResources.session_row_mustache),
            ("review", PackageResources.review_mustache),
            ("lane", PackageResources.lane_mustache), ("findings", PackageResources.findings_mustache),
        ] {
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

    static let style = PackageResources.console_css
    static let script = PackageResources.console_js
    static let liveScript = PackageResources.live_js
    static let camerasScript = PackageResources.cameras_js
    static let icon = PackageResources.icon_svg
    static let description = PackageResources.openapi_json
}

extension Response {
    static func text(_ text: String, status: HTTPResponse.Status) -> Response {
        .text(text, "text/html; charset=utf-8", status)
    }
}
