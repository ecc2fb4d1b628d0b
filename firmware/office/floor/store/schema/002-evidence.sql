-- What tables signed, and what people and collectors did with it. Run in `floor` and in `floor_test`, each named in the search path.
-- Everything here is only added to.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of %.% is refused: the store is only added to', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END
$$;

-- ENABLE ALWAYS: whoever replays changes of another database meets it as well.
CREATE FUNCTION only_add_to(of regclass) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = of AND tgname = 'no_change') THEN
    EXECUTE format('CREATE TRIGGER no_change BEFORE UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION refuse_change()', of);
  END IF;
  EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', of);
  EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER no_change, ENABLE ALWAYS TRIGGER no_truncate', of);
END
$$;

CREATE TABLE log (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (length(name) <= 120),
  made timestamptz NOT NULL DEFAULT now()
);

-- The month in which a line came, not that in which a table says it was made: a month that is over stays as it is.
CREATE FUNCTION this_month() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date
$$;

-- line: the very bytes that were signed. The columns beside it only repeat what it says.
CREATE TABLE record (
  log integer NOT NULL,
  seq bigint NOT NULL,
  month date NOT NULL DEFAULT this_month(),
  at timestamptz NOT NULL,
  stored timestamptz NOT NULL DEFAULT now(),
  round bigint,
  kind text NOT NULL,
  line bytea NOT NULL,
  sig bytea NOT NULL CHECK (length(sig) = 64),
  PRIMARY KEY (log, seq, month)
) PARTITION BY LIST (month);
CREATE INDEX record_kind ON record (log, kind, seq) WHERE kind IN ('result', 'void', 'undecided', 'aborted', 'key-rotated');

-- Where a log ended after each batch; the newest is where the next line joins. peaks: 32 bytes for each, largest first. was_next and
-- was_checkpoint: where it ended before.
CREATE TABLE batch_end (
  log integer NOT NULL,
  next bigint NOT NULL,
  checkpoint bigint NOT NULL,
  was_next bigint NOT NULL,
  was_checkpoint bigint NOT NULL,
  month date NOT NULL DEFAULT this_month(),
  format smallint NOT NULL,
  epoch integer,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  peaks bytea NOT NULL CHECK (length(peaks) % 32 = 0),
  PRIMARY KEY (log, next, checkpoint, month)
) PARTITION BY LIST (month);

-- A signed note; the same size again where more witnesses cosigned it.
CREATE TABLE checkpoint (
  log integer NOT NULL,
  size bigint NOT NULL,
  month date NOT NULL DEFAULT this_month(),
  stored timestamptz NOT NULL DEFAULT clock_timestamp(),
  note text NOT NULL,
  PRIMARY KEY (log, size, stored, month)
) PARTITION BY LIST (month);

-- Records by which a key gave way to the next one, beside the others.
CREATE TABLE rotation (
  log integer NOT NULL,
  seq bigint NOT NULL,
  line bytea NOT NULL,
  sig bytea NOT NULL,
  PRIMARY KEY (log, seq)
);

-- Tables that ask to join the floor: `body` is what they proved.
CREATE TABLE enrolment (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  log text NOT NULL CHECK (length(log) <= 120),
  asked timestamptz NOT NULL DEFAULT now(),
  vkey text NOT NULL,
  first text NOT NULL,
  rotations jsonb NOT NULL,
  code text NOT NULL,
  serial text NOT NULL,
  body text NOT NULL,
  UNIQUE (log, body)
);

-- One number with two contents, or a line that does not join: both as they came.
CREATE TABLE fork (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  log integer NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  serial text NOT NULL,
  stored_line bytea,
  stored_sig bytea,
  other_line bytea NOT NULL,
  other_sig bytea NOT NULL,
  UNIQUE (log, seq, other_sig)
);

-- What people did on the floor's page. key_id: hex SHA-256 of the person's public key. Two people are two of these and two names: somebody whose
-- certificate was renewed has two keys, and somebody who was certified under two names has one.
CREATE TABLE act (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  does text NOT NULL,
  person text NOT NULL,
  role text NOT NULL,
  key_id text NOT NULL CHECK (key_id ~ '^[0-9a-f]{64}$'),
  serial text NOT NULL,
  log text,
  enrolment integer REFERENCES enrolment,
  fork integer REFERENCES fork,
  detail jsonb NOT NULL DEFAULT '{}'
);

