-- Results and checkpoints of closed months lie in archives as other lines do. Run in `floor` and in `floor_test`, each named in the search path.
-- A month whose rows lie in archives already stays as it is.

CREATE OR REPLACE FUNCTION stays_row(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT kind IN ('void', 'undecided', 'aborted', 'key', 'key-rotated', 'fault', 'fault-cleared', 'boot', 'shutdown',
    'dispute', 'case-kept', 'restored', 'copy-restored')
$$;

-- what: its records, or its checkpoints, of which first and last are sizes. result_…: of each result in it number, instant (ms since 1970), round, what it is called
-- (`certified`, `reported`) and the numbers that people look for, a line each: so that a search opens the pieces alone that have what it looks for.
ALTER TABLE archive ADD COLUMN notes bigint NOT NULL DEFAULT 0;
ALTER TABLE archive_piece
  ADD COLUMN what text NOT NULL DEFAULT 'records' CHECK (what IN ('records', 'notes')),
  ADD COLUMN result_seqs bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN result_ats bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN result_rounds bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN result_levels text[] NOT NULL DEFAULT '{}',
  ADD COLUMN result_numbers text[] NOT NULL DEFAULT '{}',
  DROP CONSTRAINT archive_piece_pkey,
  ADD PRIMARY KEY (log, month, what, first, copy);
DROP INDEX archive_piece_last;
CREATE INDEX archive_piece_last ON archive_piece (log, what, last);

-- The results that lie in archives, each once however many copies its piece has.
CREATE VIEW archived_result AS
  SELECT p.log, p.month, p.first, p.from_at, p.to_at, p.from_round, p.to_round, of.seq, to_timestamp(of.at / 1000.0) AS at, of.round, of.level, of.numbers
  FROM archive_piece p,
    unnest(p.result_seqs, p.result_ats, p.result_rounds, p.result_levels, p.result_numbers) AS of (seq, at, round, level, numbers)
  WHERE p.what = 'records' AND NOT EXISTS (
    SELECT FROM archive_piece c WHERE c.log = p.log AND c.month = p.month AND c.what = p.what AND c.first = p.first AND c.copy < p.copy
  );
GRANT SELECT ON archived_result TO tirada_collector, tirada_page, tirada_archiver;
GRANT SELECT ON checkpoint TO tirada_archiver;

-- Of each log, how many lines and checkpoints of a month lie in rows though they may lie in an archive.
DROP FUNCTION lines_to_archive(date);
CREATE FUNCTION to_archive(of_month date) RETURNS TABLE (log integer, records bigint, notes bigint) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(r.log, c.log), coalesce(r.n, 0), coalesce(c.n, 0)
  FROM (SELECT r.log, count(*) AS n FROM record r WHERE r.month = of_month AND NOT stays_row(r.kind) GROUP BY r.log) AS r
  FULL JOIN (SELECT c.log, count(*) AS n FROM checkpoint c WHERE c.month = of_month GROUP BY c.log) AS c ON c.log = r.log
  ORDER BY 1
$$;

-- Throws where a row of a month that may go lies in no archive: all are counted, and the hash of each piece is made anew from the rows.
CREATE FUNCTION require_archived(of_month date) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  wrong record;
BEGIN
  SELECT d.log, d.records, d.notes, coalesce(a.records, 0) AS archived, coalesce(a.notes, 0) AS archived_notes INTO wrong
    FROM to_archive(of_month) d LEFT JOIN (
      SELECT p.log, sum(p.records) FILTER (WHERE p.what = 'records') AS records, sum(p.records) FILTER (WHERE p.what = 'notes') AS notes
      FROM archive_piece p JOIN archive a ON a.log = p.log AND a.month = p.month WHERE p.month = of_month AND p.copy = 0 GROUP BY p.log
    ) AS a ON a.log = d.log
    WHERE d.records <> coalesce(a.records, 0) OR d.notes <> coalesce(a.notes, 0) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'log % has % lines and % checkpoints of % in rows, and its archive % and %',
      wrong.log, wrong.records, wrong.notes, of_month, wrong.archived, wrong.archived_notes;
  END IF;
  -- Pieces that overlap would count a row twice, and another one not at all.
  SELECT p.log, p.what, p.first INTO wrong FROM archive_piece p, LATERAL (
      SELECT CASE p.what WHEN 'records' THEN (
          SELECT ROW(count(*), sha256(string_agg(r.line || r.sig, ''::bytea ORDER BY r.seq)))
          FROM record r WHERE r.log = p.log AND r.month = of_month AND r.seq BETWEEN p.first AND p.last AND NOT stays_row(r.kind)
        ) ELSE (
          SELECT ROW(count(*), sha256(string_agg(convert_to(c.note, 'UTF8'), ''::bytea ORDER BY c.size, c.stored)))
          FROM checkpoint c WHERE c.log = p.log AND c.month = of_month AND c.size BETWEEN p.first AND p.last
        ) END AS is
    ) AS found
    WHERE p.month = of_month AND (found.is IS DISTINCT FROM ROW(p.records::bigint, p.rows_sha256) OR EXISTS (
      SELECT FROM archive_piece o
      WHERE o.log = p.log AND o.month = p.month AND o.what = p.what AND o.copy = p.copy AND o.first > p.first AND o.first <= p.last
    )) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the archive of log % is not of its % from % on', wrong.log, wrong.what, wrong.first;
  END IF;
END
$$;

-- Puts a part with the rows that stay in the place of a closed month's, once every other row of it is in an archive. Of the ends of batches the last
-- one of each 1,024 records stays. @returns how many lines went.
CREATE OR REPLACE FUNCTION drop_archived(of_month date) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  suffix text := to_char(of_month, '_YYYY_MM');
  name text;
  part text;
  stay text;
  gone bigint;
BEGIN
  IF of_month NOT IN (SELECT closed_months()) THEN
    RAISE EXCEPTION '% is no closed month of this store', of_month;
  END IF;
  PERFORM require_archived(of_month);
  SELECT coalesce(sum(records), 0) INTO gone FROM to_archive(of_month);
  FOREACH name IN ARRAY ARRAY['record', 'batch_end', 'checkpoint'] LOOP
    part := name || suffix;
    stay := CASE name
      WHEN 'record' THEN format('SELECT * FROM %I r WHERE stays_row(r.kind)', part)
      WHEN 'batch_end' THEN format(
        'SELECT DISTINCT ON (e.log, e.next / 1024) e.* FROM %I e ORDER BY e.log, e.next / 1024, e.next DESC, e.checkpoint DESC', part)
      END;
    -- With their indexes and what the parent wants of them, so that they are in its place in a moment.
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES, CHECK (month = %L))', part || '_kept', name, of_month);
    IF stay IS NOT NULL THEN
      EXECUTE format('INSERT INTO %I %s', part || '_kept', stay);
    END IF;
  END LOOP;
  -- From here on whoever reads or adds waits, for a moment.
  FOREACH name IN ARRAY ARRAY['record', 'batch_end', 'checkpoint'] LOOP
    part := name || suffix;
    EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', name, part);
    EXECUTE format('DROP TABLE %I', part);
    EXECUTE format('ALTER TABLE %I RENAME TO %I', part || '_kept', part);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%L)', name, part, of_month);
    PERFORM only_add_to(part::regclass);
  END LOOP;
  EXECUTE format('COMMENT ON TABLE %I IS %L', 'record' || suffix, 'archived');
  RETURN gone;
END
$$;
