import Records

/// What one file of a log holds, read once from its beginning to its end.
struct FileScan {
    /// Lines since something.
    struct Count: Equatable {
        var lines = 0
        /// Those of them that a scanner writes while it runs: all but torn ones.
        var written = 0
        /// Whether there is no seal, and no line from before the chain, between them and the beginning of the file.
        var isFromStart = true
    }

    struct Seal {
        var line: Int
        var record: SealRecord
        /// What is wrong with it; nil where nothing is.
        var fault: String?
        /// What stands before it.
        var before: Count
    }

    /// What stands in place of a forgotten line.
    struct Forgotten {
        var line: Int
        var signer: ForgottenLine.Signer
    }

    let path: String
    var segments: [Segment] = []
    private(set) var seals: [Seal] = []
    private(set) var tail = Count()
    private(set) var lines = 0
    private(set) var forgotten: [Forgotten] = []
    private(set) var torn = 0
    private(set) var isEnded = true
    private(set) var firstLine: [UInt8] = []
    private(set) var lastLine: [UInt8] = []
    /// Why it could not be read to its end.
    private(set) var failure: LogFailure?

    /// - Parameters:
    ///   - file: index of the file.
    ///   - visit: called for every line.
    init(_ path: String, file: Int, visit: (LogText.Line, Int) -> Void) {
        self.path = path
        do throws(LogFailure) {
            var text = try LogText(path: path)
            while let line = try text.next() {
                add(line, file: file)
                visit(line, lines)
            }
        } catch {
            failure = error
        }
    }

    /// Whether anything in it was written by a scanner, or may have been.
    var hasRecords: Bool { segments.contains { $0.link != .nothing(isRecord: false) } }

    /// Reads the file again, as far as it can be read.
    func eachLine(_ visit: (LogText.Line, Int) -> Void) {
        do throws(LogFailure) {
            var text = try LogText(path: path)
            var number = 0
            while number < lines, let line = try text.next() {
                number += 1
                visit(line, number)
            }
        } catch {
            // It was told when it was read first.
            return
        }
    }

    private mutating func add(_ line: LogText.Line, file: Int) {
        lines += 1
        isEnded = line.isEnded
        if lines == 1 { firstLine = line.bytes }
        let previous = ChainLink.previous(of: line.bytes)
        let link = previous.map(Segment.Link.to) ?? .nothing(isRecord: Self.isRecord(line.bytes))
        if let last = segments.indices.last, continues(segments[last], link) {
            segments[last].last = lines
            segments[last].lastDigest = line.digest
        } else {
            segments.append(
                Segment(
                    file: file, first: lines, last: lines, link: link, firstDigest: line.digest,
                    lastDigest: line.digest))
        }
        count(line.bytes, link)
        lastLine = line.bytes
    }

    private func continues(_ segment: Segment, _ link: Segment.Link) -> Bool {
        switch (segment.link, link) {
        case (.to, .to(let previous)): previous == segment.lastDigest
        case (.nothing(let before), .nothing(let now)): before == now
        default: false
        }
    }

    private mutating func count(_ line: [UInt8], _ link: Segment.Link) {
        if line.starts(with: Self.mark("plated.seal/1")), let seal = Self.seal(line) {
            seals.append(Seal(line: lines, record: seal, fault: fault(of: seal, line), before: tail))
            tail = Count(isFromStart: false)
            return
        }
        if link == .nothing(isRecord: true) {
            tail = Count(isFromStart: false)
            return
        }
        let isTorn = link == .nothing(isRecord: false) || line.starts(with: Self.mark("plated.torn/1"))
        tail.lines += 1
        tail.written += isTorn ? 0 : 1
        torn += isTorn ? 1 : 0
        if let record = ForgottenLine(in: line) {
            forgotten.append(Forgotten(line: lines, signer: record.signer(in: line)))
        }
    }

    private func fault(of seal: SealRecord, _ line: [UInt8]) -> String? {
        if ChainLink.previous(of: line) != seal.head {
            return "it names one line before it in head, and another in prev"
        }
        guard let key = PublicKey(base64: seal.key) else { return "its key is none" }
        guard let signed = SealRecord.signed(in: line), key.verifies(seal.signature, of: signed) else {
            return "its signature is not that of its key"
        }
        return nil
    }

    /// Whether the last line, which no other names, has all that a line of ours has behind its fields and still is none.
    var endsInSpoiltLine: Bool {
        let line = lastLine
        guard isEnded, Self.seal(line) == nil, ForgottenLine(in: line) == nil else { return false }
        if ChainLink.previous(of: line) != nil, line.starts(with: Self.mark("plated.seal/1")) || !Self.isRecord(line) {
            return true
        }
        // A torn seal is shorter behind its fields.
        guard let signed = SealRecord.signed(in: line) else { return false }
        return line.count - signed.count >= Self.signatureLength
    }

    /// Of what stands behind the signed part of a seal: signature and `prev`.
    private static let signatureLength =
        #","signature":"","prev":""}"#.utf8.count + 88 + Digest.zero.description.utf8.count

    private static func seal(_ line: [UInt8]) -> SealRecord? {
        do throws(LineFault) {
            guard case .seal(let seal) = try Record(line: line) else { return nil }
            return seal
        } catch {
            return nil
        }
    }

    /// Whether it is JSON, whatever it says.
    private static func isRecord(_ line: [UInt8]) -> Bool {
        do throws(LineFault) {
            _ = try Record(line: line)
            return true
        } catch {
            if case .field = error { return true }
            return false
        }
    }

    /// How a line of a schema begins, as plated writes it.
    static func mark(_ schema: String) -> [UInt8] { Array("{\"schema\":\"\(schema)\"".utf8) }
}
