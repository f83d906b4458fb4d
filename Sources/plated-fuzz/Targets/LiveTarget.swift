import Basics
import Live

/// What somebody who connects to a scanner's socket may say.
enum LiveTarget {
    static var target: FuzzTarget {
        FuzzTarget(
            "live requests",
            texts: ["plated.live/1 width=640 rate=5", "plated.live/1", "plated.live/1 rate=25 more=1"],
            words: ["plated.live/1", "width=", "rate=", "=", " ", "-1", "99999999999999999999", "\u{0}", "٣"],
            limit: 300
        ) { line in
            let request: LiveRequest
            do throws(Failure) { request = try LiveRequest(line: line) } catch {
                return require(!error.reason.isEmpty, "a refusal without a reason")
            }
            require(
                LiveRequest.widths.contains(request.width) && LiveRequest.rates.contains(request.rate),
                "beyond the limits: \(request)")
            let kept = String(request.line.dropLast())
            do throws(Failure) { require(try LiveRequest(line: kept) == request, "another request: \(kept)") } catch {
                require(false, "\(kept) is refused: \(error)")
            }
        }
    }
}
