-- The tables of a guild. 0002_defaults.sql holds the rows a new guild starts with, 0003_history.sql the generated
-- triggers of the history.
--
-- Codes (states, kinds, roles …) are plain TEXT: D1 cannot alter a CHECK, nor rebuild a table that others refer
-- to. worker/domain/codes.ts lists them, and zod checks them. CHECKs guard numbers, flags and the order of dates.
-- Dates are 'YYYY-MM-DD', instants ISO 8601 in UTC, money whole cents, flags 0 or 1. `…_by` and `user_id` have no
-- index where nothing is looked up by them: users are locked, never deleted.
--
-- A table stands after those it refers to. The comment of a table with data of people answers five questions:
--   History      whether changes are recorded: by the triggers of 0003_history.sql, or as an event
--   Disclosure   whether a person who asks what is stored gets it (worker/privacy/disclosure.queries.ts)
--   Anonymised   what is deleted when a member is anonymised (worker/privacy/anonymise.ts)
--   Kept         how long (worker/domain/retention.ts)
--   Archive      whether "Alles herunterladen" holds it (worker/domain/guild-archive.ts)

-- ── Users ──────────────────────────────────────────────────────────────────────────────────

-- Staff who may sign in. Raising token_version ends every session of the user. calendar_hash is the SHA-256
-- of the token in the user's calendar address, which shows parades and no data of people.
-- History: yes. Disclosure: no, staff. Anonymised: nothing. Kept: while the guild uses the program. Archive: no.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_address TEXT NOT NULL UNIQUE,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  password_hash TEXT NOT NULL,
  token_version INTEGER NOT NULL DEFAULT 0,
  locked INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1)),
  mail_signature TEXT NOT NULL DEFAULT '',
  calendar_hash TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX users_calendar ON users (calendar_hash) WHERE calendar_hash IS NOT NULL;

-- As users.
CREATE TABLE user_roles (
  user_id INTEGER NOT NULL REFERENCES users (id),
  role TEXT NOT NULL,
  PRIMARY KEY (user_id, role)
) STRICT, WITHOUT ROWID;

-- Wrong passwords of the last hours, to slow down guessing. Address and network are keyed hashes.
-- History: no. Disclosure: no. Anonymised: nothing. Kept: hours. Archive: no.
CREATE TABLE login_failures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  address_key TEXT NOT NULL,
  network_key TEXT NOT NULL,
  failed_at TEXT NOT NULL
) STRICT;
CREATE INDEX login_failures_by_key ON login_failures (address_key, network_key, failed_at);
CREATE INDEX login_failures_by_time ON login_failures (failed_at);

-- A signed-in session on a device. expires_at is twelve hours after the sign-in; on a shared device fifteen minutes
-- after the last reported input. confirmed_at: when the user last confirmed their identity.
-- History: as events. Disclosure: no, staff. Anonymised: nothing. Kept: 90 days. Archive: no.
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  device TEXT NOT NULL DEFAULT '',
  shared INTEGER NOT NULL DEFAULT 0,
  expires_at TEXT NOT NULL,
  ended_at TEXT,
  confirmed_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id, expires_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Browsers in which a user has signed in: a sign-in on another one sends a mail. browser_key is a keyed hash of a
-- random cookie. Locking the user deletes the rows.
-- History: no. Disclosure: no, staff. Anonymised: nothing. Kept: 400 days, as the cookie. Archive: no.
CREATE TABLE known_browsers (
  user_id INTEGER NOT NULL REFERENCES users (id),
  browser_key TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  PRIMARY KEY (user_id, browser_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_browsers_by_time ON known_browsers (last_seen_at);

-- Links to set the first or a new password. The link's token is the id with a keyed hash of it,
-- so that the table alone grants no access.
-- History: as events. Disclosure: no, staff. Anonymised: nothing. Kept: 90 days. Archive: no.
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

-- Passkeys (WebAuthn), public keys only.
-- History: yes. Disclosure: no, staff. Anonymised: nothing. Kept: with the user. Archive: no.
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

-- A WebAuthn challenge, which can be used once. user_id is NULL at a sign-in, where the user is not known yet.
-- History: no. Disclosure: no. Anonymised: nothing. Kept: minutes. Archive: no.
CREATE TABLE passkey_challenges (
  id TEXT PRIMARY KEY,
  user_id INTEGER REFERENCES users (id),
  purpose TEXT NOT NULL,
  challenge TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- The link to create the first user of a guild; hash is the SHA-256 of its token. Kept until used or expired.
CREATE TABLE setup_links (
  hash TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

-- Filter, order and columns of a list, saved under a name; a search may contain the name of a member.
-- History: yes. Disclosure: no. Anonymised: nothing. Kept: with the user. Archive: no.
CREATE TABLE saved_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id),
  shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
  grid TEXT NOT NULL,
  name TEXT NOT NULL,
  search TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX saved_views_once ON saved_views (user_id, grid, name);
CREATE INDEX saved_views_shared ON saved_views (grid) WHERE shared = 1;

-- ── History ────────────────────────────────────────────────────────────────────────────────

-- The author of the current batch: one row, filled and emptied within each batch and read by the triggers.
CREATE TABLE audit_context (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  via TEXT,
  user_id INTEGER,
  request_id TEXT,
  act TEXT,
  at TEXT
) STRICT;

-- A line for each changed row (op insert, update, delete) or for an event. changes is
-- JSON, {"field":[old,new]}. There are no foreign keys, since the row of a line may be deleted.
-- Disclosure: when and by which role. Anonymised: the values. Kept: three years. Archive: no.
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
  undone_by TEXT
) STRICT;
CREATE INDEX audit_entries_by_request ON audit_entries (request_id);
CREATE INDEX audit_entries_by_entity ON audit_entries (entity, entity_id, id);
CREATE INDEX audit_entries_by_member ON audit_entries (member_id, id) WHERE member_id IS NOT NULL;
CREATE INDEX audit_entries_by_costume ON audit_entries (costume_id, id) WHERE costume_id IS NOT NULL;
CREATE INDEX audit_entries_by_parade ON audit_entries (parade_id, id) WHERE parade_id IS NOT NULL;
CREATE INDEX audit_entries_by_time ON audit_entries (at);

-- Every changed row as JSON, before and after, with bank data: read when a request is undone (worker/history/revert.ts).
-- Disclosure: no. Anonymised: deleted. Kept: 30 days. Archive: no.
CREATE TABLE journal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  request_id TEXT NOT NULL,
  entity TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  member_id INTEGER,
  op TEXT NOT NULL,
  before TEXT,
  after TEXT
) STRICT;
CREATE INDEX journal_by_request ON journal (request_id, entity);
CREATE INDEX journal_by_row ON journal (entity, row_id);
CREATE INDEX journal_by_member ON journal (member_id) WHERE member_id IS NOT NULL;
-- The offices and honors that an undo could bring back.
CREATE INDEX journal_by_code ON journal (coalesce(before ->> 'duty', before ->> 'type'))
  WHERE entity IN ('duty_entries', 'honors', 'assembly_honors') AND op <> 'insert';

-- Receives changed rows from the triggers of 0003_history.sql; always empty, since its own trigger stores them elsewhere.
CREATE TABLE row_changes (
  entity TEXT,
  entity_id INTEGER,
  source TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  member_id INTEGER,
  costume_id INTEGER,
  parade_id INTEGER,
  op TEXT NOT NULL,
  before TEXT,
  after TEXT,
  kept INTEGER NOT NULL
) STRICT;

-- Aborts a batch: an INSERT whose ok is not 1 fails with its name (worker/db/commit.ts), any other stores nothing.
CREATE TABLE guards (
  name TEXT NOT NULL,
  ok INTEGER
) STRICT;
CREATE TRIGGER guards_refuse BEFORE INSERT ON guards BEGIN
  SELECT iif(NEW.ok IS 1, RAISE(IGNORE), RAISE(ABORT, 'guard ' || NEW.name));
END;

-- ── Guild ──────────────────────────────────────────────────────────────────────────────────

-- One random row that never changes. guild_id identifies the guild of a backup, erasures_key signs its list of
-- anonymised members (scripts/archive/erasures.ts): an older backup must recognise the lists of a newer one.
-- Archive: no, since two databases restored from one archive are two guilds.
CREATE TABLE guild_identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  guild_id TEXT NOT NULL,
  erasures_key TEXT NOT NULL
) STRICT;

