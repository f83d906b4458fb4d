import HTTPTypes
import Hummingbird

extension Pages {
    /// The page for whoever has no session.
    ///
    /// - Parameters:
    ///   - next: the page that is wanted, of this console.
    ///   - late: what was typed in a session that was over when it came.
    ///   - isLate: whether there was such a form, kept or not.
    func login(
        next: String = "/", name: String = "", late: LateForm?, isLate: Bool, hasNoAccount: Bool = false,
        problem: String? = nil, _ status: HTTPResponse.Status
    ) -> Response {
        response(
            "login",
            [
                "title": "Log in", "next": next, "name": name, "late": late?.hidden ?? false, "isLate": isLate,
                "hasNoAccount": hasNoAccount, "problem": problem ?? false,
            ], status)
    }
}
