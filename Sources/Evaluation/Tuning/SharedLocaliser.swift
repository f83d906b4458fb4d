import ALPR

/// A localiser that several contenders share.
public final class SharedLocaliser: PlateLocaliser {
    private var base: any PlateLocaliser
    private let memory: FrameMemory

    public init(_ base: any PlateLocaliser, memory: FrameMemory) {
        self.base = base
        self.memory = memory
    }

    public func regions(in frame: Frame, area: Box) throws -> [Region] {
        try memory.regions(of: .init(localiser: ObjectIdentifier(self), area: area)) {
            try base.regions(in: frame, area: area)
        }
    }

    public func furtherRegions(in frame: Frame, area: Box) throws -> [Region] {
        try memory.regions(of: .init(localiser: ObjectIdentifier(self), area: area, isFurther: true)) {
            try base.furtherRegions(in: frame, area: area)
        }
    }
}
