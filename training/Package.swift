// swift-tools-version: 6.2
import PackageDescription

// What only the trainings need of the scanner's code. Building the scanner builds none of it.
let package = Package(
    name: "plated-training",
    dependencies: [
        // Named, because the clone's folder may be called anything.
        .package(name: "plated", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        // Rows of shapes in pictures and what is seen of them, for `localiser`.
        .executableTarget(
            name: "plated-rows",
            dependencies: [
                .product(name: "ALPR", package: "plated"), .product(name: "Addresses", package: "plated"),
                .product(name: "Capture", package: "plated"), .product(name: "FFmpegCapture", package: "plated"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
