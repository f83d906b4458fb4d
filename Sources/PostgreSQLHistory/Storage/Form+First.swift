extension Form {
    /// `record` and `lost_event` are cut by months, so that what is too old goes as a whole; what no month takes is in `…_wrong`. Each index
    /// is made for one way of reading. `seq` is given out by whoever holds the row of `sequence`, and so in the order of commits.
    static let first = Form(
        version: 1,
        sql: """
            CREATE TABLE form(version integer NOT NULL, origin text NOT NULL);
            INSERT INTO form VALUES(0, replace(gen_random_uuid()::text, '-', ''));

            -- The highest number that was ever given out: to a record, a plate, a text that lost. removal: how often texts were removed.
            CREATE TABLE sequence(name text PRIMARY KEY, last bigint NOT NULL) WITH (fillfactor = 20);
            INSERT INTO sequence VALUES('record', 0), ('plate', 0), ('lost', 0), ('removal', 0);

            CREATE TABLE camera(id integer PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE);
            CREATE TABLE record_schema(id integer PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE);
            CREATE TABLE lane(id integer PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE);

            -- Distinct texts: of accepted plates, and of those that were voted for and lost.
            CREATE TABLE plate(id integer PRIMARY KEY, text text COLLATE "C" NOT NULL UNIQUE);
            CREATE TABLE lost(id integer PRIMARY KEY, text text COLLATE "C" NOT NULL UNIQUE);
            -- Texts that may stand in no event any more.
            CREATE TABLE touched(kind text NOT NULL, id integer NOT NULL, PRIMARY KEY(kind, id));

            -- Every record. ts: milliseconds since 1970. plate, place: of accepted plates; place is lane * 8 + movement.
            -- line: as in the log, packed.
            CREATE TABLE record(
                seq bigint NOT NULL, ts bigint NOT NULL, camera integer NOT NULL, schema integer NOT NULL, plate integer,
                place integer, pictures boolean NOT NULL, id text COLLATE "C" NOT NULL, line bytea NOT NULL,
                PRIMARY KEY(camera, id, ts)) PARTITION BY RANGE(ts);
            ALTER TABLE record ALTER line SET STORAGE EXTERNAL;
            CREATE INDEX record_seq ON record(seq);
            CREATE INDEX record_time ON record(ts, seq) WHERE plate IS NOT NULL;
            CREATE INDEX record_plate ON record(plate, ts, seq) WHERE plate IS NOT NULL;
            CREATE INDEX record_camera ON record(camera, place, ts, seq);
            CREATE INDEX record_other ON record(schema, ts, seq) WHERE plate IS NULL;
            CREATE INDEX record_pictures ON record(ts, seq) WHERE pictures;
            CREATE TABLE record_wrong PARTITION OF record DEFAULT;

            -- Events by the texts that lost in them.
            CREATE TABLE lost_event(
                ts bigint NOT NULL, seq bigint NOT NULL, text integer NOT NULL, camera integer NOT NULL, place integer NOT NULL,
                PRIMARY KEY(ts, seq, text)) PARTITION BY RANGE(ts);
            CREATE INDEX lost_event_text ON lost_event(text, ts, seq);
            CREATE TABLE lost_event_wrong PARTITION OF lost_event DEFAULT;

            -- Months that have a part of both, as year * 12 + month - 1, and how many events; 0 is what no month takes.
            CREATE TABLE month(number integer PRIMARY KEY, events bigint NOT NULL) WITH (fillfactor = 20);
            INSERT INTO month VALUES(0, 0);

            -- Which cameras have events in which places, and the last record of each stream; schema 0 is what the camera logged.
            CREATE TABLE camera_place(camera integer, place integer, PRIMARY KEY(camera, place));
            CREATE TABLE stream(camera integer, schema integer, seq bigint NOT NULL, PRIMARY KEY(camera, schema))
                WITH (fillfactor = 50);

            CREATE TABLE gap(
                camera integer NOT NULL, id text COLLATE "C" NOT NULL, cause text NOT NULL, began bigint NOT NULL, ended bigint,
                PRIMARY KEY(camera, id));
            CREATE INDEX gap_began ON gap(began);

            -- What became of pictures; those that nothing became of are not here. Where they are is in the record's line.
            CREATE TABLE picture(seq bigint NOT NULL, kind text NOT NULL, state text NOT NULL, PRIMARY KEY(seq, kind));

            -- How far each log of each hub was read.
            CREATE TABLE log(
                hub text NOT NULL, path text NOT NULL, cursor text, lines bigint NOT NULL, repeated bigint NOT NULL,
                unreadable bigint NOT NULL, interruptions bigint NOT NULL, latest bigint, trouble text,
                PRIMARY KEY(hub, path)) WITH (fillfactor = 50);

            -- How much of what there was, by hour (hours since 1970).
            CREATE TABLE hour_count(
                hour bigint NOT NULL, camera integer NOT NULL, what text COLLATE "C" NOT NULL, n bigint NOT NULL,
                PRIMARY KEY(hour, camera, what)) WITH (fillfactor = 50);
            CREATE INDEX hour_count_what ON hour_count(what, hour);

            -- Small texts that are written with records, such as how far a site has come.
            CREATE TABLE kept(space text NOT NULL, name text NOT NULL, value text NOT NULL, PRIMARY KEY(space, name))
                WITH (fillfactor = 50);
            """)
}
