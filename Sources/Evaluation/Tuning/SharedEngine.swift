import ALPR

/// An engine that several contenders share.
public final class SharedEngine: OCREngine {
    private var base: any OCREngine
    private let memory: FrameMemory

    public init(_ base: any OCREngine, memory: FrameMemory) {
        self.base = base
        self.memory = memory
    }

    public func read(_ regions: [Region], of frame: Frame, effort: ReadingEffort) throws -> [[ViewReading]] {
        try regions.map { region in
            try memory.views(of: ObjectIdentifier(self), effort, of: region) {
                try base.read([region], of: frame, effort: effort).flatMap { $0 }
            }
        }
    }

    public func outlined(_ regions: [Region], of frame: Frame) throws -> [Region] {
        try regions.map { region in
            try memory.outline(by: ObjectIdentifier(self), of: region) {
                try base.outlined([region], of: frame)[0]
            }
        }
    }

    public var certainty: Double { base.certainty }
    public var knowsLayouts: Bool { base.knowsLayouts }
}
