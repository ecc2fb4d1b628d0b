-- What people ask of months of records: without these each question reads all of them. Nothing here is evidence, all of it can be made anew
-- from the records.

-- The newest records of a span over the whole floor, some thousand at a time; and what is rare, over months.
CREATE INDEX record_newest ON floor.record (at);
CREATE INDEX record_newest ON floor_test.record (at);
CREATE INDEX record_rare ON floor.record (kind, at)
  WHERE kind IN ('void', 'undecided', 'aborted', 'fault', 'key', 'dispute', 'case-kept');
CREATE INDEX record_rare ON floor_test.record (kind, at)
  WHERE kind IN ('void', 'undecided', 'aborted', 'fault', 'key', 'dispute', 'case-kept');

-- How often each number came at each wheel in a day (UTC, by the table's own clock), by certified results alone: counted as they are added.
CREATE TABLE live.number_count (
  schema text NOT NULL,
  log integer NOT NULL,
  day date NOT NULL,
  pocket text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (schema, log, day, pocket)
) WITH (fillfactor = 70);

-- json and no jsonb: that refuses texts which a signed line may have.
CREATE FUNCTION live.certified_pocket(kind text, line bytea) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN kind = 'result' AND convert_from(line, 'UTF8')::json #>> '{certainty,level}' = 'certified'
    THEN left(convert_from(line, 'UTF8')::json #>> '{result,pocket}', 8) END
$$;

CREATE FUNCTION live.count_numbers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = live, pg_temp AS $$
BEGIN
  INSERT INTO live.number_count AS n (schema, log, day, pocket, count)
    SELECT TG_TABLE_SCHEMA, of.log, (of.at AT TIME ZONE 'UTC')::date, pocket, count(*)
    FROM added of, LATERAL live.certified_pocket(of.kind, of.line) AS pocket
    WHERE of.kind = 'result' AND pocket IS NOT NULL GROUP BY 2, 3, 4
    ON CONFLICT (schema, log, day, pocket) DO UPDATE SET count = n.count + excluded.count;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_numbers AFTER INSERT ON floor.record REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION live.count_numbers();
CREATE TRIGGER count_numbers AFTER INSERT ON floor_test.record REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION live.count_numbers();
GRANT SELECT ON live.number_count TO tirada_page, tirada_collector;

-- What came before this.
INSERT INTO live.number_count (schema, log, day, pocket, count)
  SELECT schema, log, (at AT TIME ZONE 'UTC')::date, pocket, count(*)
  FROM (
    SELECT 'floor' AS schema, log, at, kind, line FROM floor.record WHERE kind = 'result'
    UNION ALL SELECT 'floor_test', log, at, kind, line FROM floor_test.record WHERE kind = 'result'
  ) AS of, LATERAL live.certified_pocket(of.kind, of.line) AS pocket
  WHERE pocket IS NOT NULL GROUP BY 1, 2, 3, 4;
