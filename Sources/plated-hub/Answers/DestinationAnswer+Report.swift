import Answers
import Delivery
import History
import Rules

extension HubConfiguration {
    /// How destinations and doors stand.
    func destinationReports(
        in state: StateFolder, history: any History, most: Int = .max
    ) async throws -> [DestinationReport] {
        try await DestinationReport.all(
            destinations, doors: doorWays, file: deliveryFile(in: state), history: history, most: most)
    }

    var doorWays: [(name: String, way: DoorWay)] { doors.map { ($0.name, $0.way) } }
}

extension DestinationAnswer {
    init(_ report: DestinationReport) {
        self.init(name: report.name, type: report.type, place: report.place)
        let state = report.state
        hasBegun = state != nil
        waiting = report.waiting
        oldest = report.oldest
        waitsForMore = report.waitsForMore
        delivered = state?.delivered ?? 0
        lastDelivered = state?.lastDelivered
        isReached = state?.isReached ?? false
        isAway = state?.isAway ?? false
        failing = state?.failing
        attempts = state?.attempts ?? 0
        trouble = state?.trouble
        next = state?.next
        isStopped = state?.isStopped ?? false
        expired = state?.expired ?? 0
        refused = report.letters.count
        newestRefused = report.letters.newest.map { letter in
            Refused(id: letter.id, camera: letter.camera, time: letter.time, reason: letter.reason)
        }
    }
}
