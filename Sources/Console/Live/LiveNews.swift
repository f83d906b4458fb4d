import NIOCore

/// What is new of a camera's live picture.
enum LiveNews: Sendable {
    /// What was found in a frame, as JSON, and the frame as a JPEG; empty where the scanner keeps pictures to itself.
    case frame(head: ByteBuffer, picture: ByteBuffer)
    /// Its scanner is there, and has nothing to show.
    case waiting
    /// There is no scanner to ask; a sentence says why.
    case away(String)
}
