/// A form that came when its session was over: kept through the login in the pages themselves, and sent again by a press of a button.
struct LateForm {
    /// Of what is kept, as a form has it: what one route takes at most.
    static let longest = Route.usualBody

    /// Where it was sent to.
    let path: String
    let fields: Fields

    /// Without its passwords: those are typed anew. What was emptied is kept as that.
    ///
    /// - Parameter path: nothing is sent to another place than a page of this console.
    init?(path: String, fields: Fields) {
        guard path.first == "/", !path.hasPrefix("//"), !path.contains("\\"), path != "/login", path != "/logout",
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        let kept = fields.all.filter { !$0.name.lowercased().contains("password") || $0.value.isEmpty }
        guard kept.contains(where: { !$0.value.isEmpty }) else { return nil }
        self.path = path
        self.fields = Fields(kept)
    }

    /// As the page of the login has it.
    init?(login: Fields) {
        guard let path = login["late-path"], let text = login["late-form"], text.utf8.count <= Self.longest,
            let fields = Fields(text)
        else { return nil }
        self.init(path: path, fields: fields)
    }

    /// For the page of the login.
    var hidden: Pages.Values { ["path": path, "form": fields.wholeText] }

    /// For the page that asks whether to send it.
    var values: Pages.Values {
        let shown = fields.all.filter { !Self.inner.contains($0.name) }
            .map { Fields.Field(name: $0.name.replacing("-", with: " "), value: $0.value) }
        let empty = shown.filter { $0.value.isEmpty && !$0.name.lowercased().contains("password") }.map { $0.name }
        return [
            "title": "Send what you typed", "path": path,
            "fields": fields.all.map { ["name": $0.name, "value": $0.value] as Pages.Values },
            "shown": shown.filter { !$0.value.isEmpty }.map {
                ["name": $0.name, "value": String($0.value.prefix(400))] as Pages.Values
            },
            "empty": empty.isEmpty ? false : empty.joined(separator: ", "),
        ]
    }

    /// Fields that nobody typed.
    private static let inner: Set = ["revision", "id", "old", "was", "base", "countries_shown", "lanes_shown"]
}
