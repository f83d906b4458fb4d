import ALPR
import Testing

@testable import Capture

/// A stream of 25 pictures a second with a key frame every two, from a second on.
struct CodedStream {
    var judge = DozeJudge()
    var number = 0
    var length = 50
    var keyStart = CodedPicture.Start.afresh
    var quantiser: Int?
    var bytes = { (number: Int) in 100 + number % 7 * 4 }

    var time: Timestamp { Timestamp(.milliseconds(40 * number)) }

    /// The next coded picture.
    var picture: CodedPicture {
        let isKey = number % length == 0
        var picture = CodedPicture(
            start: isKey ? keyStart : .inter, kind: isKey ? 0 : 1, bytes: isKey ? 40_000 : bytes(number), time: time)
        picture.quantiser = quantiser
        return picture
    }

    var objection: DozeJudge.Reason? { mutating get { judge.objection(to: picture, blocks: 8160) } }

    /// Falls asleep.
    mutating func rest() {
        #expect(objection == nil)
        judge.restsOn(picture)
    }

    /// Decodes everything up to the next key frame after so many pictures; of every fifth it is known whether it is still.
    mutating func decode(_ count: Int, isStill: (Int) -> Bool = { _ in true }) {
        let end = number + count
        while number < end || number % length != 0 {
            judge.decodes(picture)
            if number % 5 == 0 { judge.judged(isStill: number > 0 && isStill(number), at: time) }
            number += 1
        }
    }
}