-- One row. An empty imprint_text, privacy_text or accessibility_text: the page is generated from the fields.
-- setup_skipped is a JSON list of setup steps that were marked as not needed.
-- History: yes. Disclosure: name and address. Archive: yes, without passkeys_required(_from) and setup_skipped.
CREATE TABLE guild_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  creditor_name TEXT NOT NULL DEFAULT '',
  creditor_id TEXT NOT NULL DEFAULT '',
  creditor_iban TEXT NOT NULL DEFAULT '',
  creditor_bic TEXT NOT NULL DEFAULT '',
  sepa_lead_days INTEGER NOT NULL DEFAULT 5 CHECK (sepa_lead_days >= 0),
  -- The most a family pays in a year.
  family_cap_in_cent INTEGER CHECK (family_cap_in_cent > 0),
  assembly_date TEXT,
  -- Whether payers may cancel places themselves, and until how many days before the parade.
  self_cancel TEXT NOT NULL DEFAULT 'off',
  self_cancel_days INTEGER NOT NULL DEFAULT 7,
  -- Whether phones record cash at the check-in.
  cash_at_check_in INTEGER NOT NULL DEFAULT 1 CHECK (cash_at_check_in IN (0, 1)),
  -- Youngest age at a parade, and the age below which a guardian is needed; NULL = no rule. The version of the
  -- consent counts the changes of its text (trigger below) and is stored with each consent.
  min_age INTEGER CHECK (min_age BETWEEN 0 AND 99),
  guardian_below INTEGER CHECK (guardian_below BETWEEN 0 AND 99),
  guardian_consent_text TEXT NOT NULL DEFAULT 'Ich bin erziehungsberechtigt oder habe deren Erlaubnis. Ich begleite die Minderjährigen beim Umzug und bin am Tag unter dieser Nummer erreichbar.',
  guardian_consent_version INTEGER NOT NULL DEFAULT 1,
  legal_name TEXT NOT NULL DEFAULT '',
  street TEXT NOT NULL DEFAULT '',
  plz TEXT NOT NULL DEFAULT '',
  town TEXT NOT NULL DEFAULT '',
  representatives TEXT NOT NULL DEFAULT '',
  contact_email TEXT NOT NULL DEFAULT '',
  contact_phone TEXT NOT NULL DEFAULT '',
  register_court TEXT NOT NULL DEFAULT '',
  register_number TEXT NOT NULL DEFAULT '',
  vat_id TEXT NOT NULL DEFAULT '',
  privacy_contact TEXT NOT NULL DEFAULT '',
  imprint_text TEXT NOT NULL DEFAULT '',
  privacy_text TEXT NOT NULL DEFAULT '',
  accessibility_text TEXT NOT NULL DEFAULT '',
  -- Management may only sign in with a passkey, from this day on; without a day at once.
  passkeys_required INTEGER NOT NULL DEFAULT 0,
  passkeys_required_from TEXT,
  setup_skipped TEXT NOT NULL DEFAULT '[]',
  version INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TRIGGER guardian_consent_counted AFTER UPDATE OF guardian_consent_text ON guild_settings
  WHEN OLD.guardian_consent_text IS NOT NEW.guardian_consent_text BEGIN
  UPDATE guild_settings SET guardian_consent_version = OLD.guardian_consent_version + 1 WHERE id = NEW.id;
END;

-- The yearly fee by state and age. age_to is inclusive, NULL = no upper limit. History: yes. Archive: yes.
CREATE TABLE fee_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  valid_from INTEGER NOT NULL,
  state TEXT NOT NULL,
  age_from INTEGER NOT NULL DEFAULT 0 CHECK (age_from >= 0),
  age_to INTEGER CHECK (age_to >= age_from),
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent >= 0)
) STRICT;
CREATE INDEX fee_rules_by_year ON fee_rules (valid_from);

-- The offices of the duty book. The code of an office of the guild's own is own_ and its id, which is never given twice.
-- label_key is the label in normalised form; hidden = not offered for new entries. History: yes. Archive: yes.
CREATE TABLE offices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  label_key TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL,
  hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1))
) STRICT;

-- The honors and the condition of each: a number of parades or years, NULL = given manually. issuer is the association
-- that awards it, '' = the guild itself. Type, label, position and hidden as of offices. History: yes. Archive: yes.
CREATE TABLE honor_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL UNIQUE,
  basis TEXT NOT NULL DEFAULT 'manual',
  threshold INTEGER CHECK (threshold > 0),
  label TEXT NOT NULL,
  issuer TEXT NOT NULL DEFAULT '',
  certificate_text TEXT NOT NULL DEFAULT '',
  label_key TEXT NOT NULL,
  position INTEGER NOT NULL,
  hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1))
) STRICT;

-- The duties that count for a rule of years of duty. History: yes. Archive: yes.
CREATE TABLE honor_rule_duties (
  type TEXT NOT NULL REFERENCES honor_rules (type),
  duty TEXT NOT NULL REFERENCES offices (code),
  PRIMARY KEY (type, duty)
) STRICT, WITHOUT ROWID;
CREATE INDEX honor_rule_duties_by_duty ON honor_rule_duties (duty);

-- ── Imports ────────────────────────────────────────────────────────────────────────────────

-- A file of one kind, from the upload to its undo. head, mapping, answers and counts are JSON.
-- History: as events. Disclosure: the file's name. Anonymised: nothing. Kept: as the guild's data. Archive: no.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'staged',
  file_name TEXT NOT NULL,
  file_sha256 TEXT NOT NULL,
  head TEXT NOT NULL,
  mapping TEXT NOT NULL DEFAULT '{}',
  answers TEXT NOT NULL DEFAULT '{}',
  counts TEXT NOT NULL DEFAULT '{}',
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  done_at TEXT,
  done_by INTEGER REFERENCES users (id),
  undone_at TEXT,
  undone_by INTEGER REFERENCES users (id)
) STRICT;
CREATE INDEX imports_by_state ON imports (state, created_at);
CREATE INDEX imports_by_file ON imports (file_sha256);

-- The file's content, with bank data, in parts small enough for a backup.
-- History: no. Disclosure: no. Anonymised: nothing. Kept: until the commit, 24 hours at most. Archive: no.
CREATE TABLE import_parts (
  import_id INTEGER NOT NULL REFERENCES imports (id),
  part INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (import_id, part, chunk)
) STRICT, WITHOUT ROWID;

