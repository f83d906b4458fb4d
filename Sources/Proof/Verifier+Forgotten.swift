import Records

extension Verifier {
    /// Says who signed what stands in place of forgotten lines. The line behind one names a hash that it brings itself: without a signature
    /// nothing tells what stood before it, back to the last seal.
    func judgeForgotten(in scans: [FileScan], _ report: inout LogReport) {
        var seal: Place?
        var unsigned: [Place] = []
        for scan in scans {
            var seals = scan.seals.filter(counts)[...]
            for forgotten in scan.forgotten {
                while let next = seals.first, next.line < forgotten.line {
                    seal = Place(file: scan.path, line: next.line)
                    seals.removeFirst()
                }
                let place = Place(file: scan.path, line: forgotten.line)
                if forgotten.signer == .nobody { unsigned.append(place) }
                if let (kind, what) = fault(of: forgotten.signer, sealing: report.keys) {
                    let start = seal.map { "the seal at \($0)" } ?? "the first one"
                    let text = "forgotten \(what): the lines from \(start) to this one are not proven"
                    report.findings.append(Finding(kind, at: place, text))
                }
            }
            if let last = seals.last { seal = Place(file: scan.path, line: last.line) }
        }
        report.unsignedForgotten = unsigned.count
        // Without seals nothing is proven anyway, which is told.
        guard keys.isEmpty, report.seals > 0, let first = unsigned.first else { return }
        let what =
            unsigned.count == 1
            ? "a line was forgotten at \(first)" : "\(unsigned.count) lines were forgotten, the first at \(first),"
        report.notes.append(
            "\(what) without a signature: the lines from the seal before each to it are not proven")
    }

    /// What is wrong with who signed; nil where nothing is that could be told.
    ///
    /// - Parameter sealing: the keys of all seals of the log.
    private func fault(of signer: ForgottenLine.Signer, sealing: [PublicKey]) -> (Finding.Kind, String)? {
        switch signer {
        case .nobody:
            keys.isEmpty
                ? nil : (.forgotten, "without a signature, by an older version or by anybody who may write here")
        case .forger: (.forgotten, "with a signature that is not its key's")
        case .key(let key) where keys.isEmpty:
            sealing.isEmpty || sealing.contains(key)
                ? nil : (.otherKey, "under a key that seals nothing here, \(key.fingerprint)")
        case .key(let key):
            keys.contains(key) ? nil : (.otherKey, "under another key than the given one, \(key.fingerprint)")
        }
    }

    /// Whether a seal proves what stands before it.
    private func counts(_ seal: FileScan.Seal) -> Bool {
        guard seal.fault == nil else { return false }
        return keys.isEmpty || PublicKey(base64: seal.record.key).map { keys.contains($0) } == true
    }
}
