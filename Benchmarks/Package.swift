// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Named, because the clone's folder may be called anything.
        .package(name: "plated", path: ".."),
        // Percentiles, warm-up and CPU time done right. Without its jemalloc trait: nothing of it is measured here.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.29.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Stages",
            dependencies: [
                .product(name: "ALPR", package: "plated"),
                .product(name: "Capture", package: "plated"),
                .product(name: "Plates", package: "plated"),
                .product(name: "TesseractOCR", package: "plated"),
                .product(name: "TestSupport", package: "plated"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Stages",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
    ],
    swiftLanguageModes: [.v6]
)
