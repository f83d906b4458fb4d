extension PlateEvent {
    /// The same without a text of a plate in it.
    public func hidden(by pseudonyms: Pseudonyms, at moment: WallTime) -> PlateEvent {
        var event = self
        event.plate = pseudonyms.pseudonym(of: plate, at: moment)
        event.plateRaw = pseudonyms.pseudonym(of: plateRaw, at: moment)
        event.candidates = candidates.map { $0.hidden(by: pseudonyms, at: moment) }
        event.votes = votes?.map { $0.hidden(by: pseudonyms, at: moment) }
        return event
    }
}

extension CandidateRecord {
    /// The same without a text of a plate in it.
    public func hidden(by pseudonyms: Pseudonyms, at moment: WallTime) -> CandidateRecord {
        var record = self
        record.plate = plate.map { pseudonyms.pseudonym(of: $0, at: moment) }
        record.plateRaw = plateRaw.map { pseudonyms.pseudonym(of: $0, at: moment) }
        record.candidates = candidates.map { $0.hidden(by: pseudonyms, at: moment) }
        return record
    }
}

extension PlateCandidate {
    fileprivate func hidden(by pseudonyms: Pseudonyms, at moment: WallTime) -> PlateCandidate {
        PlateCandidate(plate: pseudonyms.pseudonym(of: plate, at: moment), confidence: confidence)
    }
}
