import Delivery

extension HubConfiguration {
    /// What whoever forgets a plate is told at a site that reports to a centre; nil where it reports to none. The centre is told which
    /// records were forgotten here, and those that are older than this site keeps them are among them no more.
    var forgettingAtCentre: String? {
        let centres = destinations.filter { $0.centre != nil }.map(\.name)
        guard !centres.isEmpty else { return nil }
        return """
            Records that are too old for this site may still be at its centre (\(centres.joined(separator: ", "))): \
            forget the plate there, too, with the same command.
            """
    }
}
