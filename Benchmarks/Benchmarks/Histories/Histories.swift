import Foundation
import History
import Logging
import Records

/// Logs of millions of events, and how quickly a history takes them and finds in them.
///
///     histories generate COUNT FOLDER     logs of eight cameras, and events.tsv for another database
///     histories fill FOLDER               history/history.db beside them
///     histories search FOLDER             every way of searching, as a table
///     histories count FOLDER WAY TEXT     how many events a search finds
///     histories live FOLDER               from a line to its being found
@main
enum Histories {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("generate", 3): try generate(Int(arguments[1]) ?? 0, in: arguments[2])
        case ("fill", 2): try await fill(arguments[1])
        case ("search", 2):
            var questions = try await Questions(folder: arguments[1])
            try await questions.ask()
        case ("count", 4): try await Questions.count(arguments[2], arguments[3], in: arguments[1])
        case ("live", 2): try await Live(folder: arguments[1]).measure()
        default:
            print("histories generate COUNT FOLDER | fill FOLDER | search FOLDER | count FOLDER WAY TEXT | live FOLDER")
            exit(64)
        }
    }

    static func logs(in folder: String) -> [String] { Traffic.cameras.map { "\(folder)/\($0).ndjson" } }

    private static func generate(_ count: Int, in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var files: [FileHandle] = []
        for path in logs(in: folder) + ["\(folder)/events.tsv"] {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            files.append(try FileHandle(forWritingTo: URL(filePath: path)))
        }
        var waiting = [[UInt8]](repeating: [], count: files.count)
        func write(_ index: Int) throws {
            try files[index].write(contentsOf: waiting[index])
            waiting[index].removeAll(keepingCapacity: true)
        }
        var traffic = Traffic(count: count)
        for number in 0..<count {
            let event = traffic.event(number)
            waiting[event.camera] += event.line
            let row =
                "\(number + 1)\t\(event.time)\t\(Traffic.cameras[event.camera])\t\(String(decoding: event.plate, as: UTF8.self))\n"
            waiting[files.count - 1] += Array(row.utf8)
            for index in [event.camera, files.count - 1] where waiting[index].count > 1 << 20 { try write(index) }
        }
        for index in files.indices { try write(index) }
    }

    /// Away from the logs, as it is where plated-hub is installed: what is written to it does not wake who watches these.
    static func history(in folder: String) throws -> SQLiteHistory {
        let place = "\(folder)/history"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        return try SQLiteHistory(path: "\(place)/history.db")
    }

    private static func fill(_ folder: String) async throws {
        let history = try history(in: folder)
        let talk = Logger(label: "histories")
        let intake = try await Intake(history: history, logs: logs(in: folder), talk: talk)
        let start = ContinuousClock.now
        let watcher = Task {
            var before = 0
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(10))
                let stored = await intake.stored
                let rate = (stored - before) / 10
                print("\(stored) stored, \(rate) a second, \(Int(Machine.memory().now)) MB")
                before = stored
            }
        }
        try await intake.catchUp()
        watcher.cancel()
        let seconds = Machine.milliseconds(.now - start) / 1000
        let stored = await intake.stored
        let status = try await history.status()
        print(
            "filled: \(stored) events in \(Int(seconds)) s, \(Int(Double(stored) / seconds)) a second, "
                + "\(status.bytes / max(1, Int(status.last))) bytes an event, \(Int(Machine.memory().most)) MB at most, "
                + "\(Int(Machine.processorTime() * 1000) / max(1, stored)) µs of processor an event")
    }
}
