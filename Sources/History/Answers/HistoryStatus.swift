import Records

/// What a history has, and how far it has come.
public struct HistoryStatus: Sendable, Equatable {
    public struct Log: Sendable, Equatable {
        public let path: String
        /// Lines that were read, all in all.
        public let lines: Int
        /// Of these, records that were there already.
        public let repeated: Int
        /// Of these, lines that are no records.
        public let unreadable: Int
        /// How often lines may have been missed.
        public let interruptions: Int
        /// Time of its latest record; nil where there is none.
        public let latest: WallTime?
        /// The last thing that was wrong with it.
        public let trouble: String?
        /// Behind the last line that was stored; nil where there is none.
        public let cursor: LogCursor?

        /// What the trouble of a log begins with that cannot be read now.
        package static let unreadablePrefix = "it cannot be read: "

        /// Whether it could be read when a hub looked at it last.
        public var isReadable: Bool { !(trouble?.hasPrefix(Self.unreadablePrefix) ?? false) }

        package init(
            path: String, lines: Int, repeated: Int, unreadable: Int, interruptions: Int, latest: WallTime?,
            trouble: String?, cursor: LogCursor?
        ) {
            self.path = path
            self.lines = lines
            self.repeated = repeated
            self.unreadable = unreadable
            self.interruptions = interruptions
            self.latest = latest
            self.trouble = trouble
            self.cursor = cursor
        }
    }

    public struct Camera: Sendable, Equatable {
        public let name: String
        /// Time of its newest plate.
        public let newest: WallTime?

        package init(name: String, newest: WallTime?) {
            self.name = name
            self.newest = newest
        }
    }

    /// The number of the record that was stored last; 0 where there is none.
    public let last: Int64
    /// Accepted plates that are there.
    public let events: Int
    public let cameras: [Camera]
    public let logs: [Log]
    /// Bytes of the file with its WAL, or of the tables.
    public let bytes: Int

    package init(last: Int64, events: Int, cameras: [Camera], logs: [Log], bytes: Int) {
        self.last = last
        self.events = events
        self.cameras = cameras
        self.logs = logs
        self.bytes = bytes
    }
}
