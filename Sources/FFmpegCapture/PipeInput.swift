import CFFmpeg

#if canImport(Glibc)
    import Glibc
#endif

/// A FIFO, read as a recording. It waits for whoever writes to it and ends when told to: FFmpeg itself would hang in `open`.
final class PipeInput {
    /// What FFmpeg reads from. The caller keeps this object alive as long as FFmpeg has it.
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    private let descriptor: Int32
    private let interrupt: Interrupt

    private static let bufferSize = 32768

    init(_ path: String, interrupt: Interrupt, action: String) throws(CaptureError) {
        self.interrupt = interrupt
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CaptureError(.unavailable, while: action, because: String(cString: strerror(errno)))
        }
        let buffer = av_malloc(Self.bufferSize)?.assumingMemoryBound(to: UInt8.self)
        context = avio_alloc_context(
            buffer, Int32(Self.bufferSize), 0, Unmanaged.passUnretained(self).toOpaque(),
            { opaque, target, size in
                guard let opaque, let target else { return plated_error_end_of_file }
                return Unmanaged<PipeInput>.fromOpaque(opaque).takeUnretainedValue().read(into: target, size: size)
            }, nil, nil)
        guard context != nil else {
            av_free(buffer)
            throw CaptureError(plated_error_out_of_memory, while: action)
        }
    }

    deinit {
        if let context { av_freep(&context.pointee.buffer) }
        avio_context_free(&context)
        close(descriptor)
    }

    /// Bytes read, or FFmpeg's error. Nothing can be read before somebody has opened the other end.
    private func read(into target: UnsafeMutablePointer<UInt8>, size: Int32) -> Int32 {
        while !interrupt.hasStopped {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 100) > 0 else { continue }
            let count = Glibc.read(descriptor, target, Int(size))
            if count > 0 { return Int32(count) }
            if count == 0 { return plated_error_end_of_file }
            if errno != EAGAIN, errno != EINTR { return -errno }
        }
        return plated_error_end_of_file
    }
}
