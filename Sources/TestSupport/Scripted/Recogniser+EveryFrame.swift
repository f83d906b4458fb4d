import ALPR

extension Recogniser.Settings {
    /// The defaults, looking at every frame whether it has changed or not: for scripted regions in pictures of one grey.
    public static var everyFrame: Recogniser.Settings {
        var settings = Recogniser.Settings()
        settings.followsMotion = false
        return settings
    }
}