-- What was refused, byte for byte. bytes: the line as it was sent.
CREATE TABLE quarantine (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  log text NOT NULL,
  serial text NOT NULL,
  why text NOT NULL,
  what text NOT NULL,
  seq bigint,
  bytes bytea NOT NULL
);
CREATE INDEX quarantine_log ON quarantine (log, id);

-- What somebody must be told.
CREATE TABLE alarm (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  log text,
  detail jsonb NOT NULL DEFAULT '{}'
);

-- In a group's store: requests whose keys two people of a casino confirmed there, as that casino's collector says.
CREATE TABLE vouched (
  enrolment integer PRIMARY KEY REFERENCES enrolment,
  casino text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

-- The keys of a log that two people confirmed: the first request of it that has two.
CREATE VIEW enrolled AS
  SELECT DISTINCT ON (e.log) e.log, e.id AS enrolment, e.vkey, e.first, e.rotations
  FROM enrolment e
  WHERE (SELECT least(count(DISTINCT a.key_id), count(DISTINCT a.person)) FROM act a WHERE a.enrolment = e.id AND a.does = 'confirm-enrolment') >= 2
    OR EXISTS (SELECT FROM vouched v WHERE v.enrolment = e.id)
  ORDER BY e.log, e.id;

-- Forks about which two people have not said yet which unit is the table.
CREATE VIEW open_fork AS
  SELECT f.* FROM fork f
  WHERE (SELECT least(count(DISTINCT a.key_id), count(DISTINCT a.person)) FROM act a WHERE a.fork = f.id AND a.does = 'settle-fork') < 2;

-- The partitions of a month and of those around it; nothing where they are there.
CREATE FUNCTION make_months(ahead integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  name text;
  month date;
  part text;
BEGIN
  FOR month IN
    SELECT (this_month() + make_interval(months => n))::date FROM generate_series(-1, least(ahead, 12)) AS n
  LOOP
    FOREACH name IN ARRAY ARRAY['record', 'batch_end', 'checkpoint'] LOOP
      part := format('%s_%s', name, to_char(month, 'YYYY_MM'));
      IF to_regclass(part) IS NULL THEN
        -- Made by itself and then attached: nobody who reads or adds waits for it.
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, name);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%L)', name, part, month);
        PERFORM only_add_to(part::regclass);
      END IF;
    END LOOP;
  END LOOP;
END
$$;

-- Adds what a collector verified, where the log still ends where the collector saw it; false: it does not. Of one log one at a time.
CREATE FUNCTION add_batch(
  of_log integer, from_next bigint, from_checkpoint bigint,
  to_next bigint, to_checkpoint bigint, new_format smallint, new_epoch integer, new_hash text, new_peaks text,
  ats bigint[], kinds text[], rounds bigint[], lines text[], sigs text[],
  sizes bigint[], notes text[]
) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  found_next bigint;
  found_checkpoint bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext(current_schema()::text), of_log);
  SELECT e.next, e.checkpoint INTO found_next, found_checkpoint
    FROM batch_end e WHERE e.log = of_log ORDER BY e.next DESC, e.checkpoint DESC LIMIT 1;
  IF coalesce(found_next, 0) <> from_next OR coalesce(found_checkpoint, 0) <> from_checkpoint THEN
    RETURN false;
  END IF;
  INSERT INTO record (log, seq, at, kind, round, line, sig)
    SELECT of_log, from_next + n - 1, to_timestamp(at_ms / 1000.0), kind, round, convert_to(line, 'UTF8'), decode(sig, 'base64')
    FROM unnest(ats, kinds, rounds, lines, sigs) WITH ORDINALITY AS of (at_ms, kind, round, line, sig, n);
  IF 'key-rotated' = ANY (kinds) THEN
    INSERT INTO rotation (log, seq, line, sig)
      SELECT of_log, from_next + n - 1, convert_to(line, 'UTF8'), decode(sig, 'base64')
      FROM unnest(kinds, lines, sigs) WITH ORDINALITY AS of (kind, line, sig, n) WHERE kind = 'key-rotated';
  END IF;
  IF cardinality(sizes) > 0 THEN
    INSERT INTO checkpoint (log, size, note) SELECT of_log, size, note FROM unnest(sizes, notes) AS of (size, note);
  END IF;
  INSERT INTO batch_end (log, next, checkpoint, was_next, was_checkpoint, format, epoch, hash, peaks)
    VALUES (of_log, to_next, to_checkpoint, from_next, from_checkpoint, new_format, new_epoch, decode(new_hash, 'hex'), decode(new_peaks, 'base64'));
  PERFORM pg_notify('tirada_floor', json_build_object('schema', current_schema(), 'log', of_log, 'next', to_next)::text);
  RETURN true;
