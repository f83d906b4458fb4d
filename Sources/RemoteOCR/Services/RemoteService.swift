import ALPR

/// What is sent to a server for some pictures, and what its answer says of them.
struct RemoteService {
    private let settings: RemoteSettings
    private let scale: ConfidenceScale

    init(_ settings: RemoteSettings) {
        self.settings = settings
        scale = ConfidenceScale(sure: settings.sure)
    }

    /// - Parameter pictures: JPEGs, as many as one request takes.
    func request(_ pictures: [[UInt8]]) -> RemoteRequest {
        switch settings.service {
        case .googleVision: GoogleVision(key: settings.key, scale: scale).request(pictures)
        case .plateRecognizer: SnapshotAPI(key: settings.key).request(pictures[0])
        case .codeProject: CodeProjectAPI(key: settings.key).request(pictures[0])
        }
    }

    /// What was read of each sheet; nil where that one failed.
    func readings(_ response: RemoteResponse, of sheets: [Sheet]) throws(RemoteFault) -> [ViewReading?] {
        guard (200..<300).contains(response.status) else {
            let words = settings.service == .googleVision ? GoogleVision.words(in: response.body) : []
            throw RemoteFault(status: response.status, words: words, retryAfter: response.retryAfter)
        }
        switch settings.service {
        case .googleVision: return try GoogleVision(key: nil, scale: scale).readings(response.body, of: sheets)
        case .plateRecognizer: return plates(try SnapshotAPI(key: nil).plates(response.body), of: sheets)
        case .codeProject: return plates(try CodeProjectAPI(key: nil).plates(response.body), of: sheets)
        }
    }

    private func plates(_ plates: [FoundPlate], of sheets: [Sheet]) -> [ViewReading?] {
        sheets.map { FoundPlate.reading(of: plates, in: $0.region, scale: scale) }
    }
}
