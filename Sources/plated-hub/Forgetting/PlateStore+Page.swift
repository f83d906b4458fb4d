extension PlateStore {
    /// The table of docs/personal-data.md.
    static var table: String {
        (["| where | what is in it | how long | `forget` |", "|---|---|---|---|"]
            + allCases.map { "| \($0.place) | \($0.contents) | \($0.time) | \($0.reach) |" }).map { $0 + "\n" }.joined()
    }

    private var place: String { row.0 }
    private var contents: String { row.1 }
    private var time: String { row.2 }

    /// What `forget` does there.
    private var reach: String {
        switch self {
        case _ where turn != nil: self == .destinations ? "only what waits" : "yes"
        case .lists: "says where it stands"
        case .live, .postedPictures: "nothing is kept"
        case .memory: "ends by itself"
        default: "no"
        }
    }

    /// Where it is, what of a plate is in it, and how long it is kept.
    private var row: (String, String, String) {
        switch self {
        case .log:
            (
                "the log (`/var/log/plated/gate.ndjson`)",
                "plate (with `privacy: pseudonym` a hash), misreadings, time, place in the picture",
                "as a service: rotated daily, deleted after 30 days (`/etc/logrotate.d/plated`; of a camera that was taken away by `plated-logs.timer`, [a day later](service.md#logs)). A log you name yourself: until you delete it"
            )
        case .damagedLog:
            (
                "a log or spool that was put aside (`….damaged-<time>`)",
                "what was in it",
                "until you delete it: no rotation does"
            )
        case .destinations:
            (
                "destinations (`destinations` in [hub.yaml](integrations.md)), where you configured some",
                "what the logs say, pictures only where `picture` asks for them; a [centre](fleet.md#pictures-of-a-site) is shown those that somebody looks at only where `pictures: asked` says so, and keeps them only where `always` does",
                "as long as the receiver keeps it; for itself the hub keeps identifiers alone"
            )
        case .history:
            (
                "the hub's history (`/var/lib/plated-hub/history.sqlite`)",
                "what the logs say, of all cameras",
                "30 days (`retention` in [hub.yaml](hub.md#how-long-it-keeps-things))"
            )
        case .sitePictures:
            (
                "pictures of a centre's sites (`/var/lib/plated-hub/pictures`), where a site says `pictures: always`",
                "as at the site",
                "7 days (`ingest.picture_days`), no more than `ingest.picture_megabytes`, and no longer than their events"
            )
        case .remote:
            (
                "a server that reads (`remote.protocol`), where you configured one",
                "places that look like plates, cut out, in grey",
                "as its owner keeps them: ask there"
            )
        case .lists:
            (
                "lists of plates (`/var/lib/plated-hub/lists`, or `lists.folder`)",
                "plates, notes and owners that somebody put there",
                "until you take them out: no `until` and no retention deletes an entry"
            )
        case .openings:
            (
                "the hub's log of doors (`/var/lib/plated-hub/logs/openings.ndjson`), and its history",
                "plates that a door opened for or stayed closed for, also of strangers that its cameras saw; who pressed its button",
                "the history as long as it keeps that camera's events, the log [for the longest of these times](#the-hubs-own-logs)"
            )
        case .sessions:
            (
                "the hub's log of sessions (`/var/lib/plated-hub/logs/sessions.ndjson`), its history, and who is in (`sessions.sqlite`)",
                "plates at entries and exits, with times and cameras; names of users who corrected one",
                "the history as long as it keeps that camera's events, the log [for the longest of these times](#the-hubs-own-logs); who is in until the session has settled"
            )
        case .matches:
            (
                "the hub's log of matches (`/var/lib/plated-hub/logs/matches.ndjson`), and its history",
                "plates that were on a list: as read, as the list has them, with the entry's note. The owner is not in it",
                "the history as long as it keeps that camera's events, the log [for the longest of these times](#the-hubs-own-logs)"
            )
        case .corrections:
            (
                "accounts and corrections of the console (`/var/lib/plated-hub/console.sqlite`)",
                "plates that somebody corrected, as read and as corrected, with the name of who did it; of plates that chance drew, whether they are right, without their text; names of users",
                "as long as the events they are of; accounts until they are removed"
            )
        case .lookups:
            (
                "the hub's record of look-ups (`lookups.ndjson`)",
                "the plates that somebody looked for, who and why; only where `audit.lookups` is on",
                "until you delete it"
            )
        case .accessLog:
            (
                "the access log of a web server before the console; [ours for Caddy](console.md#let-others-in) writes none",
                "addresses of pages: plates that somebody searched, reasons, invitations",
                "as its logrotate has it"
            )
        case .exports:
            (
                "exports of the hub (`/var/lib/plated-exports`, where [every night](hub.md#every-night) has one), and a history that `plated-hub rebuild` moved away",
                "what was in it",
                "until you delete it"
            )
        case .spool:
            (
                "the spool (`/var/lib/plated/<camera>/spool`, by hand beside the log)",
                "lines that the log could not take",
                "until the log takes them"
            )
        case .explanations:
            (
                "the file of `--explain` or `log.explain`",
                "every reading of every candidate, also of what was not reported",
                "until you delete it, and `<file>.1` with it; beyond twice `log.explain_limit_mb` the oldest goes. A service's file in `/var/log/plated` that ends in `.ndjson` is rotated with the log"
            )
        case .misses:
            (
                "the ledger of misses (`/var/lib/plated/<camera>/missed`)",
                "what looked like a plate and was not reported: its readings, and a cut-out picture of some",
                "as a service and of cameras: 7 days (`missed.days`), and no more than `missed.megabytes`; `missed.keep: false` keeps none. Of a recording: until you delete them"
            )
        case .pictures:
            (
                "pictures of accepted plates (`/var/lib/plated/<camera>/evidence`)",
                "the plate, cut out, and what the camera saw then: the vehicle, perhaps people",
                "as a service and of cameras: 7 days (`evidence.days`), and no more than `evidence.megabytes`. Of a recording: until you delete them"
            )
        case .looks:
            (
                "looks at a camera that is being set up in the console (`/var/lib/plated-hub/setup`)",
                "pictures of what the camera saw, perhaps with plates",
                "until the camera runs, or an hour after the last touch; those of a hub that was killed until it starts again"
            )
        case .live:
            (
                "the live picture (`/run/plated/<camera>/live.sock`, and the console)",
                "what the camera sees, with the texts so far; with `privacy: pseudonym` neither",
                "not at all: it is shown and forgotten"
            )
        case .postedPictures:
            (
                "pictures that other programs post (`pictures` in [hub.yaml](integrations/plate-recognizer.md#pictures-as-snapshot-reads-them))",
                "what they show, and the plates in the answer",
                "not at all: a picture is read, answered and forgotten; while it is decoded it stands in a `/tmp` of its own"
            )
        case .evaluationSheets:
            (
                "`plated eval --sheet`",
                "cut-out pictures of your own labelled set",
                "until you delete it"
            )
        case .probes:
            (
                "`plated probe --picture`, `--sheet`",
                "pictures of what the camera saw, with its plates",
                "until you delete it"
            )
        case .journal:
            (
                "the journal (standard error)",
                "no plates",
                "as journald is set"
            )
        case .memory:
            (
                "memory",
                "plates of the last minutes for the vote, and of the last day for visits",
                "until the process ends"
            )
        }
    }
}
