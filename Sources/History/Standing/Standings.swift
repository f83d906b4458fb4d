import Records

/// How all cameras stand, by their names.
public struct Standings: Sendable, Equatable {
    public var cameras: [String: CameraStanding]

    public init(_ cameras: [String: CameraStanding] = [:]) { self.cameras = cameras }

    public subscript(camera: String) -> CameraStanding? { cameras[camera] }

    /// Gaps as they are now: those that logs tell, without those that are over though no log says so yet, and with those that no log tells.
    ///
    /// - Parameters:
    ///   - logged: of a time, the newest first.
    ///   - asked: whose gaps they are; empty for all.
    ///   - until: the first moment that is too late; nil for none.
    func gaps(_ logged: [StoredGap], of asked: [String], until: WallTime? = nil) -> [StoredGap] {
        var all = logged.map { gap -> StoredGap in
            guard gap.end == nil, let standing = cameras[gap.camera] else { return gap }
            if standing.state == .reading || standing.state == .removed {
                return StoredGap(
                    camera: gap.camera, gap: gap.gap, end: max(gap.gap.start, standing.since ?? gap.gap.start))
            }
            guard let lasting = standing.gap, lasting.cause == gap.gap.cause else { return gap }
            // The log has it by the clock of then, which somebody may have set since.
            let told = Gap(id: gap.gap.id, cause: gap.gap.cause, start: lasting.start)
            return StoredGap(camera: gap.camera, gap: told, end: nil)
        }
        let wanted = Set(asked)
        var isNew = false
        for (camera, standing) in cameras where wanted.isEmpty || wanted.contains(camera) {
            guard let gap = standing.gap, until.map({ gap.start < $0 }) ?? true,
                !all.contains(where: { $0.camera == camera && $0.end == nil && $0.gap.cause == gap.cause })
            else { continue }
            all.append(StoredGap(camera: camera, gap: gap, end: nil))
            isNew = true
        }
        return isNew ? all.sorted { ($1.gap.start, $1.gap.id) < ($0.gap.start, $0.gap.id) } : all
    }

    func present(_ logged: Present) -> Present {
        // What was never started has no record, and is a camera all the same.
        let known = Set(logged.cameras).union(cameras.filter { $0.value.state != .removed }.keys)
        return Present(
            last: logged.last, cameras: known.sorted(),
            gaps: gaps(logged.gaps, of: []).filter { $0.end == nil }, standings: self)
    }
}

// MARK: - For other processes

extension Standings {
    package static let space = "standings"

    /// As one short text a camera, to be kept beside its records.
    package static func text(_ standing: CameraStanding) -> String {
        [
            standing.state.rawValue, standing.since.map { "\($0.milliseconds)" } ?? "-", standing.cause ?? "-",
            standing.detail ?? "",
        ].joined(separator: " ")
    }

    /// Nil of what is none.
    package static func standing(_ text: String) -> CameraStanding? {
        let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard words.count == 4, let state = CameraStanding.State(rawValue: words[0]) else { return nil }
        return CameraStanding(
            state, cause: words[2] == "-" ? nil : words[2],
            since: Int64(words[1]).map { WallTime(milliseconds: $0) }, detail: words[3].isEmpty ? nil : words[3])
    }

    package init(kept: [String: String]) { self.init(kept.compactMapValues(Self.standing)) }
}
