import Records

/// What somebody says of a session that was told wrongly.
public enum SessionCorrection: Sendable {
    /// It has left, and nobody saw it.
    case left(at: WallTime)
    /// Its entry and its exit are of two vehicles.
    ///
    /// - Parameter exit: what was last told of the exit as a session of its own, where anything was.
    case apart(exit: SessionRecord?)
    /// That exit, of which nobody knew the entry, is its own.
    case together(SessionRecord)
    /// There was no such session.
    case void
    /// What was read at one of its ends, by the event's camera and identifier, is this.
    case text(camera: String, event: String, plate: String)
}

/// Why a correction changes nothing.
public enum CorrectionRefusal: Error, Equatable {
    /// Something else was said of the session since whoever corrects it looked at it.
    case changed
    /// It cannot be so.
    case impossible(String)
}
