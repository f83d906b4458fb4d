import CameraSetup

/// Cameras' files as the console changes them: what was changed is what differs, and nothing else.
enum CameraFileTarget {
    static var target: FuzzTarget { FuzzTarget("camera files", texts: seeds, words: words, run: run) }

    private static func run(_ text: String) {
        let file: CameraFile
        do throws(CameraFile.Unreadable) {
            file = try CameraFile(text)
        } catch {
            return require(!error.problem.message.isEmpty, "a refusal without a reason")
        }
        _ = CameraFile.shown(text)
        if let same = changed(file, to: file.values) {
            require(same == text || text.isEmpty, "nothing was changed, and the text is another: \(same)")
        }
        for (key, value) in changes {
            var values = file.values
            values.texts[key] = value
            expect([key], of: file, values)
        }
        var values = file.values
        values.roi = SetupRegion(form: "0 0.5, 1 0.5, 1 1, 0 1")
        values.countries = ["nl", "no"]
        expect([.roi, .countries], of: file, values)
    }

    /// Whether nothing but these keys differs; a file that only a person can change is refused.
    private static func expect(_ keys: [SettingsKey], of file: CameraFile, _ values: SetupValues) {
        guard let text = changed(file, to: values) else { return }
        do throws(SettingsDifference.Refusal) {
            let differing = try SettingsDifference.keys(from: file.text, to: text)
            require(
                differing.allSatisfy(keys.contains), "\(keys) were changed, and \(differing) differ: \(text)")
        } catch {
            require(false, "\(keys) were changed, and that is refused (\(error.problems)): \(text)")
        }
    }

    private static func changed(_ file: CameraFile, to values: SetupValues) -> String? {
        do throws(YAMLEdit.Unfit) { return try file.changed(to: values, credentials: .kept) } catch {
            require(!error.reason.isEmpty, "a refusal without a reason")
            return nil
        }
    }

    private static let changes: [(SettingsKey, String)] = [
        (.url, "rtsp://192.0.2.11/second"), (.interval, "200"), (.height, "11"), (.engine, "neural"),
    ]

    private static let seeds = [
        """
        # The barrier at the north gate.
        camera: north   # not the file's name

        source:
          url: "rtsp://192.0.2.10/stream"  # the large one
          credentials_file: camera
          device: {size: 1280x720}
        gate: {interval_ms: 100, motion: true}
        # Where cars stop.
        roi:
          - [0.1, 0.2]
          - [0.9, 0.2]
          - [0.9, 1]
        formats: {countries: [nl]}
        lanes:
        - name: in
          area: [0, 0, 1, 0.5]
        # The rest is of no use here.
        log:
          level: debug

        """, "source:\r\n  url: /dev/video0\r\n", "", "gate:\n\n\n#interval_ms: 200\nplates: {}\n",
        "roi: [0, 0, 1, 1]\n...\n",
    ]

    private static let words =
        [
            "source:\n", "  url: ", "gate:", "interval_ms: ", "plates:", "minimum_text_height_px: ", "engine: ",
            "roi: ", "formats:", "countries: ", "- ", "{", "}", "[", "]", ", ", "#", " #", ": ", "\n", "\n  ", "\r\n",
            "\t",
            "\"", "'", "|\n", ">\n", "---\n", "...\n", "&a ", "*a", "<<: ", "!!str ", "? ", "null", "~", "${X}",
            "\u{85}",
            "\u{2028}", "\u{FEFF}", "é", "🚗", "\\n", "%YAML 1.1\n",
        ]
}
