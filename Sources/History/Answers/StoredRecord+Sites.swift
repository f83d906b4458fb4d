import Records

/// What sites of a centre tell of car parks and doors of their own, which may have the names of the centre's: `SITE/NAME` here.
extension StoredRecord {
    /// The session that it tells of.
    public var session: SessionRecord? {
        guard case .session(var session) = record else { return nil }
        if let site { session.site = "\(site)/\(session.site)" }
        return session
    }

    /// What it tells of a door.
    public var opening: OpeningRecord? {
        guard case .opening(var opening) = record else { return nil }
        if let site { opening.door = "\(site)/\(opening.door)" }
        return opening
    }
}
