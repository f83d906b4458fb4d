import Records

/// A site's book on its way to the disk and back.
extension SiteBook {
    /// As it was when those were kept.
    ///
    /// - Parameter heard: the latest time that anything was said of then, where `clock` is not to be that; nil for the same.
    init(site: SessionSite, kept: [KeptPass], clock: WallTime, heard: WallTime? = nil) {
        self.init(site: site)
        self.clock = clock
        // Nobody knows by which clock that was told.
        isInDoubt = !kept.isEmpty
        for pass in kept.sorted(by: { $0.number < $1.number }) { put(pass) }
        // Ends that are not there: a plate was forgotten.
        for (number, visit) in visits where visit.exit.map({ leavings[$0] == nil }) ?? false { drop(number) }
        for (number, leaving) in leavings where leaving.visit.map({ visits[$0] == nil }) ?? false { drop(number) }
        occupancy = visits.values.count { $0.told?.state == .open }
        // Somebody may have raised the limit since, or taken it away: who is in stays no longer than they may.
        for (number, visit) in visits where visit.told?.state == .open && visit.told?.isOverstay == true {
            if !isPast(visit, at: heard ?? clock) { touched.insert(number) }
        }
    }

    /// Closes a site that is no longer configured: nobody reads its exits any more.
    ///
    /// - Returns: that whoever was in is forgotten.
    mutating func abandon(at time: WallTime) -> [SessionRecord] {
        let open = visits.filter { $0.value.told?.state == .open }
        let late = Set(
            open.values.filter { $0.told?.isOverstay == true }.map {
                SessionRecord.session(of: $0.entry.pass, site: site.name)
            })
        for number in open.keys { visits[number]?.isForgotten = true }
        touched = Set(open.keys)
        return tell(at: time).map { record in
            var record = record
            // What its limit was, nobody knows any more.
            record.isOverstay = late.contains(record.session)
            record.settles = time
            return record
        }
    }

    private mutating func put(_ pass: KeptPass) {
        let reading = pass.reading
        know(reading, as: pass.number)
        if let again = pass.again.map({ WallTime(milliseconds: $0) }) { standsStill(pass.number, at: again) }
        if pass.isEntry {
            visits[pass.number] = pass.visit
            entryIndex.add(pass.number, reading)
            if pass.isForgotten == true { dues.add(.dropped(pass.number), at: clock + site.settleTime) }
        } else {
            leavings[pass.number] = pass.leaving
            exitIndex.add(pass.number, reading)
        }
        plan(pass.number)
    }

    /// What is to be kept, and what no more, since the last time.
    mutating func takeChanges() -> (kept: [KeptPass], removed: [Int]) {
        let kept = changed.sorted().compactMap { number in
            var pass = visits[number].map { KeptPass(number, $0) } ?? leavings[number].map { KeptPass(number, $0) }
            pass?.again = readAgain[number]?.milliseconds
            return pass
        }
        let gone = removed.sorted()
        (changed, removed) = ([], [])
        return (kept, gone)
    }

    /// Takes out what somebody wants forgotten, with the other end of it. Nothing is told: there is nothing to tell of it.
    mutating func forget(_ numbers: [Int]) {
        for number in numbers {
            let other = visits[number]?.exit ?? leavings[number]?.visit
            for gone in [number, other].compactMap({ $0 }) {
                if visits[gone]?.told?.state == .open { occupancy -= 1 }
                drop(gone)
            }
        }
    }

    /// Takes texts out that somebody wants forgotten, and that a pass had beside its plate. What was paired stays so.
    ///
    /// - Parameter texts: those that it keeps.
    mutating func shorten(_ number: Int, to texts: [String]) {
        if var reading = visits[number]?.entry {
            entryIndex.remove(number, reading)
            reading.keep(texts)
            visits[number]?.entry = reading
            entryIndex.add(number, reading)
        } else if var reading = leavings[number]?.exit {
            exitIndex.remove(number, reading)
            reading.keep(texts)
            leavings[number]?.exit = reading
            exitIndex.add(number, reading)
        } else {
            return
        }
        changed.insert(number)
    }
}

extension PassReading {
    /// Its plate stays, whatever was corrected meanwhile.
    fileprivate mutating func keep(_ kept: [String]) {
        let plate = plate
        texts.removeAll { $0.text != plate && !kept.contains($0.text) }
    }
}
