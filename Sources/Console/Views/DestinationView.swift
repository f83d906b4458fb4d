import Addresses
import Answers
import Records

/// A destination as a row of the page of health.
struct DestinationView {
    let answer: DestinationAnswer
    let now: WallTime
    let zone: LocalZone
    /// Whether whoever looks may see plates, and so the records that were refused.
    let isForPlates: Bool

    var values: Pages.Values {
        let standing = answer.standing
        var values: Pages.Values = [
            "name": answer.name, "type": answer.type, "leadsTo": answer.place,
            "tag": standing.isBad ? "bad" : standing.isGood ? "good" : "",
            "mark": standing.isBad ? "◆" : standing.isGood ? "●" : "○", "state": standing.rawValue,
            "waiting": answer.waitsForMore ? "\(answer.waiting) and more" : "\(answer.waiting)",
            "oldest": answer.oldest.map(zone.text) ?? false,
            "delivered": "\(answer.delivered)", "last": answer.lastDelivered.map(zone.text) ?? false,
            "refused": "\(answer.refused)", "isRefused": answer.refused > 0,
            "expired": "\(answer.expired)", "isExpired": answer.expired > 0,
            "trouble": answer.trouble ?? false,
        ]
        if let failing = answer.failing {
            let time = Duration.milliseconds(max(1000, now.milliseconds - failing.milliseconds))
            values["since"] = "\(zone.text(failing)) (\(time.inWords))"
            values["attempts"] =
                standing == .notConnected
                ? false : answer.attempts == 1 ? "1 attempt" : "\(answer.attempts) attempts"
            values["what"] =
                standing == .stopped ? "Stopped" : standing == .notConnected ? "Not connected" : "Nothing arrives"
            values["next"] = answer.isStopped ? false : answer.next.map(zone.text) ?? false
            values["isStopped"] = answer.isStopped
        }
        if isForPlates {
            values["letters"] = answer.newestRefused.map { letter -> Pages.Values in
                [
                    "path": "/plates/" + letter.id.percentEncoded, "time": zone.text(letter.time),
                    "camera": letter.camera, "reason": letter.reason,
                ]
            }
        }
        return values
    }
}
