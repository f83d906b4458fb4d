import Basics

/// Finds plates as rows of character-like components, without a net.
///
/// The picture is looked at on a pyramid, each level half the size of the one below, so that one threshold window serves
/// characters of every height; each level gives dark and light components, which are chained into rows, fitted with
/// lines, scored, and paired where two rows make one plate. A row whose characters touch a frame or each other is found by
/// the ground it stands on instead. The best rows are refined along their lines, and ranked by what is seen then.
public struct RowLocaliser: LumaLocaliser {
    public struct Settings: Sendable, Equatable {
        /// Characters lower than this, in pixels of the frame, are not looked for.
        public var minimumTextHeight: Double
        /// At most this many regions a picture.
        public var limit: Int

        public init(minimumTextHeight: Double = 8, limit: Int = 15) {
            self.minimumTextHeight = minimumTextHeight
            self.limit = limit
        }
    }

    /// Heights of characters on one level of the pyramid, in pixels of that level.
    private static let heights = 8.0...48.0
    /// Pictures narrower than this are doubled first: thin strokes one pixel apart run together otherwise.
    private static let narrow = 800
    /// Pictures wider than this are halved first.
    private static let wide = 2400

    /// So many of the best candidates are refined.
    private static let refined = 20
    /// The most that a candidate counts that cannot be refined, because too little is seen of it.
    private static let unsure = 0.2

    /// A row found by its ground gives way to much the same row found by its characters, whose lines are better.
    private static let trustInGrounds = 0.8

    private let settings: Settings
    private var labeller = InkLabeller()
    private var groundRows = GroundRows()
    private var refiner = RowRefiner()

    public init(settings: Settings = Settings()) {
        self.settings = settings
    }

    public mutating func regions(in image: LumaImage) -> [Region] {
        let refined = refinedCandidates(in: image).map(\.region)
        let best = Self.withoutRepeats(refined, limit: settings.limit)
        // A row with another one on its ground is never a plate by itself.
        let completed = best.map { OtherRow.completed($0, in: image) }
        let rows = completed.compactMap(\.self).flatMap(\.rows).map(\.quad.bounds)
        let whole = zip(best, completed).compactMap { region, completed in
            let box = region.textBox
            let isPart = region.rows.count == 1 && rows.contains { $0.overlap(box) > 0.5 * box.area }
            return completed ?? (isPart ? nil : region)
        }
        return Self.withoutRepeats(whole, limit: settings.limit).map { $0.withMargins(in: image) }
    }

    /// The best candidates, refined, in no order.
    package mutating func refinedCandidates(in image: LumaImage) -> [RefinedCandidate] {
        Self.withoutRepeats(candidates(in: image), limit: Self.refined).map { refined($0, in: image) }
    }

    /// Everything that could be a row of characters.
    private mutating func candidates(in image: LumaImage) -> [Region] {
        var level = image
        var scale = 1.0
        if image.width > Self.wide {
            level = image.halved()
            scale = 0.5
        } else if image.width < Self.narrow {
            level = image.doubled()
            scale = 2
        }
        // A level whose tallest characters are lower than wanted is passed over.
        while Self.heights.upperBound / scale < settings.minimumTextHeight {
            level = level.halved()
            scale /= 2
        }
        var found: [Region] = []
        while Double(level.height) > 1.5 * Self.heights.lowerBound, level.width > 64 {
            found += regions(inLevel: level, scale: scale)
            level = level.halved()
            scale /= 2
        }
        return found
    }

    /// A candidate after it was refined.
    package struct RefinedCandidate {
        /// With its score, and a single row's ends corrected.
        package var region: Region
        /// What was seen along each row; empty where that was too little.
        package var evidence: [RowEvidence] = []
    }

    private mutating func refined(_ region: Region, in image: LumaImage) -> RefinedCandidate {
        let isSingle = region.rows.count == 1
        let rows = region.rows.compactMap { refiner.refine($0, in: image, minimum: isSingle ? 4 : 2) }
        var region = region
        guard rows.count == region.rows.count else {
            region.score = Self.unsure * min(1, region.score / 8)
            return RefinedCandidate(region: region)
        }
        // Together the rows have a plate's characters.
        let characters = rows.reduce(0) { $0 + $1.evidence.characters }
        let evidence = rows.map { row in
            var evidence = row.evidence
            evidence.characters = characters
            return evidence
        }
        region.score = RowEvidence.score(logOdds: evidence.map(\.logOdds).mean() ?? 0)
        if isSingle { region.rows[0] = rows[0].row }
        return RefinedCandidate(region: region, evidence: evidence)
    }

    private mutating func regions(inLevel level: LumaImage, scale: Double) -> [Region] {
        let lowest = max(Self.heights.lowerBound, settings.minimumTextHeight * scale)
        guard lowest < Self.heights.upperBound else { return [] }
        let ink = labeller.ink(in: level, shape: CharacterShape(heights: lowest...Self.heights.upperBound))
        var found: [Region] = []
        for (components, isDark) in [(ink.dark, true), (ink.light, false)] where components.count <= 8000 {
            let rows = CharacterChains.rows(of: components, minimum: 2).compactMap {
                MeasuredRow(components: $0, isDarkOnLight: isDark, image: level)
            }
            for row in rows {
                if let score = row.score(pixelScale: scale) { found.append(row.region(score: score, scale: 1 / scale)) }
            }
            found += TwoRowPlates.regions(from: rows, scale: scale)
        }
        for (grounds, isDark) in [(ink.lightGrounds, true), (ink.darkGrounds, false)] where grounds.count <= 400 {
            for ground in grounds {
                guard let row = groundRows.row(on: ground, isDarkOnLight: isDark, in: level),
                    var region = row.region(scale: 1 / scale), region.textHeight >= settings.minimumTextHeight
                else { continue }
                region.score *= Self.trustInGrounds
                found.append(region)
            }
        }
        return found
    }

    /// The best regions, none of which overlaps a better one of as many rows by more than 0.4 (intersection over union).
    private static func withoutRepeats(_ regions: [Region], limit: Int) -> [Region] {
        var kept: [Region] = []
        for region in regions.sorted(by: { $0.score > $1.score }) {
            let box = region.textBox
            if kept.allSatisfy({ $0.rows.count != region.rows.count || $0.textBox.iou(box) < 0.4 }) {
                kept.append(region)
                if kept.count == limit { break }
            }
        }
        return kept
    }
}

extension Region {
    /// The region with its rows' margins measured.
    fileprivate func withMargins(in image: LumaImage) -> Region {
        Region(
            rows: rows.map { row in
                let ground = GroundExtent(of: row, in: image)
                var row = row
                row.leftMargin = ground.left
                row.rightMargin = ground.right
                return row
            },
            score: score)
    }
}
