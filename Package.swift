// swift-tools-version: 6.2
import PackageDescription

// What the compiler may warn about is an error where the tests run (scripts/test sets PLATED_STRICT), and stays a
// warning for somebody who builds with a newer compiler than ours.
let strict: [SwiftSetting] =
    Context.environment["PLATED_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
    strict + [
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
        .enableUpcomingFeature("ExistentialAny"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
    name: "plated",
    products: [
        .executable(name: "plated", targets: ["plated"]),
        .executable(name: "plated-hub", targets: ["plated-hub"]),
        .executable(name: "plated-demo", targets: ["plated-demo"]),
    ]
        + [
            "Addresses", "Plates", "ALPR", "Capture", "Records", "History", "PostgreSQLHistory", "FFmpegCapture",
            "TesseractOCR",
            "ModelStore", "Rules", "TestSupport",
        ]
        .map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without its traits: they bring swift-configuration, which nothing here uses.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    ],
    targets: [
        // Arrows point downwards only; Tests/HouseTests holds the imports to it.
        // What every target may stand on: durations as numbers, means, the edit distance. Standard library only.
        .target(name: "Basics"),
        // Files that are replaced whole, and files that one process holds. C library only.
        .target(name: "Files"),
        // Files that a person wrote: their keys, and everything that is wrong with them, each with file, line and key.
        .target(name: "Settings", dependencies: ["Addresses", "Basics", yams]),
        // What may stand on a plate: characters as they were read, countries' formats, and which texts are the same plate. Standard
        // library only.
        .target(name: "Plates", dependencies: ["Basics"]),
        // Addresses with secrets in them, and where secrets stand in a text. Standard library only.
        .target(name: "Addresses"),
        // The socket on which a scanner offers its live picture: its address, what is asked and what is sent. Both ends stand on it.
        .target(name: "Live", dependencies: ["Basics"]),
        // Values and pure logic: no queue, no clock, no file, no C.
        .target(name: "ALPR", dependencies: ["Basics", "Plates"]),
        // Where frames come from, which of them are worth a look, and whether anything can be seen in them.
        .target(name: "Capture", dependencies: ["ALPR", "Basics"]),
        // Reads what logrotate compressed. FFmpeg and Tesseract need zlib too, so it is there already.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        // Hashes and signatures. swift-crypto instead would add 138 s of processor time to a clean build and 1.4 MB to the program.
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        // The lines of the log, both ways: ids, wall time, the files they are written to, and following those.
        .target(name: "Records", dependencies: ["Basics", "CCrypto", "CZlib", "Files", logging]),
        // What all cameras of a machine have logged, in SQLite, and how they stand now. For the hub alone.
        .target(
            name: "History",
            dependencies: [
                "Answers", "Basics", "Files", "Plates", "Records", grdb,
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                logging,
            ]),
        // The client of PostgreSQL.
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        // The same for a centre: in PostgreSQL, which several hubs may have open. For the hub alone.
        .target(name: "PostgreSQLHistory", dependencies: ["Basics", "CPQ", "History", "Records"]),
        // Answers as people and programs get them: times, tables, JSON, pictures. What the hub's commands and its pages share.
        .target(name: "Answers", dependencies: ["Basics", "Files", "Records"]),
        // Cameras' files as the console may change them: the closed list of keys, the text with its comments kept, what differs; and how
        // the console, what looks at cameras for it, and what writes the files talk. No pictures.
        .target(name: "CameraSetup", dependencies: ["Addresses", "Basics", "Records", "Settings", yams]),
        // Lists of plates, and what they have of one that was read; who is in a car park, or between two cameras.
        .target(
            name: "Rules",
            dependencies: [
                "Answers", "Basics", "Delivery", "Files", "Fleet", "History", "Plates", "Records", "Settings", grdb,
                logging,
                yams,
            ]),
        // Hashes of passwords. Every Debian has the library.
        .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),
        .target(name: "CPages"),  // The files of the console's pages. Swift takes minutes to embed them.
        // The pages of the hub, their JSON, and who may see them. For the hub alone: plated is built without it.
        .target(
            name: "Console",
            dependencies: [
                "Addresses", "Answers", "Basics", "CCrypt", "CPages", "CameraSetup", "Files", "Fleet", "History",
                "Live",
                "Proof",
                "Records", "Rules", "Settings", grdb, .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"), logging,
            ],
            exclude: ["Pages"]),
        // Sites that report to a centre: what they hand over, and what the centre has of each. For the hub alone.
        .target(name: "Fleet", dependencies: ["Answers", "Basics", "History", "Proof", "Records", logging]),
        // Brings what the history stores to other programs: webhooks, commands, files, brokers. For the hub alone.
        .target(
            name: "Delivery",
            dependencies: [
                "Addresses", "Answers", "Basics", "CCurl", "CMosquitto", "CSpawn", "Fleet", "History", "Records",
                "Settings", grdb, logging, yams,
            ]),
        // A header of our own.
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CMinizip", providers: [.apt(["libminizip-dev"])]),  // Zip; libarchive brings 40 MB.
        // The client of MQTT brokers.
        .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
        // What every program that runs for long needs: what it says and what it never says, signals, systemd. For programs alone: a
        // library never imports it.
        .target(
            name: "Service",
            dependencies: ["Addresses", "Basics", "CProcess", "Files", "Records", argumentParser, logging]),
        // What can be set for one camera, and the files that say it: the configuration, countries' formats, descriptions of nets.
        .target(
            name: "CameraConfiguration",
            dependencies: ["ALPR", "Addresses", "Capture", "Plates", "Records", "Settings", logging, yams]),
        // The two queues, the slot between them, gaps, health.
        .target(
            name: "Scanner",
            dependencies: ["ALPR", "Basics", "Capture", "Files", "Live", "PlateDrawing", "Plates", "Records", logging]),
        // Figures on labelled pictures and clips.
        .target(name: "Evaluation", dependencies: ["ALPR", "Basics", "Capture", "Plates", "Records", "Settings"]),
        // C at the edges.
        .systemLibrary(
            name: "CFFmpeg",
            pkgConfig: "libavformat libavcodec libswscale libavutil",
            providers: [
                .apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev", "libavdevice-dev"])
            ]),
        // No pkgConfig here: tesseract.pc links libarchive and libcurl, which the program does not use.
        .systemLibrary(name: "CTesseract", providers: [.apt(["libtesseract-dev", "libleptonica-dev"])]),
        // What libtesseract reads pictures with; here for its libjpeg. Its library is liblept on Debian 12 and libleptonica on 13.
        .systemLibrary(name: "CLeptonica", pkgConfig: "lept", providers: [.apt(["libleptonica-dev"])]),
        // The kernel's header alone; no library.
        .systemLibrary(name: "CV4L2"),
        .target(
            name: "FFmpegCapture",
            dependencies: ["ALPR", "Addresses", "Basics", "CFFmpeg", "CLeptonica", "CV4L2", "Capture"]),
        .target(name: "TesseractOCR", dependencies: ["ALPR", "Basics", "CTesseract", "Plates"]),
        // A header of our own; the library is loaded while the program runs.
        .systemLibrary(name: "CONNXRuntime"),
        .target(name: "ONNXNets", dependencies: ["ALPR", "Basics", "CONNXRuntime", "Plates"]),
        // libtesseract needs libcurl, so it is there already: the header with libtesseract-dev, the library with every program.
        .systemLibrary(name: "CCurl"),
        // The nets that can be installed: their catalogue, downloads, checksums, and where they are.
        .target(name: "ModelStore", dependencies: ["Basics", "CCurl", "Files", "Records", "Settings", yams]),
        // Reads plates with a server: what it is asked and when, and what its answers say.
        .target(name: "RemoteOCR", dependencies: ["ALPR", "Basics", "CCurl", "Files", "Plates", logging]),
        // Engines and localisers by the names that a configuration has for them, and the files that they take.
        .target(
            name: "Engines",
            dependencies: [
                "ALPR", "Basics", "CameraConfiguration", "Capture", "FFmpegCapture", "ModelStore", "ONNXNets", "Plates",
                "RemoteOCR", "TesseractOCR", logging,
            ]),
        // Whether logs are as they were written: the machine's key, its seals, and checking them.
        .target(name: "Proof", dependencies: ["Basics", "CCrypto", "Files", "Records"]),
        // The program's arguments, as glibc hands them to it.
        .target(name: "CProcess"),
        // Commands, signals, exit codes, composition.
        .executableTarget(
            name: "plated",
            dependencies: [
                "ALPR", "Addresses", "Basics", "CameraConfiguration", "CameraSetup", "Capture", "Engines",
                "Evaluation", "FFmpegCapture", "Files", "Live", "ModelStore", "PlateDrawing", "Plates", "Proof",
                "Records",
                "RemoteOCR", "Scanner", "Service", "Settings", argumentParser, logging,
            ],
            linkerSettings: [.unsafeFlags(["-Xlinker", "--as-needed"])]),
        // The second program: keeps what all cameras log, and answers questions about it. Structured concurrency; no pictures.
        .executableTarget(
            name: "plated-hub",
            dependencies: [
                "Addresses", "Answers", "Basics", "CCrypt", "CCrypto", "CMinizip", "CameraSetup", "Console", "Delivery",
                "Files",
                "Fleet",
                "History", "Live", "PostgreSQLHistory", "Proof", "Records", "Rules", "Service", "Settings",
                argumentParser, logging,
            ],
            linkerSettings: [.unsafeFlags(["-Xlinker", "--as-needed"])]),
        // Plates drawn from the front, in a stroke font: the canary's, and those of the rendered scenes.
        .target(name: "PlateDrawing", dependencies: ["ALPR", "Plates"]),
        // Rendered scenes: the tests' fixtures and the demo clip.
        .target(
            name: "TestSupport",
            dependencies: ["ALPR", "Basics", "Capture", "PlateDrawing", "Plates", "Records", logging]),
        .executableTarget(
            name: "plated-demo", dependencies: ["ALPR", "PlateDrawing", "Plates", "TestSupport", argumentParser]),
        // Writes events under the faults of scripts/faults/log.py.
        .executableTarget(name: "plated-logwriter", dependencies: ["Proof", "Records", argumentParser, logging]),
        // Plays the scanners of many sites for scripts/test-fleet; not installed.
        .executableTarget(name: "plated-fleet", dependencies: ["Basics", "Proof", "Records", argumentParser, logging]),
        // Hostile input for everything that reads what others wrote (scripts/fuzz); not installed.
        .executableTarget(
            name: "plated-fuzz",
            dependencies: [
                "ALPR", "Addresses", "Answers", "Basics", "CameraConfiguration", "CameraSetup", "Capture",
                "Evaluation", "FFmpegCapture", "History", "Live", "ModelStore", "Plates", "Proof", "Records", "Rules",
                "Scanner", "Settings", "TestSupport", argumentParser, grdb, logging,
            ]),
        .testTarget(name: "HouseTests", dependencies: ["TestProcess"]),
        // Threads for tests that block, and an environment without proxies: all test targets are one process.
        .target(name: "TestProcess", path: "Tests/Process"),
        .testTarget(name: "BasicsTests", dependencies: ["Basics", "Files", "TestSupport"]),
        .testTarget(
            name: "RulesTests",
            dependencies: [
                "Answers", "Basics", "Delivery", "History", "Plates", "Records", "Rules", "Settings", "TestSupport",
                logging,
            ]),
        .testTarget(name: "SettingsTests", dependencies: ["Settings", "TestSupport", yams]),
        .testTarget(name: "CameraSetupTests", dependencies: ["CameraSetup", "TestSupport"]),
        .testTarget(name: "PlatesTests", dependencies: ["Plates"]),
        .testTarget(name: "AddressesTests", dependencies: ["Addresses"]),
        .testTarget(name: "ALPRTests", dependencies: ["ALPR", "Basics", "PlateDrawing", "Plates", "TestSupport"]),
        .testTarget(name: "RecordsTests", dependencies: ["Basics", "Files", "Records", "TestSupport"]),
        .testTarget(
            name: "HistoryTests",
            dependencies: [
                "Answers", "Basics", "History", "Plates", "PostgreSQLHistory", "Records", "TestSupport", grdb, logging,
            ]),
        .testTarget(name: "ProofTests", dependencies: ["Basics", "Proof", "Records", "TestSupport"]),
        .testTarget(name: "ServiceTests", dependencies: ["Addresses", "Service"]),
        .testTarget(name: "CaptureTests", dependencies: ["ALPR", "Capture", "PlateDrawing", "Plates", "TestSupport"]),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: [
                "ALPR", "Addresses", "Basics", "CameraConfiguration", "Capture", "Plates", "Records", "Settings",
                "TestSupport", logging, yams,
            ]),
        .testTarget(
            name: "ScannerTests",
            dependencies: [
                "ALPR", "Basics", "Capture", "Live", "Plates", "Records", "Scanner", "TestSupport", logging,
            ]),
        .testTarget(
            name: "EvaluationTests",
            dependencies: ["ALPR", "Basics", "Evaluation", "Plates", "Records", "Settings", "TestSupport"]),
        .testTarget(
            name: "FFmpegCaptureTests",
            dependencies: ["ALPR", "Addresses", "Basics", "CV4L2", "Capture", "FFmpegCapture", "TestSupport"]
        ),
        .testTarget(
            name: "TesseractOCRTests",
            dependencies: ["ALPR", "Basics", "PlateDrawing", "Plates", "TesseractOCR", "TestSupport"]),
        .testTarget(
            name: "ONNXNetsTests",
            dependencies: [
                "ALPR", "Basics", "CameraConfiguration", "ONNXNets", "PlateDrawing", "Plates", "Scanner",
                "TesseractOCR", "TestSupport",
            ]),
        .testTarget(
            name: "RemoteOCRTests",
            dependencies: ["ALPR", "Basics", "Files", "Plates", "RemoteOCR", "TestSupport", logging]),
        .testTarget(
            name: "ModelStoreTests", dependencies: ["Basics", "ModelStore", "Records", "Settings", "TestSupport"]),
        .testTarget(
            name: "EnginesTests",
            dependencies: [
                "ALPR", "Basics", "CameraConfiguration", "Capture", "Engines", "ModelStore", "ONNXNets", "Plates",
                "RemoteOCR", "TesseractOCR", "TestSupport", logging,
            ]),
        .testTarget(
            name: "ConsoleTests",
            dependencies: [
                "Addresses", "Answers", "Basics", "Console", "History", "Live", "Proof", "Records", "Rules", "Settings",
                "TestSupport", grdb, logging,
            ]),
        .testTarget(
            name: "FleetTests",
            dependencies: [
                "Basics", "Fleet", "History", "PostgreSQLHistory", "Proof", "Records", "TestSupport", "plated-fleet",
                grdb,
                logging,
            ]),
        .testTarget(
            name: "DeliveryTests",
            dependencies: [
                "Addresses", "Answers", "Basics", "Delivery", "Fleet", "History",
                "PostgreSQLHistory", "Proof", "Records", "Rules", "Settings", "TestSupport", "plated-hub", logging,
            ]),
        .testTarget(
            name: "HubTests",
            dependencies: [
                "Answers", "Basics", "CameraSetup", "Console", "Delivery", "Evaluation", "Fleet", "History", "Live",
                "Records", "Rules", "Settings", "TestSupport", "plated-hub", logging, yams,
            ]),
        .testTarget(
            name: "PlatedTests",
            dependencies: [
                "ALPR", "Addresses", "Basics", "Capture", "FFmpegCapture", "ModelStore", "PlateDrawing", "Plates",
                "Proof", "Records", "Service", "TestSupport", "plated", "plated-demo",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// What tests compute most with is optimised where they run.
let quick: Set = ["ALPR", "Basics", "Capture", "FFmpegCapture", "ONNXNets", "PlateDrawing", "Plates", "TestSupport"]
let optimised: [SwiftSetting] = strict.isEmpty ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]
for target in package.targets where target.type != .system {
    target.swiftSettings = settings + (quick.contains(target.name) ? optimised : [])
}