END
$$;

-- Tells of something once an hour.
CREATE FUNCTION raise_alarm(new_kind text, of_log text, new_detail jsonb) RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  INSERT INTO alarm (kind, log, detail) SELECT new_kind, of_log, new_detail
  WHERE NOT EXISTS (
    SELECT FROM alarm a WHERE a.log = of_log AND a.kind = new_kind AND a.at > now() - interval '1 hour'
  )
$$;
CREATE INDEX alarm_log ON alarm (log, kind, at);

-- Keeps what was refused, as far as there is room for it this month; false: it is counted alone.
CREATE FUNCTION keep_refused(
  of_log text, of_serial text, new_why text, new_what text, new_seq bigint, raw bytea,
  rows_max bigint, bytes_max bigint, bytes_of_all_max bigint
) RETURNS boolean LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  has_room boolean;
BEGIN
  INSERT INTO live.quarantined (log, month) VALUES (of_log, this_month()) ON CONFLICT DO NOTHING;
  SELECT sum(bytes) + length(raw) <= bytes_of_all_max INTO has_room FROM live.quarantined WHERE month = this_month();
  UPDATE live.quarantined SET rows = rows + 1, bytes = bytes + length(raw), newest = now()
    WHERE log = of_log AND month = this_month() AND has_room AND rows < rows_max AND bytes + length(raw) <= bytes_max;
  IF NOT FOUND THEN
    UPDATE live.quarantined SET dropped = dropped + 1, newest = now() WHERE log = of_log AND month = this_month();
    RETURN false;
  END IF;
  INSERT INTO quarantine (log, serial, why, what, seq, bytes) VALUES (of_log, of_serial, new_why, new_what, new_seq, raw);
  PERFORM raise_alarm('quarantine', of_log, jsonb_build_object('why', new_why, 'seq', new_seq, 'what', new_what));
  RETURN true;
END
$$;

-- Keeps two lines that cannot both be of one log, marks the log and tells of it.
CREATE FUNCTION keep_fork(
  of_log integer, of_seq bigint, of_serial text, new_stored_line bytea, new_stored_sig bytea,
  new_other_line bytea, new_other_sig bytea, forks_max bigint
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO fork (log, seq, serial, stored_line, stored_sig, other_line, other_sig)
    SELECT of_log, of_seq, of_serial, new_stored_line, new_stored_sig, new_other_line, new_other_sig
    WHERE (SELECT count(*) FROM fork f WHERE f.log = of_log) < forks_max
    ON CONFLICT DO NOTHING;
  PERFORM raise_alarm('fork', (SELECT name FROM log WHERE id = of_log), jsonb_build_object('seq', of_seq, 'serial', of_serial));
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['log', 'record', 'batch_end', 'checkpoint', 'rotation', 'enrolment', 'fork', 'act', 'vouched', 'quarantine', 'alarm'] LOOP
    PERFORM only_add_to(name::regclass);
    EXECUTE format('GRANT SELECT ON %I TO tirada_collector, tirada_page', name);
  END LOOP;
END
$$;
GRANT SELECT ON enrolled, open_fork TO tirada_collector, tirada_page;
GRANT INSERT ON log, record, batch_end, checkpoint, rotation, enrolment, fork, quarantine, alarm TO tirada_collector;
GRANT INSERT ON act, alarm TO tirada_page;
GRANT INSERT ON vouched TO tirada_group;
REVOKE ALL ON FUNCTION make_months(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_months(integer) TO tirada_collector;
SELECT make_months(3);
