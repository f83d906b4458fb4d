import ALPR
import Plates

@testable import RemoteOCR

/// What is wrong with a server for an hour.
enum ServerFault: String, CaseIterable, Sendable {
    case slow, gone, hang, cut, unauthorized, forbidden, quota, tooLarge, tooMany, broken, unavailable, redirect,
        garbage, half, few, order,
        partial, empty
}

/// A server behind the real docket and the real reading of answers, in a time of its own. It reads from a crop what a test has drawn
/// there: the grey of its middle is the number of a plate.
struct VirtualServer: DistantReader {
    /// Of the moments at which things happen.
    let clock: VirtualClock
    /// How long an answer takes.
    var time = Duration.milliseconds(200)
    private let service: RemoteService
    private let plate: @Sendable (UInt8) -> String
    private(set) var docket: Docket
    private var sent: (sheets: [Sheet], outcome: Result<[ViewReading?], RemoteFault>, due: Docket.Moment)?

    init(_ settings: RemoteSettings, clock: VirtualClock, plate: @escaping @Sendable (UInt8) -> String) {
        self.clock = clock
        self.plate = plate
        service = RemoteService(settings)
        docket = Docket(settings, usage: Usage(day: clock.now.day))
    }

    mutating func ask(_ questions: [DistantQuestion]) {
        docket.ask(questions, at: clock.now)
        work()
    }

    mutating func answers() -> [DistantAnswer] {
        work()
        clock.tell(docket.condition)
        return docket.takeAnswers(at: clock.now)
    }

    func drop(_ count: Int) {}

    /// All that one thread does in front of the server.
    private mutating func work() {
        while true {
            if let sent {
                guard sent.due.instant <= clock.now.instant else { return }
                docket.took(sent.outcome, of: sent.sheets, at: sent.due)
                self.sent = nil
            }
            guard case .send(let sheets, let deadline) = docket.next(at: clock.now) else { return }
            let bytes = service.request(sheets.map { _ in [UInt8](repeating: 7, count: 3000) }).body.count
            guard docket.maySpend(bytes, on: sheets, at: clock.now) else { continue }
            clock.note(crops: sheets.count, bytes: bytes)
            let left = clock.now.instant.duration(to: deadline)
            let (outcome, time) = outcome(of: sheets)
            if time < left {
                sent = (sheets, outcome, clock.now + time)
            } else {
                sent = (sheets, .failure(.away("no answer in time")), clock.now + left)
            }
        }
    }

    private func outcome(of sheets: [Sheet]) -> (Result<[ViewReading?], RemoteFault>, Duration) {
        let fault = clock.fault
        switch fault {
        case .gone: return (.failure(.away("the server cannot be reached")), .milliseconds(10))
        case .cut: return (.failure(.away("the connection was cut")), .milliseconds(50))
        case .hang: return (.failure(.away("no answer in time")), .seconds(3600))
        default: break
        }
        let response = response(to: sheets, fault)
        let time: Duration = fault == .slow ? .seconds(4) : time
        do throws(RemoteFault) { return (.success(try service.readings(response, of: sheets)), time) } catch {
            return (.failure(error), time)
        }
    }

    private func response(to sheets: [Sheet], _ fault: ServerFault?) -> RemoteResponse {
        func refusal(_ status: Int, _ reason: String = "NONE", after: Int = 0) -> RemoteResponse {
            let error = #"{"error":{"code":\#(status),"status":"X","details":[{"reason":"\#(reason)"}]}}"#
            return RemoteResponse(status: status, body: Array(error.utf8), retryAfter: after)
        }
        var answers = sheets.map(answer)
        switch fault {
        case .unauthorized: return refusal(401)
        case .forbidden: return refusal(403, "API_KEY_SERVICE_BLOCKED")
        case .quota: return refusal(403, "RATE_LIMIT_EXCEEDED")
        case .tooLarge: return refusal(413)
        case .tooMany: return refusal(429, after: 30)
        case .broken: return refusal(500)
        case .unavailable: return refusal(503, after: 2)
        case .redirect: return refusal(307)
        case .garbage: return RemoteResponse(status: 200, body: [0xFF, 0xFE] + Array("<html>".utf8))
        case .few: answers.removeLast()
        case .order: answers = Array(answers.dropFirst()) + answers.prefix(1)
        case .partial: answers[0] = #"{"error":{"code":14}}"#
        case .empty: answers = answers.map { _ in "{}" }
        default: break
        }
        let body = Array(#"{"responses":[\#(answers.joined(separator: ","))]}"#.utf8)
        return RemoteResponse(status: 200, body: fault == .half ? Array(body.prefix(body.count / 2)) : body)
    }

    /// As `images:annotate` has it.
    private func answer(_ sheet: Sheet) -> String {
        let (picture, box) = (sheet.picture, sheet.region.textBox)
        let text = plate(picture[Int(box.centre.x), Int(box.centre.y)])
        let symbols = text.map { #"{"text":"\#($0)","confidence":0.985}"# }.joined(separator: ",")
        let corners = [
            (box.x, box.y), (box.x + box.width, box.y), (box.x + box.width, box.y + box.height),
            (box.x, box.y + box.height),
        ]
        .map { #"{"x":\#(Int($0)),"y":\#(Int($1))}"# }.joined(separator: ",")
        return
            #"{"fullTextAnnotation":{"pages":[{"width":\#(picture.width),"height":\#(picture.height),"blocks":[{"paragraphs":[{"words":"#
            + #"[{"symbols":[\#(symbols)],"boundingBox":{"vertices":[\#(corners)]}}]}]}]}]}}"#
    }
}
