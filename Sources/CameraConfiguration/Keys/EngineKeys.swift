import Settings

/// What finds plates, and what reads them.
extension ConfigurationKey {
    static var engines: [Self] {
        [
            engine,
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

    private static var engine: Self {
        value(
            "engine",
            read: { root, reading in
                root.choice("engine", into: &reading.configuration.engine)
                guard reading.configuration.engine == .remote else { return }
                reading.configuration.engine = .auto
                root.problem(
                    "engine",
                    "is remote, and a camera is read on this machine: take it out, and set remote.protocol, so that the server"
                        + " reads beside it what it cannot decide")
            },
            text: { $0.engine.rawValue })
    }
}
