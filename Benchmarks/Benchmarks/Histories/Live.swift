import Foundation
import History
import Logging
import Records

/// How long after its line is in the log an event is found by search.
struct Live {
    let folder: String

    func measure() async throws {
        let history = try Histories.file(in: folder)
        let logs = Histories.logs(in: folder)
        let intake = try await Intake(
            history: history, logs: logs, talk: Logger(label: "histories"), now: { .now }, limit: { _ in nil })
        let running = Task { try await intake.run() }
        // Until everything that stood there is read.
        while try await history.search(Search(), limit: 1).records.isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
        let file = try FileHandle(forWritingTo: URL(filePath: logs[0]))
        try file.seekToEnd()
        var times: [Double] = []
        let usage = Machine.processorTime()
        let begin = ContinuousClock.now
        for number in 0..<200 {
            let plate = "LIVE\(number)X"
            let event = PlateEvent(
                id: EventIDs.ofThisProcess.next(at: .now), time: .now, camera: "gate", plate: plate, plateRaw: plate,
                confidence: 0.9, candidates: [PlateCandidate(plate: plate, confidence: 1)],
                box: PlateBox(x: 1, y: 2, width: 3, height: 4), reads: 3, framesSeen: 4, firstSeen: .now,
                lastSeen: .now,
                engine: "none", latencyMilliseconds: 0)
            let start = ContinuousClock.now
            try file.write(contentsOf: event.line)
            while try await history.search(Search(text: plate), limit: 1).records.isEmpty {
                try await Task.sleep(for: .milliseconds(1))
            }
            times.append(Machine.milliseconds(.now - start))
            try await Task.sleep(for: .milliseconds(20))
        }
        let elapsed = Machine.milliseconds(.now - begin)
        let sorted = times.sorted()
        print(
            String(
                format: "from the line to its being found: middle %.1f, 95 of 100 %.1f, longest %.1f ms", sorted[100],
                sorted[190], sorted[199]))
        print(String(format: "processor, search included: %.1f %%", (Machine.processorTime() - usage) / elapsed * 100))
        let idle = Machine.processorTime()
        try await Task.sleep(for: .seconds(10))
        print(String(format: "processor while nothing comes: %.2f %%", (Machine.processorTime() - idle) / 100))
        print("memory: \(Int(Machine.memory().now)) MB, \(Int(Machine.memory().most)) MB at most")
        running.cancel()
        _ = await running.result
    }
}
