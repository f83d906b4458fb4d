import Foundation
import Glibc

/// A year of traffic of many sites, written straight into the tables of a history in PostgreSQL: a row costs a tenth of what it does on its
/// way through a log. The tables are there, and have nothing in them.
struct Rows {
    /// 22 November 2025.
    private static let start: Int64 = 1_763_769_600_000
    private static let year: Int64 = 31_536_000_000
    private static let hour: Int64 = 3_600_000

    private let count: Int
    private let sites: Int
    private let camerasOfSite: Int
    private let psql: String
    private var random = Random(state: 88_172_645_463_325_252)
    private var plates: TextNumbers
    private var lost: TextNumbers
    private var hours: [Int32]
    /// What makes the indexes of the month before.
    private var finishing: UnsafeMutablePointer<FILE>?

    private struct Lost {
        var time: Int64
        var seq: Int64
        var text: Int32
        var camera: Int32
        var place: Int32
    }

    /// - Parameter address: of the database.
    init(_ count: Int, sites: Int, camerasOfSite: Int, address: String) {
        self.count = count
        self.sites = sites
        self.camerasOfSite = camerasOfSite
        psql = "psql -Xq -v ON_ERROR_STOP=1 '\(address)'"
        plates = TextNumbers(bits: 22)
        lost = TextNumbers(bits: count > 5_000_000 ? 25 : 22)
        hours = [Int32](repeating: 0, count: Int(Self.year / Self.hour + 1) * sites * camerasOfSite)
    }

    private var names: [String] {
        (0..<sites).flatMap { site in
            (0..<camerasOfSite).map { "s\(site / 10)\(site % 10)-c\($0 / 10)\($0 % 10)" }
        }
    }

    mutating func fill() {
        var events = 0
        while events < count {
            let month = Month(of: time(of: events))
            let first = events
            events = fill(month, from: first)
            print("\(month.name): \(events - first) events, \(events) in all")
            fflush(nil)
        }
        settle()
        write("plate", plates)
        write("lost", lost)
        writeCounts()
        writeRest()
    }

    private func time(of event: Int) -> Int64 { Self.start + Int64(Double(event) / Double(count) * Double(Self.year)) }

    // MARK: - Months

    /// - Returns: the first event that belongs to the next month.
    private mutating func fill(_ month: Month, from first: Int) -> Int {
        let cameras = names.map { Array($0.utf8) }
        let part = "record_\(month.name)"
        let stream = CopyStream(
            part, psql: psql, before: "CREATE TABLE \(part)(LIKE record INCLUDING DEFAULTS INCLUDING STORAGE)")
        var losses: [Lost] = []
        var event = PackedEvent()
        var number = first
        while number < count {
            let time = time(of: number)
            if time >= month.end { break }
            let camera = Int(random.below(UInt64(cameras.count)))
            let plate = Vehicles.plate(Vehicles.next(&random))
            let other = Vehicles.misread(plate, &random)
            let isEntry = random.below(2) == 0
            event.write(time: time, camera: cameras[camera], plate: plate, lost: other, isEntry: isEntry, &random)
            number += 1
            let place: Int32 = (isEntry ? 1 : 2) << 3 | 1
            stream.row(9)
            stream.put(Int64(number))
            stream.put(time)
            stream.put(Int32(camera + 1))
            stream.put(Int32(1))
            stream.put(plates.number(of: plate))
            stream.put(place)
            stream.put(true)
            stream.put(event.id)
            stream.put(event.line)
            hours[Int((time - Self.start) / Self.hour) * cameras.count + camera] += 1
            if let other {
                losses.append(
                    Lost(
                        time: time, seq: Int64(number), text: lost.number(of: other), camera: Int32(camera + 1),
                        place: place))
            }
        }
        stream.end()
        write(losses, of: month)
        finish(month, events: number - first)
        return number
    }

    private func write(_ losses: [Lost], of month: Month) {
        let part = "lost_event_\(month.name)"
        let stream = CopyStream(
            part, psql: psql, before: "CREATE TABLE \(part)(LIKE lost_event INCLUDING DEFAULTS INCLUDING STORAGE)")
        for loss in losses {
            stream.row(5)
            stream.put(loss.time)
            stream.put(loss.seq)
            stream.put(loss.text)
            stream.put(loss.camera)
            stream.put(loss.place)
        }
        stream.end()
    }

