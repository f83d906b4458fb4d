import Foundation
import History
import Logging
import PostgreSQLHistory
import Records

/// Logs of millions of events, and how quickly a history takes them and finds in them.
///
///     histories generate COUNT FOLDER     logs of eight cameras, and events.tsv for another database
///     histories fill FOLDER               history/history.db beside them
///     histories search FOLDER             every way of searching, as a table
///     histories count FOLDER WAY TEXT     how many events a search finds
///     histories live FOLDER               from a line to its being found
///     histories rows COUNT SITES CAMERAS ADDRESS  a year of that many sites of that many cameras each, straight into the tables of a
///                                         history in PostgreSQL
///     histories lines ADDRESS FOLDER      the logs of which a history was made
///     histories take FOLDER ADDRESS       fill, into a history in PostgreSQL
///
/// In place of FOLDER, search and count take the address of a history in PostgreSQL.
@main
enum Histories {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("generate", 3): try generate(Int(arguments[1]) ?? 0, in: arguments[2])
        case ("fill", 2): try await fill(file(in: arguments[1]), from: arguments[1])
        case ("take", 3):
            let history = try await PostgreSQLHistory(ServerPlace(arguments[2]), hub: "histories")
            try await fill(history, from: arguments[1])
        case ("rows", 5):
            // It makes the tables.
            _ = try await PostgreSQLHistory(ServerPlace(arguments[4]), hub: "histories")
            var rows = Rows(
                Int(arguments[1]) ?? 0, sites: Int(arguments[2]) ?? 0, camerasOfSite: Int(arguments[3]) ?? 0,
                address: arguments[4])
            rows.fill()
        case ("lines", 3): try await lines(of: history(at: arguments[1]), in: arguments[2])
        case ("search", 2):
            var questions = try await Questions(arguments[1])
            try await questions.ask()
        case ("count", 4): try await Questions.count(arguments[2], arguments[3], in: history(at: arguments[1]))
        case ("live", 2): try await Live(folder: arguments[1]).measure()
        default:
            print(
                "histories generate COUNT FOLDER | fill FOLDER | search FOLDER | count FOLDER WAY TEXT | live FOLDER | "
                    + "rows COUNT SITES CAMERAS ADDRESS | lines ADDRESS FOLDER | take FOLDER ADDRESS")
            exit(64)
        }
    }

    static func logs(in folder: String) -> [String] { Traffic.cameras.map { "\(folder)/\($0).ndjson" } }

    private static func lines(of history: any History, in folder: String) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var logs: [String: [UInt8]] = [:]
        var last: Int64 = 0
        while case let records = try await history.records(after: last, limit: 1000), let end = records.last {
            for record in records { logs[record.camera, default: []] += record.line + [UInt8(ascii: "\n")] }
            last = end.seq
        }
        for (camera, lines) in logs { try Data(lines).write(to: URL(filePath: "\(folder)/\(camera).ndjson")) }
    }

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
    static func file(in folder: String) throws -> SQLiteHistory {
        let place = "\(folder)/history"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        return try SQLiteHistory(path: "\(place)/history.db")
    }

    static func isServer(_ place: String) -> Bool { place.hasPrefix("postgresql://") || place.contains("=") }

    /// - Parameter place: a folder, or the address of a database.
    static func history(at place: String) async throws -> any History {
        isServer(place)
            ? try await PostgreSQLHistory(ServerPlace(place), hub: "histories", access: .reading) : try file(in: place)
    }

    private static func fill(_ history: any History, from folder: String) async throws {
        let talk = Logger(label: "histories")
        let logs = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".ndjson") }
        let intake = try await Intake(
            history: history, logs: logs.sorted().map { "\(folder)/\($0)" }, talk: talk, now: { .now },
            limit: { _ in nil })
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
