/// A JPEG file as far as it can be judged without decoding it (ITU-T T.81, annex B).
enum JPEGFile {
    /// Whether the file ends before its picture does. Decoders make a picture of it all the same, grey from there on.
    static func isCutOff(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return false }
        var place = 2
        // What stands before the picture is passed over by its length: it may hold a preview, with an end of its own.
        while place + 3 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xD9 { return false }
            // Any number of these may fill the space between.
            if marker == 0xFF {
                place += 1
                continue
            }
            place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            if marker == 0xDA { break }
        }
        // In the picture itself a byte of ones is followed by a zero, so this can only be its end.
        while place + 1 < bytes.count {
            if bytes[place] == 0xFF, bytes[place + 1] == 0xD9 { return false }
            place += 1
        }
        return true
    }
}
