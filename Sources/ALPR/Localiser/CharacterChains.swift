import Basics

/// Groups character-like components into rows: chains from left to right, then chains merged across an emblem or a wide gap.
struct CharacterChains {
    /// Rows of at least `minimum` components, each sorted by x.
    static func rows(of components: [Component], minimum: Int) -> [[Component]] {
        guard components.count >= minimum else { return [] }
        let sorted = components.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        return merged(chains(in: sorted)).filter { $0.count >= minimum }
    }

    // MARK: - Chains

    private static func chains(in sorted: [Component]) -> [[Component]] {
        let successors = successors(in: sorted)
        var isSuccessor = [Bool](repeating: false, count: sorted.count)
        for next in successors where next >= 0 { isSuccessor[next] = true }
        // Heads first, so that a chain is taken from its start; what is left then lies on a chain already joined by another.
        let order = sorted.indices.filter { !isSuccessor[$0] } + sorted.indices.filter { isSuccessor[$0] }
        var used = [Bool](repeating: false, count: sorted.count)
        var found: [[Component]] = []
        for head in order where !used[head] {
            var chain = [sorted[head]]
            used[head] = true
            var next = successors[head]
            while next >= 0, !used[next] {
                chain.append(sorted[next])
                used[next] = true
                next = successors[next]
            }
            if chain.count >= 2 { found.append(chain) }
        }
        return found
    }

    /// For each component the index of the one that follows it in a row, -1 for none.
    private static func successors(in sorted: [Component]) -> [Int] {
        // Rows of a grid, so that a component only meets those at about its own height.
        let cell = max(8, sorted.map(\.height).max() ?? 8)
        var lanes: [[Int]] = Array(repeating: [], count: Int((sorted.map(\.centreY).max() ?? 0) / cell) + 1)
        for (index, component) in sorted.enumerated() { lanes[Int(component.centreY / cell)].append(index) }
        var successors = [Int](repeating: -1, count: sorted.count)
        for lane in lanes.indices {
            let neighbours = [lane - 1, lane, lane + 1].filter { lanes.indices.contains($0) }
            // Each lane is sorted by x, so the first component worth a look only moves right.
            var starts = neighbours.map { _ in 0 }
            for index in lanes[lane] {
                let this = sorted[index]
                var best = Double.infinity
                for (which, neighbour) in neighbours.enumerated() {
                    let others = lanes[neighbour]
                    while starts[which] < others.count, sorted[others[starts[which]]].x < this.x { starts[which] += 1 }
                    for other in others[starts[which]...] {
                        let candidate = sorted[other]
                        if candidate.x > this.maxX + 1.3 * this.height { break }
                        guard other != index, let cost = cost(of: candidate, after: this), cost < best else { continue }
                        best = cost
                        successors[index] = other
                    }
                }
            }
        }
        return successors
    }

    /// How badly `next` follows `this` in a row, or nil where it does not.
    private static func cost(of next: Component, after this: Component) -> Double? {
        let dx = next.centreX - this.centreX
        let dy = abs(next.centreY - this.centreY)
        let gap = next.x - this.maxX
        let difference = abs(next.height - this.height)
        guard dx > 0.25 * this.height, gap < 1.3 * this.height, gap > -0.25 * this.height,
            difference < 0.28 * max(next.height, this.height),
            dy < 0.12 * this.height + 0.22 * dx, dy < 0.5 * this.height
        else { return nil }
        return dx + 2 * difference + 2 * dy
    }

    // MARK: - Across emblems

    private static func merged(_ chains: [[Component]]) -> [[Component]] {
        var rows = chains.sorted { $0[0].x < $1[0].x }
        for _ in 0..<4 {
            var changed = false
            var i = 0
            while i < rows.count {
                var height = medianHeight(rows[i])
                var j = i + 1
                while j < rows.count {
                    let end = rows[i][rows[i].count - 1]
                    let start = rows[j][0]
                    let gap = start.x - end.maxX
                    if gap > 6 * height { break }
                    if follows(start, end, gap: gap, height: height, otherHeight: medianHeight(rows[j])) {
                        rows[i] += rows.remove(at: j)
                        height = medianHeight(rows[i])
                        changed = true
                    } else {
                        j += 1
                    }
                }
                i += 1
            }
            if !changed { break }
        }
        return rows
    }

    private static func follows(
        _ start: Component, _ end: Component, gap: Double, height: Double, otherHeight: Double
    ) -> Bool {
        let dy = abs(start.centreY - end.centreY)
        let dx = start.centreX - end.centreX
        return gap > -0.3 * height && gap <= 2.6 * height && abs(otherHeight - height) < 0.2 * height
            && dy < 0.1 * height + 0.15 * dx && dy < 0.5 * height
    }

    private static func medianHeight(_ row: [Component]) -> Double {
        row.map(\.height).median() ?? 0
    }
}
