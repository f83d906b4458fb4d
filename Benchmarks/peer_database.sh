#!/usr/bin/env bash
# The same rows in PostgreSQL with pg_trgm, and the same questions: a table of events and one of distinct plates, as somebody would
# make them who knows PostgreSQL. A server of its own: own user, own folder, own port, and gone at the end.
#
#   Benchmarks/peer_database.sh FOLDER [PORT]      FOLDER: of `histories generate`, which has events.tsv
set -euo pipefail
folder=$(readlink -f "$1") port=${2:-55433}
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
work=$folder/postgresql
mkdir -p "$work"
# The server refuses to run as root.
as=()
if [[ $EUID -eq 0 ]]; then
    as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
    chown postgres "$work"
fi
"${as[@]}" "$bin/initdb" -D "$work/data" -A trust -U bench >/dev/null
trap '"${as[@]}" "$bin/pg_ctl" -D "$work/data" -m fast stop >/dev/null; rm -rf "$work"' EXIT
"${as[@]}" "$bin/pg_ctl" -D "$work/data" -w -l "$work/log" -o "-p $port -k $work -c listen_addresses= -c shared_buffers=1GB -c maintenance_work_mem=512MB -c max_wal_size=8GB" start >/dev/null
sql() { psql -X -q -v ON_ERROR_STOP=1 -h "$work" -p "$port" -U bench postgres "$@"; }

echo "filling"
time sql <<SQL
CREATE EXTENSION pg_trgm;
CREATE EXTENSION fuzzystrmatch;
CREATE TABLE event(seq bigint, ts bigint, camera text, plate text);
\copy event FROM '$folder/events.tsv'
ALTER TABLE event ADD PRIMARY KEY(seq);
CREATE INDEX ON event(plate, ts DESC);
CREATE INDEX ON event(camera, ts DESC);
CREATE INDEX ON event(ts DESC);
CREATE TABLE plate AS SELECT DISTINCT plate AS text FROM event;
CREATE UNIQUE INDEX ON plate(text text_pattern_ops);
CREATE INDEX ON plate USING gin(text gin_trgm_ops);
VACUUM ANALYZE;
SQL
sql -At -c "SELECT count(*), (SELECT count(*) FROM plate), pg_size_pretty(pg_total_relation_size('event') + pg_total_relation_size('plate')) FROM event"

# Each question for the same thirty plates; the middle and the longest.
mapfile -t plates < <(shuf -n 30 --random-source=<(yes) "$folder/events.tsv" | cut -f4)
ask() {
    local name=$1 question=$2
    { echo '\timing on'; for plate in "${plates[@]}"; do echo "${question//PLATE/$plate};" | sed "s/MIDDLE3/${plate:2:3}/; s/MIDDLE4/${plate:1:4}/; s/TAIL/${plate:1}/; s/HEAD2/${plate:0:2}/; s/HEAD4/${plate:0:4}/"; done; } |
        sql -At 2>&1 | sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p' | sort -n |
        awk -v name="$name" '{ time[NR] = $1 } END { printf "| %s | %.1f ms | %.1f ms |\n", name, time[int(NR / 2) + 1], time[NR] }'
}
# The newest fifty events of the plates that fit.
newest() { echo "SELECT e.* FROM plate p JOIN event e ON e.plate = p.text WHERE $1 ORDER BY e.ts DESC LIMIT 50"; }
echo "| question | middle | longest |"
echo "|---|---|---|"
ask "exact" "SELECT * FROM event WHERE plate = 'PLATE' ORDER BY ts DESC LIMIT 50"
ask "prefix of 2" "$(newest "p.text LIKE 'HEAD2%'")"
ask "prefix of 4" "$(newest "p.text LIKE 'HEAD4%'")"
ask "substring of 3" "$(newest "p.text LIKE '%MIDDLE3%'")"
ask "substring of 4" "$(newest "p.text LIKE '%MIDDLE4%'")"
ask "one character unknown" "$(newest "p.text LIKE '_TAIL'")"
ask "near, distance 1" "$(newest "levenshtein_less_equal(p.text, 'PLATE', 1) <= 1")"
ask "near, distance 2" "$(newest "levenshtein_less_equal(p.text, 'PLATE', 2) <= 2")"
ask "near, by trigrams (similarity 0.3)" "$(newest "p.text % 'PLATE'")"
ask "a camera, a day" "SELECT * FROM event WHERE camera = 'gate' AND ts < (SELECT max(ts) FROM event) - 2592000000 ORDER BY ts DESC LIMIT 50"
