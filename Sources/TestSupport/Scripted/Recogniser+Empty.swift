import ALPR

extension Recogniser {
    /// Everything that it makes of empty frames, a fifth of a second apart, and of their end: what is in them, a script says.
    public mutating func outcome(ofFrames count: Int) throws -> Recognition {
        var all = Recognition()
        for number in 0..<count {
            let image = LumaImage(width: 640, height: 480)
            all.add(try recognise(Frame(image: image, time: Timestamp(.milliseconds(200 * number)))))
        }
        all.add(finish())
        return all
    }
}

extension Recognition {
    fileprivate mutating func add(_ other: Recognition) {
        accepted += other.accepted
        reports += other.reports
    }
}
