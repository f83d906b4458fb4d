#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Of an announced device, behind which hub it stands.
struct Announcement: Decodable {
    struct Device: Decodable {
        var via: String?

        private enum CodingKeys: String, CodingKey {
            case via = "via_device"
        }
    }
    struct Origin: Decodable { var name: String }

    var device: Device
    var origin: Origin

    /// Nil of what others announced.
    init?(_ payload: [UInt8]) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(payload))
        } catch {
            // Empty where a device was withdrawn, and whatever others like.
            return nil
        }
        guard origin.name == HomeAssistant.origin else { return nil }
    }

    var via: String? { device.via }
}
