/// Places that look like a plate and have not become one: whether one of them may still be read, though nothing moves.
///
/// A noisy picture of a still scene reads a little differently each time it is looked at. So what is found there is given some looks, and
/// is looked at as often as ever after that.
struct OpenPlaces: Sendable {
    /// Five looks at a still picture: so long may what is found there be read for the first time.
    static let patience = Duration.seconds(9)
    /// A place is found in one look and not in the next.
    static let memory = Duration.seconds(10)
    /// Of the least height that is read: characters that are smaller by more will not be larger in another look.
    static let nearlyLargeEnough = 0.8

    /// Looks at a still picture after which what was found while something moved has gone with it.
    static let enoughInVain = 2

    private var lastFound: Timestamp?
    /// The same while something moved, and whole still pictures since in which nothing was found.
    private var lastFoundMoving: Timestamp?
    private var inVain = 0
    private var unreadSince: Timestamp?

    /// Something has moved: what is there now is new.
    mutating func moved() { unreadSince = nil }

    /// A frame was looked at.
    ///
    /// - Parameters:
    ///   - found: whether any place was found that looks like a plate.
    ///   - unread: whether one of them was not read in vain several times, and is not settled either.
    ///   - whole: whether all of the picture was searched.
    ///   - still: whether nothing had moved in it.
    mutating func looked(at time: Timestamp, found: Bool, unread: Bool, whole: Bool, still: Bool = true) {
        if found, still {
            lastFound = time
        } else if found {
            (lastFoundMoving, inVain) = (time, 0)
        } else if whole, still {
            inVain += 1
            if inVain >= Self.enoughInVain { lastFoundMoving = nil }
        }
        if unread {
            unreadSince = unreadSince ?? time
        } else if whole || found {
            unreadSince = nil
        }
    }

    /// Whether any was found lately.
    func areSeen(at time: Timestamp) -> Bool {
        [lastFound, lastFoundMoving].contains { $0.map { time >= $0 && time - $0 <= Self.memory } ?? false }
    }

    /// Whether one may be read yet.
    func mayBeRead(at time: Timestamp) -> Bool {
        unreadSince.map { time >= $0 && time - $0 <= Self.patience } ?? false
    }
}
