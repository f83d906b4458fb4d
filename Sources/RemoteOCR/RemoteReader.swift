import ALPR
import Dispatch
import Logging

#if canImport(Glibc)
    import Glibc
#endif

/// Reads plates with a server. Made, used and released on the OCR queue; the asking has a queue of its own, which waits for the network.
public final class RemoteReader: DistantReader {
    /// How a crop is encoded: as a JPEG. Runs on the queue that asks.
    public typealias Encoder = @Sendable (LumaImage) throws -> [UInt8]

    private let desk: RemoteDesk
    private let status: RemoteStatus
    private let waits: Bool

    /// - Parameter status: is told how the server does.
    public convenience init(_ settings: RemoteSettings, status: RemoteStatus, log: Logger, encode: @escaping Encoder) {
        let desk = RemoteDesk(settings, status: status, log: log, now: { .now })
        self.init(desk: desk, status: status, waits: settings.waits)
        let queue = DispatchQueue(label: "plated.remote")
        queue.async {
            var transport = CurlTransport(settings, isStopped: { desk.isStopped })
            desk.run(&transport, service: RemoteService(settings), encode: encode)
        }
    }

    init(desk: RemoteDesk, status: RemoteStatus, waits: Bool) {
        self.desk = desk
        self.status = status
        self.waits = waits
    }

    deinit {
        desk.stop()
    }

    public func ask(_ questions: [DistantQuestion]) { desk.ask(questions) }

    public func answers() -> [DistantAnswer] {
        if waits { desk.waitForAll() }
        return desk.answers()
    }

    public func drop(_ count: Int) { status.count(late: count) }
}

extension Docket.Moment {
    static var now: Self { Self(instant: .now, second: Int(time(nil))) }
}
