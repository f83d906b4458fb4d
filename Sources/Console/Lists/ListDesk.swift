import Dispatch
import Rules
import Settings

/// The lists of plates for the pages: as they are known, and changed one after the other on a thread that may wait for the disk.
struct ListDesk: Sendable {
    private let watch: ListWatch
    private let thread = DispatchQueue(label: "lists.console")

    init(_ watch: ListWatch) {
        self.watch = watch
    }

    var folder: ListFolder { watch.folder }

    var current: ListWatch.State { watch.current }

    func list(_ name: String) -> PlateList? { current.lists.first { $0.name == name } }

    /// What is wrong with the file of a list.
    func problems(of name: String) -> [String] {
        current.problems.filter { $0.file.hasPrefix("\(folder.path)/\(name).") }.map { problem in
            problem.line.map { "line \($0): \(problem.message)" } ?? problem.message
        }
    }

    /// Reads something that takes its time.
    func read<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            thread.async { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Does something to the folder, and has seen it when it returns.
    func change<Value: Sendable>(_ body: @escaping @Sendable (ListFolder) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            thread.async {
                let result = Result { try body(folder) }
                watch.read()
                continuation.resume(with: result)
            }
        }
    }
}
