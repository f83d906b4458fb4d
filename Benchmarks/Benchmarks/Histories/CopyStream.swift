import Glibc

/// Rows in the binary form of PostgreSQL's COPY, into a psql of their own.
final class CopyStream {
    private let process: UnsafeMutablePointer<FILE>
    private var waiting: [UInt8] = []
    private static let most = 1 << 20

    /// - Parameters:
    ///   - psql: its command, with all that it needs to find the database.
    ///   - before: what is run in the same transaction first.
    init(_ table: String, psql: String, before: String = "") {
        let command =
            "\(psql) -c 'BEGIN' -c '\(before.isEmpty ? "SELECT" : before)' "
            + "-c 'COPY \(table) FROM STDIN (FORMAT binary, FREEZE \(before.contains("TABLE \(table)(")))' -c 'COMMIT' > /dev/null"
        guard let process = popen(command, "w") else { fatalError("psql does not start") }
        self.process = process
        waiting.reserveCapacity(Self.most + 4096)
        waiting += [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00, 0, 0, 0, 0, 0, 0, 0, 0]
    }

    func row(_ columns: Int) {
        if waiting.count > Self.most { flush() }
        put(columns, bytes: 2)
    }

    func put(_ number: Int64) {
        put(8, bytes: 4)
        put(Int(number), bytes: 8)
    }

    func put(_ number: Int32) {
        put(4, bytes: 4)
        put(Int(number), bytes: 4)
    }

    func put(_ value: Bool) {
        put(1, bytes: 4)
        waiting.append(value ? 1 : 0)
    }

    func put(_ bytes: [UInt8]) {
        put(bytes.count, bytes: 4)
        waiting += bytes
    }

    func end() {
        put(0xFFFF, bytes: 2)
        flush()
        guard pclose(process) == 0 else { fatalError("psql failed") }
    }

    private func flush() {
        guard fwrite(waiting, 1, waiting.count, process) == waiting.count else { fatalError("psql is gone") }
        waiting.removeAll(keepingCapacity: true)
    }

    /// The highest byte first.
    private func put(_ number: Int, bytes: Int) {
        for byte in (0..<bytes).reversed() { waiting.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
}
