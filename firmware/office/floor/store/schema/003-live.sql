-- What is overwritten: no evidence. One row a table.
CREATE TABLE live.heartbeat (
  log text PRIMARY KEY CHECK (length(log) <= 120),
  serial text NOT NULL,
  -- The unit's process that says it, its count, its clock, and the process that it took over from with the newest count of that.
  start text NOT NULL,
  count bigint NOT NULL,
  at bigint NOT NULL,
  former_start text,
  former_count bigint,
  -- When it came, and how many records of the log the store had then.
  received timestamptz NOT NULL DEFAULT clock_timestamp(),
  stored bigint NOT NULL,
  body text NOT NULL
) WITH (fillfactor = 50);

-- A heartbeat of each hour of each table: how it was, for years.
CREATE TABLE live.heartbeat_hour (
  log text NOT NULL,
  hour timestamptz NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (log, hour)
);

-- How much of each log lies in quarantine, and how much more came than is kept.
CREATE TABLE live.quarantined (
  log text NOT NULL,
  month date NOT NULL,
  rows bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  dropped bigint NOT NULL DEFAULT 0,
  newest timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (log, month)
);

GRANT SELECT ON ALL TABLES IN SCHEMA live TO tirada_page;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA live TO tirada_collector;
