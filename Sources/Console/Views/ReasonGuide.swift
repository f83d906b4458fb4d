import Records

/// One of the closed list of reasons, for people: what it means, what to do, which setting would have let it through, and what else that
/// setting lets in.
struct ReasonGuide: Sendable {
    /// As the scanner writes it.
    let reason: String
    let words: String
    let meaning: String
    let advice: String
    /// Of the configuration; the first is the one that would have let it through.
    let keys: [String]
    /// What else the setting lets in; empty where there is no setting.
    let risk: String

    private init(
        _ reason: String, _ words: String, _ meaning: String, _ advice: String, _ keys: [String] = [], risk: String = ""
    ) {
        self.reason = reason
        self.words = words
        self.meaning = meaning
        self.advice = advice
        self.keys = keys
        self.risk = risk
    }

    /// A reason of a later version is told by its name alone.
    static func of(_ reason: String) -> ReasonGuide {
        all.first { $0.reason == reason }
            ?? ReasonGuide(reason, reason.replacing("_", with: " "), "A later version of plated told this.", "")
    }

    static let all = [
        ReasonGuide(
            "outside_roi", "outside the region", "Its centre lay outside the region of interest, or in no lane.",
            "Draw the region or the lanes so that they hold it.", ["roi", "lanes"],
            risk: "Whatever else goes by there is reported, too."),
        ReasonGuide(
            "cut_off", "touched the edge", "Its characters touched the edge of the picture or of the region.",
            "Aim the camera so that plates come to the middle, or draw the region wider.", ["roi"],
            risk: "A plate that lies partly outside stays cut off, however the region is drawn."),
        ReasonGuide(
            "too_small", "too small", "Its characters were lower than the least height that is read.",
            "Zoom in, or mount the camera nearer: that is better than reading lower characters.",
            ["plates.minimum_text_height_px", "plates.minimum_text_height"],
            risk: "Lower characters are misread more often, and each reading costs time."),
        ReasonGuide(
            "clutter", "did not read like a plate a moment before",
            "The place was read a moment before and was no plate. It is read again within two seconds.",
            "Nothing is to be set. A vehicle that stops in front of a sign is read with the next look."),
        ReasonGuide(
            "overlay", "the camera's own text", "White, level text that never moved: the camera's clock or name.",
            "It is as it should be, unless it was a vehicle that stood there from the first picture on."),
        ReasonGuide(
            "surplus", "too many places at once",
            "The picture had more places that look like a plate than are read, and better ones.",
            "Draw the region so that signs and other streets are outside.", ["plates.per_frame"],
            risk: "Each further place costs the time of a reading in every picture."),
        ReasonGuide(
            "overlap", "covered by another", "Another candidate covered the same place and read better.",
            "Nothing is to be set."),
        ReasonGuide(
            "unread", "nothing was read", "No character was read.",
            "Look at light, focus and shutter: plated probe tells of them."),
        ReasonGuide(
            "length", "too few or too many characters", "What was read is shorter or longer than a plate.",
            "Where plates of this length exist, allow it.", ["plates.characters"],
            risk: "House numbers, phone numbers and words on vehicles have such lengths, too."),
        ReasonGuide(
            "implausible", "too few letters or digits",
            "What was read has fewer letters or digits than a plate: most often a sign.",
            "Where plates without digits or without letters exist, allow them.",
            ["plates.minimum_digits", "plates.minimum_letters"],
            risk: "Signs, advertising and the camera's clock are reported, too."),
        ReasonGuide(
            "low_confidence", "read too unsurely", "It was read too unsurely to count.",
            "Look at light, focus and shutter: plated probe tells of them. Dirt and glare do the same.",
            ["plates.minimum_confidence"],
            risk: "Plates are read at 0.92 and more, most foliage and grilles below: mostly nonsense comes with it."),
        ReasonGuide(
            "not_largest", "not the largest", "Only the largest plate of the picture or the lane is wanted.",
            "Where every vehicle counts, say so.", ["plates.selection"],
            risk: "Vehicles behind the first, and parked ones, are reported, too."),
        ReasonGuide(
            "direction", "went another way", "It was agreed on, but its vehicle went where no lane counts it.",
            "Add the direction to the lane.", ["lanes"], risk: "All that goes that way is reported."),
        ReasonGuide(
            "format", "fits no format", "It was agreed on, but it fits no format of the countries that are named.",
            "Name its country.", ["formats.countries", "formats.strict"],
            risk: "Each further country makes more misreadings fit."),
        ReasonGuide(
            "improbable", "not probably enough right",
            "Its pictures agreed, but the text was less probably right than is wanted.",
            "A camera that sees plates larger, sharper or for longer makes them more probable.",
            ["plates.minimum_probability"], risk: "Of events with a probability of 0.9, one in ten is wrong."),
        ReasonGuide(
            "no_agreement", "its readings did not agree", "It was gone before enough pictures agreed on one text.",
            "More pictures of it: a shorter interval, or a camera that sees it for longer.",
            ["gate.interval_ms", "vote.minimum_reads"],
            risk:
                "A shorter interval costs processor time. One picture alone (minimum_reads: 1) reports each misreading."
        ),
        ReasonGuide(
            "outvoted", "another text was reported", "Its track agreed on another text.", "Nothing is to be set."),
        ReasonGuide("reported", "reported", "It was reported.", "Nothing is to be set."),
        ReasonGuide(
            "cooldown", "reported a short while before", "The same plate was reported a short while before.",
            "Its vehicle was not seen to leave. Where each pass counts, shorten the time.", ["cooldown.window_ms"],
            risk: "A vehicle that waits at the gate is reported again and again."),
    ]

    /// A value as a person would write it: 20 and not 20.0.
    static func shown(_ value: String) -> String { value.hasSuffix(".0") ? String(value.dropLast(2)) : value }

    /// The settings by which it is decided, with the camera's own values where they are known.
    func settings(_ limits: [String: String]) -> [Pages.Values] {
        keys.map { key in ["key": key, "value": limits[key].map(Self.shown) ?? "", "isKnown": limits[key] != nil] }
    }
}
