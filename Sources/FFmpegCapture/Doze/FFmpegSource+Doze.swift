import ALPR
import CFFmpeg
import Capture

/// How the source falls asleep, looks at key frames while it dozes, and wakes.
extension FFmpegSource {
    private var blocks: Int { max(1, stream.width * stream.height / 256) }

    var isLooking: Bool { dozer?.isLooking == true }

    // MARK: - Packets

    /// Keeps a packet where the source dozes, or falls asleep with it; false where it goes to the decoder as it comes.
    func keeps(
        _ packet: UnsafeMutablePointer<AVPacket>, leave: () -> Leave
    ) throws -> Bool {
        guard let dozer else { return false }
        let now = ContinuousClock.now
        let picture = dozer.coded(packet, arrival: now)
        if dozer.pace == .dozing {
            try keep(packet, picture, at: now, leave: leave)
            return true
        }
        guard let picture else { return false }
        if picture.start != .inter {
            if let reason = dozer.judge.objection(to: picture, blocks: blocks) ?? leave().objection {
                // Whoever has not asked for it is told nothing.
                dozer.staysAwake(reason.complaint != nil && leave() == .nothing(.off) ? .off : reason)
            } else if dozer.kept.append(packet, arrival: now) {
                dozer.pace = .settling
                _ = try decoder.send(nil)
                return true
            }
        }
        dozer.judge.decodes(picture)
        dozer.sends(packet, at: now)
        return false
    }

    private func keep(
        _ packet: UnsafeMutablePointer<AVPacket>, _ picture: CodedPicture?, at now: ContinuousClock.Instant,
        leave: () -> Leave
    ) throws {
        guard let dozer else { return }
        guard dozer.kept.append(packet, arrival: now) else {
            throw CaptureError(plated_error_out_of_memory, while: "reading \(address)")
        }
        guard let picture else { return wake(.damaged) }
        let leave = leave()
        if let reason = leave.objection { return wake(reason) }
        switch picture.start {
        case .afresh:
            if dozer.judge.passes(picture, with: leave) {
                dozer.passedKey = dozer.kept.count - 1
                pictureCame()
            } else {
                try beginLook(at: dozer.kept.count - 1)
            }
        case .key:
            wake(.openGOP)
        case .inter:
            if let reason = dozer.judge.stir(at: picture) { return try looksBackAndWakes(reason) }
            // Whole packets show that the camera is there, as pictures would.
            pictureCame()
        }
    }

    /// Gives the decoder the next of the packets that were kept; false where there is none.
    func sendKept(_ leave: () -> Leave, _ passedOver: (PassedOver) -> Void) throws -> Bool {
        guard let dozer, case .replaying(let index) = dozer.pace else { return false }
        if interrupt.hasStopped {
            throw CaptureError(.stopped, while: "reading \(address)", because: "asked to stop")
        }
        let (packet, arrival) = dozer.kept[index]
        if let picture = dozer.coded(packet, arrival: arrival) { dozer.judge.decodes(picture) }
        dozer.sends(packet, keptSince: arrival)
        try decode(packet, leave: leave, passedOver: passedOver)
        if index + 1 < dozer.kept.count {
            dozer.pace = .replaying(index + 1)
        } else {
            dozer.kept.removeAll()
            dozer.pace = .awake
        }
        return true
    }

    // MARK: - Key frames

    /// Decodes one of the kept key frames alone.
    private func beginLook(at place: Int) throws {
        guard let dozer else { return }
        dozer.pace = .looking(at: place)
        let key = dozer.kept[place]
        let status = try decoder.send(key.packet)
        if status < 0 { return wake(.damaged) }
        _ = try decoder.send(nil)
    }

    /// Takes the picture of a key frame that was decoded alone; nil where the source woke instead.
    func look(at picture: UnsafeMutablePointer<AVFrame>) -> Timestamp? {
        guard let dozer, case .looking(let place) = dozer.pace else { return nil }
        let key = dozer.kept[place]
        if isDamaged(picture) || hasNewShape(picture) {
            wake(.damaged)
            return nil
        }
        return isLive ? Timestamp(epoch.duration(to: key.arrival)) : time(of: picture)
    }

    /// Judges a decoded picture. Nil where it is not handed on; else whether nothing has stirred since the frame before.
    func sees(
        _ image: LumaImage, at time: Timestamp, where admits: (Timestamp) -> Bool, passedOver: (PassedOver) -> Void
    ) -> Bool? {
        guard let dozer else { return false }
        let isStill = dozer.isStill(image, at: time)
        guard case .looking(let place) = dozer.pace else {
            dozer.judge.judged(isStill: isStill, at: time)
            return false
        }
        let last = dozer.kept[place]
        guard isStill, let key = dozer.coded(last.packet, arrival: last.arrival) else {
            wake(.moving)
            return nil
        }
        decoder.flush()
        let isFirst = dozer.kept.count == 1
        passedOver(.leftOut(times(of: dozer.kept.inner(before: place))))
        if let reason = dozer.waking {
            // It is decoded again, with what came after it.
            dozer.forget(before: place)
            wake(reason)
            return nil
        }
        dozer.rest(on: key)
        decoded += 1
        pictureCame()
        let isDue = admits(time)
        if isDue { sparing?.handsOn(time, stamp: last.packet.pointee.pts) }
        // The first one follows on pictures that were decoded. Of the others each is worth a look, whether it is due or not.
        return isFirst ? (isDue ? false : nil) : true
    }

    /// The decoder has handed out all it had. Returns whether there is more to come, after this process itself had told it to.
    func goesOnAfterDraining() throws -> Bool {
        guard let dozer else { return false }
        switch dozer.pace {
        case .settling:
            decoder.flush()
            let (packet, arrival) = dozer.kept[0]
            guard let key = dozer.coded(packet, arrival: arrival),
                dozer.judge.objection(to: key, blocks: blocks) == nil
            else {
                wake(.moving)
                return true
            }
            try beginLook(at: 0)
            return true
        case .looking:
            // No picture came of the key frame.
            wake(.damaged)
            return true
        case .awake, .dozing, .replaying:
            if let ending { throw ending }
            return false
        }
    }

    /// The source wakes for what stirred in the last picture, or since there is no more: what was kept from before the last key frame need
    /// not be decoded where nothing has moved up to that one.
    func looksBackAndWakes(_ reason: Wakefulness.Reason) throws {
        guard let place = dozer?.looksBack(reason) else { return wake(reason) }
        try beginLook(at: place)
    }

    /// Goes on with everything that was kept.
    func wake(_ reason: Wakefulness.Reason) {
        decoder.flush()
        dozer?.wake(reason)
    }
}
