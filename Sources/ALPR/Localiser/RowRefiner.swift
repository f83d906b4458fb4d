import Basics

/// Refines a row of text along its lines: finds outer characters that were lost, and says how much it looks like a plate.
struct RowRefiner {
    /// A row as seen along its lines.
    struct Refined {
        var row: TextRow
        var evidence: RowEvidence
    }

    /// Height of the text in the strip, and what is kept above and below it, in pixels of the strip.
    private static let text = 20
    private static let margin = 5
    /// How far left and right of the row is looked, in heights of the text.
    private static let reach = 2.2
    /// A wider gap than this, in heights of the text, ends the row.
    private static let widestGap = 1.3
    /// A character reaches over this part of the text's height.
    private static let lowest = 0.72
    /// An end of the row moves only by more than this, in heights of the text.
    private static let leastMove = 0.25
    /// What is narrower than this, in heights of the text, may be the side of a frame.
    private static let narrow = 0.4

    private var labeller = RunLabeller()

    /// - Parameter minimum: at least so many characters.
    /// - Returns: nil where hardly anything of the row is left.
    mutating func refine(_ row: TextRow, in image: LumaImage, minimum: Int) -> Refined? {
        let side = Self.reach * row.height
        let part = side / (row.quad.width + 2 * side)
        let high = Double(Self.text + 2 * Self.margin)
        let end = Double(Self.margin) / high
        let outline = row.quad.expanded(
            left: side, right: side, ends: Double(Self.margin) / Double(Self.text) * row.height)
        let strip = InkStrip(
            outline, of: image, height: Int(high), isDarkOnLight: row.isDarkOnLight, knownColumns: part...1 - part,
            knownRows: end...1 - end)
        let known = part * Double(strip.width)...(1 - part) * Double(strip.width)
        let lines = lines(in: strip, known: known, minimum: max(3, row.characters / 2))
        let shapes = tall(in: strip, rows: lines)
        guard let found = Self.row(in: shapes, known: known) else { return nil }
        let characters = shapes[found].filter { !$0.isBarrier }.map(\.component)
        guard characters.count >= minimum,
            let measured = MeasuredRow(components: characters, isDarkOnLight: row.isDarkOnLight, image: strip.picture)
        else { return nil }

        let text = Self.outline(of: measured, lines: lines, known: known)
        var seen = row
        seen.quad = strip.original(of: Quad(text))
        seen.characters = characters.count
        let contents = strip.contents(
            columns: Int(text.x)..<Int(text.maxX), rows: Int(text.y)..<Int(text.maxY))
        let closedEnds =
            (found.lowerBound > 0 && shapes[found.lowerBound - 1].isBarrier ? 1 : 0)
            + (found.upperBound < shapes.count && shapes[found.upperBound].isBarrier ? 1 : 0)
        let evidence = RowEvidence(
            characters: characters.count, regularity: measured.regularity, separation: contents.separation,
            ink: contents.ink, closedEnds: closedEnds,
            unevenSurroundings: shapes[found].map(\.above).standardDeviation()
                + shapes[found].map(\.below).standardDeviation(),
            unevenWidths: characters.map(\.width).standardDeviation() / Double(Self.text),
            isDarkOnLight: row.isDarkOnLight)
        return Refined(row: seen, evidence: evidence)
    }

    /// The row's outline in the strip. Its lines and ends were fitted to whole characters where it was found: they change only
    /// where they were clearly wrong.
    private static func outline(of row: MeasuredRow, lines: Range<Int>, known: ClosedRange<Double>) -> Box {
        let expected = margin..<(margin + text)
        let shift = max(abs(lines.lowerBound - expected.lowerBound), abs(lines.upperBound - expected.upperBound))
        let lines = shift > text / 8 ? lines : expected
        let least = leastMove * Double(text)
        let left = abs(row.left - known.lowerBound) < least ? known.lowerBound : row.left
        let right = abs(row.right - known.upperBound) < least ? known.upperBound : row.right
        return Box(x: left, y: Double(lines.lowerBound), width: max(1, right - left), height: Double(lines.count))
    }

