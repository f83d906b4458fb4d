import Basics

/// How far the ground a row is printed on reaches beyond its characters.
///
/// A row of components may lose an outer character (one that touches a bolt or the frame), but the plate under it goes on.
/// Columns are followed outwards until the ground's brightness ends for longer than a stroke is wide.
struct GroundExtent {
    /// Farther out than this, in heights of the text, nothing is looked at.
    static let limit = 2.4
    /// Columns and samples in a column, per height of the text.
    private static let columns = 16.0
    private static let samples = 9
    /// A darker stretch narrower than this, in heights of the text, is a stroke and not the plate's end.
    private static let stroke = 0.3

    /// Left and right of the row, in heights of the text; nil on a side where the ground goes on past the limit.
    let left: Double?
    let right: Double?
    /// The grey level between ink and ground.
    let threshold: Double

    /// - Parameter limit: farther out, in heights of the text, nothing is looked at.
    init(of row: TextRow, in image: LumaImage, limit: Double = GroundExtent.limit) {
        let width = row.quad.width / max(1, row.height)
        threshold = Self.threshold(of: row, in: image)
        left = Self.follow(row, from: 0, step: -1, width: width, threshold: threshold, limit: limit, in: image)
        right = Self.follow(row, from: 1, step: 1, width: width, threshold: threshold, limit: limit, in: image)
    }

    /// Whether the ground of a row ends on all sides, as a plate's does: lettering stands on a vehicle's paint, which goes on.
    static func ends(aroundEach rows: [TextRow], in image: LumaImage) -> Bool {
        rows.allSatisfy { row in
            let ground = GroundExtent(of: row, in: image)
            return ground.left != nil && ground.right != nil
                && [(0.0, -1.0), (1, 1)].allSatisfy { ground.ends(above: $0, step: $1, of: row, in: image) }
        }
    }

    /// A plate's ground ends this far above and below its characters, in their heights; that of two rows has the other row there.
    private static let margin = 1.2
    /// Less of a line than this is ground where that has ended: a rim, or the vehicle.
    private static let rest = 0.3

    private func ends(above start: Double, step: Double, of row: TextRow, in image: LumaImage) -> Bool {
        stride(from: 1 / Self.columns, through: Self.margin, by: 1 / Self.columns).contains { out in
            let ground = (0..<24).count { i in
                let value = image.nearest(row.quad.point((Double(i) + 0.5) / 24, start + step * out))
                return (value > threshold) == row.isDarkOnLight
            }
            return Double(ground) < Self.rest * 24
        }
    }

    /// The grey level half way between ink and ground: the mean of the means above and below the row's mean.
    private static func threshold(of row: TextRow, in image: LumaImage) -> Double {
        var values: [Double] = []
        for i in 0..<48 {
            for j in 0..<samples {
                let at = row.quad.point((Double(i) + 0.5) / 48, (Double(j) + 0.5) / Double(samples))
                values.append(image.nearest(at))
            }
        }
        let mean = values.mean() ?? 128
        let dark = values.filter { $0 < mean }.mean() ?? mean
        let light = values.filter { $0 >= mean }.mean() ?? mean
        return (dark + light) / 2
    }

    private static func follow(
        _ row: TextRow, from start: Double, step: Double, width: Double, threshold: Double, limit: Double,
        in image: LumaImage
    ) -> Double? {
        var end = 0.0
        var out = 0.0
        while out < limit {
            out += 1 / columns
            let u = start + step * out / width
            let ground = (0..<samples).count { j in
                let value = image.nearest(row.quad.point(u, (Double(j) + 0.5) / Double(samples)))
                return (value > threshold) == row.isDarkOnLight
            }
            if 3 * ground >= samples {
                end = out
            } else if out - end > stroke {
                return end
            }
        }
        return nil
    }
}

extension LumaImage {
    /// The pixel a point lies in; beyond the edge, the nearest one.
    func nearest(_ point: Point) -> Double {
        let x = min(width - 1, max(0, Int(point.x)))
        let y = min(height - 1, max(0, Int(point.y)))
        return Double(self[x, y])
    }
}
