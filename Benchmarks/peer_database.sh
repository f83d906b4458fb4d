#!/usr/bin/env bash
# The same rows in PostgreSQL with pg_trgm, and the same questions: a table of events and one of distinct plates, as somebody would
# make them who knows PostgreSQL. A server of its own: own user, own folder, own port.
#
#   Benchmarks/peer_database.sh FOLDER load        FOLDER: of `histories generate`, which has events.tsv
#   Benchmarks/peer_database.sh FOLDER ask         the size, and each question's times as a table; the first of each comes from disk
#   Benchmarks/peer_database.sh FOLDER remove
set -euo pipefail
folder=$(readlink -f "$1") port=${PLATED_PORT:-55433}
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
work=$folder/postgresql
settings="-p $port -k $work -c listen_addresses= -c shared_buffers=1GB -c maintenance_work_mem=512MB -c max_wal_size=1GB -c wal_level=minimal -c max_wal_senders=0"
# The server refuses to run as root.
as=()
[[ $EUID -ne 0 ]] || as=(setpriv --reuid=postgres --regid=postgres --clear-groups)

start() {
    "${as[@]}" "$bin/pg_ctl" -D "$work/data" -w -l "$work/log" -o "$settings" start >/dev/null
    trap '"${as[@]}" "$bin/pg_ctl" -D "$work/data" -w -m fast stop >/dev/null' EXIT
}
sql() { psql -X -q -v ON_ERROR_STOP=1 -h "$work" -p "$port" -U bench postgres "$@"; }

load() {
    rm -rf "$work"
    mkdir -p "$work"
    [[ $EUID -ne 0 ]] || chown postgres "$work"
    "${as[@]}" "$bin/initdb" -D "$work/data" -A trust -U bench >/dev/null
    start
    sql <<SQL
CREATE EXTENSION pg_trgm;
CREATE EXTENSION fuzzystrmatch;
BEGIN;
CREATE TABLE event(seq bigint, ts bigint, camera text, plate text);
\copy event FROM '$folder/events.tsv'
COMMIT;
ALTER TABLE event ADD PRIMARY KEY(seq);
CREATE INDEX ON event(plate, ts DESC);
CREATE INDEX ON event(camera, ts DESC);
CREATE INDEX ON event(ts DESC);
CREATE TABLE plate AS SELECT DISTINCT plate AS text FROM event;
CREATE UNIQUE INDEX ON plate(text text_pattern_ops);
CREATE INDEX ON plate USING gin(text gin_trgm_ops);
VACUUM ANALYZE;
SQL
    touch "$work/loaded"
}

# ask NAME QUESTION [PLATES]: each question for the same plates, once each: middle, 95 of 100, longest, and the first.
ask() {
    local name=$1 question=$2 count=${3:-50}
    { echo '\timing on'; for plate in "${plates[@]:0:count}"; do echo "${question//PLATE/$plate};" | sed "s/MIDDLE3/${plate:2:3}/; s/MIDDLE4/${plate:1:4}/; s/MIDDLE5/${plate:1:5}/; s/TAIL/${plate:1}/; s/HEAD1/${plate:0:1}/; s/HEAD2/${plate:0:2}/; s/HEAD4/${plate:0:4}/"; done; } |
        sql -At 2>&1 | sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p' |
        awk -v name="$name" '
            { first = NR == 1 ? $1 : first; time[NR] = $1 }
            END { n = asort_(); printf "| %s | %.1f ms | %.1f ms | %.1f ms | %.1f ms |\n", name, time[int(n * 0.5) + 1], time[int(n * 0.95) + 1], time[n], first }
            function asort_(  i, j, t) { for (i = 2; i <= NR; i++) { t = time[i]; for (j = i - 1; j > 0 && time[j] > t; j--) time[j + 1] = time[j]; time[j + 1] = t } return NR }'
}
# The newest fifty events of the plates that fit, as PostgreSQL plans it; and with the plates found first.
newest() { echo "SELECT e.* FROM plate p JOIN event e ON e.plate = p.text WHERE $1 ORDER BY e.ts DESC LIMIT 50"; }
found() { echo "WITH m AS MATERIALIZED (SELECT text FROM plate p WHERE $1) SELECT e.* FROM m JOIN event e ON e.plate = m.text ORDER BY e.ts DESC LIMIT 50"; }

case ${2:-} in
load) load ;;
ask)
    start
    sql -At -c "SELECT count(*), (SELECT count(*) FROM plate), pg_size_pretty(pg_total_relation_size('event') + pg_total_relation_size('plate')) FROM event"
    mapfile -t plates < <(shuf -n 50 --random-source=<(yes) "$folder/events.tsv" | cut -f4)
    echo "| question | middle | 95 of 100 | longest | first |"
    echo "|---|---|---|---|---|"
    ask "exact" "SELECT * FROM event WHERE plate = 'PLATE' ORDER BY ts DESC LIMIT 50"
    ask "prefix of 1" "$(newest "p.text LIKE 'HEAD1%'")"
    ask "prefix of 2" "$(newest "p.text LIKE 'HEAD2%'")"
    ask "prefix of 4" "$(newest "p.text LIKE 'HEAD4%'")"
    ask "substring of 3" "$(newest "p.text LIKE '%MIDDLE3%'")"
    ask "substring of 5" "$(newest "p.text LIKE '%MIDDLE5%'")"
    ask "one character unknown (?)" "$(newest "p.text LIKE '_TAIL'")"
    ask "near, distance 1" "$(found "levenshtein_less_equal(p.text, 'PLATE', 1) <= 1")" 20
    ask "near, distance 2" "$(found "levenshtein_less_equal(p.text, 'PLATE', 2) <= 2")" 20
    ask "near, by trigrams (similarity 0.3)" "$(found "p.text % 'PLATE'")" 20
    ask "the newest" "SELECT * FROM event ORDER BY ts DESC LIMIT 50"
    ask "a camera, a day" "SELECT * FROM event WHERE camera = 'gate' AND ts < (SELECT max(ts) FROM event) - 2592000000 ORDER BY ts DESC LIMIT 50"
    ;;
remove) rm -rf "$work" ;;
*)
    sed -n '5,7s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
