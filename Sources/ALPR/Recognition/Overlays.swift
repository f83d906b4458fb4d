/// Text that the camera draws into its picture: its clock, its name, a watermark. It is learnt by where it stands and never votes.
///
/// Drawn text is white, level to the pixel and does not move. A plate may be all of that for a moment; so a text that is drawn-like
/// counts as soon as it has moved, and not before.
struct Overlays: Sendable {
    private struct Place: Sendable {
        var box: Box
        var firstSeen: Timestamp
        var lastSeen: Timestamp
        /// It has moved, so it is a plate, even if it stops here.
        var hasMoved = false
    }

    /// Lightest tenth of the row: from here it may be drawn, grey levels.
    private static let white: UInt8 = 215
    /// The ink of drawn text has one grey; after compression it spreads over so many.
    private static let spread: UInt8 = 14
    /// A drawn row rises by no more than this part of its width.
    private static let slope = 0.006
    /// More than this part of the characters' height, and at least two pixels: it has moved.
    private static let movement = 0.12
    /// What has stood still for so long is not read any more.
    private static let known = Duration.seconds(20)
    /// A place where nothing was seen for so long is forgotten: the camera's menu has been changed.
    private static let memory = Duration.seconds(600)
    /// The same for what has moved: the vehicle is gone.
    private static let shortMemory = Duration.seconds(5)

    private var places: [Place] = []

    /// Whether drawn text is known to stand here, so that it need not be read.
    func knows(_ region: Region, at time: Timestamp) -> Bool {
        guard let index = index(of: region, isStill: true) else { return false }
        return !places[index].hasMoved && time - places[index].firstSeen >= Self.known
    }

    /// Notes that drawn text which is known was seen again.
    mutating func saw(_ region: Region, at time: Timestamp) {
        if let index = index(of: region, isStill: true) { places[index].lastSeen = time }
    }

    /// Learns what was read here; returns whether it is to be taken for drawn text.
    mutating func learn(_ region: Region, in image: LumaImage, at time: Timestamp) -> Bool {
        guard region.rows.allSatisfy({ Self.isDrawn($0, in: image) }) else { return false }
        places.removeAll { time - $0.lastSeen > ($0.hasMoved ? Self.shortMemory : Self.memory) }
        if let index = index(of: region, isStill: true) {
            places[index].lastSeen = time
            return !places[index].hasMoved
        }
        if let index = index(of: region, isStill: false) {
            places[index].box = region.textBox
            places[index].lastSeen = time
            places[index].hasMoved = true
            return false
        }
        places.append(Place(box: region.textBox, firstSeen: time, lastSeen: time))
        return true
    }

    private func index(of region: Region, isStill: Bool) -> Int? {
        let box = region.textBox
        let reach = max(2, Self.movement * region.textHeight)
        return places.firstIndex { place in
            guard place.box.overlap(box) > 0 else { return false }
            // A clock's digits make its row now longer, now shorter: only the line it stands on has to stay.
            let isHere =
                abs(place.box.y - box.y) <= reach && abs(place.box.maxY - box.maxY) <= reach
                && (abs(place.box.x - box.x) <= reach || abs(place.box.maxX - box.maxX) <= reach)
            return isStill ? isHere : !isHere
        }
    }

    private static func isDrawn(_ row: TextRow, in image: LumaImage) -> Bool {
        let quad = row.quad
        guard !row.isDarkOnLight, abs(quad.topRight.y - quad.topLeft.y) <= max(1, slope * quad.width) else {
            return false
        }
        let levels = GreyLevels(of: image.cropped(to: quad.bounds))
        guard levels.count >= 50 else { return false }
        let light = levels[levels.count - 1 - levels.count / 10]
        let lightest = levels[levels.count - 1 - levels.count / 100]
        return light >= white && lightest - light <= spread
    }
}
