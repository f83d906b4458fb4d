import Basics

#if canImport(Glibc)
    import Glibc
#endif

/// A plate that is typed: a line of standard input. Arguments are seen by all, and sudo and the shell write them down.
enum TypedPlate {
    /// What stands for it among the arguments.
    static let mark = "-"

    static func line() throws(Failure) -> String {
        if isatty(STDIN_FILENO) == 1 {
            let question = Array("The plate: ".utf8)
            _ = write(STDERR_FILENO, question, question.count)
        }
        guard let line = readLine() else {
            throw Failure(
                .usage, while: "taking a plate", because: "standard input has none",
                remedy: "Run it at a terminal, or give one line.")
        }
        if let problem = ForgottenPlate.problem(of: line) {
            throw Failure(.usage, while: "taking a plate", because: problem)
        }
        return line
    }
}