    /// Its indexes, while the kernel has its rows, beside the next month's rows.
    private mutating func finish(_ month: Month, events: Int) {
        settle()
        let values = "FOR VALUES FROM (\(month.start)) TO (\(month.end))"
        finishing = begin(
            """
            SET maintenance_work_mem = '1GB'; SET max_parallel_maintenance_workers = 0;
            ALTER TABLE record ATTACH PARTITION record_\(month.name) \(values);
            ALTER TABLE lost_event ATTACH PARTITION lost_event_\(month.name) \(values);
            INSERT INTO month VALUES(\(month.number), \(events));
            """)
    }

    private mutating func settle() {
        if let finishing { Self.end(finishing) }
        finishing = nil
    }

    // MARK: - The rest

    /// Its indexes are made when its rows are there: that takes a tenth of the time.
    private func write(_ table: String, _ numbers: TextNumbers) {
        tell("ALTER TABLE \(table) DROP CONSTRAINT \(table)_pkey, DROP CONSTRAINT \(table)_text_key")
        let stream = CopyStream(table, psql: psql)
        for (index, text) in numbers.texts.enumerated() {
            stream.row(2)
            stream.put(Int32(index + 1))
            stream.put(TextNumbers.bytes(of: text))
        }
        stream.end()
        tell(
            """
            SET maintenance_work_mem = '1GB';
            ALTER TABLE \(table) ADD PRIMARY KEY(id), ADD CONSTRAINT \(table)_text_key UNIQUE(text)
            """)
    }

    private func writeCounts() {
        let cameras = sites * camerasOfSite
        tell("ALTER TABLE hour_count DROP CONSTRAINT hour_count_pkey; DROP INDEX hour_count_what")
        let stream = CopyStream("hour_count", psql: psql)
        for (index, events) in hours.enumerated() where events > 0 {
            stream.row(4)
            stream.put(Self.start / Self.hour + Int64(index / cameras))
            stream.put(Int32(index % cameras + 1))
            stream.put(Array("plate".utf8))
            stream.put(Int64(events))
        }
        stream.end()
        tell(
            """
            SET maintenance_work_mem = '1GB';
            ALTER TABLE hour_count ADD PRIMARY KEY(hour, camera, what);
            CREATE INDEX hour_count_what ON hour_count(what, hour)
            """)
    }

    private func writeRest() {
        let names = names.enumerated().map { "(\($0 + 1),'\($1)')" }.joined(separator: ",")
        tell(
            """
            INSERT INTO camera VALUES \(names);
            INSERT INTO record_schema VALUES (1, 'plated.event/1');
            INSERT INTO lane VALUES (1, 'entry'), (2, 'exit');
            INSERT INTO camera_place(camera, place, newest) SELECT camera, place, max(ts) FROM record GROUP BY camera, place;
            INSERT INTO stream SELECT camera, 0, max(seq) FROM record GROUP BY camera;
            UPDATE sequence SET last = \(count) WHERE name = 'record';
            UPDATE sequence SET last = \(plates.count) WHERE name = 'plate';
            UPDATE sequence SET last = \(lost.count) WHERE name = 'lost';
            """)
        tell("VACUUM ANALYZE")
    }

    private func tell(_ sql: String) { Self.end(begin(sql)) }

    private func begin(_ sql: String) -> UnsafeMutablePointer<FILE> {
        guard let process = popen("\(psql) > /dev/null", "w") else { fatalError("psql does not start") }
        fputs(sql, process)
        // It runs what it got so far.
        fflush(process)
        return process
    }

    private static func end(_ process: UnsafeMutablePointer<FILE>) {
        guard pclose(process) == 0 else { fatalError("psql failed") }
    }
}

/// A month of UTC.
private struct Month {
    let name: String
    /// Year * 12 + month - 1.
    let number: Int
    let start: Int64
    let end: Int64

    init(of time: Int64) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = Date(timeIntervalSince1970: Double(time) / 1000)
        let parts = calendar.dateComponents([.year, .month], from: date)
        let (year, month) = (parts.year ?? 0, parts.month ?? 0)
        func milliseconds(_ year: Int, _ month: Int) -> Int64 {
            let date = calendar.date(from: DateComponents(year: year, month: month, day: 1)) ?? .distantPast
            return Int64(date.timeIntervalSince1970 * 1000)
        }
        name = "\(year)_\(month < 10 ? "0" : "")\(month)"
        number = year * 12 + month - 1
        start = milliseconds(year, month)
        end = milliseconds(year + month / 12, month % 12 + 1)
    }
}