    // MARK: - Lines

    /// The rows between the top and bottom line of those characters that touch nothing above or below them; the expected ones
    /// where there are too few.
    private mutating func lines(in strip: InkStrip, known: ClosedRange<Double>, minimum: Int) -> Range<Int> {
        let lowest = 0.6 * Double(Self.text)
        let shape = CharacterShape(heights: lowest...1.35 * Double(Self.text))
        let whole = strip.components(in: 0..<strip.height, lowest: lowest, splitAbove: .infinity, with: &labeller)
            .filter {
                known.contains($0.centreX) && $0.y > 0 && $0.maxY < Double(strip.height)
                    && shape.accepts(width: $0.width, height: $0.height, area: $0.area)
            }
        guard whole.count >= minimum, let top = whole.map(\.y).median(), let bottom = whole.map(\.maxY).median(),
            bottom - top > lowest
        else { return Self.margin..<(Self.margin + Self.text) }
        return Int(top)..<Int(bottom)
    }

    // MARK: - Shapes

    private struct Shape {
        var component: Component
        /// The side of a frame, a bumper: what ends a plate.
        var isBarrier: Bool
        /// Share of ink above and below it.
        var above: Double
        var below: Double
    }

    /// What reaches over the text's height, from left to right.
    private mutating func tall(in strip: InkStrip, rows: Range<Int>) -> [Shape] {
        let text = Double(rows.count)
        let shape = CharacterShape(heights: Self.lowest * text...text)
        let overhead = max(0, rows.lowerBound - Self.margin)..<rows.lowerBound
        let underneath = rows.upperBound..<min(strip.height, rows.upperBound + Self.margin)
        return strip.components(in: rows, lowest: Self.lowest * text, splitAbove: 1.05, with: &labeller)
            .filter { $0.height >= Self.lowest * text }.sorted { $0.x < $1.x }
            .map { component in
                let columns = Int(component.x)..<Int(component.maxX)
                let above = strip.share(columns: columns, rows: overhead)
                let below = strip.share(columns: columns, rows: underneath)
                let isCharacter = shape.accepts(
                    width: component.width, height: component.height, area: component.area)
                let passesThrough = component.width < Self.narrow * text && above > 0.6 && below > 0.6
                return Shape(
                    component: component, isBarrier: !isCharacter || passesThrough, above: above, below: below)
            }
    }

    /// The shapes that make the row: those where it was found, and outwards what goes on like them.
    private static func row(in shapes: [Shape], known: ClosedRange<Double>) -> Range<Int>? {
        let seeds = shapes.indices.filter { known.contains(shapes[$0].component.centreX) && !shapes[$0].isBarrier }
        guard seeds.count >= 2, var first = seeds.first, var last = seeds.last else { return nil }
        // A frame close to the text shows above or below every character; what goes on there where they do not is no character.
        let above = seeds.map { shapes[$0].above }.median() ?? 0
        let below = seeds.map { shapes[$0].below }.median() ?? 0
        func goesOn(_ shape: Shape, gap: Double) -> Bool {
            !shape.isBarrier && gap < widestGap * Double(text) && shape.above < above + 0.3
                && shape.below < below + 0.3
        }
        // The side of a frame beside the row, unlike the characters, goes on above and below them.
        func isFrame(_ shape: Shape) -> Bool {
            shape.component.width < narrow * Double(text) && shape.above > above + 0.3 && shape.below > below + 0.3
        }
        while first < last, isFrame(shapes[first]) { first += 1 }
        while last > first, isFrame(shapes[last]) { last -= 1 }
        func gap(after index: Int) -> Double { shapes[index + 1].component.x - shapes[index].component.maxX }
        while first > 0, goesOn(shapes[first - 1], gap: gap(after: first - 1)) { first -= 1 }
        while last + 1 < shapes.count, goesOn(shapes[last + 1], gap: gap(after: last)) { last += 1 }
        return first..<(last + 1)
    }
}
