import CameraSetup

/// The fields of a camera's settings that have one value each.
enum CameraFields {
    private struct Field {
        var key: SettingsKey
        var name: String
        var unit = ""
        /// What stands where nothing is set: the scanner's default.
        var usual: String
        /// The same for people, where a value of the file does not tell them.
        var inWords: String?
        /// For a field that offers a choice: values with their words.
        var options: [(String, String)] = []
    }

    private static let all: [Field] = [
        Field(key: .title, name: "Title", usual: ""),
        Field(key: .url, name: "Address", usual: "rtsp://192.0.2.10/stream"),
        Field(
            key: .transport, name: "Transport", usual: "tcp",
            options: [("tcp", "tcp: loses nothing"), ("udp", "udp: less delay")]),
        Field(
            key: .orientation, name: "How the picture lies", usual: "upright",
            options: SettingsKey.orientations.map { ($0, $0.replacing("_", with: " ")) }),
        Field(key: .interval, name: "Shortest time between pictures", unit: "ms", usual: "200"),
        Field(key: .height, name: "Lowest characters", unit: "px", usual: "null", inWords: "9, and 8.5 with nets"),
        Field(key: .reads, name: "Pictures that must agree", usual: "2"),
        Field(key: .confidence, name: "Least confidence of a reading", unit: "0 to 1", usual: "0.85"),
        Field(
            key: .engine, name: "What reads", usual: "auto",
            options: [
                ("auto", "auto: nets where ONNX Runtime is installed, or else tesseract"),
                ("tesseract", "tesseract: nothing to install"), ("neural", "neural: nets, and ONNX Runtime"),
            ]),
        Field(
            key: .strict, name: "Plates of other countries", usual: "false",
            options: [("false", "reported where surely read"), ("true", "never reported")]),
    ]

    /// What the scanner does where a file says nothing.
    static var usual: [(key: SettingsKey, value: String)] {
        all.filter { $0.key != .title && $0.key != .url }.map { ($0.key, $0.usual) }
    }

    static func values(_ shown: SetupValues, file: CameraFile, wrong: (String) -> String) -> [Pages.Values] {
        all.map { field in
            let value = shown.texts[field.key] ?? ""
            let none = ("", "as shipped: \(field.options.first { $0.0 == field.usual }?.1 ?? field.usual)")
            // Without an option of its own it would be sent back as none, and go from the file.
            let own: (String, String)? = file.values.texts[field.key].flatMap { text in
                field.options.contains { $0.0 == text } ? nil : (text, "as the file says: \(text)")
            }
            return [
                "id": field.key.field, "key": field.key.rawValue, "name": field.name,
                "unit": field.unit.isEmpty ? false : field.unit,
                "value": value,
                "placeholder": field.inWords ?? field.usual, "isSelect": !field.options.isEmpty,
                "isNumber": !field.unit.isEmpty,
                "isFixed": file.unshown.contains(field.key), "wrong": wrong(field.key.rawValue),
                "options": ([none] + field.options + (own.map { [$0] } ?? [])).map { option -> Pages.Values in
                    ["value": option.0, "text": option.1, "isChosen": option.0 == value]
                },
            ]
        }
    }

    // MARK: - Lanes

    static func lane(_ lane: SetupLane?, number: Int, wrong: (String) -> String = { _ in "" }) -> Pages.Values {
        [
            "number": number == 0 ? "NUMBER" : "\(number)", "name": lane?.name ?? "", "area": lane?.area.form ?? "",
            "height": lane?.height ?? "",
            "directions": SetupLane.directions.map { direction -> Pages.Values in
                ["name": direction, "isChosen": lane?.directions.contains(direction) ?? false]
            },
            "wrongName": wrong("lane\(number)_name"), "wrongArea": wrong("lane\(number)_area"),
            "wrongHeight": wrong("lane\(number)_height"),
        ]
    }
}
