import Answers
import Delivery

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
