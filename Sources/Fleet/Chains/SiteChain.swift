import Records

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where the chain of one of a site's logs has come to, as its lines come in: whether each names the one before it, and whose the seals are.
package struct SiteChain: Codable, Equatable, Sendable {
    /// Scanners seal once an hour; a chain that grew for longer without a seal has a late one, in milliseconds.
    private static let patience: Int64 = 2 * 3_600_000

    /// The history of the site that its lines come from.
    private(set) var origin: String
    /// Of the last line; nil before the first.
    private(set) var head: String?
    private(set) var headTime: Int64 = 0
    /// Whether lines come again that were here, because the site's history was made anew.
    private(set) var isCatchingUp = false
    /// Whether a line has named the one before it.
    private(set) var isTied = false
    package private(set) var lines = 0
    package private(set) var seals = 0
    /// Since when no good seal has come: the last one's time, or the first line's.
    private(set) var sealedUntil: Int64?
    /// Lines that do not name the one before them, and seals that are not the site's.
    package private(set) var breaks = 0
    /// The last of these, for people.
    package private(set) var trouble: String?

    package init(origin: String) { self.origin = origin }

    /// Which chain a record belongs to: what a camera logged is one, and each kind of what the hub made of that.
    package static func name(of record: Record, camera: String) -> String {
        Record.madeByHub.contains(record.schema) ? "/" + record.schema : camera
    }

    /// Whether lines came for long without a seal under them.
    package var isLate: Bool {
        guard let sealedUntil else { return false }
        let (wait, isOver) = headTime.subtractingReportingOverflow(sealedUntil)
        return isOver || wait > Self.patience
    }

    /// Takes the next line in.
    ///
    /// - Parameter line: without its newline.
    /// - Returns: what is wrong with it; nil where nothing is.
    package mutating func take(
        _ line: [UInt8], _ record: Record, time: WallTime, origin: String, keys: SiteKeys
    ) -> String? {
        if origin != self.origin {
            self.origin = origin
            isCatchingUp = head != nil
        }
        let digest = ChainLink.digest(ofLine: line)
        let previous = ChainLink.previous(of: line)
        if isCatchingUp {
            if digest.description == head {
                isCatchingUp = false
                return nil
            }
            // What is older has been here.
            if previous?.description != head, time.milliseconds <= headTime { return nil }
            isCatchingUp = false
        }
        var fault = fault(of: previous, id: record.id, at: time)
        if case .seal(let seal) = record {
            seals += 1
            let seals = keys.fault(in: seal, line: line)
            if seals == nil { sealedUntil = time.milliseconds }
            fault = fault ?? seals.map { "the seal \(seal.id) of \(time) \($0)" }
        }
        if case .forgotten(let forgotten) = record, let told = keys.fault(in: forgotten, line: line) {
            fault = fault ?? "the forgotten line \(forgotten.id) of \(time) \(told)"
        }
        head = digest.description
        headTime = time.milliseconds
        isTied = isTied || previous != nil
        lines += 1
        if sealedUntil == nil { sealedUntil = time.milliseconds }
        if let fault {
            breaks += 1
            trouble = fault
        }
        return fault
    }

    private func fault(of previous: Digest?, id: String?, at time: WallTime) -> String? {
        guard let head, previous?.description != head, previous != nil || isTied else { return nil }
        let place = "the line \(id ?? "without an identifier") of \(time)"
        if previous == nil { return "\(place) is not in the chain: put in, or written by a version without chains" }
        if previous == .zero { return "\(place) begins a new chain: nothing ties it to what stands before it" }
        return "\(place) does not name the line before it: that was changed, or lines are missing between them"
    }

    // MARK: - Text

    package var text: String {
        do {
            return String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("a chain's standing is no JSON: \(error)")
        }
    }

    /// Nil of what is none.
    package init?(_ text: String) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) } catch { return nil }
    }
}
