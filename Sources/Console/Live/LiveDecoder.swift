import Basics
import Live
import NIOCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Takes the bytes of a scanner's socket apart into what they tell.
struct LiveDecoder: ByteToMessageDecoder {
    typealias InboundOut = LiveNews

    private struct Head: Decodable {
        var kind: String
        var reason: String?
    }

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let news = try Self.next(in: &buffer) else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(news))
        return .continue
    }

    mutating func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState {
        try decode(context: context, buffer: &buffer)
    }

    /// The next message; nil until all of it is there.
    static func next(in buffer: inout ByteBuffer) throws(Failure) -> LiveNews? {
        guard
            let lengths = buffer.getMultipleIntegers(
                at: buffer.readerIndex, endianness: .big, as: (UInt32, UInt32).self)
        else { return nil }
        let (count, size) = (Int(lengths.0), Int(lengths.1))
        guard LiveMessage.allows(head: count, picture: size) else { throw nonsense }
        guard buffer.readableBytes >= LiveMessage.prefix + count + size else { return nil }
        buffer.moveReaderIndex(forwardBy: LiveMessage.prefix)
        guard let head = buffer.readSlice(length: count), let picture = buffer.readSlice(length: size) else {
            return nil
        }
        let told: Head
        do {
            told = try JSONDecoder().decode(Head.self, from: Data(head.readableBytesView))
        } catch {
            throw nonsense
        }
        switch told.kind {
        case "frame": return .frame(head: head, picture: picture)
        case "refused":
            throw Failure(.unavailable, while: "asking for live pictures", because: told.reason ?? "no reason is given")
        // A later version may tell more.
        default: return .waiting
        }
    }

    private static var nonsense: Failure {
        Failure(.badData, while: "reading live pictures", because: "what the socket sends is no message of a scanner's")
    }
}