-- Corrections and decisions, by the row's number in the file. As import_parts; anonymised: the decision.
CREATE TABLE import_rows (
  import_id INTEGER NOT NULL REFERENCES imports (id),
  row INTEGER NOT NULL,
  "values" TEXT,
  decision TEXT,
  member_id INTEGER,
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;

-- The mapping last used for a file with these headings. No data of people.
CREATE TABLE import_mappings (
  headings_key TEXT NOT NULL,
  kind TEXT NOT NULL,
  mapping TEXT NOT NULL,
  used_at TEXT NOT NULL,
  PRIMARY KEY (headings_key, kind)
) STRICT, WITHOUT ROWID;

-- ── Members ────────────────────────────────────────────────────────────────────────────────

-- The `…_key` columns hold normalised names for search, matching and duplicates: lower() knows ASCII only.
-- parades_before counts the parades before the register began, until parades_before_until. payer_id pays this
-- member's fee, import_id is the import that created the member. version counts saves, here and in other tables, to
-- detect concurrent changes.
-- History: yes. Disclosure: yes. Anonymised: all but dates that are counted. Kept: bank data until 14 months after
-- leaving; then anonymisation is proposed. Archive: yes, without version and import_id.
CREATE TABLE members (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_number INTEGER NOT NULL DEFAULT 0 CHECK (member_number >= 0),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  maiden_name TEXT NOT NULL DEFAULT '',
  first_name_key TEXT NOT NULL,
  last_name_key TEXT NOT NULL,
  maiden_name_key TEXT NOT NULL DEFAULT '',
  address_street TEXT NOT NULL DEFAULT '',
  address_number TEXT NOT NULL DEFAULT '',
  address_plz TEXT NOT NULL DEFAULT '',
  address_town TEXT NOT NULL DEFAULT '',
  birthday TEXT,
  date_joined TEXT,
  date_left TEXT,
  phone TEXT NOT NULL DEFAULT '',
  phone_mobile TEXT NOT NULL DEFAULT '',
  e_mail TEXT NOT NULL DEFAULT '',
  mail_opt_out INTEGER NOT NULL DEFAULT 0 CHECK (mail_opt_out IN (0, 1)),
  membership_state TEXT NOT NULL DEFAULT 'Active',
  comment TEXT NOT NULL DEFAULT '',
  banking_iban TEXT NOT NULL DEFAULT '',
  banking_bic TEXT NOT NULL DEFAULT '',
  banking_account_owner TEXT NOT NULL DEFAULT '',
  banking_bank TEXT NOT NULL DEFAULT '',
  banking_sepa_allowed INTEGER NOT NULL DEFAULT 0 CHECK (banking_sepa_allowed IN (0, 1)),
  banking_sepa_allowed_date TEXT,
  individual_fee_in_cent INTEGER CHECK (individual_fee_in_cent >= 0),
  individual_fee_reason TEXT NOT NULL DEFAULT '',
  mandate_reference TEXT NOT NULL DEFAULT '',
  payer_id INTEGER REFERENCES members (id),
  parades_before INTEGER NOT NULL DEFAULT 0 CHECK (parades_before >= 0),
  parades_before_until TEXT CHECK (parades_before = 0 OR parades_before_until IS NOT NULL),
  import_id INTEGER REFERENCES imports (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  anonymised_at TEXT,
  version INTEGER NOT NULL DEFAULT 0,
  CHECK (date_left IS NULL OR date_joined IS NULL OR date_left >= date_joined)
) STRICT;
CREATE UNIQUE INDEX members_number ON members (member_number) WHERE member_number > 0;
CREATE INDEX members_by_name ON members (last_name_key, first_name_key);
CREATE INDEX members_by_maiden_name ON members (maiden_name_key, first_name_key);
CREATE INDEX members_by_state ON members (membership_state, birthday);
CREATE INDEX members_by_birthday ON members (birthday);
CREATE INDEX members_by_birthday_day ON members (membership_state, substr(birthday, 6));
CREATE INDEX members_by_address ON members (lower(trim(e_mail))) WHERE e_mail <> '';
CREATE INDEX members_by_payer ON members (payer_id) WHERE payer_id IS NOT NULL;
CREATE INDEX members_by_stand ON members (parades_before_until) WHERE parades_before_until IS NOT NULL;
CREATE INDEX members_by_import ON members (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX members_by_reference ON members (mandate_reference) WHERE mandate_reference <> '';

-- A member who pays for others has no payer: chains are not allowed.
CREATE TRIGGER members_insert_payer BEFORE INSERT ON members WHEN NEW.payer_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'ledger: payer') WHERE NEW.payer_id IS NEW.id
    OR EXISTS (SELECT 1 FROM members p WHERE p.id = NEW.payer_id AND p.payer_id IS NOT NULL)
    OR EXISTS (SELECT 1 FROM members m WHERE m.payer_id = NEW.id);
END;
CREATE TRIGGER members_update_payer BEFORE UPDATE OF payer_id ON members
  WHEN NEW.payer_id IS NOT NULL AND NEW.payer_id IS NOT OLD.payer_id BEGIN
  SELECT RAISE(ABORT, 'ledger: payer') WHERE NEW.payer_id IS NEW.id
    OR EXISTS (SELECT 1 FROM members p WHERE p.id = NEW.payer_id AND p.payer_id IS NOT NULL)
    OR EXISTS (SELECT 1 FROM members m WHERE m.payer_id = NEW.id);
END;

-- Periods of active membership; at most one is open.
-- History: yes. Disclosure: yes. Anonymised: nothing, it is counted. Kept: as the member. Archive: yes.
CREATE TABLE member_timespans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  from_date TEXT NOT NULL,
  to_date TEXT,
  CHECK (to_date IS NULL OR to_date >= from_date)
) STRICT;
CREATE INDEX member_timespans_by_member ON member_timespans (member_id, from_date);
CREATE UNIQUE INDEX member_timespans_open ON member_timespans (member_id) WHERE to_date IS NULL;

-- A member leaves at the end of date. The exit waits until it takes effect or is undone; a member has at most
-- one waiting exit. ended is JSON: the rows that end with it, with their previous values.
-- History: yes. Disclosure: yes. Anonymised: deleted. Kept: as the member. Archive: those that wait.
CREATE TABLE member_exits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  state TEXT NOT NULL,
  date TEXT NOT NULL,
  state_before TEXT NOT NULL,
  date_left_before TEXT,
  ended TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  recorded_by INTEGER NOT NULL REFERENCES users (id),
  effective_at TEXT,
  undone_at TEXT
) STRICT;
CREATE UNIQUE INDEX member_exits_waiting ON member_exits (member_id) WHERE effective_at IS NULL AND undone_at IS NULL;
CREATE INDEX member_exits_due ON member_exits (date) WHERE effective_at IS NULL AND undone_at IS NULL;
CREATE INDEX member_exits_by_member ON member_exits (member_id, id);

-- The duty book: periods in which members held duties.
-- History: yes. Disclosure: yes. Anonymised: the comment. Kept: as the member. Archive: yes, without version.
CREATE TABLE duty_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  duty TEXT NOT NULL REFERENCES offices (code),
  from_date TEXT NOT NULL,
  to_date TEXT,
  comment TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 0,
  CHECK (to_date IS NULL OR to_date >= from_date)
) STRICT;
CREATE INDEX duty_entries_by_member ON duty_entries (member_id, from_date);
CREATE INDEX duty_entries_by_duty ON duty_entries (duty, to_date);

-- Each honor once per member, except the one that may be given repeatedly. A rule with honors cannot be deleted.
-- History: yes. Disclosure: yes. Anonymised: the comment. Kept: as the member. Archive: yes, without version.
CREATE TABLE honors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  type TEXT NOT NULL REFERENCES honor_rules (type),
  date TEXT NOT NULL,
  comment TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX honors_once ON honors (member_id, type) WHERE type <> 'Extra_Certificate';
CREATE INDEX honors_by_member ON honors (member_id, date);
CREATE INDEX honors_by_type ON honors (type, date);

-- Two records of one person that were merged. gone_id is the id of the removed record; its links redirect to kept_id.
-- History: as events. Disclosure: by the history. Anonymised: nothing. Kept: as the member. Archive: no.
CREATE TABLE member_merges (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kept_id INTEGER NOT NULL REFERENCES members (id),
  gone_id INTEGER NOT NULL,
  merged_at TEXT NOT NULL,
  merged_by INTEGER NOT NULL REFERENCES users (id),
  undone_at TEXT,
  undone_by INTEGER REFERENCES users (id)
) STRICT;
CREATE INDEX member_merges_by_kept ON member_merges (kept_id);
CREATE INDEX member_merges_by_gone ON member_merges (gone_id);
CREATE INDEX member_merges_by_time ON member_merges (merged_at);

