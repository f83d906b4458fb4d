import Basics

/// Looks for another row of characters on the ground that a row stands on: a plate of two rows.
///
/// The picture is followed line by line, up from the row's top or down from its bottom. Ground comes first, then lines of which a part is
/// ink, and then ground or the plate's rim: that is a row, if its ink stands in pieces as characters do. It does not matter how many they
/// are, nor how high beside the row's own.
struct OtherRow {
    /// So far from a row another one ends, in heights of the row.
    private static let reach = 2.4
    /// Steps in a height, of lines and along them.
    private static let steps = 16.0
    /// So far beside the row the other one may stand.
    private static let beside = 4.0
    /// Ink's part of a line: less is ground, more is the rim or what is beyond it.
    private static let (ground, rim) = (0.03, 0.8)
    /// Farther from the row nothing of its plate begins.
    private static let widestGap = 0.8
    /// How high the other row may be, in heights of the row: what is lower is the name of a state.
    private static let heights = 0.5...1.8
    /// A row of more characters has no other one: what stands above it is the name of a state.
    private static let longest = 6
    /// A character's width in its height.
    private static let widths = 0.08...1.2

    private let row: TextRow
    private let image: LumaImage
    private let threshold: Double
    /// How far the ground goes on beside the row, in its heights.
    private let (left, right): (Double, Double)

    /// Returns the region with its other row, above or below; nil where its row stands alone.
    static func completed(_ region: Region, in image: LumaImage) -> Region? {
        guard region.rows.count == 1, region.rows[0].height >= 6, region.rows[0].characters <= longest else {
            return nil
        }
        let row = region.rows[0]
        let search = OtherRow(row, in: image)
        var whole = region
        if let upper = search.find(isAbove: true) {
            whole.rows = [upper, row]
        } else if let lower = search.find(isAbove: false) {
            whole.rows = [row, lower]
        } else {
            return nil
        }
        return whole
    }

    private init(_ row: TextRow, in image: LumaImage) {
        self.row = row
        self.image = image
        let extent = GroundExtent(of: row, in: image, limit: Self.beside)
        threshold = extent.threshold
        (left, right) = (extent.left ?? Self.beside, extent.right ?? Self.beside)
    }

    /// Whether there is ink at a place, both in heights of the row: along it from its left end, and down from its top.
    private func isInk(_ along: Double, _ down: Double) -> Bool {
        let at = row.quad.point(along * row.height / row.quad.width, down)
        return (image.nearest(at) <= threshold) == row.isDarkOnLight
    }

    private func find(isAbove: Bool) -> TextRow? {
        let length = row.quad.width / row.height
        // What is at the ends of the ground is the rim.
        let room = 0.12
        let columns = Array(stride(from: room - left, through: length + right - room, by: 1 / Self.steps))
        guard columns.count > 8 else { return nil }
        let coarse = stride(from: 0, to: columns.count, by: 2).map { columns[$0] }
        func line(_ out: Double) -> Double { isAbove ? -out : 1 + out }
        var start: Double?
        var end: Double?
        var out = 0.0
        while out < Self.reach, end == nil {
            out += 1 / Self.steps
            let at = row.quad.point(0.5, line(out))
            guard at.y >= 0, at.y < Double(image.height) else { return nil }
            let marks = coarse.map { isInk($0, line(out)) }
            let all = Double(marks.count(where: \.self)) / Double(marks.count)
            // At its ends the rim of a plate that is tilted comes in.
            let inner = marks.drop(while: \.self).reversed().drop(while: \.self)
            let ink = all > Self.rim ? all : Double(inner.count(where: \.self)) / Double(marks.count)
            if let start {
                if ink < Self.ground || ink > Self.rim {
                    end = out
                } else if out - start > Self.heights.upperBound {
                    return nil
                }
            } else if ink > Self.rim {
                return nil
            } else if ink >= Self.ground, out > 1.5 / Self.steps {
                start = out
            } else if out > Self.widestGap {
                return nil
            }
        }
        guard let start, let end, Self.heights.contains(end - start) else { return nil }
        return characters(in: columns, from: min(line(start), line(end)), to: max(line(start), line(end)))
    }

    /// The row that stands between two lines; nil where it is none.
    private func characters(in columns: [Double], from top: Double, to bottom: Double) -> TextRow? {
        let height = bottom - top
        let lines = Array(stride(from: top, to: bottom, by: 1 / Self.steps))
        // Columns of ink that follow each other, and between which lines their ink stands.
        var pieces: [(first: Double, last: Double, top: Double, bottom: Double)] = []
        var isOpen = false
        let inside = columns.drop { column in lines.contains { isInk(column, $0) } }
        for column in inside {
            let ink = lines.filter { isInk(column, $0) }
            guard let upper = ink.first, let lower = ink.last else {
                isOpen = false
                continue
            }
            if isOpen, var piece = pieces.popLast() {
                piece.last = column
                (piece.top, piece.bottom) = (min(piece.top, upper), max(piece.bottom, lower))
                pieces.append(piece)
            } else {
                pieces.append((column, column, upper, lower))
            }
            isOpen = true
        }
        let isCharacter = pieces.map { piece in
            piece.bottom - piece.top >= 0.7 * height
                && Self.widths.contains((piece.last - piece.first + 1 / Self.steps) / height)
        }
        let characters = zip(pieces, isCharacter).filter(\.1).map(\.0)
        guard characters.count <= 8, 2 * characters.count > pieces.count, let first = characters.first?.first,
            let last = characters.last?.last
        else { return nil }
        // One alone may be a sticker, but for one in the middle that is as high as the row.
        let aside = abs((first + last) / 2 - row.quad.width / row.height / 2)
        guard characters.count > 1 || height >= 0.7 && aside < 0.5 else { return nil }
        func corner(_ along: Double, _ down: Double) -> Point {
            row.quad.point(along * row.height / row.quad.width, down)
        }
        let (x0, x1) = (first, last + 1 / Self.steps)
        return TextRow(
            quad: Quad(
                topLeft: corner(x0, top), topRight: corner(x1, top), bottomRight: corner(x1, bottom),
                bottomLeft: corner(x0, bottom)), characters: characters.count, isDarkOnLight: row.isDarkOnLight)
    }
}
