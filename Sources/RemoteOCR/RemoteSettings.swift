/// Which server reads, and how much it may be asked: final values.
public struct RemoteSettings: Sendable, Equatable {
    public enum Service: String, Sendable, CaseIterable {
        /// Google Cloud Vision's `images:annotate`.
        case googleVision = "google_vision"
        /// Plate Recognizer's snapshot API, `POST /v1/plate-reader/`.
        case plateRecognizer = "plate_recognizer"
        /// CodeProject.AI's `POST /v1/vision/alpr`.
        case codeProject = "codeproject"

        /// Pictures that one request takes at most.
        public var mostPictures: Int { self == .googleVision ? 16 : 1 }
    }

    public struct Limits: Sendable, Equatable {
        public var picturesPerRequest = 16
        public var requestsPerMinute = 120
        public var picturesPerDay = 1000
        /// Of the requests' bodies.
        public var bytesPerDay = 50_000_000

        public init() {}
    }

    public var service: Service
    /// Of the server's function, whole.
    public var address: String
    /// Goes with every request, in a header; nil for none.
    public var key: String?
    /// From being asked to the answer: what comes later is of no use.
    public var deadline = Duration.seconds(3)
    public var limits = Limits()
    /// The server's own confidence, 0-1, of a character that is surely read.
    public var sure = 0.97
    /// A file of certificates (PEM) to trust in place of the system's.
    public var authorities: String?
    /// Whether answers are waited for: nothing is in real time.
    public var waits = false
    /// The file in which it is written down how much of a day was used; nil where only this process knows.
    public var usageFile: String?

    public init(service: Service, address: String) {
        self.service = service
        self.address = address
    }
}