-- Two members who look like one person but are not. Contains ids only. Archive: no.
CREATE TABLE member_no_duplicates (
  member_id INTEGER NOT NULL REFERENCES members (id),
  other_id INTEGER NOT NULL REFERENCES members (id),
  at TEXT NOT NULL,
  by INTEGER NOT NULL REFERENCES users (id),
  PRIMARY KEY (member_id, other_id),
  CHECK (member_id < other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_no_duplicates_by_other ON member_no_duplicates (other_id);

-- ── Assembly ───────────────────────────────────────────────────────────────────────────────

-- Decisions and marks about an honor at a general assembly; which honors are due is computed. act is the request
-- that entered the honor.
-- History: yes. Disclosure: yes. Anonymised: the note, and rows without an honor. Kept: as the member. Archive: yes.
CREATE TABLE assembly_honors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  date TEXT NOT NULL,
  member_id INTEGER NOT NULL REFERENCES members (id),
  type TEXT NOT NULL REFERENCES honor_rules (type),
  attendance TEXT,
  choice TEXT,
  invited_on TEXT,
  ordered_on TEXT,
  handed_over_on TEXT,
  act TEXT,
  honor_id INTEGER REFERENCES honors (id) ON DELETE SET NULL,
  note TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX assembly_honors_once ON assembly_honors (date, member_id, type);
CREATE INDEX assembly_honors_by_member ON assembly_honors (member_id);
CREATE INDEX assembly_honors_by_type ON assembly_honors (type);
CREATE INDEX assembly_honors_by_act ON assembly_honors (act) WHERE act IS NOT NULL;
CREATE INDEX assembly_honors_by_honor ON assembly_honors (honor_id) WHERE honor_id IS NOT NULL;
CREATE INDEX assembly_honors_by_order ON assembly_honors (ordered_on) WHERE ordered_on IS NOT NULL;
CREATE INDEX assembly_honors_to_hand_over ON assembly_honors (date)
  WHERE honor_id IS NOT NULL AND handed_over_on IS NULL;
-- Ordered and not handed over: in stock for a later assembly.
CREATE INDEX assembly_honors_in_drawer ON assembly_honors (date)
  WHERE ordered_on IS NOT NULL AND honor_id IS NULL AND handed_over_on IS NULL;

-- ── Costumes ───────────────────────────────────────────────────────────────────────────────

-- History: yes. Disclosure: by the member's costumes. Archive: yes.
CREATE TABLE costume_types (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE
) STRICT;

-- A number can be reused once its costume is deregistered.
-- History: yes. Disclosure: by the member's costumes. Archive: yes, without version.
CREATE TABLE costumes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  number TEXT NOT NULL,
  number_key TEXT NOT NULL,
  costume_type_id INTEGER NOT NULL REFERENCES costume_types (id),
  registered_since TEXT,
  registered_until TEXT,
  comment TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 0,
  CHECK (registered_until IS NULL OR registered_since IS NULL OR registered_until >= registered_since)
) STRICT;
CREATE UNIQUE INDEX costumes_number ON costumes (costume_type_id, number_key) WHERE registered_until IS NULL;
CREATE INDEX costumes_by_type ON costumes (costume_type_id);

-- Periods of ownership; without an open row the costume belongs to the guild.
-- History: yes. Disclosure: yes. Anonymised: nothing, it is counted. Kept: as the member. Archive: yes.
CREATE TABLE costume_ownerships (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  costume_id INTEGER NOT NULL REFERENCES costumes (id),
  member_id INTEGER NOT NULL REFERENCES members (id),
  owned_from TEXT NOT NULL,
  owned_to TEXT,
  CHECK (owned_to IS NULL OR owned_to >= owned_from)
) STRICT;
CREATE UNIQUE INDEX costume_ownerships_open ON costume_ownerships (costume_id) WHERE owned_to IS NULL;
CREATE INDEX costume_ownerships_by_costume ON costume_ownerships (costume_id, owned_from, id);
CREATE INDEX costume_ownerships_by_member ON costume_ownerships (member_id, owned_from);

-- ── Parades ────────────────────────────────────────────────────────────────────────────────

-- search_key is host, title and town in one normalised line, for the search of host guilds. The counts
-- of booked places, and of taken ones (booked or reserved), are updated by triggers of participations, and a test
-- compares them with a count. capacity is the most people who can take part, NULL when there is no limit.
-- extras is what can be booked beside a place (worker/domain/extras.ts), as JSON; extra_counts has what is taken.
-- Times are the clock's in Berlin, without a time the whole day. departures is a list of time and place, as JSON.
-- History: yes. Disclosure: by the person's places. Archive: yes, without version, cancelled_by and the counts.
CREATE TABLE parades (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  host TEXT NOT NULL,
  host_town TEXT NOT NULL DEFAULT '',
  host_plz TEXT NOT NULL DEFAULT '',
  search_key TEXT NOT NULL,
  date TEXT NOT NULL,
  parade_number INTEGER NOT NULL DEFAULT 0 CHECK (parade_number >= 0),
  comment TEXT NOT NULL DEFAULT '',
  price_for_adults_in_cent INTEGER NOT NULL DEFAULT 0 CHECK (price_for_adults_in_cent BETWEEN 0 AND 100000),
  price_for_children_in_cent INTEGER NOT NULL DEFAULT 0 CHECK (price_for_children_in_cent BETWEEN 0 AND 100000),
  date_enrolment_start TEXT NOT NULL,
  date_enrolment_end TEXT NOT NULL,
  is_child_parade INTEGER NOT NULL DEFAULT 0 CHECK (is_child_parade IN (0, 1)),
  time_enrolment_start TEXT,
  time_enrolment_end TEXT,
  time_start TEXT,
  line_up_number TEXT,
  line_up_place TEXT,
  departures TEXT NOT NULL DEFAULT '[]',
  capacity INTEGER CHECK (capacity BETWEEN 1 AND 10000),
  -- Ages on the day of the parade; NULL = the guild's rule, 0 = no rule.
  min_age INTEGER CHECK (min_age BETWEEN 0 AND 99),
  guardian_below INTEGER CHECK (guardian_below BETWEEN 0 AND 99),
  extras TEXT NOT NULL DEFAULT '[]',
  cancelled_at TEXT,
  cancelled_by INTEGER REFERENCES users (id),
  cancel_reason TEXT NOT NULL DEFAULT '',
  registration_count INTEGER NOT NULL DEFAULT 0,
  confirmed_count INTEGER NOT NULL DEFAULT 0,
  taken_count INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 0,
  CHECK (date_enrolment_end <= date AND date_enrolment_start || ' ' || coalesce(time_enrolment_start, '00:00')
    < date_enrolment_end || ' ' || coalesce(time_enrolment_end, '24:00'))
) STRICT;
CREATE INDEX parades_by_date ON parades (date, parade_number);
CREATE INDEX parades_by_enrolment_end ON parades (date_enrolment_end, date);
CREATE INDEX parades_by_host ON parades (host, host_plz, host_town);
CREATE INDEX parades_by_title ON parades (title);
CREATE INDEX parades_by_number ON parades (parade_number);

-- The taken quantity of each extra that a parade has or had: of booked and reserved places. Updated by triggers of
-- parades and participations, and a test compares it with a count. Rows stay, so that an id is never given twice.
-- History: by the participations. Disclosure: by the person's places. Archive: no.
CREATE TABLE extra_counts (
  parade_id INTEGER NOT NULL REFERENCES parades (id) ON DELETE CASCADE,
  extra_id INTEGER NOT NULL,
  taken_count INTEGER NOT NULL,
  PRIMARY KEY (parade_id, extra_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER parades_insert_extras_known AFTER INSERT ON parades WHEN NEW.extras <> '[]' BEGIN
  INSERT INTO extra_counts SELECT NEW.id, e.value ->> 'id', 0 FROM json_each(NEW.extras) e WHERE 1
    ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER parades_update_extras_known AFTER UPDATE OF extras ON parades WHEN NEW.extras <> OLD.extras BEGIN
  INSERT INTO extra_counts SELECT NEW.id, e.value ->> 'id', 0 FROM json_each(NEW.extras) e WHERE 1
    ON CONFLICT DO NOTHING;
END;

-- Proposals for the next season, made from the last one, for management only. fields is JSON. Archive: no.
CREATE TABLE parade_drafts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source_id INTEGER NOT NULL REFERENCES parades (id),
  season INTEGER NOT NULL,
  fields TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id)
) STRICT;
CREATE UNIQUE INDEX parade_drafts_once ON parade_drafts (source_id, season);
CREATE INDEX parade_drafts_by_season ON parade_drafts (season);

-- ── Orders ─────────────────────────────────────────────────────────────────────────────────

-- The places enrolled in one request and paid together. token gives the payer access to the order, return_token
-- identifies it to providers. A request with the request_key of a pending order gets that order.
-- received_in_cent is the amount the provider reports, attention the reason why staff must look at the order.
-- network_key is a keyed hash of the network, kept for two hours.
-- History: order_history. Disclosure: yes. Anonymised: names and address, when all people of the order are.
-- Kept: unpaid 30 days, the address 12 months after the parade, names 8 years. Archive: no.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  token TEXT NOT NULL UNIQUE,
  return_token TEXT NOT NULL DEFAULT '',
  request_key TEXT NOT NULL,
  state TEXT NOT NULL,
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent >= 0),
  currency TEXT NOT NULL DEFAULT 'EUR',
  provider TEXT NOT NULL,
  provider_ref TEXT UNIQUE,
  redirect_url TEXT,
  -- Number of places at creation: a late payment restores all of them or none.
  place_count INTEGER NOT NULL CHECK (place_count > 0),
  hold_until TEXT NOT NULL,
  email_address TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  success_url TEXT NOT NULL,
  error_url TEXT NOT NULL,
  created_at TEXT NOT NULL,
  paid_at TEXT,
  closed_at TEXT,
  received_in_cent INTEGER CHECK (received_in_cent >= 0),
  attention TEXT,
  disputed_at TEXT,
  network_key TEXT,
  -- Set for an order that was put on the waiting list; the lowest rank is offered places first.
  waiting_rank INTEGER,
  -- End of the offer, until which the payer may accept the places.
  offered_until TEXT,
  -- Number of payments of an accepted offer that have ended; the next one is another payment for the provider.
  ended_payments INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX orders_return_token ON orders (return_token);
CREATE UNIQUE INDEX orders_same_request ON orders (request_key) WHERE state IN ('pending', 'waiting');
CREATE INDEX orders_by_rank ON orders (waiting_rank) WHERE waiting_rank IS NOT NULL;
CREATE INDEX orders_by_state ON orders (state, hold_until);
CREATE INDEX orders_attention ON orders (attention) WHERE attention IS NOT NULL;
CREATE INDEX orders_by_creation ON orders (created_at);
CREATE INDEX orders_by_network ON orders (network_key) WHERE network_key IS NOT NULL;
-- By address: lost links to orders are only sent to the order's address.
CREATE INDEX orders_by_address ON orders (lower(email_address), created_at);
-- By mailbox, for every spelling of its address: the hourly limit of mails (worker/db/index-keys.ts).
CREATE INDEX orders_by_mailbox ON orders (
  lower(CASE WHEN instr(email_address, '@') = 0 THEN email_address
    WHEN lower(substr(email_address, instr(email_address, '@'))) IN ('@gmail.com', '@googlemail.com')
    THEN replace(substr(email_address, 1, min(instr(email_address || '+', '+'), instr(email_address, '@')) - 1), '.', '') || '@gmail.com'
    ELSE substr(email_address, 1, min(instr(email_address || '+', '+'), instr(email_address, '@')) - 1) || substr(email_address, instr(email_address, '@')) END),
  created_at
);

-- The events of an order.
-- Disclosure: yes. Anonymised: the detail. Kept: as the order, the detail 8 years. Archive: no.
CREATE TABLE order_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  amount_in_cent INTEGER,
  detail TEXT,
  user_id INTEGER REFERENCES users (id)
) STRICT;
CREATE INDEX order_history_by_order ON order_history (order_id, id);

-- ── Participations ─────────────────────────────────────────────────────────────────────────

