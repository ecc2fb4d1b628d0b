-- Checkpoints that contradict the store, and tables that are no more. Run in `floor` and in `floor_test`, each named in the search path.

-- A checkpoint that its key signed over another tree is a fork as well: `seq` is then the last record under it, the lines are the notes.
ALTER TABLE fork ADD COLUMN what text NOT NULL DEFAULT 'record' CHECK (what IN ('record', 'checkpoint'));
DROP VIEW open_fork;
CREATE VIEW open_fork AS
  SELECT f.* FROM fork f
  WHERE (SELECT least(count(DISTINCT a.key_id), count(DISTINCT a.person)) FROM act a WHERE a.fork = f.id AND a.does = 'settle-fork') < 2;
GRANT SELECT ON open_fork TO tirada_collector, tirada_page;

-- Tables that two people retired, in the same words: the first two of whom neither had changed his mind in between. `instead` is the log of
-- the unit that stands there from then on.
CREATE VIEW retired AS
  SELECT DISTINCT ON (b.log) b.log, b.id AS act, b.detail ->> 'instead' AS instead
  FROM act a JOIN act b ON b.log = a.log AND b.id > a.id AND b.does = a.does
    AND b.key_id <> a.key_id AND b.person <> a.person
    AND b.detail ->> 'instead' IS NOT DISTINCT FROM a.detail ->> 'instead'
  WHERE a.does = 'retire-table' AND NOT EXISTS (
    SELECT FROM act c WHERE c.log = a.log AND c.does = a.does AND c.id > a.id AND c.id < b.id
      AND (c.key_id = a.key_id OR c.person = a.person)
      AND c.detail ->> 'instead' IS DISTINCT FROM a.detail ->> 'instead'
  )
  ORDER BY b.log, b.id;
GRANT SELECT ON retired TO tirada_collector, tirada_page;
CREATE INDEX act_log ON act (log, does);
CREATE INDEX act_enrolment ON act (enrolment) WHERE enrolment IS NOT NULL;
CREATE INDEX act_fork ON act (fork) WHERE fork IS NOT NULL;

-- Adds a checkpoint that came late. `text` ends where its signatures begin. `kept`: the store has this text, with these signatures from now on, as
-- far as there is room; `other`: it has another text of this size; `none`: it has none, and it is added where the collector has proven it.
CREATE FUNCTION add_note(of_log integer, of_size bigint, text text, new_note text, notes_max bigint, is_proven boolean) RETURNS text
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  found bigint;
  same bigint;
  is_there boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext(current_schema()::text), of_log);
  SELECT count(*), count(*) FILTER (WHERE starts_with(c.note, text)), coalesce(bool_or(c.note = new_note), false) INTO found, same, is_there
    FROM checkpoint c WHERE c.log = of_log AND c.size = of_size;
  IF found > 0 AND same = 0 THEN
    RETURN 'other';
  ELSIF found = 0 AND NOT is_proven THEN
    RETURN 'none';
  END IF;
  IF NOT is_there AND found < notes_max THEN
    INSERT INTO checkpoint (log, size, note) VALUES (of_log, of_size, new_note);
  END IF;
  RETURN 'kept';
END
$$;

-- Keeps two lines, or two checkpoints, that cannot both be of one log, marks the log and tells of it. So many may be open at a time: those
-- that two people settled keep no later one out.
DROP FUNCTION keep_fork(integer, bigint, text, bytea, bytea, bytea, bytea, bigint);
CREATE FUNCTION keep_fork(
  of_log integer, new_what text, of_seq bigint, of_serial text, new_stored_line bytea, new_stored_sig bytea,
  new_other_line bytea, new_other_sig bytea, forks_max bigint
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fork (log, what, seq, serial, stored_line, stored_sig, other_line, other_sig)
    SELECT of_log, new_what, of_seq, of_serial, new_stored_line, new_stored_sig, new_other_line, new_other_sig
    WHERE (SELECT count(*) FROM open_fork f WHERE f.log = of_log) < forks_max
    ON CONFLICT DO NOTHING;
  PERFORM raise_alarm('fork', (SELECT name FROM log WHERE id = of_log), jsonb_build_object('seq', of_seq, 'serial', of_serial, 'what', new_what));
END
$$;
