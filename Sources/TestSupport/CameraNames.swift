import Records

/// Names of cameras as tests write them.
extension CameraID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let camera = CameraID(text) else { preconditionFailure("\(text) is no camera's name") }
        self = camera
    }
}

extension CameraRef: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        guard let camera = CameraRef(text) else { preconditionFailure("\(text) is no camera's name") }
        self = camera
    }
}
