/// Where sources make a path of a camera, or a unit's name, that `CameraPlaces` alone makes.
enum CameraPaths {
    /// The owner, programs that are not installed, and what has other things in such places: topics, streams of records, and the hub's own
    /// files beside those of cameras.
    private static let others = [
        "Records/Cameras/", "TestSupport/", "plated-fuzz/", "plated-fleet/", "plated-demo/", "Delivery/MQTT/",
        "History/Answers/ReadingPlace.swift", "Fleet/Centre/SiteCamera.swift", "plated/PicturesCommand.swift",
        "plated-hub/Configuration/HubFile.swift", "plated-hub/Configuration/StateFolder.swift",
    ]

    /// - Parameter file: its path in Sources.
    static func made(in text: String, _ file: String) -> [String] {
        if others.contains(where: file.hasPrefix) { return [] }
        let camera = #/\\\([^()]*[cC]amera[^()]*\)/#
        return text.split(separator: "\n").filter { line in
            guard !line.drop(while: \.isWhitespace).hasPrefix("//"), !line.contains("/cameras/\\(") else {
                return false
            }
            let isPart = line.matches(of: camera).contains { match in
                let after = line[match.range.upperBound...]
                return line[..<match.range.lowerBound].hasSuffix("/") || after.hasPrefix("/")
                    || after.firstMatch(of: #/^\.[a-z]/#) != nil
            }
            return isPart || line.contains("plated@\\(") || line.contains(#/"/(etc|var/lib|var/log|run)/plated["/]/#)
                || line.contains(#/"(STATE|RUNTIME|LOGS|CONFIGURATION)_DIRECTORY"/#)
        }.map { "\(file): \($0)" }
    }
}
