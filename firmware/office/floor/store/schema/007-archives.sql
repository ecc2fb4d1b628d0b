-- Lines of closed months as signed archives, in pieces that the database names by hash and keeps itself: backed up, copied to the other nodes and
-- read from another machine as everything else. Run in `floor` and in `floor_test`, each named in the search path.

-- What stays a row for good. Everything else of a closed month may lie in an archive.
CREATE FUNCTION stays_row(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT kind IN ('result', 'void', 'undecided', 'aborted', 'key', 'key-rotated', 'fault', 'fault-cleared', 'boot', 'shutdown',
    'dispute', 'case-kept', 'restored', 'copy-restored')
$$;

-- One a log and month. records: lines in it. manifest: what it holds, canonical JSON, signed with the key of the certificate (DER) of whoever made it.
CREATE TABLE archive (
  log integer NOT NULL,
  month date NOT NULL,
  made timestamptz NOT NULL DEFAULT now(),
  records bigint NOT NULL,
  -- Where the log ended in that month: of the ends of batches before, not all are kept.
  next bigint NOT NULL,
  manifest text NOT NULL,
  sig bytea NOT NULL,
  certificate bytea NOT NULL,
  PRIMARY KEY (log, month)
);

-- first, last, records: numbers of its lines, which need not be all of those between. rows_sha256: over line and signature of each, in their order.
-- sha256: of bytes, a frame of zstd. A copy whose bytes are not its own is mended by another one beside it.
CREATE TABLE archive_piece (
  log integer NOT NULL,
  month date NOT NULL,
  first bigint NOT NULL,
  last bigint NOT NULL,
  copy integer NOT NULL DEFAULT 0,
  records integer NOT NULL,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  from_round bigint,
  to_round bigint,
  kinds text[] NOT NULL,
  rows_sha256 bytea NOT NULL CHECK (length(rows_sha256) = 32),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  bytes bytea NOT NULL,
  PRIMARY KEY (log, month, first, copy),
  FOREIGN KEY (log, month) REFERENCES archive DEFERRABLE INITIALLY DEFERRED
);
-- It is compressed already.
ALTER TABLE archive_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX archive_piece_last ON archive_piece (log, last);
CREATE INDEX archive_piece_at ON archive_piece (to_at);

-- Months of which rows wait for archives: closed for longer than any transaction that could add to them.
CREATE FUNCTION closed_months() RETURNS SETOF date LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT month FROM (
    SELECT to_date(substr(c.relname, 8), 'YYYY_MM') AS month
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'record'::regclass AND obj_description(c.oid, 'pg_class') IS DISTINCT FROM 'archived'
  ) AS parts
  WHERE month + interval '1 month 1 day' < now() AT TIME ZONE 'UTC' ORDER BY month
$$;

-- Months whose rows are in archives alone, but for those that stay.
CREATE FUNCTION archived_months() RETURNS SETOF date LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT to_date(substr(c.relname, 8), 'YYYY_MM')
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'record'::regclass AND obj_description(c.oid, 'pg_class') = 'archived'
$$;

-- Of each log, how many lines of a month lie in rows though they may lie in an archive.
CREATE FUNCTION lines_to_archive(of_month date) RETURNS TABLE (log integer, records bigint) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT r.log, count(*) FROM record r WHERE r.month = of_month AND NOT stays_row(r.kind) GROUP BY r.log ORDER BY r.log
$$;

-- Puts a part with the rows that stay in the place of a closed month's, once every other row of it is in an archive: counted, and each piece's hash
-- made anew from the rows. Of the ends of batches the last one of each 1,024 records stays. @returns how many rows went.
CREATE FUNCTION drop_archived(of_month date) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  part text := 'record_' || to_char(of_month, 'YYYY_MM');
  ends text := 'batch_end_' || to_char(of_month, 'YYYY_MM');
  gone bigint;
  wrong record;
BEGIN
  IF of_month NOT IN (SELECT closed_months()) THEN
    RAISE EXCEPTION '% is no closed month of this store', of_month;
  END IF;
  SELECT l.log, l.records, coalesce(a.records, 0) AS archived INTO wrong
    FROM lines_to_archive(of_month) l LEFT JOIN archive a ON a.log = l.log AND a.month = of_month
    WHERE l.records IS DISTINCT FROM a.records LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'log % has % lines of % in rows, and its archive %', wrong.log, wrong.records, of_month, wrong.archived;
  END IF;
  SELECT p.log, p.first INTO wrong FROM archive_piece p, LATERAL (
      SELECT count(*) AS n, sha256(string_agg(r.line || r.sig, ''::bytea ORDER BY r.seq)) AS hash
      FROM record r WHERE r.log = p.log AND r.month = of_month AND r.seq BETWEEN p.first AND p.last AND NOT stays_row(r.kind)
    ) AS found
    WHERE p.month = of_month AND (found.n <> p.records OR found.hash IS DISTINCT FROM p.rows_sha256) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the archive of log % is not of its rows from % on', wrong.log, wrong.first;
  END IF;
  -- With their indexes and what the parent wants of them, so that they are in its place in a moment.
  EXECUTE format('CREATE TABLE %I (LIKE record INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES, CHECK (month = %L))', part || '_kept', of_month);
  EXECUTE format('INSERT INTO %I SELECT * FROM %I r WHERE stays_row(r.kind)', part || '_kept', part);
  EXECUTE format('CREATE TABLE %I (LIKE batch_end INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES, CHECK (month = %L))', ends || '_kept', of_month);
  EXECUTE format(
    'INSERT INTO %I SELECT DISTINCT ON (e.log, e.next / 1024) e.* FROM %I e ORDER BY e.log, e.next / 1024, e.next DESC, e.checkpoint DESC',
    ends || '_kept', ends);
  EXECUTE format('SELECT count(*) FROM %I r WHERE NOT stays_row(r.kind)', part) INTO gone;
  -- From here on whoever reads or adds waits, for a moment.
  EXECUTE format('ALTER TABLE record DETACH PARTITION %I', part);
  EXECUTE format('ALTER TABLE batch_end DETACH PARTITION %I', ends);
  EXECUTE format('DROP TABLE %I', part);
  EXECUTE format('DROP TABLE %I', ends);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', part || '_kept', part);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', ends || '_kept', ends);
  EXECUTE format('ALTER TABLE record ATTACH PARTITION %I FOR VALUES IN (%L)', part, of_month);
  EXECUTE format('ALTER TABLE batch_end ATTACH PARTITION %I FOR VALUES IN (%L)', ends, of_month);
  EXECUTE format('COMMENT ON TABLE %I IS %L', part, 'archived');
  PERFORM only_add_to(part::regclass), only_add_to(ends::regclass);
  RETURN gone;
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['archive', 'archive_piece'] LOOP
    PERFORM only_add_to(name::regclass);
    EXECUTE format('GRANT SELECT ON %I TO tirada_collector, tirada_page, tirada_archiver', name);
    EXECUTE format('GRANT INSERT ON %I TO tirada_archiver', name);
  END LOOP;
END
$$;
GRANT SELECT ON record, batch_end, log TO tirada_archiver;
REVOKE ALL ON FUNCTION drop_archived(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_archived(date) TO tirada_archiver;
