/// One request, before it is sent.
struct WebhookRequest: Sendable, Equatable {
    enum Body: Sendable, Equatable {
        case none
        case bytes([UInt8], type: String)
        /// A form with a field `json`, and a picture as the file `upload` where there is one.
        case form(json: String, picture: Picture?)
    }

    struct Picture: Sendable, Equatable {
        var name: String
        var bytes: [UInt8]
    }

    var method = "POST"
    /// In place of the destination's own address.
    var address: String?
    /// Each `Name: value`.
    var headers: [String] = []
    var body = Body.none
}
