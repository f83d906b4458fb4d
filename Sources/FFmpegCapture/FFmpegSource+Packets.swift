import Addresses
import Basics
import CFFmpeg
import Capture

#if canImport(Glibc)
    import Glibc
#endif

/// How packets come to the decoder.
extension FFmpegSource {
    /// Gives the decoder the next packet of the video, or tells it that there is no more.
    func feedDecoder(leave: () -> Leave, passedOver: (PassedOver) -> Void) throws {
        if try drainsForLook() { return }
        if try sendPostponed(leave, passedOver) { return }
        if try sendKept(leave, passedOver) { return }
        if ending != nil {
            // What is still in the decoder comes first.
            _ = try decoder.send(nil)
            return
        }
        let before = dozer?.kept.count ?? 0
        do {
            try readPacket(leave: leave, passedOver: passedOver)
        } catch  where isLive && !interrupt.hasStopped && dozer?.hasMore == true {
            ending = error
            passedOver(.fellSilent)
            wake(.end)
        }
        if let dozer, dozer.pace == .dozing, dozer.kept.count > before { passedOver(.dozed) }
    }

    /// Gives the decoder a packet; what nobody needs of it is not decoded.
    func decode(
        _ packet: UnsafeMutablePointer<AVPacket>, leave: () -> Leave, passedOver: (PassedOver) -> Void
    ) throws {
        let clock = clock
        let isSpared =
            sparing?.spares(packet, time: { clock.time(at: $0) }, hurries: { leave().isUndecided }) ?? false
        let sent = try decoder.send(packet, isSpared: isSpared)
        if sent < 0, sent != plated_error_try_again {
            try countBroken(sent)
            return
        }
        if isSpared { pictureCame() }
        if isSpared, dozer?.kept.count(stamped: packet.pointee.pts) != true {
            passedOver(.spared)
        }
    }

    /// Reads one packet of the video into the decoder, or keeps it.
    private func readPacket(leave: () -> Leave, passedOver: (PassedOver) -> Void) throws {
        guard let packet else { return }
        let action = "reading \(address)"
        while true {
            if interrupt.hasStopped { throw CaptureError(.stopped, while: action, because: "asked to stop") }
            // Packets may come that never make a picture, so the wait is for pictures, not for packets.
            var patience = stall - lastPicture.duration(to: .now)
            if isLive, patience + Interrupt.lateness <= .zero, !isExtended {
                isExtended = true
                patience = Interrupt.lateness
                lastPicture = .now - stall + patience
            }
            if isLive, patience <= .zero {
                throw CaptureError(.timedOut, while: action, because: silence)
            }
            interrupt.allow(isLive ? patience : nil)
            let status = av_read_frame(input, packet)
            if status == plated_error_try_again, address.kind == .device {
                // Nothing yet. Four milliseconds are a tenth of a picture, and cost nothing that can be measured.
                usleep(4000)
                continue
            }
            guard status >= 0 else {
                if status == plated_error_end_of_file { forgetPostponed(passedOver) }
                try endOrThrow(status, action: action)
                return
            }
            defer { av_packet_unref(packet) }
            // Interrupted, FFmpeg hands out what its parser still held: a picture, and yet a stall.
            if isLive, interrupt.hasExpired {
                throw nothingCame(action)
            }
            guard packet.pointee.stream_index == streamIndex else { continue }
            // What a device marks as broken arrives empty, and an empty packet would end the decoder.
            guard packet.pointee.size > 0 else {
                health.brokenPackets += 1
                return
            }
            setInOrder(packet)
            countTowardsKeyFrame(packet)
            guard letsPass(packet) else {
                forgetPostponed(passedOver)
                if dozer?.pace == .dozing { wake(.damaged) } else { dozer?.kept.removeAll() }
                return
            }
            if isOfStills { takeStill(packet) }
            if try keeps(packet, leave: leave) { return }
            if !postponed.isEmpty, sparing?.startsAfresh(packet) == true { forgetPostponed(passedOver) }
            return try decodeInTurn(packet, leave: leave, passedOver: passedOver)
        }
    }

    /// Of a packet that is a picture file of its own.
    private func takeStill(_ packet: UnsafeMutablePointer<AVPacket>) {
        planes.keep(packet)
        let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        if JPEGFile.isCutOff(bytes) { health.cutPictures += 1 }
    }

    /// Why there was no picture for too long.
    private var silence: String {
        gate.isClosed && health.losses > 0
            ? "no whole picture for \(stall.seconds) s, since packets are lost on the way"
                + (transport == .udp ? "; source.transport: tcp loses none" : "")
            : "no picture for \(stall.seconds) s"
    }

    /// Whether a packet that comes is whole, and built on what is.
    private func letsPass(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard isLive, let input else { return true }
        let losses = FFmpegLog.takeLosses(of: input)
        health.losses += losses
        return passesGate(packet, hasLoss: losses > 0)
    }

    /// Whether a packet goes to the decoder, as it comes or after it was kept; of a camera what is damaged, or built on what is, does not.
    func passesGate(_ packet: UnsafeMutablePointer<AVPacket>, hasLoss: Bool) -> Bool {
        guard isLive else { return true }
        let isKey = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        switch gate.passage(isKey: isKey, hasLoss: hasLoss, now: .now) {
        case .pass: return true
        case .passAfresh:
            if decoded > 0 { decoder.flush() }
            return true
        case .hold:
            // Before the first picture there is nothing yet to be damaged.
            if decoded > 0 { health.damagedPictures += 1 }
            return false
        }
    }

    private func countTowardsKeyFrame(_ packet: UnsafeMutablePointer<AVPacket>) {
        if packet.pointee.flags & AV_PKT_FLAG_KEY != 0 {
            if let packetsSinceKey { keyFrameDistance = packetsSinceKey + 1 }
            packetsSinceKey = 0
        } else {
            packetsSinceKey? += 1
        }
    }

    private func nothingCame(_ action: String) -> CaptureError {
        CaptureError(.timedOut, while: action, because: "nothing came for \(stall.seconds) s")
    }

    private func endOrThrow(_ status: Int32, action: String) throws {
        // An interrupted wait looks like an end of file, so our own flags are asked first.
        if interrupt.hasStopped { throw CaptureError(.stopped, while: action, because: "asked to stop") }
        if interrupt.hasExpired || isLive && status == plated_error_timed_out {
            throw nothingCame(action)
        }
        if status == plated_error_try_again { return }
        if address.kind == .device, let reason = V4L2Device.reason(-status) {
            throw CaptureError(.ended, while: action, because: reason)
        }
        guard !isLive, !isDraining else {
            throw status == plated_error_end_of_file
                ? CaptureError(.ended, while: action, because: "the stream ended") : CaptureError(status, while: action)
        }
        guard status == plated_error_end_of_file else { throw CaptureError(status, while: action) }
        tellOfEnd()
        if dozer?.pace == .dozing { return try looksBackAndWakes(.end) }
        isDraining = true
        _ = try decoder.send(nil)
    }

    /// One bad packet is counted and passed over; running out of memory is not.
    func countBroken(_ status: Int32) throws {
        if status == plated_error_out_of_memory { throw CaptureError(status, while: "decoding \(address)") }
        // A decoder that joins in the middle refuses everything up to the first key frame.
        if isLive, decoded == 0 { return }
        health.brokenPackets += 1
        // What is built on it is not decoded twice.
        dozer?.takesDamage()
        if isLive { gate.close(now: .now) }
    }
}
