import Basics
import Testing

@testable import plated_hub

/// What the hub ends with, which tells systemd whether to start it anew.
@Suite struct EndlessTasksTests {
    private static let forever = Duration.seconds(1 << 40)

    @Test(.timeLimit(.minutes(1)))
    func `a task that just ends is a failure, and ends the others`() async throws {
        var tasks = EndlessTasks()
        tasks.add("the beat") { try await Task.sleep(for: Self.forever) }
        tasks.add("the console") {}
        let failure = await ended(tasks) as? Failure
        #expect(failure == Failure(.software, while: "running the hub", because: "the console ended by itself"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `a task that fails says why`() async throws {
        let reason = Failure(.inputOutput, while: "storing", because: "the disk is full")
        var tasks = EndlessTasks()
        tasks.add("the beat") { try await Task.sleep(for: Self.forever) }
        tasks.add("the intake of logs") { throw reason }
        let failure = await ended(tasks) as? Failure
        #expect(failure == reason)
    }

    @Test(.timeLimit(.minutes(1)))
    func `what is told to stop ends in order, also where a task just ends then`() async throws {
        var tasks = EndlessTasks()
        tasks.add("the beat") { do { try await Task.sleep(for: Self.forever) } catch {} }
        let running = Task { [tasks] in await ended(tasks) }
        running.cancel()
        let failure = await running.value
        #expect(failure is CancellationError)
    }

    private func ended(_ tasks: EndlessTasks) async -> (any Error)? {
        do { try await tasks.run() } catch { return error }
        return nil
    }
}
