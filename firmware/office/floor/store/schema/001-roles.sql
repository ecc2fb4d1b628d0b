-- Roles and schemas. `tirada_owner` owns everything and does nothing from day to day: nobody logs in as it. `tirada_group` is given to the
-- collectors of a group of casinos alone: they take a casino's word for the keys of its tables.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT * FROM (VALUES ('tirada_owner', 'NOLOGIN'), ('tirada_collector', 'LOGIN'), ('tirada_page', 'LOGIN'), ('tirada_group', 'NOLOGIN')) AS of (name, login)
  LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = one.name) THEN
      EXECUTE format('CREATE ROLE %I %s', one.name, one.login);
    END IF;
  END LOOP;
END
$$;

-- Records of live tables and those of test tables; what is overwritten: heartbeats and counts, no evidence.
CREATE SCHEMA floor AUTHORIZATION tirada_owner;
CREATE SCHEMA floor_test AUTHORIZATION tirada_owner;
CREATE SCHEMA live AUTHORIZATION tirada_owner;
GRANT USAGE ON SCHEMA floor, floor_test, live TO tirada_collector, tirada_page;

-- Which of these files were run.
GRANT tirada_owner TO CURRENT_USER;
SET LOCAL ROLE tirada_owner;
CREATE TABLE floor.migration (
  version integer PRIMARY KEY,
  file text NOT NULL,
  sha256 text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON floor.migration TO tirada_collector, tirada_page;
RESET ROLE;
