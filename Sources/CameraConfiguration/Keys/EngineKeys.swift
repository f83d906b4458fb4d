import Settings

/// What finds plates, and what reads them.
extension ConfigurationKey {
    static var engines: [Self] {
        [
            choice("engine", \.engine),
            choice("localiser", \.localiser),
            section(
                "tesseract",
                [
                    text("model", \.tesseract.model),
                    choice("preprocessing", \.tesseract.preprocessing),
                ]),
            section(
                "neural",
                [
                    text("runtime", \.neural.runtime),
                    text("detector", \.neural.detector),
                    text("reader", \.neural.reader),
                    integer("threads", in: 1...64, \.neural.threads),
                    number("minimum_score", in: 0.01...1, \.neural.minimumScore),
                ]),
            remote,
        ]
    }
}