-- Participations that were matched in one request, to be undone together.
-- History: by the participations. Disclosure: the day. Archive: no.
CREATE TABLE match_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  by INTEGER NOT NULL REFERENCES users (id)
) STRICT;

-- A place in a parade. Member, costume and order may be missing: guests, borrowed costumes, places that staff
-- entered. check_in_code is random: it identifies a person on a list and grants no access. is_guest: staff marked
-- the person as a guest. cash_while_off: an offline phone noted cash although the guild had turned that off.
-- History: yes, of public places once they are booked; of a guardian only that there is one. Disclosure: yes.
-- Anonymised: name, birthday, match, code and guardian. Kept: as the order; the guardian as the order's address,
-- the birthday of an unmatched person 6 months after Ash Wednesday. Archive: booked places, without order, code
-- and accounts.
CREATE TABLE participations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  parade_id INTEGER NOT NULL REFERENCES parades (id),
  member_id INTEGER REFERENCES members (id),
  order_id INTEGER REFERENCES orders (id),
  door TEXT NOT NULL,
  state TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  birthday TEXT,
  -- `m:…` a member, `p:…` a name and birthday.
  person_key TEXT NOT NULL,
  -- As entered: `p:…` the typed name, `m:…` a picked member. Never changes, so that after a match the
  -- name still identifies the person in the parade, and undoing the match finds the name.
  given_key TEXT NOT NULL DEFAULT '',
  is_guest INTEGER NOT NULL DEFAULT 0 CHECK (is_guest IN (0, 1)),
  match_act_id INTEGER REFERENCES match_acts (id),
  costume_type_id INTEGER NOT NULL REFERENCES costume_types (id),
  costume_id INTEGER REFERENCES costumes (id),
  costume_number TEXT NOT NULL DEFAULT '',
  costume_number_key TEXT NOT NULL DEFAULT '',
  age_class TEXT NOT NULL,
  -- Includes the prices of the extras.
  price_in_cent INTEGER NOT NULL CHECK (price_in_cent >= 0),
  -- The booked extras of the parade: id, quantity and price of each, as JSON.
  extras TEXT NOT NULL DEFAULT '[]',
  participation_fee_payed INTEGER NOT NULL DEFAULT 0 CHECK (participation_fee_payed IN (0, 1)),
  fee_payed_at TEXT,
  fee_payed_by INTEGER REFERENCES users (id),
  cash_while_off INTEGER NOT NULL DEFAULT 0 CHECK (cash_while_off IN (0, 1)),
  -- When cash was given back because the parade was cancelled.
  cash_returned_at TEXT,
  cash_returned_by INTEGER REFERENCES users (id),
  check_in_code TEXT NOT NULL DEFAULT '',
  -- Who accompanies a minor, the version of the text that they consented to, and when.
  guardian_name TEXT,
  guardian_phone TEXT,
  guardian_consent INTEGER,
  guardian_at TEXT,
  participation_confirmed INTEGER NOT NULL DEFAULT 0 CHECK (participation_confirmed IN (0, 1)),
  participation_confirmed_at TEXT,
  confirmed_by INTEGER REFERENCES users (id),
  cancelled_at TEXT,
  cancelled_by INTEGER REFERENCES users (id),
  created_at TEXT NOT NULL,
  created_by INTEGER REFERENCES users (id),
  CHECK (state <> 'reserved' OR order_id IS NOT NULL)
) STRICT;
-- One place per person and one person per costume in each parade, also for concurrent requests.
CREATE UNIQUE INDEX participations_person ON participations (parade_id, person_key)
  WHERE state IN ('reserved', 'booked');
CREATE UNIQUE INDEX participations_costume ON participations (parade_id, costume_type_id, costume_number_key)
  WHERE state IN ('reserved', 'booked') AND costume_number_key <> '';
CREATE UNIQUE INDEX participations_check_in_code ON participations (parade_id, check_in_code)
  WHERE check_in_code <> '';
CREATE INDEX participations_by_parade ON participations (parade_id, state, participation_confirmed);
CREATE INDEX participations_by_member ON participations (member_id, state, participation_confirmed);
CREATE INDEX participations_by_order ON participations (order_id);
CREATE INDEX participations_by_costume ON participations (costume_id);
CREATE INDEX participations_by_costume_type ON participations (costume_type_id);
CREATE INDEX participations_by_person ON participations (person_key);
CREATE INDEX participations_given ON participations (parade_id, given_key) WHERE state IN ('reserved', 'booked');
CREATE INDEX participations_by_guardian ON participations (parade_id) WHERE guardian_name IS NOT NULL;
CREATE INDEX participations_by_match_act ON participations (match_act_id) WHERE match_act_id IS NOT NULL;
-- By the person of a booked place without a member (unmatchedPerson of worker/domain/enrolment.ts), so that
-- counting takes one step per person, however many places they have.
CREATE INDEX participations_unmatched ON participations (
    CASE WHEN birthday IS NOT NULL OR person_key GLOB 'x:*' THEN person_key
      ELSE person_key || ' ' || coalesce(order_id, created_at) END)
  WHERE member_id IS NULL AND state = 'booked' AND is_guest = 0;

CREATE TRIGGER participations_insert_counted AFTER INSERT ON participations
  WHEN NEW.state IN ('reserved', 'booked') BEGIN
  UPDATE parades SET taken_count = taken_count + 1,
    registration_count = registration_count + (NEW.state = 'booked'),
    confirmed_count = confirmed_count + (NEW.state = 'booked' AND NEW.participation_confirmed)
    WHERE id = NEW.parade_id;
END;
CREATE TRIGGER participations_delete_counted AFTER DELETE ON participations
  WHEN OLD.state IN ('reserved', 'booked') BEGIN
  UPDATE parades SET taken_count = taken_count - 1,
    registration_count = registration_count - (OLD.state = 'booked'),
    confirmed_count = confirmed_count - (OLD.state = 'booked' AND OLD.participation_confirmed)
    WHERE id = OLD.parade_id;
END;
CREATE TRIGGER participations_update_counted
  AFTER UPDATE OF state, participation_confirmed, parade_id ON participations
  WHEN OLD.parade_id IS NOT NEW.parade_id
    OR OLD.state IS NOT NEW.state
    OR OLD.participation_confirmed IS NOT NEW.participation_confirmed BEGIN
  UPDATE parades SET taken_count = taken_count - (OLD.state IN ('reserved', 'booked')),
    registration_count = registration_count - (OLD.state = 'booked'),
    confirmed_count = confirmed_count - (OLD.state = 'booked' AND OLD.participation_confirmed)
    WHERE id = OLD.parade_id;
  UPDATE parades SET taken_count = taken_count + (NEW.state IN ('reserved', 'booked')),
    registration_count = registration_count + (NEW.state = 'booked'),
    confirmed_count = confirmed_count + (NEW.state = 'booked' AND NEW.participation_confirmed)
    WHERE id = NEW.parade_id;
END;

-- A cancelled place that returns with its deleted parade counts 0: so the id of its removed extra stays known.
CREATE TRIGGER participations_insert_extras_counted AFTER INSERT ON participations
  WHEN NEW.extras <> '[]' AND NEW.state <> 'waiting' BEGIN
  INSERT INTO extra_counts SELECT NEW.parade_id, e.value ->> 'id',
      iif(NEW.state IN ('reserved', 'booked'), e.value ->> 'quantity', 0)
    FROM json_each(NEW.extras) e WHERE 1
    ON CONFLICT DO UPDATE SET taken_count = taken_count + excluded.taken_count;
END;
CREATE TRIGGER participations_delete_extras_counted AFTER DELETE ON participations
  WHEN OLD.extras <> '[]' AND OLD.state IN ('reserved', 'booked') BEGIN
  UPDATE extra_counts SET taken_count = taken_count - (e.value ->> 'quantity') FROM json_each(OLD.extras) e
    WHERE parade_id = OLD.parade_id AND extra_id = e.value ->> 'id';
END;
CREATE TRIGGER participations_update_extras_counted
  AFTER UPDATE OF state, parade_id, extras ON participations
  WHEN (OLD.extras <> '[]' OR NEW.extras <> '[]')
    AND (OLD.extras <> NEW.extras OR OLD.parade_id IS NOT NEW.parade_id
      OR (OLD.state IN ('reserved', 'booked')) IS NOT (NEW.state IN ('reserved', 'booked'))) BEGIN
  UPDATE extra_counts SET taken_count = taken_count - (e.value ->> 'quantity') FROM json_each(OLD.extras) e
    WHERE parade_id = OLD.parade_id AND extra_id = e.value ->> 'id' AND OLD.state IN ('reserved', 'booked');
  INSERT INTO extra_counts SELECT NEW.parade_id, e.value ->> 'id', e.value ->> 'quantity'
    FROM json_each(NEW.extras) e WHERE NEW.state IN ('reserved', 'booked')
    ON CONFLICT DO UPDATE SET taken_count = taken_count + excluded.taken_count;
END;

