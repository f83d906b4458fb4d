import ALPR
import Benchmark
import Capture
import Plates
import TesseractOCR
import TestSupport

/// The stages of recognition, each on its own: wall time a call on one thread that computes all the while.
///
/// Run by `scripts/bench`, or: OMP_THREAD_LIMIT=1 swift package --package-path Benchmarks benchmark
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock], timeUnits: .microseconds, warmupIterations: 3, maxDuration: .seconds(5),
        maxIterations: 300)

    Benchmark("gate: an hour of pictures") { benchmark in
        for _ in benchmark.scaledIterations {
            var gate = FrameGate(interval: .milliseconds(200))
            for number in 0..<90_000 { blackHole(gate.admits(Timestamp(.milliseconds(40 * number)))) }
        }
    }
    for (name, factor) in [("720p", 1.0), ("1080p", 1.5)] {
        Benchmark("localiser: \(name)") { benchmark in
            let image = Street.picture(factor: factor)
            var localiser = RowLocaliser(settings: .init(minimumTextHeight: 9))
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations { blackHole(localiser.regions(in: image)) }
        }
    }
    Benchmark("rectify: a row") { benchmark in
        let image = Street.picture(factor: 1)
        let row = try Street.row(in: image)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { blackHole(ReadingView.first.crop(row, of: image)) }
    }
    Benchmark("OCR: a crop") { benchmark in
        let image = Street.picture(factor: 1)
        let crop = ReadingView.first.crop(try Street.row(in: image), of: image)
        let engine = try TesseractEngine(model: .init(path: Street.model))
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations { blackHole(try engine.symbols(in: crop)) }
    }
    Benchmark("smoother: a frame with two plates") { benchmark in
        var smoother = Smoother()
        var number = 0
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            let time = Timestamp(.milliseconds(200 * number))
            let readings = [100.0, 600].map { Street.reading("AB\(1000 + number / 10)", x: $0, time: time) }
            blackHole(smoother.add(readings, at: time))
            number += 1
        }
    }
    Benchmark("log: 10 000 lines caught up with") { benchmark in
        let folder = try TemporaryFolder()
        let path = try Log.write(to: folder)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            let count = try Log.count(in: path)
            guard count == Log.lines else { throw Log.LinesMissing() }
        }
        withExtendedLifetime(folder) {}
    }
    Benchmark("twenty frames: 720p, moving car") { benchmark in
        let clip = DemoClip()
        let frames = (0..<20).map { Frame(image: clip.frame(25 + 5 * $0), time: Timestamp(.milliseconds(200 * $0))) }
        let engine = try TesseractEngine(model: .init(path: Street.model))
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            var recogniser = Recogniser(localiser: RowLocaliser(settings: .init(minimumTextHeight: 9)), engine: engine)
            for frame in frames { blackHole(try recogniser.recognise(frame)) }
        }
    }
}

/// What the benchmarks look at: a picture of the demo clip.
enum Street {
    struct NoPlate: Error {}

    /// The repository's model, from this file's place in it.
    static let model = path(above: #filePath, dropping: 4) + "/models/plate.traineddata"

    static func picture(factor: Double) -> LumaImage {
        let clip = DemoClip()
        let frame = clip.frame(160)
        return frame.resized(width: Int(Double(frame.width) * factor), height: Int(Double(frame.height) * factor))
    }

    static func row(in image: LumaImage) throws -> TextRow {
        var localiser = RowLocaliser(settings: .init(minimumTextHeight: 9))
        guard let row = localiser.regions(in: image).first?.rows.first else { throw NoPlate() }
        return row
    }

    static func reading(_ text: String, x: Double, time: Timestamp) -> PlateReading {
        let row = TextRow(quad: Quad(Box(x: x, y: 100, width: 100, height: 20)), characters: text.count)
        return PlateReading(
            region: Region(rows: [row], score: 1), time: time, views: [ViewReading(text.map { Symbol($0, 0.98) })],
            formats: FormatSet())
    }

    private static func path(above file: String, dropping count: Int) -> String {
        "/" + file.split(separator: "/").dropLast(count).joined(separator: "/")
    }
}
