import Settings

/// What people call the camera. It is shown, and never looked up.
extension ConfigurationKey {
    static var title: Self { text("title", \.title) { TitleText.problem(with: $0) } }
}
