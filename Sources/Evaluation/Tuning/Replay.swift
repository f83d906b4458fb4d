import ALPR
import Basics
import Capture

/// Runs several settings over a recording at once: it is decoded once, and what two of them have in common is found and read once.
public struct Replay {
    public let contenders: [Contender]
    private let memory: FrameMemory

    /// - Parameter memory: of the contenders' localisers and engines.
    public init(_ contenders: [Contender], memory: FrameMemory) {
        self.contenders = contenders
        self.memory = memory
    }

    /// - Parameter nextFrame: the recording's next frame that is admitted; it asks once about every picture.
    public func take(of recording: String, nextFrame: ((Timestamp) -> Bool) throws -> Frame?) throws -> Take {
        var take = Take(of: recording, contenders: contenders.count)
        var gates = contenders.map(\.gate)
        var recognisers = contenders.map { $0.recogniser() }
        var due: [Int] = []
        while true {
            let start = StageClock.now
            let frame = try nextFrame { time in
                take.pictures += 1
                take.seconds = time.sinceStart.seconds
                due = gates.indices.filter { index in gates[index].admits(time) { recognisers[index].wantsLooks } }
                return !due.isEmpty
            }
            take.decodingMilliseconds += StageClock.now - start
            guard let frame else { break }
            memory.forget()
            for index in due {
                let (recognition, cost) = try measured { try recognisers[index].recognise(frame) }
                take.parts[index].frames += 1
                take.parts[index].milliseconds += cost
                take.add(recognition, of: index, in: frame)
            }
        }
        for index in recognisers.indices { take.add(recognisers[index].finish(), of: index, in: nil) }
        return take
    }

    /// What a contender would have spent alone.
    private func measured(_ work: () throws -> Recognition) rethrows -> (Recognition, milliseconds: Double) {
        let (start, charged, spent) = (StageClock.now, memory.charged, memory.spent)
        let recognition = try work()
        return (recognition, StageClock.now - start - (memory.spent - spent) + memory.charged - charged)
    }
}
