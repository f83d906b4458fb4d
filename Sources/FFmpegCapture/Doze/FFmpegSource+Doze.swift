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
        if let picture, picture.start != .inter { dozer.judge.comes(picture) }
        if dozer.pace == .awake, let picture, mayDoze(from: picture, leave), dozer.kept.count > 0 {
            dozer.fallAsleep(left: postponed.left)
            postponed.removeAll()
            // What is decoded from here on came when the dozer says, and not with the last of those that waited.
            postponedArrival = nil
        }
        if dozer.pace == .dozing {
            try keep(packet, picture, at: now, leave: leave)
            return true
        }
        dozer.follows(packet, picture, at: now)
        guard let picture else { return false }
        dozer.judge.decodes(picture)
        dozer.sends(packet, at: now)
        return false
    }

    /// Whether this picture need not be decoded, nor what comes after it.
    private func mayDoze(from picture: CodedPicture, _ leave: () -> Leave) -> Bool {
        guard let dozer else { return false }
        if picture.start == .inter {
            guard dozer.judge.objection(to: picture) == nil else { return false }
            let leave = leave()
            return dozer.judge.objection(to: leave, at: picture.time) == nil && dozer.judge.isCalm(with: leave)
        }
        let objection = dozer.judge.objection(to: picture, blocks: blocks)
        let leave = leave()
        guard let reason = objection ?? dozer.judge.objection(to: leave, at: picture.time) else {
            return dozer.judge.isCalm(with: leave)
        }
        // Whoever has not asked for it is told nothing.
        dozer.staysAwake(reason.complaint != nil && leave == .nothing(.off) ? .off : reason)
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
        if let reason = dozer.judge.objection(to: leave, at: picture.time) { return wake(reason) }
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
        guard index < dozer.kept.count else {
            endReplay()
            return false
        }
        if interrupt.hasStopped {
            throw CaptureError(.stopped, while: "reading \(address)", because: "asked to stop")
        }
        let (packet, arrival) = (dozer.kept[index].packet, dozer.kept[index].arrival)
        dozer.pace = .replaying(index + 1)
        if passesGate(packet, hasLoss: false) {
            if let picture = dozer.coded(packet, arrival: arrival) { dozer.judge.decodes(picture) }
            dozer.sends(packet, keptSince: arrival)
            try decode(packet, leave: leave, passedOver: passedOver)
        } else {
            dozer.takesDamage()
        }
        if index + 1 >= dozer.kept.count { endReplay() }
        return true
    }

    private func endReplay() {
        dozer?.endReplay()
        // What comes is built on what was kept, unless a packet between them is missing.
        if let gateBehind, gateBehind.isClosed { gate = gateBehind }
        gateBehind = nil
    }

    // MARK: - Key frames

    /// Decodes one of the kept key frames alone.
    private func beginLook(at place: Int) throws {
        guard let dozer else { return }
        decoder.flush()
        dozer.beginLook(at: place)
        if try decoder.send(dozer.kept[place].packet) < 0 { wake(.damaged) }
    }

    /// A decoder that keeps its first picture back, since it may be shown after later ones, is told that there are none. Returns false where
    /// nothing is looked at.
    func drainsForLook() throws -> Bool {
        guard let dozer, dozer.isLooking, !dozer.isDrained else { return false }
        dozer.isDrained = true
        _ = try decoder.send(nil)
        return true
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
        if dozer.isDrained { decoder.flush() }
        passedOver(.leftOut(times(of: dozer.leftOut(before: place))))
        let reason = dozer.waking
        if let reason {
            dozer.forget(before: place)
            wake(reason)
            // It is decoded again, with what came after it.
            if dozer.isDrained { return nil }
            dozer.judge.judged(isStill: true, at: time)
        } else {
            dozer.rest(on: key)
        }
        decoded += 1
        pictureCame()
        let isDue = admits(time)
        if isDue { sparing?.handsOn(time, stamp: last.packet.pointee.pts) }
        // While nothing stirs each is worth a look, whether it is due or not.
        return reason == nil ? true : isDue ? false : nil
    }

    /// The decoder has handed out all it had. Returns whether there is more to come, after this process itself had told it to.
    func goesOnAfterDraining() throws -> Bool {
        guard let dozer else { return false }
        switch dozer.pace {
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
        if dozer?.sent == 0 { decoder.flush() }
        // All that was kept had passed the gate; what woke the source may have closed it.
        gateBehind = gate
        gate = DamageGate(isClosed: false, now: .now)
        dozer?.wake(reason)
    }
}
