-- Who makes archives of closed months: reads, adds archives, and drops the rows that are in them, by one function that looks whether they are.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tirada_archiver') THEN
    CREATE ROLE tirada_archiver LOGIN;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA floor, floor_test TO tirada_archiver;
SET LOCAL ROLE tirada_owner;
GRANT SELECT ON floor.migration TO tirada_archiver;
RESET ROLE;
