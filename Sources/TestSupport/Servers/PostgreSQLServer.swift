import Foundation
import Synchronization

/// A server of Debian's PostgreSQL in a folder of its own, on a Unix socket; one for all tests of a process, with a schema for each. It ends
/// with the process.
public final class PostgreSQLServer: Sendable {
    /// Nil where PostgreSQL is not installed, which is said once.
    public static let shared: PostgreSQLServer? = {
        guard let programs else {
            print("PostgreSQL is not installed (postgresql): tests of histories in it are skipped.")
            return nil
        }
        do {
            return try PostgreSQLServer(programs)
        } catch {
            fatalError("PostgreSQL does not start for the tests: \(error)")
        }
    }()

    public static var isInstalled: Bool { programs != nil }

    /// The folder of its programs: of the newest version.
    private static let programs: String? = {
        let root = "/usr/lib/postgresql"
        let versions = FileManager.default.subpaths(ofFolder: root).compactMap(Int.init).sorted()
        return versions.reversed().map { "\(root)/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    /// It refuses to run as root.
    private static let user = "postgres"

    public let folder: String
    private let programs: String
    private let running: Mutex<(process: Process, input: Pipe)?>
    private let count = Atomic(0)

    /// Starts one that is the caller's: it ends with the value.
    public static func own() throws -> PostgreSQLServer? { try programs.map { try PostgreSQLServer($0) } }

    private init(_ programs: String) throws {
        self.programs = programs
        // A socket's path has to be short.
        folder = "/tmp/plated-pg-\(UUID().uuidString.prefix(8))"
        running = Mutex(nil)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if geteuid() == 0 {
            guard let user = getpwnam(Self.user) else { throw Program.Failure(message: "there is no user postgres") }
            chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        let made = try run(
            "initdb", ["-D", folder + "/data", "-U", "plated", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"])
        guard made.status == 0 else { throw Program.Failure(message: made.errors) }
        try start()
    }

    deinit {
        do {
            try stop()
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            print("\(folder) stays: \(error)")
        }
    }

    // MARK: - The server

    /// Starts it again after `stop`, with all that it had.
    public func start() throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Whoever started it may die in any way: its standard input ends then, and nothing of it is kept.
        let script = """
            exec 3<&0; "$@" > "$0/log" 2>&1 < /dev/null 3<&- & server=$!
            read word <&3 && exit
            kill -QUIT $server; while [ -e "$0/data/postmaster.pid" ]; do sleep 0.1; done; rm -rf "$0"
            """
        let settings = [
            "fsync=off", "listen_addresses=", "unix_socket_directories=\(folder)", "max_connections=500",
            "shared_buffers=64MB", "autovacuum=off",
        ].flatMap { ["-c", $0] }
        process.arguments =
            ["-c", script, folder] + asUser(["\(programs)/postgres", "-D", folder + "/data"] + settings)
        process.environment = Surroundings.environment([:])
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        running.withLock { $0 = (process, input) }
        guard eventually(within: 120, { self.answers("SELECT 1") }) else {
            throw Program.Failure(message: (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "no log")
        }
    }

    /// Ends it at once, as a power cut does.
    public func stop() throws {
        guard
            let (process, input) = running.withLock({ running in
                defer { running = nil }
                return running
            })
        else { return }
        let told = try run("pg_ctl", ["-D", folder + "/data", "-m", "immediate", "-w", "stop"])
        guard told.status == 0 else { throw Program.Failure(message: told.errors) }
        input.fileHandleForWriting.write(Data("stopped\n".utf8))
        eventually { !process.isRunning }
    }

    // MARK: - Databases

    /// The address of a schema that has nothing in it yet.
    public func schema() throws -> String {
        let name = "s\(count.add(1, ordering: .relaxed).newValue)"
        try tell("CREATE SCHEMA \(name)")
        return address(schema: name)
    }

    public func address(schema: String) -> String {
        "postgresql:///postgres?host=\(folder)&user=plated&options=-csearch_path%3D\(schema)"
    }

    /// Has it run SQL, and tells what that gives, a row a line.
    @discardableResult
    public func tell(_ sql: String) throws -> String {
        let told = try run("psql", ["-h", folder, "-U", "plated", "-d", "postgres", "-XAtqc", sql])
        guard told.status == 0 else { throw Program.Failure(message: told.errors) }
        return told.output
    }

    private func answers(_ sql: String) -> Bool {
        do { return try !tell(sql).isEmpty } catch { return false }
    }

    private func run(_ name: String, _ arguments: [String]) throws -> Program.Result {
        let words = asUser(["\(programs)/\(name)"] + arguments)
        return try Program.run(Array(words.dropFirst()), program: words[0])
    }

    private func asUser(_ words: [String]) -> [String] {
        geteuid() == 0
            ? ["/usr/bin/setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups"] + words : words
    }
}

extension FileManager {
    fileprivate func subpaths(ofFolder path: String) -> [String] {
        do { return try contentsOfDirectory(atPath: path) } catch { return [] }
    }
}
