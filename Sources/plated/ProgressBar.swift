#if canImport(Glibc)
    import Glibc
#endif

/// A line on a terminal's standard error that shows how far a long job is; nothing where standard error is no terminal.
struct ProgressBar {
    private static let width = 30

    private let isShown = isatty(STDERR_FILENO) == 1
    private var last = ""

    /// - Parameter fraction: 0-1.
    mutating func show(_ fraction: Double, _ label: String) {
        guard isShown else { return }
        let filled = Int(min(1, max(0, fraction)) * Double(Self.width))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        let line = "\(bar) \(Int(min(1, max(0, fraction)) * 100)) %  \(label)"
        guard line != last else { return }
        last = line
        put("\r\u{1B}[K" + line)
    }

    /// Makes room for other output on the same terminal.
    mutating func clear() {
        guard isShown, !last.isEmpty else { return }
        last = ""
        put("\r\u{1B}[K")
    }

    private func put(_ text: String) {
        var text = text
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
