#if canImport(Glibc)
    import Glibc
#endif

/// systemctl, run to its end.
struct SystemManager {
    /// A path, or a name that is looked for where programs are.
    let program: String
    /// In milliseconds.
    let patience: Int32

    /// - Returns: its status, or -1 where it did not run to its end, and what it said.
    func run(_ arguments: [String]) -> (status: Int32, said: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return (-1, String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let words = Self.words([program] + arguments)
        let environment = Self.words(["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"])
        defer { for word in words + environment { free(word) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, program, &actions, nil, words, environment)
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else { return (-1, "\(program): \(String(cString: strerror(code)))") }
        let (said, isOver) = read(from: ends[0])
        if !isOver { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return (isOver && status & 0x7F == 0 ? status >> 8 & 0xFF : -1, said)
    }

    /// As C takes them; the caller frees them.
    private static func words(_ all: [String]) -> [UnsafeMutablePointer<CChar>?] { all.map { strdup($0) } + [nil] }

    private func read(from descriptor: Int32) -> (said: String, isOver: Bool) {
        var said: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&request, 1, patience)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return (String(decoding: said, as: UTF8.self) + "it took too long", false) }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count <= 0 { return (String(decoding: said, as: UTF8.self), true) }
            if said.count < 1 << 20 { said += buffer[..<count] }
        }
    }
}
