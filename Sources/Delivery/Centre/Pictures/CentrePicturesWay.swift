import Addresses
import Answers
import Basics
import Fleet
import Records
import Settings

/// The pictures of a site, which go to its centre after their records. It is made of the centre's destination, and has a courier of its own, so
/// that no record waits for a picture.
struct CentrePicturesWay: Way {
    static var type: String { "pictures" }

    var centre = CentreWay()

    init() {}
    init(_ centre: CentreWay) { self.centre = centre }

    var place: String { centre.place }
    var lines: [String] { [] }
    var kinds: [DestinationSettings.Kind] { [.plates] }
    var addresses: [SourceAddress] { centre.addresses }

    mutating func read(_ reader: MappingReader) {}

    func open(
        _ settings: DestinationSettings, secrets: SecretPlace, surroundings: DeliverySurroundings
    ) throws -> any Destination {
        CentrePicturesDestination(
            try CentreClient(centre, of: settings.name, secrets: secrets, name: "pictures"), surroundings)
    }
}

/// Puts each picture of an event to the centre. One that is no longer here, or that the centre does not want, keeps no other waiting.
actor CentrePicturesDestination: Destination {
    /// How long it waits at most until it tries again.
    private static let longestRest = Duration.seconds(30)

    private let client: CentreClient
    private let surroundings: DeliverySurroundings
    private var waiting = CentrePatience()

    init(_ client: CentreClient, _ surroundings: DeliverySurroundings) {
        self.client = client
        self.surroundings = surroundings
    }

    func watch(_ tell: @escaping Watcher) async {
        await Lookout.watch(tell) { await self.client.obstacle() }
    }

    func rest(_ wait: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) async throws {
        try await sleep(min(wait, Self.longestRest))
    }

    func deliver(_ parcels: [Parcel]) async -> Delivered {
        for (count, parcel) in parcels.enumerated() {
            guard let event = parcel.plate else { continue }
            if let trouble = await put(event) { return Delivered(count: count, trouble: trouble) }
        }
        return Delivered(count: parcels.count)
    }

    private func put(_ event: PlateEvent) async -> Trouble? {
        for picture in EventPicture.of(event, in: surroundings.folder) where picture.file.bytes <= PicturePolicy.longest
        {
            let bytes: [UInt8]
            do {
                guard case (.whole, let found?) = try picture.load() else { continue }
                bytes = found
            } catch {
                return .again("a picture cannot be read now")
            }
            let path = "pictures/\(picture.file.sha256)?event=\(event.id)"
            let answer = await client.ask("PUT", path, body: .bytes(bytes), within: .seconds(300))
            switch answer.status {
            case 204, 410, 422: waiting.restart()
            // Nothing but a server before the centre answers otherwise than above that a picture is no good.
            case let status where status == 503 || DeliveryFault.status(status).isOfRecord:
                guard !waiting.isOver(for: event.id, at: surroundings.stopwatch()) else {
                    return Trouble(
                        .refused,
                        "the centre has put off its pictures for an hour; they stay here, and can be asked for")
                }
                return .again(
                    status == 503
                        ? "the centre has not kept its pictures yet"
                        : "the server before the centre does not take one of these pictures (\(status))")
            default:
                waiting.restart()
                return answer.trouble ?? .again("the centre answers \(answer.status), which is no answer to that")
            }
        }
        return nil
    }
}
