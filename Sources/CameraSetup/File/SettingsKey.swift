import Addresses
import Settings
import Yams

/// What a page may write into a camera's file: a closed list. None of it names a file or a command.
public enum SettingsKey: String, CaseIterable, Sendable {
    case title
    case url = "source.url"
    case transport = "source.transport"
    case orientation = "source.orientation"
    /// These two are only ever taken away: user and password belong in a file that nobody else reads.
    case user = "source.user"
    case password = "source.password"
    /// The one that systemd hands over, or none.
    case credentials = "source.credentials_file"
    case interval = "gate.interval_ms"
    case roi
    case lanes
    case height = "plates.minimum_text_height_px"
    case confidence = "plates.minimum_confidence"
    case countries = "formats.countries"
    case strict = "formats.strict"
    case engine
    case reads = "vote.minimum_reads"

    /// What `source.credentials_file` says of a file that systemd hands over.
    public static let handedOver = "camera"

    public var path: [String] { rawValue.split(separator: ".").map(String.init) }

    init?(path: [String]) {
        guard let key = Self.allCases.first(where: { $0.path == path }) else { return nil }
        self = key
    }

    /// Why a value may not be written here; nil of one that may. Whether it makes sense is for `plated check`.
    ///
    /// - Parameter node: nil of none, which is the default.
    func problem(with node: Node?) -> String? {
        guard let node else { return nil }
        if SettingsKey.hasVariable(node) { return "a value in ${…} would tell what the scanner alone knows" }
        switch self {
        case .user, .password: return "it is not written into the file; there is a file for it that only root reads"
        case .credentials: return node.string == Self.handedOver ? nil : "is \(Self.handedOver), or nothing"
        case .title: return node.string.map { TitleText.problem(with: $0) } ?? "is a text"
        case .url: return node.string.map { SetupAddress.problem(with: $0) } ?? "is an address"
        case .transport: return choice(node, ["tcp", "udp"])
        case .engine: return choice(node, ["auto", "tesseract", "neural"])
        case .orientation: return choice(node, Self.orientations)
        case .strict: return choice(node, ["true", "false"])
        case .interval, .height, .confidence, .reads: return Self.isNumber(node) ? nil : "is a number"
        case .countries:
            let codes = node.sequence?.map { $0.string ?? "" }
            let areCodes = codes?.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 } }
            return areCodes == true ? nil : "is a list of countries' codes, such as [nl, de]"
        case .roi: return SetupRegion(node) == nil ? SetupRegion.rule : nil
        case .lanes: return SetupLane.all(node) == nil ? SetupLane.rule : nil
        }
    }

    public static let orientations = [
        "upright", "upside_down", "mirrored", "mirrored_upside_down", "turned_left", "turned_right",
    ]

    private func choice(_ node: Node, _ known: [String]) -> String? {
        known.contains(node.string ?? "") ? nil : "is one of \(known.joined(separator: ", "))"
    }

    static func isNumber(_ node: Node) -> Bool {
        guard let text = node.scalar?.string else { return false }
        return text.utf8.count <= 20 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
            && Double(text) != nil
    }

    private static func hasVariable(_ node: Node) -> Bool {
        switch node {
        case .scalar(let scalar): scalar.string.contains("${")
        case .sequence(let sequence): sequence.contains { hasVariable($0) }
        case .mapping(let mapping): mapping.contains { hasVariable($0.key) || hasVariable($0.value) }
        case .alias: true
        }
    }
}
