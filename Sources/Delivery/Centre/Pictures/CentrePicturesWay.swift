import Addresses
import Basics
import Fleet
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
        try CentrePicturesDestination(centre, settings: settings, secrets: secrets, surroundings: surroundings)
    }
}

extension DestinationSettings {
    /// This one, and what it takes beside itself.
    var couriers: [DestinationSettings] {
        guard let centre = way as? CentreWay, centre.pictures == .always else { return [self] }
        var pictures = DestinationSettings(way: CentrePicturesWay(centre))
        // No name of a configuration has a dot.
        pictures.name = name + ".pictures"
        pictures.cameras = cameras
        pictures.retry = retry
        return [self, pictures]
    }
}
