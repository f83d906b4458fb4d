import Foundation

/// What the tests' programs get of the machine: what it takes to start them, and nothing that somebody set or installed on it.
public enum Surroundings {
    /// What is handed on: how programs and their libraries are found, where tests may write, and what sanitizers go by.
    public static let kept: Set<String> = [
        "PATH", "LD_LIBRARY_PATH", "TMPDIR", "OMP_THREAD_LIMIT", "ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE",
    ]

    /// A home and data folders that are not there, and one clock for all: a program sees what is beside itself, and what a test gives it.
    public static let own = [
        "HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent", "XDG_STATE_HOME": "/nonexistent/state", "TZ": "UTC",
    ]

    /// - Parameter given: by a test.
    public static func environment(_ given: [String: String] = [:]) -> [String: String] {
        ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }.merging(own) { $1 }.merging(given) { $1 }
    }
}
