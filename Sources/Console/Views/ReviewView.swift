import Answers
import Records

/// What is known of how often a camera's plates are right, for the page.
struct ReviewView {
    let review: CameraReview

    var values: Pages.Values {
        let (checked, corrected) = (review.odds.checked, review.odds.corrected)
        var values: Pages.Values = [
            "facts": [
                ("Drawn and looked at", "\(checked.plates)"), ("Wrong of these", "\(checked.wrong)"),
                ("Expected to be wrong of these", Self.number(checked.expected)),
                ("Pictures that did not tell", "\(review.untold)"),
                ("Newest plates, looked at or not", "\(corrected.plates)"),
                ("Corrected of these", "\(corrected.wrong)"),
                ("Expected to be wrong of these", Self.number(corrected.expected)),
                ("Odds are multiplied by", "\(Self.factor(review.present))"),
            ].map { ["name": $0, "value": $1] },
            "words": words,
        ]
        if let proposal = review.proposal { values["setting"] = Self.factor(proposal) }
        return values
    }

    private var words: String {
        guard review.engine != nil else { return "None of its plates of the last 90 days has a probability." }
        let now = review.present == 1 ? "as measured" : "refined by \(Self.factor(review.present))"
        guard let proposal = review.proposal else {
            return "Its probabilities, \(now), agree with what is known. Nothing is to be changed."
        }
        guard proposal != 1 else {
            return "Nothing shows any more that its odds differ from what was measured: the setting can go."
        }
        let than = proposal < 1 ? "less" : "more"
        return "Its plates are \(than) often right than measured. Of this camera the odds should be multiplied"
            + " by \(Self.factor(proposal)); they are \(now)."
    }

    static func factor(_ odds: Double) -> String { JSONLine.number(odds, digits: odds < 1 ? 2 : 1) }

    private static func number(_ count: Double) -> String { JSONLine.number(count, digits: 1) }
}
