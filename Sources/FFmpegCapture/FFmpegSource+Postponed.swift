import ALPR
import CFFmpeg
import Capture

/// Pictures between two that are wanted go to the decoder with the second of them, and not at all where a key frame comes first.
extension FFmpegSource {
    /// Gives the decoder a packet that has just come, after those that waited; or lets it wait, too.
    func decodeInTurn(
        _ packet: UnsafeMutablePointer<AVPacket>, leave: () -> Leave, passedOver: (PassedOver) -> Void
    ) throws {
        let now = ContinuousClock.now
        postponedArrival = nil
        let canWait = canWait(packet, at: now, leave)
        // A whole picture has come, though nobody may ever ask for it: the camera is there.
        if canWait { pictureCame() }
        guard canWait || !postponed.isEmpty else { return try decode(packet, leave: leave, passedOver: passedOver) }
        guard postponed.append(packet, arrival: now, isDue: !canWait) else {
            throw CaptureError(plated_error_out_of_memory, while: "reading \(address)")
        }
    }

    private func canWait(
        _ packet: UnsafeMutablePointer<AVPacket>, at now: ContinuousClock.Instant, _ leave: () -> Leave
    ) -> Bool {
        let clock = clock
        let arrival = isLive ? Timestamp(epoch.duration(to: now)) : nil
        let isTooSoon =
            sparing?.canWait(
                packet, arrival: arrival, time: { clock.time(at: $0) }, hurries: { leave().isUndecided }) ?? false
        // While what was kept is caught up with, each picture came at another time than now.
        return isTooSoon && dozer?.arrival == nil
    }

    /// Gives the decoder the next of the packets that waited and are due; false where there is none.
    func sendPostponed(_ leave: () -> Leave, _ passedOver: (PassedOver) -> Void) throws -> Bool {
        if isLive, gate.isClosed, postponed.areDue {
            // One of them was damaged, and the others are built on it.
            health.damagedPictures += postponed.left
            postponed.removeAll()
        }
        return try postponed.sendNext { entry in
            postponedArrival = isLive ? entry.arrival : nil
            try decode(entry.packet, leave: leave, passedOver: passedOver)
        }
    }

    /// Nobody needs those that wait: what comes is not built on them.
    func forgetPostponed(_ passedOver: (PassedOver) -> Void) {
        for _ in 0..<postponed.left { passedOver(.spared) }
        postponed.removeAll()
    }
}
