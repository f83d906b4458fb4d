/// What a centre found in the chain of a site's log while its lines came in.
public struct SiteChainAnswer: Sendable, Equatable {
    let site: String
    let lines: Int
    let seals: Int
    let breaks: Int
    /// Whether lines came for hours without a seal under them.
    let isLate: Bool
    /// The last break, as a sentence; nil where there is none.
    let trouble: String?

    public init(site: String, lines: Int, seals: Int, breaks: Int, isLate: Bool, trouble: String?) {
        self.site = site
        self.lines = lines
        self.seals = seals
        self.breaks = breaks
        self.isLate = isLate
        self.trouble = trouble
    }

    /// For an event's page.
    var values: Pages.Values {
        ["tag": tag, "text": text, "isWhole": breaks == 0 && !isLate, "isBad": breaks > 0]
    }

    private var tag: String {
        if breaks > 0 { return "◆ not as it was written" }
        return isLate ? "no seal for hours" : "✓ whole"
    }

    private var text: String {
        let came =
            "The log is at the site \(site). Its \(lines) lines were checked here as they came, and \(seals) seals among them."
        if breaks > 0 {
            return
                "\(came) \(breaks) of them were not in order, this line or another. The last: \(trouble ?? "it was not told")."
        }
        return isLate
            ? "\(came) Each names the one before it, but no seal has come for hours: nobody has signed the newest ones."
            : "\(came) Each names the one before it."
    }
}
