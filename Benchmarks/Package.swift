// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Named, because the clone's folder may be called anything.
        .package(name: "plated", path: ".."),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        // Percentiles, warm-up and CPU time done right. Without its jemalloc trait: nothing of it is measured here.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.29.0", traits: []),
    ],
    targets: [
        // Logs of millions of events, and how quickly a history takes them and finds in them.
        .executableTarget(
            name: "histories",
            dependencies: [
                .product(name: "History", package: "plated"),
                .product(name: "PostgreSQLHistory", package: "plated"), .product(name: "Records", package: "plated"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/Histories"),
        // A car park whose plates are misread, and how many of its visits are told as they were.
        .executableTarget(
            name: "visits",
            dependencies: [
                .product(name: "Records", package: "plated"), .product(name: "Rules", package: "plated"),
                .product(name: "TestSupport", package: "plated"),
            ],
            path: "Benchmarks/Visits"),
        // Long lists of plates, and how long it takes to know what they have of one.
        .executableTarget(
            name: "lookups",
            dependencies: [
                .product(name: "Records", package: "plated"), .product(name: "Rules", package: "plated"),
                .product(name: "TestSupport", package: "plated"),
            ],
            path: "Benchmarks/Lookups"),
        .executableTarget(
            name: "Stages",
            dependencies: [
                .product(name: "ALPR", package: "plated"),
                .product(name: "Capture", package: "plated"),
                .product(name: "Plates", package: "plated"),
                .product(name: "Records", package: "plated"),
                .product(name: "TesseractOCR", package: "plated"),
                .product(name: "TestSupport", package: "plated"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Stages",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
