/// Pictures that sites have for a centre to keep, and those that are being kept: the sites take turns, so that none waits for another's many.
struct KeepingQueue {
    /// Of one site, that are kept at once, and that wait for it; and of all sites at once.
    private static let most = (ofOne: 3, waiting: 100, all: 40)

    private var waiting: [String: [PictureNews]] = [:]
    /// The sites that have something waiting; whose turn was longest ago is first.
    private var turns: [String] = []
    private var kept: [String: Set<PictureNews>] = [:]
    private var count = 0

    /// What is known already is not added, nor what is too much: the site tells of it again.
    mutating func add(_ news: PictureNews, of site: String) {
        guard kept[site]?.contains(news) != true else { return }
        let others = waiting[site, default: []]
        guard !others.contains(news), others.count < Self.most.waiting else { return }
        if others.isEmpty { turns.append(site) }
        waiting[site, default: []].append(news)
    }

    /// - Returns: what is kept from now on; nil where nothing waits, or there is no place for it.
    mutating func next() -> (site: String, news: PictureNews)? {
        guard count < Self.most.all,
            let turn = turns.firstIndex(where: { kept[$0, default: []].count < Self.most.ofOne })
        else { return nil }
        let site = turns.remove(at: turn)
        guard let news = waiting[site]?.removeFirst() else { return nil }
        if waiting[site]?.isEmpty == true { waiting[site] = nil } else { turns.append(site) }
        kept[site, default: []].insert(news)
        count += 1
        return (site, news)
    }

    mutating func end(_ news: PictureNews, of site: String) {
        guard kept[site]?.remove(news) != nil else { return }
        if kept[site]?.isEmpty == true { kept[site] = nil }
        count -= 1
    }
}
