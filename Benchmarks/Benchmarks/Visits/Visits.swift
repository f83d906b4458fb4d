import Foundation
import Records
import Rules
import TestSupport

/// How many of a car park's visits are told as they were, where characters of its plates were misread; and how long that takes.
///
///     visits COUNT SEED
@main
enum Visits {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard arguments.count == 2, arguments[0] > 0 else {
            print("visits COUNT SEED")
            exit(64)
        }
        print(
            "| park | misread | missed | candidates | right | wrong pairs | apart | exact texts alone | a plate, p50 / p99 / most (µs) | all (s) |"
        )
        print("|---|---|---|---|---|---|---|---|---|---|")
        for (misread, missed, candidates) in [
            (0.05, 0, 0), (0.05, 0.01, 0), (0.05, 0, 0.5), (0.02, 0.01, 0), (0.1, 0.01, 0),
        ] {
            measure(arguments[0], UInt64(arguments[1]), misread: misread, missed: missed, candidates: candidates)
        }
        // The first hours of a car park whose vehicles were there before; many times.
        for town in ["HH", "M", nil] {
            for misread in [0.0, 0.01, 0.05] {
                beginnings(100, of: town, misread: misread, seed: UInt64(arguments[1]))
            }
        }
        print("memory at most: \(memory)")
    }

    private static func beginnings(_ times: Int, of town: String?, misread: Double, seed: UInt64) {
        var sum = CarParkScore([:], of: CarPark(visits: 0, misread: 0, seed: 0))
        for time in 0..<times {
            let park = CarPark(
                visits: 150, misread: misread, town: town, strangers: 60, seed: seed &+ UInt64(time) &* 7919)
            let book = SessionBook([site])
            let score = CarParkScore(pairs(of: park, book: book), of: park)
            sum.visits += score.visits
            sum.right += score.right
            sum.wrong += score.wrong
            sum.apart += score.apart
        }
        print(
            "| beginning, \(town ?? "–") | \(misread) | – | – | \(percent(sum.share)) | \(sum.wrong) | \(sum.apart) | of \(sum.visits) |"
        )
    }

    private static var site: SessionSite {
        var site = SessionSite(
            name: "park", entries: [SessionPoint(camera: "in")], exits: [SessionPoint(camera: "out")])
        site.capacity = 1500
        return site
    }

    private static func pairs(of park: CarPark, book: SessionBook) -> [String: String] {
        var book = book
        var pairs: [String: String] = [:]
        for event in park.events {
            for record in book.advance(to: event.time) + book.take(event) {
                if let entry = record.entry { pairs[entry.id] = record.exit?.id }
            }
        }
        return pairs
    }

    private static func measure(_ count: Int, _ seed: UInt64, misread: Double, missed: Double, candidates: Double) {
        let park = CarPark(visits: count, misread: misread, missed: missed, candidates: candidates, seed: seed)
        var book = SessionBook([site])
        var times: [Double] = []
        times.reserveCapacity(park.events.count)
        var pairs: [String: String] = [:]
        let clock = ContinuousClock()
        for event in park.events {
            var told: [SessionRecord] = []
            let time = clock.measure { told = book.advance(to: event.time) + book.take(event) }
            times.append(Double(time.components.attoseconds) / 1e12 + Double(time.components.seconds) * 1e6)
            for record in told {
                if let entry = record.entry { pairs[entry.id] = record.exit?.id }
            }
        }
        let score = CarParkScore(pairs, of: park)
        let exact = CarParkScore(CarParkScore.exactPairs(in: park.events), of: park)
        let all = times.reduce(0, +) / 1e6
        times.sort()
        func at(_ share: Double) -> String { String(format: "%.0f", times[Int(Double(times.count - 1) * share)]) }
        print(
            "| runs | \(misread) | \(missed) | \(candidates) | \(percent(score.share)) | \(score.wrong) | \(score.apart) | "
                + "\(percent(exact.share)) | \(at(0.5)) / \(at(0.99)) / \(at(1)) | \(String(format: "%.1f", all)) |")
        if misread == 0.05, missed == 0, candidates == 0 {
            FileHandle.standardError.write(
                Data(
                    "\(park.events.count) events; \(Int(park.mean)) in at once in the mean, \(park.most) at most\n".utf8
                ))
        }
    }

    private static func percent(_ share: Double) -> String { String(format: "%.2f %%", share * 100) }

    private static var memory: String {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        return status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }.map(String.init) ?? "unknown"
    }
}
