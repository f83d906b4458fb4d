import Basics

/// How alike two texts are as readings of plates.
public enum TextLikeness: Int, Comparable, Sendable {
    /// They are two plates.
    case none
    /// One has at an end what the other is, and at least two characters more: one row of two, or what a lorry leaves in sight.
    case part
    /// One character is another one, or is missing.
    case slip
    /// They differ only in confusable characters, or one lacks a character at an end that the other has.
    case alike
    /// They differ in nothing but O and 0 or I and 1, which have one shape on many plates.
    case same

    public static func < (one: TextLikeness, other: TextLikeness) -> Bool { one.rawValue < other.rawValue }
}

/// A text that was read of a vehicle, and whether it is beyond doubt.
///
/// It owns the rule by which two readings are of one vehicle. The scanner asks it of plates in one picture and in pictures that follow each
/// other, the hub of plates at one entry and at one door.
public struct ReadPlate: Sendable, Equatable {
    /// What is known of the places and times of two readings.
    public enum Nearness: Sendable {
        /// Whoever saw both tells them apart: they were in one picture in two places, or one scanner reported both.
        case toldApart
        /// Nothing but the texts can tell.
        case apart
        /// The second came a moment after the first, and may have been anywhere.
        case momentLater
        /// The second stands where the first stood, or where its course led.
        case onItsPlace
    }

    public var text: String
    /// Whether it was read surely, in several pictures, and fits a format.
    public var isSure: Bool

    public init(text: String, isSure: Bool) {
        self.text = text
        self.isSure = isSure
    }

    /// Returns whether both are readings of one vehicle.
    ///
    /// Equal texts always are: a plate is on one vehicle. Two texts that are alike are of one vehicle where one of them may be misread,
    /// or where place and course say so; never where they were told apart. A slip is where
    /// nothing but the moment is known.
    ///
    /// - Parameter other: the later one.
    public func isOneVehicle(with other: ReadPlate, _ nearness: Nearness) -> Bool {
        let areSure = isSure && other.isSure
        switch text.likeness(to: other.text) {
        case .same: return true
        case .alike: return nearness == .onItsPlace || nearness != .toldApart && !areSure
        case .slip: return nearness == .momentLater && !areSure
        // Whoever was read whole may be seen in part, and not the other way round.
        case .part: return nearness == .onItsPlace && other.text.count < text.count
        case .none: return false
        }
    }
}

extension String {
    /// Returns how alike this text and `other` are.
    public func likeness(to other: String) -> TextLikeness {
        if withOneOfTwins == other.withOneOfTwins { return .same }
        if isAlike(other) { return .alike }
        let (short, long) = count < other.count ? (self, other) : (other, self)
        guard short.count >= 3 else { return .none }
        if long.count - short.count >= 2 { return long.hasPrefix(short) || long.hasSuffix(short) ? .part : .none }
        return short.count >= 4 && editDistance(to: other) == 1 ? .slip : .none
    }

    private func isAlike(_ other: String) -> Bool {
        if count == other.count { return Confusables.canonical(self) == Confusables.canonical(other) }
        let (short, long) = count < other.count ? (self, other) : (other, self)
        guard long.count - short.count == 1, short.count >= 4 else { return false }
        let part = Confusables.canonical(short)
        let whole = Confusables.canonical(long)
        return whole.hasPrefix(part) || whole.hasSuffix(part)
    }

    /// The text with the characters that share a shape on many plates made one.
    var withOneOfTwins: String { String(map { $0 == "O" ? "0" : $0 == "I" ? "1" : $0 }) }
}
