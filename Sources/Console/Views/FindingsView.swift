import Addresses
import CameraSetup
import Records

/// What a look at a camera found, or a try on its pictures.
struct FindingsView {
    let findings: SetupFindings
    /// Where its pictures are, such as `/cameras/gate/look`.
    let path: String
    /// Tells this look from one before.
    let version: String
    let areas: [SetupRegion]
    /// Why somebody looks.
    var reason: String?

    var values: Pages.Values {
        let (width, height) = (Double(findings.width), Double(findings.height))
        func number(_ value: Double) -> String { JSONLine.number(value, digits: 1) }
        var values: Pages.Values = [
            "count": findings.plates.count == 1 ? "1 plate" : "\(findings.plates.count) plates",
            "frames": "\(findings.frames)",
            "hasPlates": !findings.plates.isEmpty, "hasRejected": !findings.rejected.isEmpty,
            "hasFacts": !findings.facts.isEmpty, "advice": findings.advice.map { $0.sentence },
            "facts": findings.facts.map { fact -> Pages.Values in ["name": fact.name, "value": fact.value] },
            "rejected": findings.rejected.enumerated().map { index, reason -> Pages.Values in
                [
                    "name": reason.name.replacing("_", with: " "), "count": "\(reason.count)",
                    "isLast": index == findings.rejected.count - 1,
                ]
            },
            "plates": findings.plates.map { plate -> Pages.Values in
                [
                    "text": plate.text, "words": words(plate), "isShown": plate.picture != nil,
                    "src": source(plate.picture ?? 0),
                ]
            },
        ]
        if let picture = findings.picture, width > 0, height > 0 {
            values["best"] =
                [
                    "src": source(picture), "frame": "0 0 \(findings.width) \(findings.height)",
                    "outlines": areas.map { area in
                        area.corners.map { "\(number($0.x * width)),\(number($0.y * height))" }.joined(separator: " ")
                    },
                    "marks": findings.marks.map { mark -> Pages.Values in
                        [
                            "isPlate": mark.isPlate, "x": number(mark.box[0]), "y": number(mark.box[1]),
                            "width": number(mark.box[2]), "height": number(mark.box[3]),
                        ]
                    },
                ] as Pages.Values
        } else {
            values["best"] = false
        }
        return values
    }

    private func source(_ number: Int) -> String {
        "\(path)/\(number)?v=\(version)" + (reason.map { "&reason=" + $0.percentEncoded } ?? "")
    }

    private func words(_ plate: SetupFindings.Plate) -> String {
        var words = ["sure \(JSONLine.number(plate.confidence, digits: 2))"]
        if let height = plate.height { words.append("characters \(Int(height)) px") }
        if let lane = plate.lane { words.append("lane \(lane)") }
        if let direction = plate.direction { words.append(direction) }
        if let country = plate.country { words.append(country) }
        return words.joined(separator: ", ")
    }
}

extension String {
    /// With a capital at its start and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
