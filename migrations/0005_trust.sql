-- Accounts of staff, what was done and by whom, how long things are kept, and whether the machine is well.
-- The triggers that write audit_entries stand in the file after this one.

-- ── Accounts ───────────────────────────────────────────────────────────────────────────────

-- What was tried is recognised, not kept: a keyed hash of the address and of the network.
DELETE FROM login_failures;
ALTER TABLE login_failures RENAME COLUMN email_address TO address_key;
ALTER TABLE login_failures RENAME COLUMN network TO network_key;

-- It was an instant from the start.
ALTER TABLE hourly_counts RENAME COLUMN hour TO at;
DROP INDEX hourly_counts_by_hour;
CREATE INDEX hourly_counts_by_time ON hourly_counts (at);

-- A sign-in on a device. `confirmed_at`: when the password or a passkey was last shown. Audited: no, its
-- events are. In the disclosure: no, it is staff's. Wiped by anonymise: no. Kept: 90 days. In the
-- export: yes.
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  device TEXT NOT NULL DEFAULT '',
  expires_at TEXT NOT NULL,
  ended_at TEXT,
  confirmed_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id, expires_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The way in for who is invited or has lost the password. The token is this id and a keyed hash of it:
-- the table alone opens nothing. Audited: as an event. Disclosure, anonymise: no. Kept: 90 days. In the
-- export: yes.
CREATE TABLE user_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  purpose TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT
) STRICT;
CREATE INDEX user_links_by_user ON user_links (user_id, id);
CREATE INDEX user_links_by_expiry ON user_links (expires_at);

-- Passkeys (WebAuthn). Public keys only. Audited: yes. Disclosure, anonymise: no. Kept: with the user.
-- In the export: yes.
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  credential_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL DEFAULT 0,
  transports TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT;
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_by_user ON passkeys (user_id, id);

-- What a passkey has to sign, once. `user_id` NULL: nobody has said yet who they are. Audited,
-- disclosure, anonymise: no. Kept: minutes; the cron takes what was never used. In the export: yes, of
-- no use to anybody.
CREATE TABLE passkey_challenges (
  id TEXT PRIMARY KEY,
  user_id INTEGER REFERENCES users (id),
  purpose TEXT NOT NULL,
  challenge TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- Management signs in with a passkey only.
ALTER TABLE guild_settings ADD COLUMN passkeys_required INTEGER NOT NULL DEFAULT 0;

-- ── History ────────────────────────────────────────────────────────────────────────────────

-- Who writes at this moment; one row, filled and emptied within the batch that writes.
CREATE TABLE audit_context (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  via TEXT,
  user_id INTEGER,
  request_id TEXT,
  act TEXT,
  at TEXT
) STRICT;
INSERT INTO audit_context (id) VALUES (1);

-- A line for each row that was changed, or for something that happened (`event`). `changes` is JSON,
-- {"field":[old,new]}; `claim` is what an undo takes, and NULL refuses. No foreign keys: what is told of
-- may be gone. In the disclosure: when and by which role. Wiped by anonymise: the values. Kept: three
-- years. In the export: yes.
CREATE TABLE audit_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  via TEXT NOT NULL,
  user_id INTEGER,
  request_id TEXT NOT NULL,
  act TEXT NOT NULL,
  entity TEXT NOT NULL,
  entity_id INTEGER NOT NULL,
  member_id INTEGER,
  costume_id INTEGER,
  parade_id INTEGER,
  op TEXT NOT NULL,
  changes TEXT,
  undone_by TEXT,
  claim INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX audit_entries_by_request ON audit_entries (request_id);
CREATE INDEX audit_entries_by_entity ON audit_entries (entity, entity_id, id);
CREATE INDEX audit_entries_by_member ON audit_entries (member_id, id) WHERE member_id IS NOT NULL;
CREATE INDEX audit_entries_by_costume ON audit_entries (costume_id, id) WHERE costume_id IS NOT NULL;
CREATE INDEX audit_entries_by_parade ON audit_entries (parade_id, id) WHERE parade_id IS NOT NULL;
CREATE INDEX audit_entries_by_time ON audit_entries (at);

-- Moved on by every save of what people enter: two who save at once are told apart.
ALTER TABLE members ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE parades ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE costumes ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE honors ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE duty_entries ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guild_settings ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

-- ── Rights of the people whose data these are ──────────────────────────────────────────────

-- The member's data were made nobody's; a restored archive repeats it.
ALTER TABLE members ADD COLUMN anonymised_at TEXT;

-- Somebody asked what is stored of their address; the link goes to that address only. Audited: as an
-- event. In the disclosure, wiped by anonymise: no. Kept: 7 days. In the export: yes.
CREATE TABLE disclosures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_address TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX disclosures_by_expiry ON disclosures (expires_at);
CREATE INDEX disclosures_by_user ON disclosures (created_by);

-- What was deleted because its time was over. Names nobody. Kept: three years. In the export: yes.
CREATE TABLE retention_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  rule TEXT NOT NULL,
  row_count INTEGER NOT NULL
) STRICT;
CREATE INDEX retention_runs_by_time ON retention_runs (at);

-- ── Mails to staff, and to who asked for a disclosure ──────────────────────────────────────

ALTER TABLE mails ADD COLUMN user_id INTEGER REFERENCES users (id);
ALTER TABLE mails ADD COLUMN user_link_id INTEGER REFERENCES user_links (id) ON DELETE SET NULL;
ALTER TABLE mails ADD COLUMN disclosure_id INTEGER REFERENCES disclosures (id) ON DELETE SET NULL;
CREATE INDEX mails_by_user ON mails (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX mails_by_user_link ON mails (user_link_id) WHERE user_link_id IS NOT NULL;
CREATE INDEX mails_by_disclosure ON mails (disclosure_id) WHERE disclosure_id IS NOT NULL;

-- ── Operations ─────────────────────────────────────────────────────────────────────────────

-- When each part of the cron last ran. Names nobody; a row a part. In the export: yes.
CREATE TABLE job_runs (
  job TEXT PRIMARY KEY,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  failed_at TEXT,
  cause TEXT
) STRICT, WITHOUT ROWID;

-- Enrolments of the public that were refused, by minute and code. Names nobody. Kept: two days. In the
-- export: yes.
CREATE TABLE enrolment_refusals (
  minute TEXT NOT NULL,
  code TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (minute, code)
) STRICT, WITHOUT ROWID;
