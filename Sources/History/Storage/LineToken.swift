/// The bytes of a packed line that stand for more than themselves. All others are characters of the line, and those from 0x80 on
/// phrases of the dictionary.
///
/// A *value* is what stands from the end of one phrase to the beginning of the next.
enum LineToken {
    /// 64 small hexadecimal digits: 32 bytes follow.
    static let digest: UInt8 = 0x01
    /// A ULID: 16 bytes follow. The first of a line is remembered.
    static let identifier: UInt8 = 0x02
    /// The first ULID of the line.
    static let sameIdentifier: UInt8 = 0x03
    /// `2026-11-22T12:00:00.000Z`: 6 bytes follow, milliseconds since 1970. It becomes the line's moment.
    static let moment: UInt8 = 0x04
    /// The line's moment.
    static let sameMoment: UInt8 = 0x05
    /// Another moment: 2 bytes follow, its distance to the line's in milliseconds and `distances`.
    static let nearMoment: UInt8 = 0x06
    /// The day of the line's moment, as `2026/11/22/`.
    static let folder: UInt8 = 0x07
    /// The last value before a phrase that begins with a quote, where it was none too short or long (`texts`).
    static let sameText: UInt8 = 0x08
    /// A whole number of 4 or 5 digits: 2 bytes follow.
    static let number: UInt8 = 0x09
    /// And the fifteen behind it: a whole number from 100 to 4095, whose low byte follows.
    static let smallNumber: UInt8 = 0x10
    /// A byte that is no character of ASCII follows.
    static let plain: UInt8 = 0x7F
    /// The first phrase.
    static let phrase: UInt8 = 0x80

    static let characters: ClosedRange<UInt8> = 0x20...0x7E
    /// What is added to distances, so that none is negative.
    static let distances: Int64 = 32_768
    static let texts = 3...63
    static let smallNumbers = 100...4095
    static let numbers = 4096...65_535
    static let digestLength = 64
    static let folderLength = 11
    static let moments: Range<Int64> = 0..<1 << 47
}
