import Answers
import Basics
import CameraSetup
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Records

/// Answers whoever posts a picture: in the words of the program that its client was written for. Nothing of it is kept.
struct PictureDesk: Sendable {
    /// How long a picture may be on its way here.
    private static let patience = Duration.seconds(15)

    /// Of what is too large, in bytes.
    private static let mostThrownAway = 64 << 20

    private let queue: PictureQueue
    private let meter: PictureMeter

    init(_ settings: PictureSettings, meter: PictureMeter, talk: Logger) {
        queue = PictureQueue(SetupSocket(settings.socket), patience: settings.patience, talk: talk)
        self.meter = meter
    }

    /// The addresses of both programs, with and without the slash at the end.
    static let paths = ["/v1/plate-reader", "/v1/vision/alpr", "/v1/image/alpr"]

    var routes: [Route] { Self.paths.map { Route(.post, $0, .pictures) { try await answer($0.request) } } }

    func answer(_ request: Request) async throws -> Response {
        guard let dialect = PictureDialect(path: request.uri.path) else { throw RequestProblem.notFound }
        do {
            return try await read(request, dialect)
        } catch let problem as RequestProblem {
            meter.count(
                problem.status == .tooManyRequests ? .throttled : problem.status.code >= 500 ? .failed : .refused)
            throw problem
        }
    }

    private func read(_ request: Request, _ dialect: PictureDialect) async throws -> Response {
        let start = ContinuousClock.now
        do throws(RequestProblem) { try queue.enter() } catch {
            await Self.throwAway(request)
            throw error
        }
        defer { queue.leave() }
        let form = try PostedForm(
            try await body(of: request), type: request.headers[.contentType] ?? "")
        let question = PictureQuestion(countries: form.regions, isStrict: form.isStrict)
        let answer = try await queue.answer(question, about: form.picture)
        let took = start.duration(to: .now)
        meter.read(within: took)
        let text = dialect.text(answer, to: form, waited: Double(took.milliseconds), calls: meter.read, now: .now)
        return .text(text + "\n", "application/json", dialect.success)
    }

    private static let late = RequestProblem(
        .requestTimeout, "The picture did not come within \(patience.inWords).")

    /// What is too large is read to its end, and thrown away: most clients listen for an answer once they have sent all.
    private func body(of request: Request) async throws -> [UInt8] {
        try await within(Self.patience, else: Self.late) {
            var body: [UInt8] = []
            var count = 0
            for try await part in request.body {
                count += part.readableBytes
                if count <= PostedForm.largestBody { body += part.readableBytesView }
                if count > Self.mostThrownAway { break }
            }
            guard count <= PostedForm.largestBody else { throw PostedForm.tooLarge }
            return body
        }
    }

    /// Reads what a client sends that gets nothing, so that it hears why. To be called where nothing was read of it.
    static func throwAway(_ request: Request) async {
        do {
            try await within(patience, else: late) {
                var count = 0
                for try await part in request.body {
                    count += part.readableBytes
                    if count > mostThrownAway { break }
                }
            }
        } catch {
            // Too slow, or gone: it hears nothing, then.
        }
    }
}
