import Basics
import CSpawn

#if canImport(Glibc)
    import Glibc
#endif

/// One run of a program, from its start to its end or its time limit, on the calling thread.
///
/// It has a process group of its own, which goes with it, and none of the hub's descriptors.
struct CommandRun: Sendable {
    enum Ending: Sendable, Equatable {
        /// With its status, and the last line of what it said on standard error, behind a colon.
        case exited(Int32, said: String)
        case killed(Int32, said: String)
        case overdue
        case stopped
        /// With the number of the error.
        case notStarted(Int32)
    }

    /// What is kept of standard error; in bytes.
    private static let mostSaid = 4096
    /// How long to wait until it is looked whether the program has ended, where nothing is heard of it; in milliseconds.
    private static let pause: Int32 = 5
    /// Between the wish that it ends and the end.
    private static let grace = Duration.seconds(1)

    private let program: [String]
    private let input: [UInt8]
    private let environment: [String: String]

    init(_ program: [String], input: [UInt8], environment: [String: String]) {
        self.program = program
        self.input = input
        self.environment = environment
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func text(of code: Int32) -> String { String(cString: strerror(code)) }

    /// Why a program cannot be started; nil where it can.
    static func obstacle(to path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return text(of: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is a folder or a device" }
        return access(path, X_OK) == 0 ? nil : text(of: errno)
    }

    func wait(upTo limit: Duration, isStopped: StopFlag) -> Ending {
        // What was given up while it waited for its turn is not begun.
        if isStopped.isSet { return .stopped }
        var (input, errors): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&input) == 0 else { return .notStarted(errno) }
        guard pipe(&errors) == 0 else {
            let code = errno
            for end in input { close(end) }
            return .notStarted(code)
        }
        for end in input + errors { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = start(input: input[0], errors: errors[1])
        close(input[0])
        close(errors[1])
        _ = fcntl(input[1], F_SETFL, O_NONBLOCK)
        _ = fcntl(errors[0], F_SETFL, O_NONBLOCK)
        var running = Running(input: input[1], errors: errors[0], rest: self.input[...])
        defer { running.close() }
        switch process {
        case .failure(let refusal): return .notStarted(refusal.code)
        case .success(let process): return watch(process, &running, limit: limit, isStopped: isStopped)
        }
    }

    // MARK: - Start

    private struct Refusal: Error {
        var code: Int32
    }

    private func start(input: Int32, errors: Int32) -> Result<pid_t, Refusal> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // The hub ignores these, and whoever is started would, too.
        for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let words = program.map { strdup($0) }
        // A C text ends at a zero: whatever stands behind it would be lost, so the zero is.
        let variables = environment.sorted { $0.key < $1.key }
            .map { strdup("\($0.key)=\($0.value.replacing("\0", with: ""))") }
        defer { for text in words + variables { free(text) } }
        var process = pid_t()
        let code = posix_spawn(&process, program[0], &actions, &attributes, words + [nil], variables + [nil])
        return code == 0 ? .success(process) : .failure(Refusal(code: code))
    }

    // MARK: - While it runs

    private struct Running {
        var input: Int32
        var errors: Int32
        var rest: ArraySlice<UInt8>
        var said: [UInt8] = []

        /// Gives it its input and hears what it says, for a moment.
        mutating func pass() {
            var waiting = [
                pollfd(fd: rest.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
            ]
            poll(&waiting, 2, CommandRun.pause)
            if waiting[0].revents != 0 { give() }
            if waiting[1].revents != 0 { hear() }
        }

        private mutating func give() {
            let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) }
            // Who does not want it need not read it.
            if count < 0, errno != EAGAIN, errno != EINTR { rest = [] }
            if rest.isEmpty { end(&input) }
        }

        private mutating func hear() {
            var buffer = [UInt8](repeating: 0, count: CommandRun.mostSaid)
            let count = read(errors, &buffer, buffer.count)
            if count > 0 { said = (said + buffer[..<count]).suffix(CommandRun.mostSaid) }
            if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { end(&errors) }
        }

        private func end(_ descriptor: inout Int32) {
            if descriptor >= 0 { Glibc.close(descriptor) }
            descriptor = -1
        }

        mutating func close() {
            end(&input)
            end(&errors)
        }

        /// The last line of it, where it said something.
        var lastLine: String {
            let text = String(decoding: said, as: UTF8.self)
            let line = text.split { $0.isNewline }.last { !$0.allSatisfy(\.isWhitespace) }
            return line.map { ": \($0.prefix(200))" } ?? ""
        }
    }

    private func watch(_ process: pid_t, _ running: inout Running, limit: Duration, isStopped: StopFlag) -> Ending {
        let end = ContinuousClock.now + limit
        var status: Int32 = 0
        while true {
            running.pass()
            if waitpid(process, &status, WNOHANG) == process { break }
            let isOver = ContinuousClock.now >= end
            guard isOver || isStopped.isSet else { continue }
            finish(process, &running)
            return isOver ? .overdue : .stopped
        }
        // Whatever it left behind goes with it.
        kill(-process, SIGKILL)
        running.pass()
        let signal = status & 0x7F
        return signal == 0
            ? .exited(status >> 8 & 0xFF, said: running.lastLine) : .killed(signal, said: running.lastLine)
    }

    /// Asks it to end, and ends it.
    private func finish(_ process: pid_t, _ running: inout Running) {
        kill(-process, SIGTERM)
        let end = ContinuousClock.now + Self.grace
        var status: Int32 = 0
        var isGone = false
        while !isGone, ContinuousClock.now < end {
            running.pass()
            isGone = waitpid(process, &status, WNOHANG) == process
        }
        kill(-process, SIGKILL)
        if !isGone { waitpid(process, &status, 0) }
    }
}
