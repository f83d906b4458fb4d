import CameraSetup
import Records

/// What a camera's form says. A field that is not in it leaves what the file has.
struct SetupForm {
    let values: SetupValues
    let secret: Draft.Secret
    let problems: [SettingsProblem]

    /// Of `user:password`, which is one line.
    private static let longestSecret = 200

    init(_ fields: Fields, file: CameraFile, held: Draft.Secret) {
        var values = file.values
        var problems: [SettingsProblem] = []
        for key in SetupValues.plain where !file.unshown.contains(key) && fields.has(key.field) {
            values.texts[key] = fields[key.field].map { $0.trimmed }
        }
        if fields.has("countries_shown") {
            // In the file's order: boxes have another, and nobody changed that.
            let ticked = fields.values("country").map { $0.lowercased() }
            let held = file.values.countries
            values.countries = held.filter(ticked.contains) + ticked.filter { !held.contains($0) }
        }
        if fields.has("roi"), !file.unshown.contains(.roi) {
            let text = fields["roi"]
            values.roi = text.flatMap { SetupRegion(form: $0) }
            if text != nil, values.roi == nil { problems.append(.init(key: "roi", message: Self.corners)) }
        }
        if fields.has("lanes_shown"), !file.unshown.contains(.lanes) {
            values.lanes = []
            for number in 1...SetupLane.most { Self.lane(number, fields, &values.lanes, &problems) }
        }
        secret = Self.secret(fields, values: values, file: file, held: held, &problems)
        self.values = values
        self.problems = problems
    }

    /// What was typed before.
    init(values: SetupValues, file: CameraFile, held: Draft.Secret) {
        (self.values, secret) = (values, .kept)
        problems = Self.isElsewhere(values, file: file, held: held) ? [Self.elsewhere] : []
    }

    private static let corners = "takes at least three corners such as 0.1 0.2, 0.9 0.2, 0.9 1, each from 0 to 1"

    private static func lane(
        _ number: Int, _ fields: Fields, _ lanes: inout [SetupLane], _ problems: inout [SettingsProblem]
    ) {
        let (name, area, height) = (
            fields["lane\(number)_name"], fields["lane\(number)_area"], fields["lane\(number)_height"]
        )
        guard name != nil || area != nil else { return }
        func problem(_ field: String, _ message: String) {
            problems.append(.init(key: "lane\(number)_\(field)", message: message))
        }
        let region = area.flatMap { SetupRegion(form: $0) }
        if region == nil { problem("area", area == nil ? "is missing: draw the lane, or take its name out" : corners) }
        if name.map(LaneName.fits) != true { problem("name", name == nil ? "is missing" : LaneName.rule) }
        if let height, Double(height) == nil { problem("height", "takes a number of pixels") }
        guard let region, let name, LaneName.fits(name) else { return }
        lanes.append(
            SetupLane(name: name, area: region, directions: fields.values("lane\(number)_direction"), height: height))
    }

    private static func secret(
        _ fields: Fields, values: SetupValues, file: CameraFile, held: Draft.Secret, _ problems: inout [SettingsProblem]
    ) -> Draft.Secret {
        let (user, password) = (fields["user"], fields["password"])
        func problem(_ key: SettingsKey, _ message: String) {
            problems.append(.init(key: key.rawValue, message: message))
        }
        if fields.has("forget") { return .none }
        if let user {
            // Browsers send the field, be it empty. A form that was kept through a login has lost what was in it.
            guard fields.has("password") else {
                problem(.password, "the password was not kept: type user and password anew")
                return .kept
            }
            if user.contains(":") { problem(.user, "cannot hold a colon") }
            for text in [user, password ?? ""]
            where text.utf8.count > longestSecret
                || text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            {
                problem(
                    .password, "user and password have at most \(longestSecret) bytes each, and no control characters")
            }
            return .new(user: user, password: password ?? "", address: values.texts[.url])
        }
        if password != nil { problem(.user, "is missing: a password belongs to a user") }
        if isElsewhere(values, file: file, held: held) { problems.append(elsewhere) }
        return .kept
    }

    /// Whether a password that is kept, or was typed before, would go to another place than the one it is for: else whoever may change an
    /// address could have the camera's password sent anywhere.
    private static func isElsewhere(_ values: SetupValues, file: CameraFile, held: Draft.Secret) -> Bool {
        guard let new = values.texts[.url] else { return false }
        switch held {
        case .none: return false
        case .new(_, _, let address): return address.map { !SetupAddress.isSamePlace($0, new) } ?? true
        case .kept:
            guard file.hasCredentials, let old = file.values.texts[.url] else { return false }
            return !SetupAddress.isSamePlace(old, new)
        }
    }

    private static let elsewhere = SettingsProblem(
        key: SettingsKey.password.rawValue,
        message: "the address leads elsewhere now: type user and password anew, or say that there are none")
}

extension SettingsKey {
    /// Its field in a form.
    var field: String { rawValue.replacing(".", with: "-") }
}
