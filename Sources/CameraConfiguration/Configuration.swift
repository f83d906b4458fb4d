import ALPR
import Addresses
import Capture
import Logging
import Records

/// Everything that can be set for one camera, as final values. The defaults are the shipped ones.
public struct Configuration: Sendable, Equatable {
    public enum Engine: String, Sendable, CaseIterable {
        /// Nets where they and ONNX Runtime are there, Tesseract otherwise.
        case auto
        /// libtesseract with the plate model.
        case tesseract
        /// A net on ONNX Runtime.
        case neural
        /// A server alone, for single pictures that somebody reads by hand.
        case remote

        /// Those that a configuration file can name.
        public static let allCases: [Engine] = [.auto, .tesseract, .neural]
    }

    public enum Localiser: String, Sendable, CaseIterable {
        /// What suits the engine.
        case auto
        /// Rows of character-like shapes.
        case rows
        /// A net on ONNX Runtime.
        case neural
    }

    public struct Neural: Sendable, Equatable {
        /// Path of ONNX Runtime's library; nil to look for it where it is usually installed.
        public var runtime: String?
        /// The best one that is there.
        public static let automatic = "auto"
        /// The one that comes with plated.
        public static let shipped = "plated"

        /// The net that finds plates: `automatic`, `shipped`, the name of an installed one, or the path of an `.onnx` file.
        public var detector = automatic
        /// The net that reads plates: `automatic`, `shipped`, the name of an installed one, or the path of an `.onnx` file with its
        /// description beside it.
        public var reader = automatic
        /// For one run of a net.
        public var threads = 1
        /// Finds below this, 0-1, are none; nil for what suits the net.
        public var minimumScore: Double?
    }

    public struct Log: Sendable, Equatable {
        /// Nil for standard output.
        public var file: String?
        /// The key that seals the file; nil for this machine's.
        public var sealKey: String?
        /// Where explanations go, `-` for standard output; nil for nowhere.
        public var explain: String?
        /// How large that file grows before it is moved aside and begun anew, in units of a million bytes; 0 for as large as it likes.
        public var explainLimit = 100
        public var level = Logger.Level.info
    }

    /// The pictures that are kept of accepted plates.
    public struct Evidence: Sendable, Equatable {
        /// Whether the plate itself is kept, cut out.
        public var crop = true
        /// Whether the picture that it stood in is kept.
        public var scene = true
        /// Scenes are at most so wide, in pixels.
        public var width = 960
        /// Of the JPEGs, 1-100.
        public var quality = 80
        /// Older pictures are removed.
        public var days = 7
        /// Of all pictures together, in units of a million bytes; the oldest are removed beyond that.
        public var megabytes = 1000

        public var keepsNothing: Bool { !crop && !scene }
    }

    /// What is written down of places that looked like a plate and were not read.
    public struct Missed: Sendable, Equatable {
        public var keep = true
        /// At most so many of them are cut out and kept.
        public var cropsPerHour = 60
        /// Older days are removed.
        public var days = 7
        /// Of all of it together, in units of a million bytes; the oldest days are removed beyond that.
        public var megabytes = 100
    }

    public enum Privacy: String, Sendable, CaseIterable {
        /// Plates are written as they are read.
        case none
        /// Plates are written as hashes whose key is destroyed.
        case pseudonym
    }

    public struct Pseudonym: Sendable, Equatable {
        /// How long a plate keeps its pseudonym.
        public var period = PseudonymPeriod.day
        /// The file of the key; nil for a service's folder for what is gone with it, else memory alone.
        public var keyFile: String?
    }

    /// What is shown, while somebody watches, of what is analysed.
    public struct Live: Sendable, Equatable {
        public var offered = true
    }

    public struct Tesseract: Sendable, Equatable {
        /// Path of a `.traineddata` file; nil for the shipped plate model.
        public var model: String?
        public var preprocessing = Preprocessing.grey
    }

    public struct Formats: Sendable, Equatable {
        /// Codes of the countries whose plates are accepted; empty for any plate.
        public var countries: [String] = []
        /// Those of them in which confusable characters are corrected.
        public var normalise: [String] = []
        /// Whether what fits none of their formats is never reported.
        public var strict = false
        /// With no countries named: use the layouts of all known countries to settle ambiguous characters (O/0, I/1).
        public var knownLayouts = true
        /// Folder of `<code>.yaml` files; nil for the shipped ones.
        public var folder: String?
    }

    public var camera = CameraID.unnamed
    /// What people call it.
    public var title: String?
    /// Nil where it is given on the command line.
    public var source: SourceAddress?
    /// The camera's small second stream; nil where none is named.
    public var substream: SourceAddress?
    /// The file of user and password where it is still to be read: only the service may.
    public var credentialsFile: String?
    public var capture = CaptureSettings()
    public var scanner = ScanSettings()
    /// All of recognition but the formats, which are files of their own.
    public var recognition = Recogniser.Settings()
    public var formats = Formats()
    public var engine = Engine.auto
    public var localiser = Localiser.auto
    public var tesseract = Tesseract()
    public var neural = Neural()
    public var remote = Remote()
    public var evidence = Evidence()
    public var missed = Missed()
    public var live = Live()
    public var log = Log()
    public var privacy = Privacy.none
    public var pseudonym = Pseudonym()

    public init() {}
}
