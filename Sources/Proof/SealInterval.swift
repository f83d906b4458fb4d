import Records

/// The lines from one seal to the next, as the chain has its files.
struct SealInterval {
    /// Ordinals of the lines between the two seals, and of the second one.
    var lines: ClosedRange<Int>
    var seal: FileScan.Seal
    var place: Place
    /// The seal before it; nil where there is none.
    var before: (reason: SealRecord.Reason, place: Place)?
    var written: Int
    /// How many more lines the seal counts than there are; nil where it is not known where they begin.
    var difference: Int?

    /// - Parameter isWhole: whether the first file begins where the log began.
    static func all(in files: [FileScan], isWhole: Bool) -> (intervals: [SealInterval], rest: FileScan.Count) {
        var intervals: [SealInterval] = []
        var open = FileScan.Count(isFromStart: !isWhole)
        var base = 0
        for file in files {
            for seal in file.seals {
                let before = seal.before.isFromStart ? open + seal.before : seal.before
                let end = base + seal.line
                let difference = seal.record.lines - before.lines
                // At its start a scanner counts the lines that it finds: rotated ones may lie elsewhere.
                let isCounted = !before.isFromStart && !(seal.record.reason == .start && difference < 0)
                let place = Place(file: file.path, line: seal.line)
                intervals.append(
                    SealInterval(
                        lines: (end - before.lines)...end, seal: seal, place: place,
                        before: intervals.last.map { ($0.seal.record.reason, $0.place) }, written: before.written,
                        difference: isCounted ? difference : nil))
                open = FileScan.Count(isFromStart: false)
            }
            open = file.tail.isFromStart && file.seals.isEmpty ? open + file.tail : file.tail
            base += file.lines
        }
        return (intervals, open)
    }
}

extension FileScan.Count {
    /// What stands before the beginning of a file, and in it.
    fileprivate static func + (before: Self, here: Self) -> Self {
        Self(
            lines: before.lines + here.lines, written: before.written + here.written, isFromStart: before.isFromStart)
    }
}