-- The acts of phones and staff at a check-in, each stored once under the id that the device assigned.
-- Parade and participation are no foreign keys, since an act may refer to a deleted one.
-- History: the table itself. Disclosure: by the place. Anonymised: nothing. Kept: 12 months. Archive: no.
CREATE TABLE check_in_acts (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  parade_id INTEGER NOT NULL,
  participation_id INTEGER,
  user_id INTEGER NOT NULL REFERENCES users (id),
  device TEXT NOT NULL DEFAULT '',
  acted_at TEXT NOT NULL,
  received_at TEXT NOT NULL,
  outcome TEXT NOT NULL,
  code TEXT,
  message TEXT
) STRICT;
CREATE INDEX check_in_acts_newest ON check_in_acts (participation_id, acted_at);
CREATE INDEX check_in_acts_by_parade ON check_in_acts (parade_id);
CREATE INDEX check_in_acts_by_time ON check_in_acts (received_at);

-- ── Payments ───────────────────────────────────────────────────────────────────────────────

-- Refunds. The key identifies what is refunded, so that it is refunded once: `order-7` the rest of an
-- order, `place-12` one place, `double-tr_1` a second payment, `outside-…` a refund made at the provider. title
-- is the parade's at that time: the parade may be deleted.
-- Disclosure: yes. Anonymised: the provider's error text. Kept: as the order, the error 8 years. Archive: no.
CREATE TABLE order_refunds (
  key TEXT PRIMARY KEY NOT NULL,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  participation_id INTEGER REFERENCES participations (id) ON DELETE SET NULL,
  title TEXT,
  payment_ref TEXT NOT NULL,
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent > 0),
  reason TEXT NOT NULL,
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 1 CHECK (attempt > 0),
  provider_ref TEXT,
  error TEXT,
  requested_at TEXT NOT NULL,
  requested_by INTEGER REFERENCES users (id),
  done_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX order_refunds_by_order ON order_refunds (order_id);
CREATE INDEX order_refunds_by_participation ON order_refunds (participation_id);
CREATE INDEX order_refunds_pending ON order_refunds (requested_at) WHERE state = 'pending';

-- Notifications of a provider that took effect; a repeated one is ignored.
-- Disclosure: no, order_history has their effect. Kept: as the order. Archive: no.
CREATE TABLE payment_events (
  provider TEXT NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  order_id INTEGER REFERENCES orders (id),
  received_at TEXT NOT NULL,
  PRIMARY KEY (provider, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_events_by_order ON payment_events (order_id);
CREATE INDEX payment_events_by_time ON payment_events (received_at);

-- The payments of the sandbox provider, which a real provider would store.
CREATE TABLE sandbox_payments (
  ref TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  amount_in_cent INTEGER NOT NULL,
  currency TEXT NOT NULL,
  description TEXT NOT NULL,
  return_url TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

-- The refunds of the sandbox provider; a key refunds once.
CREATE TABLE sandbox_refunds (
  key TEXT PRIMARY KEY NOT NULL,
  ref TEXT NOT NULL REFERENCES sandbox_payments (ref),
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent > 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX sandbox_refunds_by_payment ON sandbox_refunds (ref);

-- ── Billing ────────────────────────────────────────────────────────────────────────────────

-- Nothing in the ledger is deleted or changed: a mistake gets a counter-booking. Merging two members
-- changes the references; the cron deletes rows after the retention period, and a command empties a demo guild.

-- The fee of a member for a year, as of when the year was closed. merged: the claim came from a merged second
-- record; the member's claim of the year is the other one.
-- History: the table itself, with events. Disclosure: yes. Anonymised: with the member. Kept: 10 years. Archive: no.
CREATE TABLE fee_claims (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  year INTEGER NOT NULL,
  member_id INTEGER NOT NULL REFERENCES members (id),
  payer_id INTEGER NOT NULL REFERENCES members (id),
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent >= 0),
  reason TEXT NOT NULL,
  merged INTEGER NOT NULL DEFAULT 0 CHECK (merged IN (0, 1)),
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id)
) STRICT;
CREATE UNIQUE INDEX fee_claims_once ON fee_claims (year, member_id) WHERE merged = 0;
CREATE INDEX fee_claims_by_year ON fee_claims (year, id);
CREATE INDEX fee_claims_by_member ON fee_claims (member_id, year);
CREATE INDEX fee_claims_by_payer ON fee_claims (payer_id, year);
CREATE INDEX fee_claims_by_creation ON fee_claims (created_at);

CREATE TRIGGER fee_claims_stay BEFORE DELETE ON fee_claims
  WHEN NOT EXISTS (SELECT 1 FROM audit_context c WHERE c.id = 1 AND c.via IN ('cron', 'cli'))
  BEGIN SELECT RAISE(ABORT, 'ledger: nothing is deleted'); END;
CREATE TRIGGER fee_claims_unchanged
  BEFORE UPDATE OF id, year, amount_in_cent, reason, created_at, created_by ON fee_claims
  BEGIN SELECT RAISE(ABORT, 'ledger: nothing is changed'); END;

-- A SEPA file; its bookings and parts refer to request_key. Without file_sha256 it was made elsewhere and is not stored.
-- History: yes. Disclosure: by the bookings. Kept: 10 years. Archive: no.
CREATE TABLE sepa_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  request_key TEXT NOT NULL UNIQUE,
  message_id TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  year INTEGER NOT NULL,
  due_date TEXT NOT NULL,
  debit_count INTEGER NOT NULL CHECK (debit_count > 0),
  claim_count INTEGER NOT NULL CHECK (claim_count >= debit_count),
  sum_in_cent INTEGER NOT NULL CHECK (sum_in_cent > 0),
  submitted_on TEXT,
  file_sha256 TEXT,
  credited_on TEXT,
  voided_at TEXT,
  voided_by INTEGER REFERENCES users (id),
  void_reason TEXT NOT NULL DEFAULT '',
  CHECK (voided_at IS NULL OR credited_on IS NULL),
  CHECK (file_sha256 IS NOT NULL OR submitted_on IS NOT NULL)
) STRICT;
CREATE INDEX sepa_runs_by_year ON sepa_runs (year, id);
CREATE INDEX sepa_runs_by_due_date ON sepa_runs (due_date) WHERE voided_at IS NULL;
CREATE INDEX sepa_runs_void ON sepa_runs (id) WHERE voided_at IS NOT NULL;

-- The content of the file, compressed with gzip, at most 40 kB per row. It contains bank data.
-- Disclosure: by the bookings. Kept: 10 years, as the run. Archive: no.
CREATE TABLE sepa_run_parts (
  run_id INTEGER NOT NULL REFERENCES sepa_runs (id),
  part INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (run_id, part)
) STRICT, WITHOUT ROWID;

-- The bookings of a claim (worker/domain/fee-ledger.ts). amount_in_cent is the change of the open amount: payments
-- are negative. A debit, its return and the booking that reverts either have run_id and end_to_end_id.
-- The five answers are those of fee_claims.
CREATE TABLE fee_bookings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  claim_id INTEGER NOT NULL REFERENCES fee_claims (id),
  kind TEXT NOT NULL,
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent <> 0),
  day TEXT NOT NULL,
  run_id INTEGER REFERENCES sepa_runs (id),
  end_to_end_id TEXT,
  mandate_id TEXT,
  reverses_id INTEGER UNIQUE REFERENCES fee_bookings (id),
  reason_code TEXT,
  bank_charge_in_cent INTEGER CHECK (bank_charge_in_cent > 0),
  method TEXT,
  bank_key TEXT,
  note TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id)
) STRICT;
CREATE INDEX fee_bookings_by_claim ON fee_bookings (claim_id, id);
CREATE INDEX fee_bookings_by_run ON fee_bookings (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX fee_bookings_by_debit ON fee_bookings (end_to_end_id, claim_id) WHERE end_to_end_id IS NOT NULL;
-- Read for all years before something is collected.
CREATE INDEX fee_bookings_collected ON fee_bookings (run_id, mandate_id) WHERE kind = 'collected';
CREATE INDEX fee_bookings_returned ON fee_bookings (claim_id) WHERE kind = 'returned';
CREATE UNIQUE INDEX fee_bookings_once ON fee_bookings (bank_key, claim_id) WHERE bank_key IS NOT NULL;

CREATE VIEW fee_open AS
  SELECT c.id AS claim_id, c.year, c.member_id, c.payer_id,
    c.amount_in_cent + coalesce((SELECT sum(b.amount_in_cent) FROM fee_bookings b WHERE b.claim_id = c.id), 0)
      AS open_in_cent
  FROM fee_claims c;

CREATE TRIGGER fee_bookings_stay BEFORE DELETE ON fee_bookings
  WHEN NOT EXISTS (SELECT 1 FROM audit_context c WHERE c.id = 1 AND c.via IN ('cron', 'cli'))
  BEGIN SELECT RAISE(ABORT, 'ledger: nothing is deleted'); END;
CREATE TRIGGER fee_bookings_unchanged BEFORE UPDATE ON fee_bookings
  BEGIN SELECT RAISE(ABORT, 'ledger: nothing is changed'); END;
CREATE TRIGGER fee_bookings_checked BEFORE INSERT ON fee_bookings BEGIN
  -- A debit has no run when a concurrent request has made one.
  SELECT RAISE(ABORT, 'ledger: no run') WHERE NEW.kind = 'collected' AND NEW.run_id IS NULL;
  SELECT RAISE(ABORT, 'ledger: kind and sign') WHERE NOT CASE NEW.kind
    WHEN 'collected' THEN NEW.amount_in_cent < 0 AND NEW.reverses_id IS NULL
      AND EXISTS (SELECT 1 FROM sepa_runs r WHERE r.id = NEW.run_id AND r.voided_at IS NULL)
    WHEN 'paid' THEN NEW.amount_in_cent < 0 AND NEW.reverses_id IS NULL AND NEW.run_id IS NULL
    WHEN 'waived' THEN NEW.amount_in_cent < 0 AND NEW.reverses_id IS NULL AND NEW.run_id IS NULL
    WHEN 'returned' THEN NEW.amount_in_cent > 0 AND NEW.reverses_id IS NOT NULL AND NEW.run_id IS NOT NULL
    WHEN 'refunded' THEN NEW.amount_in_cent > 0 AND NEW.reverses_id IS NULL AND NEW.run_id IS NULL
    WHEN 'charged' THEN NEW.amount_in_cent > 0 AND NEW.reverses_id IS NULL AND NEW.run_id IS NULL
    WHEN 'corrected' THEN NEW.reverses_id IS NULL AND NEW.run_id IS NULL
    WHEN 'undone' THEN NEW.reverses_id IS NOT NULL
    ELSE 0 END;
  -- A reversal reverts a whole booking of the same claim, once. A debit, or the reverted return that takes its
  -- place, can only be returned by the bank or voided with its run.
  SELECT RAISE(ABORT, 'ledger: reversal') WHERE NEW.reverses_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM fee_bookings t LEFT JOIN sepa_runs r ON r.id = t.run_id
    WHERE t.id = NEW.reverses_id AND t.claim_id = NEW.claim_id
      AND t.amount_in_cent = -NEW.amount_in_cent AND t.run_id IS NEW.run_id
      AND NOT EXISTS (SELECT 1 FROM fee_bookings s WHERE s.reverses_id = t.id)
      AND CASE
        WHEN t.run_id IS NOT NULL AND t.amount_in_cent < 0
          THEN (NEW.kind = 'returned') = (r.voided_at IS NULL)
        ELSE NEW.kind = 'undone' AND t.kind <> 'undone' END);
  -- A refund must not exceed the payments.
  SELECT RAISE(ABORT, 'ledger: refunded') WHERE
    (NEW.kind = 'refunded' OR (NEW.kind = 'undone'
      AND (SELECT t.kind FROM fee_bookings t WHERE t.id = NEW.reverses_id) = 'paid'))
    AND NEW.amount_in_cent + (SELECT coalesce(sum(b.amount_in_cent), 0) FROM fee_bookings b
      WHERE b.claim_id = NEW.claim_id AND (b.kind IN ('collected', 'returned', 'paid', 'refunded')
        OR (b.kind = 'undone' AND (b.run_id IS NOT NULL OR (SELECT t.kind FROM fee_bookings t
          WHERE t.id = b.reverses_id) IN ('paid', 'refunded'))))) > 0;
  SELECT RAISE(ABORT, 'ledger: below zero') WHERE NEW.amount_in_cent < 0 AND NEW.kind <> 'paid'
    AND NOT (NEW.kind = 'undone'
      AND (SELECT t.kind FROM fee_bookings t WHERE t.id = NEW.reverses_id) = 'refunded')
    AND NEW.amount_in_cent + (SELECT o.open_in_cent FROM fee_open o WHERE o.claim_id = NEW.claim_id) < 0;
