-- What tables say that their devices measured on a day, in whole units of the measure: overwritten while a table still says it. No evidence.
CREATE TABLE live.measured (
  log text NOT NULL,
  day date NOT NULL,
  measure text NOT NULL,
  part text NOT NULL,
  value bigint NOT NULL,
  rounds bigint NOT NULL,
  PRIMARY KEY (log, day, measure, part)
);
GRANT SELECT ON live.measured TO tirada_page;
GRANT SELECT, INSERT, UPDATE ON live.measured TO tirada_collector;

-- How often numbers came at one wheel, day by day, is asked of months at once.
CREATE INDEX number_count_day ON live.number_count (schema, day, log);
