/// How the wall clock is set in a run of the machine: it changes where somebody sets the clock, and hardly otherwise.
public struct ClockSetting: Sendable, Equatable {
    /// The kernel's name for that run.
    public var boot: String
    /// What the wall clock shows at the start of the machine, in milliseconds since 1970.
    public var milliseconds: Int64

    public init(boot: String, milliseconds: Int64) {
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// Whether somebody has set the clock forward since.
    func isSetForward(to later: ClockSetting) -> Bool {
        boot == later.boot && later.milliseconds > milliseconds + 2000
    }
}