END;

-- A letter to a payer about fees, printed or mailed. step is 1 to 3 of a reminder, 0 otherwise. A printed letter
-- that was not sent can be voided: it stays in the list and is ignored by later letters.
-- History: as events. Disclosure: yes. Anonymised: with the member. Kept: 10 years, as the claims. Archive: no.
CREATE TABLE fee_letters (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  step INTEGER NOT NULL DEFAULT 0 CHECK (step >= 0),
  year INTEGER NOT NULL,
  run_id INTEGER REFERENCES sepa_runs (id),
  payer_id INTEGER NOT NULL REFERENCES members (id),
  channel TEXT NOT NULL,
  due_on TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  voided_at TEXT,
  voided_by INTEGER REFERENCES users (id),
  -- The text with its placeholders, so that a reprint has the words of its day; NULL is the default text.
  opening TEXT,
  closing TEXT
) STRICT;
CREATE INDEX fee_letters_by_year ON fee_letters (year, id);
CREATE INDEX fee_letters_by_payer ON fee_letters (payer_id, id);
CREATE INDEX fee_letters_by_run ON fee_letters (run_id) WHERE run_id IS NOT NULL;

CREATE TRIGGER fee_letters_stay BEFORE DELETE ON fee_letters
  WHEN NOT EXISTS (SELECT 1 FROM audit_context c WHERE c.id = 1 AND c.via IN ('cron', 'cli'))
  BEGIN SELECT RAISE(ABORT, 'ledger: nothing is deleted'); END;
CREATE TRIGGER fee_letters_unchanged
  BEFORE UPDATE OF id, kind, step, year, run_id, channel, due_on, created_at, created_by, opening, closing
  ON fee_letters
  BEGIN SELECT RAISE(ABORT, 'ledger: nothing is changed'); END;
CREATE TRIGGER fee_letters_voided BEFORE UPDATE OF voided_at, voided_by ON fee_letters
  WHEN (NEW.voided_at IS NULL) <> (NEW.voided_by IS NULL) OR NEW.channel <> 'letter'
  BEGIN SELECT RAISE(ABORT, 'ledger: a mail is not taken back'); END;
CREATE TRIGGER fee_letters_begin BEFORE INSERT ON fee_letters
  WHEN NEW.voided_at IS NOT NULL OR NEW.voided_by IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'ledger: a letter counts at first'); END;

-- The claims of a letter, with the open amounts stated in it.
CREATE TABLE fee_letter_claims (
  letter_id INTEGER NOT NULL REFERENCES fee_letters (id),
  claim_id INTEGER NOT NULL REFERENCES fee_claims (id),
  open_in_cent INTEGER NOT NULL,
  PRIMARY KEY (letter_id, claim_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX fee_letter_claims_by_claim ON fee_letter_claims (claim_id);

CREATE TRIGGER fee_letter_claims_stay BEFORE DELETE ON fee_letter_claims
  WHEN NOT EXISTS (SELECT 1 FROM audit_context c WHERE c.id = 1 AND c.via IN ('cron', 'cli'))
  BEGIN SELECT RAISE(ABORT, 'ledger: nothing is deleted'); END;
CREATE TRIGGER fee_letter_claims_unchanged BEFORE UPDATE ON fee_letter_claims
  BEGIN SELECT RAISE(ABORT, 'ledger: nothing is changed'); END;

-- The guild's own texts of letters about fees, to persons and to organizations; a kind without a row has the
-- default text.
-- History: yes. Disclosure: no personal data. Kept: yes. Archive: yes.
CREATE TABLE letter_texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL UNIQUE,
  opening TEXT NOT NULL,
  closing TEXT NOT NULL,
  opening_formal TEXT NOT NULL,
  closing_formal TEXT NOT NULL
) STRICT;

-- ── Privacy ────────────────────────────────────────────────────────────────────────────────

-- A person requested a disclosure of their data; the link is only sent to their address.
-- History: as an event. Disclosure: yes. Anonymised: deleted. Kept: 7 days. Archive: no.
CREATE TABLE disclosures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email_address TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX disclosures_by_expiry ON disclosures (expires_at);
CREATE INDEX disclosures_by_user ON disclosures (created_by);
CREATE INDEX disclosures_by_address ON disclosures (lower(email_address));

-- How many rows the cron deleted by which rule. No data of people. Kept: three years. Archive: no.
CREATE TABLE retention_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  rule TEXT NOT NULL,
  row_count INTEGER NOT NULL
) STRICT;
CREATE INDEX retention_runs_by_time ON retention_runs (at);

-- ── Mails ──────────────────────────────────────────────────────────────────────────────────

-- A mail of staff to many members. mail_count is the number of its mails, paused_until is set at the provider's
-- daily limit, request_key is a hash of author, text and recipients, so that a repeated request sends it once.
-- History: as events. Disclosure: by its recipients. Anonymised: the recipients' rows. Kept: 12 months. Archive: no.
CREATE TABLE circulars (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  stopped_at TEXT,
  mail_count INTEGER NOT NULL,
  paused_until TEXT,
  request_key TEXT NOT NULL
) STRICT;
CREATE INDEX circulars_by_time ON circulars (created_at);
CREATE INDEX circulars_running ON circulars (id) WHERE stopped_at IS NULL;
CREATE INDEX circulars_by_request ON circulars (request_key, created_at);

