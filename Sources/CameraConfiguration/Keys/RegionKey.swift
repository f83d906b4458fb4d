import ALPR
import Capture
import Settings
import Yams

extension ConfigurationKey {
    /// The region of interest: a rectangle, or the corners of a polygon.
    static var roi: Self {
        value(
            "roi",
            read: { root, reading in
                guard let region = RegionReading.region(root, "roi") else { return }
                let (width, height) = RegionReading.size(of: region)
                // Of the largest pictures that cameras have, that is still less than the smallest plate that is read.
                if width < 0.005 || height < 0.002 {
                    root.note(
                        "roi", "is too small for any plate: [x, y, width, height] are fractions of the picture")
                }
                reading.configuration.recognition.roi = region
                // Focus and exposure are for where plates are looked for.
                reading.configuration.capture.device.roi = region
            },
            text: { RegionReading.text($0.recognition.roi) })
    }
}

/// A part of the picture: a rectangle, or the corners of a polygon.
enum RegionReading {
    static func text(_ region: RegionOfInterest) -> String {
        YAMLText.list(region.corners.map { YAMLText.list(["\($0.x)", "\($0.y)"]) })
    }

    /// Of the rectangle around it, in fractions of the picture.
    static func size(of region: RegionOfInterest) -> (width: Double, height: Double) {
        let (xs, ys) = (region.corners.map(\.x), region.corners.map(\.y))
        return ((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
    }

    /// Whether the rectangles around two regions have nothing in common.
    static func areApart(_ one: RegionOfInterest, _ other: RegionOfInterest) -> Bool {
        func areApart(_ some: [Double], _ others: [Double]) -> Bool {
            (some.max() ?? 0) <= (others.min() ?? 0) || (others.max() ?? 0) <= (some.min() ?? 0)
        }
        return areApart(one.corners.map(\.x), other.corners.map(\.x))
            || areApart(one.corners.map(\.y), other.corners.map(\.y))
    }

    /// Nil where the key is not there, or is wrong, which is noted.
    static func region(_ root: MappingReader, _ key: String) -> RegionOfInterest? {
        guard let node = root.node(key) else { return nil }
        guard case .sequence(let sequence) = node, let corners = corners(Array(sequence)) else {
            root.problem(
                at: node, key: key,
                "expects [x, y, width, height] or at least three corners [[x, y], …] (and at most 1000), in fractions of"
                    + " the picture from its top-left corner")
            return nil
        }
        // A hair more than 1 is what 0.1 + 0.9 may be.
        guard corners.allSatisfy({ $0.x <= 1.0001 && $0.y <= 1.0001 }) else {
            root.problem(at: node, key: key, "lies partly outside the picture")
            return nil
        }
        let region = RegionOfInterest(corners: corners)
        if region.isEmpty {
            root.problem(at: node, key: key, "has no area, so no plate can lie inside")
            return nil
        }
        return region
    }

    /// Nil of what is neither.
    private static func corners(_ nodes: [Node]) -> [Point]? {
        if nodes.allSatisfy({ $0.sequence != nil }) {
            let pairs = nodes.compactMap { fractions(Array($0.sequence ?? [])) }.filter { $0.count == 2 }
            guard (3...1000).contains(nodes.count), pairs.count == nodes.count else { return nil }
            return pairs.map { Point(x: $0[0], y: $0[1]) }
        }
        guard let numbers = fractions(nodes), numbers.count == 4 else { return nil }
        return RegionOfInterest(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]).corners
    }

    /// The numbers, if all are 0-1.
    private static func fractions(_ nodes: [Node]) -> [Double]? {
        let numbers = nodes.map { $0.scalar.flatMap { Double($0.string) } }
        return numbers.allSatisfy { $0.map { (0...1).contains($0) } ?? false } ? numbers.compactMap { $0 } : nil
    }
}
