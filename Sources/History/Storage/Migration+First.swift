import GRDB

extension Migration {
    /// Every table is made for one way of reading, so that nothing depends on what SQLite's planner thinks of it; and so that what is
    /// written together lies together. An event goes to the end of `record`, and into one leaf each of the others: those that are
    /// ordered by plate are cut into spans of time, or each event would touch another page of a large tree (see `Span`).
    static let first = Migration(version: 1) { database in
        try database.execute(
            sql: """
                -- The highest number that was ever given out: to a record, a plate, a text that lost.
                CREATE TABLE sequence(name TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
                INSERT INTO sequence VALUES('record', 0), ('plate', 0), ('lost', 0);

                CREATE TABLE camera(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
                CREATE TABLE schema(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
                CREATE TABLE lane(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

                -- What lines are deflated with; the first byte of a packed line says with which.
                CREATE TABLE dictionary(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);

                -- Every record, by its number. plate: the number of its text, for accepted plates.
                CREATE TABLE record(
                    seq INTEGER PRIMARY KEY, camera INTEGER NOT NULL, schema INTEGER NOT NULL, ts INTEGER NOT NULL,
                    plate INTEGER, line BLOB NOT NULL);
                CREATE INDEX record_other ON record(camera, ts) WHERE plate IS NULL;

                -- Which records are there, so that each is stored once.
                CREATE TABLE identity(
                    camera INTEGER NOT NULL, id NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY(camera, id)) WITHOUT ROWID;

                -- Distinct texts: of accepted plates, and of those that were voted for and lost.
                CREATE TABLE plate(text TEXT NOT NULL PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE lost(text TEXT NOT NULL PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID;
                -- The same texts by number, 2040 a row of 12 bytes each, to be looked through one after the other.
                CREATE TABLE plate_block(block INTEGER PRIMARY KEY, texts BLOB NOT NULL);
                CREATE TABLE lost_block(block INTEGER PRIMARY KEY, texts BLOB NOT NULL);
                -- Those that do not fit there.
                CREATE TABLE plate_long(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
                CREATE TABLE lost_long(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
                -- Pseudonyms: nothing is like them, so that nothing but their whole text finds them.
                CREATE TABLE plate_pseudonym(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
                CREATE TABLE lost_pseudonym(id INTEGER PRIMARY KEY, text TEXT NOT NULL);

                -- Spans of time that have events in them, and how many.
                CREATE TABLE plate_span(span INTEGER PRIMARY KEY, events INTEGER NOT NULL);
                CREATE TABLE lost_span(span INTEGER PRIMARY KEY, events INTEGER NOT NULL);
                -- Events by plate. place: lane and movement.
                CREATE TABLE plate_event(
                    span INTEGER NOT NULL, text INTEGER NOT NULL, ts INTEGER NOT NULL, seq INTEGER NOT NULL,
                    camera INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY(span, text, ts, seq)) WITHOUT ROWID;
                CREATE TABLE lost_event(
                    span INTEGER NOT NULL, text INTEGER NOT NULL, ts INTEGER NOT NULL, seq INTEGER NOT NULL,
                    camera INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY(span, text, ts, seq)) WITHOUT ROWID;
                -- Events by camera, place and time, with the plate's number; and which cameras have events in which places.
                CREATE TABLE camera_event(
                    camera INTEGER NOT NULL, place INTEGER NOT NULL, ts INTEGER NOT NULL, seq INTEGER NOT NULL,
                    text INTEGER NOT NULL, PRIMARY KEY(camera, place, ts, seq)) WITHOUT ROWID;
                CREATE TABLE camera_place(
                    camera INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY(camera, place)) WITHOUT ROWID;

                -- Texts that may stand in no event any more.
                CREATE TABLE touched(kind TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY(kind, id)) WITHOUT ROWID;

                CREATE TABLE gap(
                    camera INTEGER NOT NULL, id TEXT NOT NULL, cause TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER,
                    PRIMARY KEY(camera, id)) WITHOUT ROWID;
                CREATE INDEX gap_start ON gap(start);

                -- What became of pictures; those that nothing became of are not here. Where they are is in the record's line.
                CREATE TABLE picture(
                    seq INTEGER NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY(seq, kind)) WITHOUT ROWID;

                -- How far each log was read.
                CREATE TABLE log(
                    path TEXT PRIMARY KEY, cursor TEXT, lines INTEGER NOT NULL, repeated INTEGER NOT NULL,
                    unreadable INTEGER NOT NULL, interruptions INTEGER NOT NULL, latest INTEGER, trouble TEXT);

                -- How much of what there was, by hour (hours since 1970).
                CREATE TABLE count(
                    hour INTEGER NOT NULL, camera INTEGER NOT NULL, what TEXT NOT NULL, n INTEGER NOT NULL,
                    PRIMARY KEY(hour, camera, what)) WITHOUT ROWID;
                """)
    }
}