-- The PDF files of a circular, and their content, at most 40 kB per row.
-- History: no. Disclosure: by the circular. Kept: as the circular. Archive: no.
CREATE TABLE circular_attachments (
  circular_id INTEGER NOT NULL REFERENCES circulars (id),
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  byte_count INTEGER NOT NULL,
  PRIMARY KEY (circular_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE circular_attachment_parts (
  circular_id INTEGER NOT NULL REFERENCES circulars (id),
  number INTEGER NOT NULL,
  part INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (circular_id, number, part)
) STRICT;

-- Subject and text of a circular for later ones.
-- History: yes. Disclosure: no personal data. Kept: yes. Archive: yes.
CREATE TABLE circular_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  subject TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

-- The outbox: a mail is stored in the commit that causes it, and sent after the response. The key identifies its
-- occasion (`enrolled-7`, `refunded-place-12`), so that it is sent once. A mail about a parade goes to the order,
-- or to the member of a participation without one. email_address NULL: the order's address.
-- History: no. Disclosure: yes. Anonymised: the address. Kept: as what it is about, 90 days of an account.
-- Archive: no.
CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  email_address TEXT,
  order_id INTEGER REFERENCES orders (id),
  refund_key TEXT REFERENCES order_refunds (key),
  parade_id INTEGER REFERENCES parades (id) ON DELETE SET NULL,
  -- The reason of the cancellation at that time.
  parade_reason TEXT NOT NULL DEFAULT '',
  participation_id INTEGER REFERENCES participations (id) ON DELETE SET NULL,
  user_id INTEGER REFERENCES users (id),
  user_link_id INTEGER REFERENCES user_links (id) ON DELETE SET NULL,
  disclosure_id INTEGER REFERENCES disclosures (id) ON DELETE SET NULL,
  circular_id INTEGER REFERENCES circulars (id),
  letter_id INTEGER REFERENCES fee_letters (id),
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  not_before TEXT NOT NULL,
  created_at TEXT NOT NULL,
  sent_at TEXT
) STRICT;
CREATE INDEX mails_by_address ON mails (lower(email_address)) WHERE email_address IS NOT NULL;
CREATE INDEX mails_by_order ON mails (order_id);
-- For foreign keys, which look up mails by each of these.
CREATE INDEX mails_by_refund ON mails (refund_key) WHERE refund_key IS NOT NULL;
CREATE INDEX mails_by_parade ON mails (parade_id) WHERE parade_id IS NOT NULL;
CREATE INDEX mails_by_participation ON mails (participation_id) WHERE participation_id IS NOT NULL;
CREATE INDEX mails_by_user ON mails (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX mails_by_user_link ON mails (user_link_id) WHERE user_link_id IS NOT NULL;
CREATE INDEX mails_by_disclosure ON mails (disclosure_id) WHERE disclosure_id IS NOT NULL;
CREATE INDEX mails_by_circular ON mails (circular_id, state, not_before) WHERE circular_id IS NOT NULL;
CREATE INDEX mails_by_letter ON mails (letter_id) WHERE letter_id IS NOT NULL;
-- Mails about an order or an account are sent before those of a circular.
CREATE INDEX mails_open ON mails (state, circular_id IS NOT NULL, not_before) WHERE state IN ('waiting', 'sending');
CREATE INDEX mails_failed ON mails (created_at) WHERE state = 'failed' AND circular_id IS NULL;
-- Notices to users about their account are deleted together with sessions.
CREATE INDEX mails_of_notices ON mails (created_at) WHERE user_id IS NOT NULL AND user_link_id IS NULL;

-- One mail per address, for all members with that address. member_ids is a JSON list.
-- History: no. Disclosure: yes. Anonymised: the member's number, or the row. Kept: 12 months. Archive: no.
CREATE TABLE circular_recipients (
  circular_id INTEGER NOT NULL REFERENCES circulars (id),
  email_address TEXT NOT NULL,
  member_ids TEXT NOT NULL,
  mail_id INTEGER NOT NULL REFERENCES mails (id),
  PRIMARY KEY (circular_id, email_address)
) STRICT, WITHOUT ROWID;
CREATE INDEX circular_recipients_by_mail ON circular_recipients (mail_id);
CREATE INDEX circular_recipients_by_address ON circular_recipients (lower(email_address));

-- ── Limits ─────────────────────────────────────────────────────────────────────────────────

-- Unpaid or free places and paid places of a network (a keyed hash), per slot of ten minutes.
-- History: no. Disclosure: no. Anonymised: nothing. Kept: two hours. Archive: no.
CREATE TABLE network_load (
  network_key TEXT NOT NULL,
  slot TEXT NOT NULL,
  unpaid INTEGER NOT NULL DEFAULT 0,
  paid INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (network_key, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX network_load_by_slot ON network_load (slot);

-- Counts of requests that are limited per hour. key is the kind and a keyed hash of the requester. As network_load.
CREATE TABLE hourly_counts (
  key TEXT NOT NULL,
  at TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (key, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX hourly_counts_by_time ON hourly_counts (at);

-- Rejected requests by minute, route, error code and network: all of the public enrolment, elsewhere missing
-- rights, wrong credentials and rate limits. network_key is a keyed hash, '' = counted together.
-- History: no. Disclosure: no. Anonymised: nothing. Kept: 30 days. Archive: no.
CREATE TABLE refusals (
  minute TEXT NOT NULL,
  route TEXT NOT NULL,
  code TEXT NOT NULL,
  network_key TEXT NOT NULL DEFAULT '',
  count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (minute, route, code, network_key)
) STRICT, WITHOUT ROWID;

-- ── Operations ─────────────────────────────────────────────────────────────────────────────

-- The last run of each cron task. No data of people. Archive: no.
CREATE TABLE job_runs (
  job TEXT PRIMARY KEY,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  failed_at TEXT,
  cause TEXT
) STRICT, WITHOUT ROWID;

-- ── Statistics ─────────────────────────────────────────────────────────────────────────────

-- Precomputed statistics, with the day and the version of the data they were computed from; in parts, since a row of
-- more than 100 kB cannot be restored from a backup. Anonymised: deleted. Archive: no.
CREATE TABLE prepared_statistics (
  name TEXT NOT NULL,
  part INTEGER NOT NULL,
  day TEXT NOT NULL,
  data_version INTEGER NOT NULL,
  body TEXT NOT NULL,
  prepared_at TEXT NOT NULL,
  PRIMARY KEY (name, part)
) STRICT;

-- One row. version is raised by writes to the guild's data: a statistic, the plan of an import and an archive belong to
-- the version at which they were read. Triggers raise it with each line of the history, except for places, whose
-- bookings and ticks are not in the history, and for marks of an assembly, which no statistic reads.
-- members_version changes with each line about the member list; it is random, so that a restored database never
-- assigns a version that a browser has cached to other data.
CREATE TABLE data_version (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL DEFAULT 0,
  members_version INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TRIGGER audit_entries_move_version AFTER INSERT ON audit_entries
  WHEN NEW.entity NOT IN ('participation', 'assemblyHonor', 'user', 'userRole', 'passkey', 'session', 'view',
    'export', 'disclosure')
  BEGIN
    UPDATE data_version SET version = version + 1,
      members_version = iif(NEW.entity IN ('member', 'timespan', 'exit', 'import', 'merge'),
        abs(random() % 9007199254740991), members_version);
  END;
CREATE TRIGGER assembly_honors_insert_moves_version AFTER INSERT ON assembly_honors
  WHEN NEW.honor_id IS NOT NULL OR NEW.choice IS NOT NULL
  BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER assembly_honors_update_moves_version AFTER UPDATE OF date, member_id, type, choice,
    honor_id ON assembly_honors
  WHEN OLD.honor_id IS NOT NEW.honor_id OR OLD.choice IS NOT NEW.choice
    OR ((NEW.honor_id IS NOT NULL OR NEW.choice IS NOT NULL)
      AND (OLD.date IS NOT NEW.date OR OLD.member_id IS NOT NEW.member_id
        OR OLD.type IS NOT NEW.type))
  BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER assembly_honors_delete_moves_version AFTER DELETE ON assembly_honors
  WHEN OLD.honor_id IS NOT NULL OR OLD.choice IS NOT NULL
  BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER participations_insert_moves_version AFTER INSERT ON participations WHEN NEW.state = 'booked' BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER participations_update_moves_version AFTER UPDATE OF parade_id, member_id, state,
    first_name, last_name, birthday, person_key, costume_type_id, participation_confirmed
  ON participations WHEN NEW.state = 'booked' OR OLD.state = 'booked'
  BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER participations_delete_moves_version AFTER DELETE ON participations WHEN OLD.state = 'booked' BEGIN UPDATE data_version SET version = version + 1; END;
