/// What one frame led to.
public struct Recognition: Sendable {
    public var accepted: [AcceptedPlate] = []
    /// What became of candidates, of this frame and of earlier ones that were waiting for their track.
    public var reports: [CandidateReport] = []
    /// What was read in this frame and counts towards a plate.
    public var readings: [PlateReading] = []
    /// Whether nothing had changed since the frames before, so that the frame was not looked at.
    public var isStill = false

    public init() {}

    /// Adds what came of other frames.
    mutating func add(_ other: Recognition) {
        accepted += other.accepted
        reports += other.reports
        readings += other.readings
    }

    mutating func reject(_ region: Region, at time: Timestamp, _ reason: Rejection) {
        reports.append(CandidateReport(region, time: time, rejected: reason))
    }

    mutating func reject(_ reading: PlateReading, _ reason: Rejection) {
        reports.append(CandidateReport(reading, outcome: .rejected(reason)))
    }
}
