import Basics
import Console
import Service

#if canImport(Glibc)
    import Glibc
#endif

/// A password that somebody types: twice and unseen at a terminal, else one line of standard input. Never an argument: those are seen
/// by all.
enum TypedPassword {
    static func new(for name: String) throws(Failure) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line() }
        let first = try unseen("Password of \(name), at least \(Password.shortest) characters: ")
        // What is too short need not be typed again.
        if let problem = Password.problem(with: first) {
            throw Failure(.usage, while: "taking the password of \(name)", because: problem)
        }
        guard try unseen("Again: ") == first else {
            throw Failure(.usage, while: "taking the password of \(name)", because: "the second is another")
        }
        return first
    }

    private static func line() throws(Failure) -> String {
        guard let line = readLine() else {
            throw Failure(
                .usage, while: "taking a password", because: "standard input has none",
                remedy: "Run it at a terminal, or give one line.")
        }
        return line
    }

    private static func unseen(_ question: String) throws(Failure) -> String {
        var usual = termios()
        guard tcgetattr(STDIN_FILENO, &usual) == 0 else {
            throw Failure(.inputOutput, while: "asking for a password", because: String(cString: strerror(errno)))
        }
        var hidden = usual
        hidden.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
            throw Failure(.inputOutput, while: "asking for a password", because: String(cString: strerror(errno)))
        }
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual) }
        tell(question)
        let line = try line()
        tell("\n")
        return line
    }

    /// A question, which no answer follows on a line of its own. A terminal that takes nothing gets no answer either.
    private static func tell(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
