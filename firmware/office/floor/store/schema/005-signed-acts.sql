-- What people do about keys of tables is signed with the key of their certificate: whoever may insert an act cannot invent its author. Run in
-- `floor` and in `floor_test`, each named in the search path.

-- said: what the person signed, canonical JSON; sig: ECDSA P-256 over it, 64 bytes; certificate: the person's, DER.
ALTER TABLE act ADD COLUMN said text, ADD COLUMN sig bytea, ADD COLUMN certificate bytea;
-- Those of before stay as they are: nobody can sign them any more.
ALTER TABLE act ADD CONSTRAINT act_signed CHECK (
  does NOT IN ('confirm-enrolment', 'settle-fork', 'retire-table')
  OR (log IS NOT NULL AND said IS NOT NULL AND sig IS NOT NULL AND certificate IS NOT NULL)
) NOT VALID;
-- When it was done the database says, not the page: what was signed long ago is none of now.
REVOKE INSERT ON act FROM tirada_page;
GRANT INSERT (does, person, role, key_id, serial, log, enrolment, fork, detail, said, sig, certificate) ON act TO tirada_page;
