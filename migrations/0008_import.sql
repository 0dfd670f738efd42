-- A guild moves in: what it brings along, Sprünge from before the register, two records of one person,
-- the first user of an empty guild, and next season's parades.

-- ── What a guild brings along ──────────────────────────────────────────────────────────────

-- Personal: the name of a file, and who brought it. History: an event each. Disclosure: the member's first
-- line of history. Anonymised with the member: names nobody. Kept: as long as the guild's data are. In the
-- export: no.
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

-- Personal: all that was in the file, with bank data; management alone. Kept: until it is committed, 24 hours
-- at most. History, disclosure, export: no.
CREATE TABLE import_parts (
  import_id INTEGER NOT NULL REFERENCES imports (id),
  part INTEGER NOT NULL,
  chunk INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (import_id, part, chunk)
) STRICT, WITHOUT ROWID;

-- As import_parts.
CREATE TABLE import_rows (
  import_id INTEGER NOT NULL REFERENCES imports (id),
  row INTEGER NOT NULL,
  "values" TEXT,
  decision TEXT,
  member_id INTEGER,
  PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;

-- Personal: rows before and after, with bank data; management alone. Kept: 30 days. It is what an undo needs.
CREATE TABLE import_changes (
  import_id INTEGER NOT NULL REFERENCES imports (id),
  seq INTEGER NOT NULL,
  entity TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (import_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_changes_by_row ON import_changes (entity, row_id);

-- Names columns, not people.
CREATE TABLE import_mappings (
  headings_key TEXT NOT NULL,
  kind TEXT NOT NULL,
  mapping TEXT NOT NULL,
  used_at TEXT NOT NULL,
  PRIMARY KEY (headings_key, kind)
) STRICT, WITHOUT ROWID;

-- Filled and emptied within a batch: a row that may not be written refuses all of it.
CREATE TABLE write_guards (
  ok INTEGER NOT NULL CHECK (ok = 1)
) STRICT;

-- ── Sprünge before the register ────────────────────────────────────────────────────────────

ALTER TABLE members ADD COLUMN parades_before INTEGER NOT NULL DEFAULT 0 CHECK (parades_before >= 0);
ALTER TABLE members ADD COLUMN parades_before_until TEXT
  CHECK (parades_before = 0 OR parades_before_until IS NOT NULL);
ALTER TABLE members ADD COLUMN import_id INTEGER REFERENCES imports (id);
CREATE INDEX members_by_stand ON members (parades_before_until)
  WHERE parades_before_until IS NOT NULL;
CREATE INDEX members_by_import ON members (import_id) WHERE import_id IS NOT NULL;

DROP TRIGGER members_update_moves_version;
CREATE TRIGGER members_update_moves_version AFTER UPDATE OF first_name, last_name,
    first_name_key, last_name_key, birthday, date_joined, date_left, membership_state,
    parades_before, parades_before_until
  ON members BEGIN
  UPDATE data_version SET version = version + 1;
END;

-- An import plans against what is there: whatever it may look at moves the version.
DROP TRIGGER parades_update_moves_version;
CREATE TRIGGER parades_update_moves_version AFTER UPDATE ON parades BEGIN
  UPDATE data_version SET version = version + 1;
END;
DROP TRIGGER costume_types_update_moves_version;
CREATE TRIGGER costume_types_insert_moves_version AFTER INSERT ON costume_types BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costume_types_delete_moves_version AFTER DELETE ON costume_types BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costume_types_update_moves_version AFTER UPDATE ON costume_types BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costumes_insert_moves_version AFTER INSERT ON costumes BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costumes_delete_moves_version AFTER DELETE ON costumes BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costumes_update_moves_version AFTER UPDATE ON costumes BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costume_ownerships_insert_moves_version AFTER INSERT ON costume_ownerships BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costume_ownerships_delete_moves_version AFTER DELETE ON costume_ownerships BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costume_ownerships_update_moves_version AFTER UPDATE ON costume_ownerships BEGIN
  UPDATE data_version SET version = version + 1;
END;

-- ── Two records, one person ────────────────────────────────────────────────────────────────

-- Personal: which numbers were one person. History: an event each. Disclosure: the member's history. In the
-- export: no.
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

-- Personal: rows before and after, with bank data; management alone. Kept: 30 days, or until the member is
-- made nobody's.
CREATE TABLE member_merge_rows (
  merge_id INTEGER NOT NULL REFERENCES member_merges (id),
  seq INTEGER NOT NULL,
  entity TEXT NOT NULL,
  row_id INTEGER NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (merge_id, seq)
) STRICT, WITHOUT ROWID;

-- Two numbers that are two people. In the export: no.
CREATE TABLE member_no_duplicates (
  member_id INTEGER NOT NULL REFERENCES members (id),
  other_id INTEGER NOT NULL REFERENCES members (id),
  at TEXT NOT NULL,
  by INTEGER NOT NULL REFERENCES users (id),
  PRIMARY KEY (member_id, other_id),
  CHECK (member_id < other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_no_duplicates_by_other ON member_no_duplicates (other_id);

-- ── First start, next season ───────────────────────────────────────────────────────────────

-- Kept: until it is over. Names nobody.
CREATE TABLE setup_links (
  hash TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

ALTER TABLE guild_settings ADD COLUMN setup_skipped TEXT NOT NULL DEFAULT '[]';

-- Names nobody. Never public.
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

-- ── History ────────────────────────────────────────────────────────────────────────────────

-- Rows that an import brings, or that its undo takes, are told by its event.
DROP TRIGGER members_insert_audited;
CREATE TRIGGER members_insert_audited AFTER INSERT ON members
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'member', NEW.id, NEW.id, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.member_number IS NOT 0, ',"memberNumber":'||json_array(NULL, NEW.member_number), '')
        ||iif(NEW.first_name IS NOT NULL, ',"firstName":'||json_array(NULL, NEW.first_name), '')
        ||iif(NEW.last_name IS NOT NULL, ',"lastName":'||json_array(NULL, NEW.last_name), '')
        ||iif(NEW.maiden_name IS NOT '', ',"maidenName":'||json_array(NULL, NEW.maiden_name), '')
        ||iif(NEW.address_street IS NOT '', ',"addressStreet":'||json_array(NULL, NEW.address_street), '')
        ||iif(NEW.address_number IS NOT '', ',"addressNumber":'||json_array(NULL, NEW.address_number), '')
        ||iif(NEW.address_plz IS NOT '', ',"addressPlz":'||json_array(NULL, NEW.address_plz), '')
        ||iif(NEW.address_town IS NOT '', ',"addressTown":'||json_array(NULL, NEW.address_town), '')
        ||iif(NEW.birthday IS NOT NULL, ',"birthday":'||json_array(NULL, NEW.birthday), '')
        ||iif(NEW.date_joined IS NOT NULL, ',"dateJoined":'||json_array(NULL, NEW.date_joined), '')
        ||iif(NEW.date_left IS NOT NULL, ',"dateLeft":'||json_array(NULL, NEW.date_left), '')
        ||iif(NEW.phone IS NOT '', ',"phone":'||json_array(NULL, NEW.phone), '')
        ||iif(NEW.phone_mobile IS NOT '', ',"phoneMobile":'||json_array(NULL, NEW.phone_mobile), '')
        ||iif(NEW.e_mail IS NOT '', ',"eMail":'||json_array(NULL, NEW.e_mail), '')
        ||iif(NEW.membership_state IS NOT 'Active', ',"membershipState":'||json_array(NULL, NEW.membership_state), '')
        ||iif(NEW.comment IS NOT '', ',"comment":'||json_array(NULL, NEW.comment), '')
        ||iif(NEW.banking_iban IS NOT '', ',"bankingIban":'||json_array(NULL, iif(NEW.banking_iban = '', '', '…'||iif(length(NEW.banking_iban) > 4, substr(NEW.banking_iban, -4), ''))), '')
        ||iif(NEW.banking_bic IS NOT '', ',"bankingBic":'||json_array(NULL, iif(NEW.banking_bic = '', '', '…'||iif(length(NEW.banking_bic) > 4, substr(NEW.banking_bic, -4), ''))), '')
        ||iif(NEW.banking_account_owner IS NOT '', ',"bankingAccountOwner":'||json_array(NULL, iif(NEW.banking_account_owner = '', '', 'geändert')), '')
        ||iif(NEW.banking_bank IS NOT '', ',"bankingBank":'||json_array(NULL, iif(NEW.banking_bank = '', '', 'geändert')), '')
        ||iif(NEW.banking_sepa_allowed IS NOT 0, ',"bankingSepaAllowed":'||json_array(NULL, json(iif(NEW.banking_sepa_allowed, 'true', 'false'))), '')
        ||iif(NEW.banking_sepa_allowed_date IS NOT NULL, ',"bankingSepaAllowedDate":'||json_array(NULL, NEW.banking_sepa_allowed_date), '')
        ||iif(NEW.individual_fee_in_cent IS NOT NULL, ',"individualFeeInCent":'||json_array(NULL, NEW.individual_fee_in_cent), '')
        ||iif(NEW.individual_fee_reason IS NOT '', ',"individualFeeReason":'||json_array(NULL, NEW.individual_fee_reason), '')
        ||iif(NEW.mandate_reference IS NOT '', ',"mandateReference":'||json_array(NULL, iif(NEW.mandate_reference = '', '', '…'||iif(length(NEW.mandate_reference) > 4, substr(NEW.mandate_reference, -4), ''))), '')
        ||iif(NEW.parades_before IS NOT 0, ',"paradesBefore":'||json_array(NULL, NEW.parades_before), '')
        ||iif(NEW.parades_before_until IS NOT NULL, ',"paradesBeforeUntil":'||json_array(NULL, NEW.parades_before_until), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER members_update_audited;
CREATE TRIGGER members_update_audited AFTER UPDATE OF member_number, first_name, last_name, maiden_name, address_street, address_number, address_plz, address_town, birthday, date_joined, date_left, phone, phone_mobile, e_mail, membership_state, comment, banking_iban, banking_bic, banking_account_owner, banking_bank, banking_sepa_allowed, banking_sepa_allowed_date, individual_fee_in_cent, individual_fee_reason, mandate_reference, parades_before, parades_before_until ON members
  WHEN (OLD.member_number IS NOT NEW.member_number
    OR OLD.first_name IS NOT NEW.first_name
    OR OLD.last_name IS NOT NEW.last_name
    OR OLD.maiden_name IS NOT NEW.maiden_name
    OR OLD.address_street IS NOT NEW.address_street
    OR OLD.address_number IS NOT NEW.address_number
    OR OLD.address_plz IS NOT NEW.address_plz
    OR OLD.address_town IS NOT NEW.address_town
    OR OLD.birthday IS NOT NEW.birthday
    OR OLD.date_joined IS NOT NEW.date_joined
    OR OLD.date_left IS NOT NEW.date_left
    OR OLD.phone IS NOT NEW.phone
    OR OLD.phone_mobile IS NOT NEW.phone_mobile
    OR OLD.e_mail IS NOT NEW.e_mail
    OR OLD.membership_state IS NOT NEW.membership_state
    OR OLD.comment IS NOT NEW.comment
    OR OLD.banking_iban IS NOT NEW.banking_iban
    OR OLD.banking_bic IS NOT NEW.banking_bic
    OR OLD.banking_account_owner IS NOT NEW.banking_account_owner
    OR OLD.banking_bank IS NOT NEW.banking_bank
    OR OLD.banking_sepa_allowed IS NOT NEW.banking_sepa_allowed
    OR OLD.banking_sepa_allowed_date IS NOT NEW.banking_sepa_allowed_date
    OR OLD.individual_fee_in_cent IS NOT NEW.individual_fee_in_cent
    OR OLD.individual_fee_reason IS NOT NEW.individual_fee_reason
    OR OLD.mandate_reference IS NOT NEW.mandate_reference
    OR OLD.parades_before IS NOT NEW.parades_before
    OR OLD.parades_before_until IS NOT NEW.parades_before_until)
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'member', NEW.id, coalesce(NEW.id, OLD.id), NULL, NULL, 'update',
      '{'||substr(iif(OLD.member_number IS NOT NEW.member_number, ',"memberNumber":'||json_array(OLD.member_number, NEW.member_number), '')
        ||iif(OLD.first_name IS NOT NEW.first_name, ',"firstName":'||json_array(OLD.first_name, NEW.first_name), '')
        ||iif(OLD.last_name IS NOT NEW.last_name, ',"lastName":'||json_array(OLD.last_name, NEW.last_name), '')
        ||iif(OLD.maiden_name IS NOT NEW.maiden_name, ',"maidenName":'||json_array(OLD.maiden_name, NEW.maiden_name), '')
        ||iif(OLD.address_street IS NOT NEW.address_street, ',"addressStreet":'||json_array(OLD.address_street, NEW.address_street), '')
        ||iif(OLD.address_number IS NOT NEW.address_number, ',"addressNumber":'||json_array(OLD.address_number, NEW.address_number), '')
        ||iif(OLD.address_plz IS NOT NEW.address_plz, ',"addressPlz":'||json_array(OLD.address_plz, NEW.address_plz), '')
        ||iif(OLD.address_town IS NOT NEW.address_town, ',"addressTown":'||json_array(OLD.address_town, NEW.address_town), '')
        ||iif(OLD.birthday IS NOT NEW.birthday, ',"birthday":'||json_array(OLD.birthday, NEW.birthday), '')
        ||iif(OLD.date_joined IS NOT NEW.date_joined, ',"dateJoined":'||json_array(OLD.date_joined, NEW.date_joined), '')
        ||iif(OLD.date_left IS NOT NEW.date_left, ',"dateLeft":'||json_array(OLD.date_left, NEW.date_left), '')
        ||iif(OLD.phone IS NOT NEW.phone, ',"phone":'||json_array(OLD.phone, NEW.phone), '')
        ||iif(OLD.phone_mobile IS NOT NEW.phone_mobile, ',"phoneMobile":'||json_array(OLD.phone_mobile, NEW.phone_mobile), '')
        ||iif(OLD.e_mail IS NOT NEW.e_mail, ',"eMail":'||json_array(OLD.e_mail, NEW.e_mail), '')
        ||iif(OLD.membership_state IS NOT NEW.membership_state, ',"membershipState":'||json_array(OLD.membership_state, NEW.membership_state), '')
        ||iif(OLD.comment IS NOT NEW.comment, ',"comment":'||json_array(OLD.comment, NEW.comment), '')
        ||iif(OLD.banking_iban IS NOT NEW.banking_iban, ',"bankingIban":'||json_array(iif(OLD.banking_iban = '', '', '…'||iif(length(OLD.banking_iban) > 4, substr(OLD.banking_iban, -4), '')), iif(NEW.banking_iban = '', '', '…'||iif(length(NEW.banking_iban) > 4, substr(NEW.banking_iban, -4), ''))), '')
        ||iif(OLD.banking_bic IS NOT NEW.banking_bic, ',"bankingBic":'||json_array(iif(OLD.banking_bic = '', '', '…'||iif(length(OLD.banking_bic) > 4, substr(OLD.banking_bic, -4), '')), iif(NEW.banking_bic = '', '', '…'||iif(length(NEW.banking_bic) > 4, substr(NEW.banking_bic, -4), ''))), '')
        ||iif(OLD.banking_account_owner IS NOT NEW.banking_account_owner, ',"bankingAccountOwner":'||json_array(iif(OLD.banking_account_owner = '', '', 'geändert'), iif(NEW.banking_account_owner = '', '', 'geändert')), '')
        ||iif(OLD.banking_bank IS NOT NEW.banking_bank, ',"bankingBank":'||json_array(iif(OLD.banking_bank = '', '', 'geändert'), iif(NEW.banking_bank = '', '', 'geändert')), '')
        ||iif(OLD.banking_sepa_allowed IS NOT NEW.banking_sepa_allowed, ',"bankingSepaAllowed":'||json_array(json(iif(OLD.banking_sepa_allowed, 'true', 'false')), json(iif(NEW.banking_sepa_allowed, 'true', 'false'))), '')
        ||iif(OLD.banking_sepa_allowed_date IS NOT NEW.banking_sepa_allowed_date, ',"bankingSepaAllowedDate":'||json_array(OLD.banking_sepa_allowed_date, NEW.banking_sepa_allowed_date), '')
        ||iif(OLD.individual_fee_in_cent IS NOT NEW.individual_fee_in_cent, ',"individualFeeInCent":'||json_array(OLD.individual_fee_in_cent, NEW.individual_fee_in_cent), '')
        ||iif(OLD.individual_fee_reason IS NOT NEW.individual_fee_reason, ',"individualFeeReason":'||json_array(OLD.individual_fee_reason, NEW.individual_fee_reason), '')
        ||iif(OLD.mandate_reference IS NOT NEW.mandate_reference, ',"mandateReference":'||json_array(iif(OLD.mandate_reference = '', '', '…'||iif(length(OLD.mandate_reference) > 4, substr(OLD.mandate_reference, -4), '')), iif(NEW.mandate_reference = '', '', '…'||iif(length(NEW.mandate_reference) > 4, substr(NEW.mandate_reference, -4), ''))), '')
        ||iif(OLD.parades_before IS NOT NEW.parades_before, ',"paradesBefore":'||json_array(OLD.parades_before, NEW.parades_before), '')
        ||iif(OLD.parades_before_until IS NOT NEW.parades_before_until, ',"paradesBeforeUntil":'||json_array(OLD.parades_before_until, NEW.parades_before_until), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
DROP TRIGGER members_delete_audited;
CREATE TRIGGER members_delete_audited AFTER DELETE ON members
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'member', OLD.id, OLD.id, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.member_number IS NOT 0, ',"memberNumber":'||json_array(OLD.member_number, NULL), '')
        ||iif(OLD.first_name IS NOT NULL, ',"firstName":'||json_array(OLD.first_name, NULL), '')
        ||iif(OLD.last_name IS NOT NULL, ',"lastName":'||json_array(OLD.last_name, NULL), '')
        ||iif(OLD.maiden_name IS NOT '', ',"maidenName":'||json_array(OLD.maiden_name, NULL), '')
        ||iif(OLD.address_street IS NOT '', ',"addressStreet":'||json_array(OLD.address_street, NULL), '')
        ||iif(OLD.address_number IS NOT '', ',"addressNumber":'||json_array(OLD.address_number, NULL), '')
        ||iif(OLD.address_plz IS NOT '', ',"addressPlz":'||json_array(OLD.address_plz, NULL), '')
        ||iif(OLD.address_town IS NOT '', ',"addressTown":'||json_array(OLD.address_town, NULL), '')
        ||iif(OLD.birthday IS NOT NULL, ',"birthday":'||json_array(OLD.birthday, NULL), '')
        ||iif(OLD.date_joined IS NOT NULL, ',"dateJoined":'||json_array(OLD.date_joined, NULL), '')
        ||iif(OLD.date_left IS NOT NULL, ',"dateLeft":'||json_array(OLD.date_left, NULL), '')
        ||iif(OLD.phone IS NOT '', ',"phone":'||json_array(OLD.phone, NULL), '')
        ||iif(OLD.phone_mobile IS NOT '', ',"phoneMobile":'||json_array(OLD.phone_mobile, NULL), '')
        ||iif(OLD.e_mail IS NOT '', ',"eMail":'||json_array(OLD.e_mail, NULL), '')
        ||iif(OLD.membership_state IS NOT 'Active', ',"membershipState":'||json_array(OLD.membership_state, NULL), '')
        ||iif(OLD.comment IS NOT '', ',"comment":'||json_array(OLD.comment, NULL), '')
        ||iif(OLD.banking_iban IS NOT '', ',"bankingIban":'||json_array(iif(OLD.banking_iban = '', '', '…'||iif(length(OLD.banking_iban) > 4, substr(OLD.banking_iban, -4), '')), NULL), '')
        ||iif(OLD.banking_bic IS NOT '', ',"bankingBic":'||json_array(iif(OLD.banking_bic = '', '', '…'||iif(length(OLD.banking_bic) > 4, substr(OLD.banking_bic, -4), '')), NULL), '')
        ||iif(OLD.banking_account_owner IS NOT '', ',"bankingAccountOwner":'||json_array(iif(OLD.banking_account_owner = '', '', 'geändert'), NULL), '')
        ||iif(OLD.banking_bank IS NOT '', ',"bankingBank":'||json_array(iif(OLD.banking_bank = '', '', 'geändert'), NULL), '')
        ||iif(OLD.banking_sepa_allowed IS NOT 0, ',"bankingSepaAllowed":'||json_array(json(iif(OLD.banking_sepa_allowed, 'true', 'false')), NULL), '')
        ||iif(OLD.banking_sepa_allowed_date IS NOT NULL, ',"bankingSepaAllowedDate":'||json_array(OLD.banking_sepa_allowed_date, NULL), '')
        ||iif(OLD.individual_fee_in_cent IS NOT NULL, ',"individualFeeInCent":'||json_array(OLD.individual_fee_in_cent, NULL), '')
        ||iif(OLD.individual_fee_reason IS NOT '', ',"individualFeeReason":'||json_array(OLD.individual_fee_reason, NULL), '')
        ||iif(OLD.mandate_reference IS NOT '', ',"mandateReference":'||json_array(iif(OLD.mandate_reference = '', '', '…'||iif(length(OLD.mandate_reference) > 4, substr(OLD.mandate_reference, -4), '')), NULL), '')
        ||iif(OLD.parades_before IS NOT 0, ',"paradesBefore":'||json_array(OLD.parades_before, NULL), '')
        ||iif(OLD.parades_before_until IS NOT NULL, ',"paradesBeforeUntil":'||json_array(OLD.parades_before_until, NULL), '')
        ||iif(OLD.created_at IS NOT NULL, ',"createdAt":'||json_array(OLD.created_at, NULL), '')
        ||iif(OLD.anonymised_at IS NOT NULL, ',"anonymisedAt":'||json_array(OLD.anonymised_at, NULL), '')
        ||iif(OLD.import_id IS NOT NULL, ',"importId":'||json_array(OLD.import_id, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER member_timespans_delete_audited;
CREATE TRIGGER member_timespans_delete_audited AFTER DELETE ON member_timespans
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'timespan', OLD.id, OLD.member_id, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.from_date IS NOT NULL, ',"from":'||json_array(OLD.from_date, NULL), '')
        ||iif(OLD.to_date IS NOT NULL, ',"to":'||json_array(OLD.to_date, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER member_exits_delete_audited;
CREATE TRIGGER member_exits_delete_audited AFTER DELETE ON member_exits
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'exit', OLD.id, OLD.member_id, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.state IS NOT NULL, ',"state":'||json_array(OLD.state, NULL), '')
        ||iif(OLD.date IS NOT NULL, ',"date":'||json_array(OLD.date, NULL), '')
        ||iif(OLD.effective_at IS NOT NULL, ',"effectiveAt":'||json_array(OLD.effective_at, NULL), '')
        ||iif(OLD.undone_at IS NOT NULL, ',"undoneAt":'||json_array(OLD.undone_at, NULL), '')
        ||iif(OLD.state_before IS NOT NULL, ',"stateBefore":'||json_array(OLD.state_before, NULL), '')
        ||iif(OLD.date_left_before IS NOT NULL, ',"dateLeftBefore":'||json_array(OLD.date_left_before, NULL), '')
        ||iif(OLD.ended IS NOT NULL, ',"ended":'||json_array(OLD.ended, NULL), '')
        ||iif(OLD.recorded_at IS NOT NULL, ',"recordedAt":'||json_array(OLD.recorded_at, NULL), '')
        ||iif(OLD.recorded_by IS NOT NULL, ',"recordedBy":'||json_array(OLD.recorded_by, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER honors_delete_audited;
CREATE TRIGGER honors_delete_audited AFTER DELETE ON honors
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'honor', OLD.id, OLD.member_id, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.type IS NOT NULL, ',"type":'||json_array(OLD.type, NULL), '')
        ||iif(OLD.date IS NOT NULL, ',"date":'||json_array(OLD.date, NULL), '')
        ||iif(OLD.comment IS NOT '', ',"comment":'||json_array(OLD.comment, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER duty_entries_delete_audited;
CREATE TRIGGER duty_entries_delete_audited AFTER DELETE ON duty_entries
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'duty', OLD.id, OLD.member_id, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.duty IS NOT NULL, ',"duty":'||json_array(OLD.duty, NULL), '')
        ||iif(OLD.from_date IS NOT NULL, ',"from":'||json_array(OLD.from_date, NULL), '')
        ||iif(OLD.to_date IS NOT NULL, ',"to":'||json_array(OLD.to_date, NULL), '')
        ||iif(OLD.comment IS NOT '', ',"comment":'||json_array(OLD.comment, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER costume_types_delete_audited;
CREATE TRIGGER costume_types_delete_audited AFTER DELETE ON costume_types
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'costumeType', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.name IS NOT NULL, ',"name":'||json_array(OLD.name, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER costumes_delete_audited;
CREATE TRIGGER costumes_delete_audited AFTER DELETE ON costumes
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'costume', OLD.id, NULL, OLD.id, NULL, 'delete',
      '{'||substr(iif(OLD.number IS NOT NULL, ',"number":'||json_array(OLD.number, NULL), '')
        ||iif(OLD.costume_type_id IS NOT NULL, ',"costumeTypeId":'||json_array(OLD.costume_type_id, NULL), '')
        ||iif(OLD.registered_since IS NOT NULL, ',"registeredSince":'||json_array(OLD.registered_since, NULL), '')
        ||iif(OLD.registered_until IS NOT NULL, ',"registeredUntil":'||json_array(OLD.registered_until, NULL), '')
        ||iif(OLD.comment IS NOT '', ',"comment":'||json_array(OLD.comment, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER costume_ownerships_delete_audited;
CREATE TRIGGER costume_ownerships_delete_audited AFTER DELETE ON costume_ownerships
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'ownership', OLD.id, OLD.member_id, OLD.costume_id, NULL, 'delete',
      '{'||substr(iif(OLD.costume_id IS NOT NULL, ',"costumeId":'||json_array(OLD.costume_id, NULL), '')
        ||iif(OLD.member_id IS NOT NULL, ',"memberId":'||json_array(OLD.member_id, NULL), '')
        ||iif(OLD.owned_from IS NOT NULL, ',"ownedFrom":'||json_array(OLD.owned_from, NULL), '')
        ||iif(OLD.owned_to IS NOT NULL, ',"ownedTo":'||json_array(OLD.owned_to, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER parades_delete_audited;
CREATE TRIGGER parades_delete_audited AFTER DELETE ON parades
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'parade', OLD.id, NULL, NULL, OLD.id, 'delete',
      '{'||substr(iif(OLD.title IS NOT NULL, ',"title":'||json_array(OLD.title, NULL), '')
        ||iif(OLD.host IS NOT NULL, ',"host":'||json_array(OLD.host, NULL), '')
        ||iif(OLD.host_town IS NOT '', ',"hostTown":'||json_array(OLD.host_town, NULL), '')
        ||iif(OLD.host_plz IS NOT '', ',"hostPlz":'||json_array(OLD.host_plz, NULL), '')
        ||iif(OLD.date IS NOT NULL, ',"date":'||json_array(OLD.date, NULL), '')
        ||iif(OLD.parade_number IS NOT 0, ',"paradeNumber":'||json_array(OLD.parade_number, NULL), '')
        ||iif(OLD.comment IS NOT '', ',"comment":'||json_array(OLD.comment, NULL), '')
        ||iif(OLD.price_for_adults_in_cent IS NOT 0, ',"priceForAdultsInCent":'||json_array(OLD.price_for_adults_in_cent, NULL), '')
        ||iif(OLD.price_for_children_in_cent IS NOT 0, ',"priceForChildrenInCent":'||json_array(OLD.price_for_children_in_cent, NULL), '')
        ||iif(OLD.date_enrolment_start IS NOT NULL, ',"dateEnrolmentStart":'||json_array(OLD.date_enrolment_start, NULL), '')
        ||iif(OLD.date_enrolment_end IS NOT NULL, ',"dateEnrolmentEnd":'||json_array(OLD.date_enrolment_end, NULL), '')
        ||iif(OLD.is_child_parade IS NOT 0, ',"isChildParade":'||json_array(json(iif(OLD.is_child_parade, 'true', 'false')), NULL), '')
        ||iif(OLD.cancelled_at IS NOT NULL, ',"cancelledAt":'||json_array(OLD.cancelled_at, NULL), '')
        ||iif(OLD.cancel_reason IS NOT '', ',"cancelReason":'||json_array(OLD.cancel_reason, NULL), '')
        ||iif(OLD.cancelled_by IS NOT NULL, ',"cancelledBy":'||json_array(OLD.cancelled_by, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER participations_delete_audited;
CREATE TRIGGER participations_delete_audited AFTER DELETE ON participations
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'participation', OLD.id, OLD.member_id, NULL, OLD.parade_id, 'delete',
      '{'||substr(iif(OLD.parade_id IS NOT NULL, ',"paradeId":'||json_array(OLD.parade_id, NULL), '')
        ||iif(OLD.member_id IS NOT NULL, ',"memberId":'||json_array(OLD.member_id, NULL), '')
        ||iif(OLD.door IS NOT NULL, ',"door":'||json_array(OLD.door, NULL), '')
        ||iif(OLD.state IS NOT NULL, ',"state":'||json_array(OLD.state, NULL), '')
        ||iif(OLD.first_name IS NOT NULL, ',"firstName":'||json_array(OLD.first_name, NULL), '')
        ||iif(OLD.last_name IS NOT NULL, ',"lastName":'||json_array(OLD.last_name, NULL), '')
        ||iif(OLD.birthday IS NOT NULL, ',"birthday":'||json_array(OLD.birthday, NULL), '')
        ||iif(OLD.costume_type_id IS NOT NULL, ',"costumeTypeId":'||json_array(OLD.costume_type_id, NULL), '')
        ||iif(OLD.costume_id IS NOT NULL, ',"costumeId":'||json_array(OLD.costume_id, NULL), '')
        ||iif(OLD.costume_number IS NOT '', ',"costumeNumber":'||json_array(OLD.costume_number, NULL), '')
        ||iif(OLD.age_class IS NOT NULL, ',"ageClass":'||json_array(OLD.age_class, NULL), '')
        ||iif(OLD.price_in_cent IS NOT NULL, ',"priceInCent":'||json_array(OLD.price_in_cent, NULL), '')
        ||iif(OLD.cash_returned_at IS NOT NULL, ',"cashReturnedAt":'||json_array(OLD.cash_returned_at, NULL), '')
        ||iif(OLD.order_id IS NOT NULL, ',"orderId":'||json_array(OLD.order_id, NULL), '')
        ||iif(OLD.person_key IS NOT NULL, ',"personKey":'||json_array(OLD.person_key, NULL), '')
        ||iif(OLD.given_key IS NOT '', ',"givenKey":'||json_array(OLD.given_key, NULL), '')
        ||iif(OLD.participation_fee_payed IS NOT 0, ',"participationFeePayed":'||json_array(json(iif(OLD.participation_fee_payed, 'true', 'false')), NULL), '')
        ||iif(OLD.fee_payed_at IS NOT NULL, ',"feePayedAt":'||json_array(OLD.fee_payed_at, NULL), '')
        ||iif(OLD.fee_payed_by IS NOT NULL, ',"feePayedBy":'||json_array(OLD.fee_payed_by, NULL), '')
        ||iif(OLD.participation_confirmed IS NOT 0, ',"participationConfirmed":'||json_array(json(iif(OLD.participation_confirmed, 'true', 'false')), NULL), '')
        ||iif(OLD.participation_confirmed_at IS NOT NULL, ',"participationConfirmedAt":'||json_array(OLD.participation_confirmed_at, NULL), '')
        ||iif(OLD.confirmed_by IS NOT NULL, ',"confirmedBy":'||json_array(OLD.confirmed_by, NULL), '')
        ||iif(OLD.cancelled_at IS NOT NULL, ',"cancelledAt":'||json_array(OLD.cancelled_at, NULL), '')
        ||iif(OLD.cancelled_by IS NOT NULL, ',"cancelledBy":'||json_array(OLD.cancelled_by, NULL), '')
        ||iif(OLD.created_at IS NOT NULL, ',"createdAt":'||json_array(OLD.created_at, NULL), '')
        ||iif(OLD.created_by IS NOT NULL, ',"createdBy":'||json_array(OLD.created_by, NULL), '')
        ||iif(OLD.cash_returned_by IS NOT NULL, ',"cashReturnedBy":'||json_array(OLD.cash_returned_by, NULL), '')
        ||iif(OLD.match_act_id IS NOT NULL, ',"matchActId":'||json_array(OLD.match_act_id, NULL), '')
        ||iif(OLD.check_in_code IS NOT '', ',"checkInCode":'||json_array(OLD.check_in_code, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import' AND c.via IS NOT 'cron';
END;
DROP TRIGGER guild_settings_delete_audited;
CREATE TRIGGER guild_settings_delete_audited AFTER DELETE ON guild_settings
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'settings', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.name IS NOT '', ',"name":'||json_array(OLD.name, NULL), '')
        ||iif(OLD.address IS NOT '', ',"address":'||json_array(OLD.address, NULL), '')
        ||iif(OLD.creditor_name IS NOT '', ',"creditorName":'||json_array(OLD.creditor_name, NULL), '')
        ||iif(OLD.creditor_id IS NOT '', ',"creditorId":'||json_array(OLD.creditor_id, NULL), '')
        ||iif(OLD.creditor_iban IS NOT '', ',"creditorIban":'||json_array(iif(OLD.creditor_iban = '', '', '…'||iif(length(OLD.creditor_iban) > 4, substr(OLD.creditor_iban, -4), '')), NULL), '')
        ||iif(OLD.creditor_bic IS NOT '', ',"creditorBic":'||json_array(iif(OLD.creditor_bic = '', '', '…'||iif(length(OLD.creditor_bic) > 4, substr(OLD.creditor_bic, -4), '')), NULL), '')
        ||iif(OLD.sepa_lead_days IS NOT 5, ',"sepaLeadDays":'||json_array(OLD.sepa_lead_days, NULL), '')
        ||iif(OLD.assembly_date IS NOT NULL, ',"assemblyDate":'||json_array(OLD.assembly_date, NULL), '')
        ||iif(OLD.self_cancel IS NOT 'off', ',"selfCancel":'||json_array(OLD.self_cancel, NULL), '')
        ||iif(OLD.self_cancel_days IS NOT 7, ',"selfCancelDays":'||json_array(OLD.self_cancel_days, NULL), '')
        ||iif(OLD.legal_name IS NOT '', ',"legalName":'||json_array(OLD.legal_name, NULL), '')
        ||iif(OLD.street IS NOT '', ',"street":'||json_array(OLD.street, NULL), '')
        ||iif(OLD.plz IS NOT '', ',"plz":'||json_array(OLD.plz, NULL), '')
        ||iif(OLD.town IS NOT '', ',"town":'||json_array(OLD.town, NULL), '')
        ||iif(OLD.representatives IS NOT '', ',"representatives":'||json_array(OLD.representatives, NULL), '')
        ||iif(OLD.contact_email IS NOT '', ',"contactEmail":'||json_array(OLD.contact_email, NULL), '')
        ||iif(OLD.contact_phone IS NOT '', ',"contactPhone":'||json_array(OLD.contact_phone, NULL), '')
        ||iif(OLD.register_court IS NOT '', ',"registerCourt":'||json_array(OLD.register_court, NULL), '')
        ||iif(OLD.register_number IS NOT '', ',"registerNumber":'||json_array(OLD.register_number, NULL), '')
        ||iif(OLD.vat_id IS NOT '', ',"vatId":'||json_array(OLD.vat_id, NULL), '')
        ||iif(OLD.privacy_contact IS NOT '', ',"privacyContact":'||json_array(OLD.privacy_contact, NULL), '')
        ||iif(OLD.imprint_text IS NOT '', ',"imprintText":'||json_array(OLD.imprint_text, NULL), '')
        ||iif(OLD.privacy_text IS NOT '', ',"privacyText":'||json_array(OLD.privacy_text, NULL), '')
        ||iif(OLD.passkeys_required IS NOT 0, ',"passkeysRequired":'||json_array(json(iif(OLD.passkeys_required, 'true', 'false')), NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER fee_rules_delete_audited;
CREATE TRIGGER fee_rules_delete_audited AFTER DELETE ON fee_rules
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'feeRule', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.valid_from IS NOT NULL, ',"validFrom":'||json_array(OLD.valid_from, NULL), '')
        ||iif(OLD.state IS NOT NULL, ',"state":'||json_array(OLD.state, NULL), '')
        ||iif(OLD.age_from IS NOT 0, ',"ageFrom":'||json_array(OLD.age_from, NULL), '')
        ||iif(OLD.age_to IS NOT NULL, ',"ageTo":'||json_array(OLD.age_to, NULL), '')
        ||iif(OLD.amount_in_cent IS NOT NULL, ',"amountInCent":'||json_array(OLD.amount_in_cent, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER honor_rules_delete_audited;
CREATE TRIGGER honor_rules_delete_audited AFTER DELETE ON honor_rules
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'honorRule', 0, NULL, NULL, NULL, 'delete',
      '{'||substr(',"type":'||json_array(OLD.type, NULL)
        ||iif(OLD.basis IS NOT NULL, ',"basis":'||json_array(OLD.basis, NULL), '')
        ||iif(OLD.threshold IS NOT NULL, ',"threshold":'||json_array(OLD.threshold, NULL), '')
        ||iif(OLD.label IS NOT NULL, ',"label":'||json_array(OLD.label, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER honor_rule_duties_delete_audited;
CREATE TRIGGER honor_rule_duties_delete_audited AFTER DELETE ON honor_rule_duties
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'honorRuleDuty', 0, NULL, NULL, NULL, 'delete',
      '{'||substr(',"type":'||json_array(OLD.type, NULL)
        ||',"duty":'||json_array(OLD.duty, NULL), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER users_delete_audited;
CREATE TRIGGER users_delete_audited AFTER DELETE ON users
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'user', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.email_address IS NOT NULL, ',"emailAddress":'||json_array(OLD.email_address, NULL), '')
        ||iif(OLD.first_name IS NOT '', ',"firstName":'||json_array(OLD.first_name, NULL), '')
        ||iif(OLD.last_name IS NOT '', ',"lastName":'||json_array(OLD.last_name, NULL), '')
        ||iif(OLD.locked IS NOT 0, ',"locked":'||json_array(json(iif(OLD.locked, 'true', 'false')), NULL), '')
        ||iif(OLD.password_hash IS NOT NULL, ',"passwordHash":'||json_array(iif(OLD.password_hash = '', '', 'geändert'), NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER user_roles_delete_audited;
CREATE TRIGGER user_roles_delete_audited AFTER DELETE ON user_roles
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'userRole', OLD.user_id, NULL, NULL, NULL, 'delete',
      '{'||substr(',"role":'||json_array(OLD.role, NULL), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER passkeys_delete_audited;
CREATE TRIGGER passkeys_delete_audited AFTER DELETE ON passkeys
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'passkey', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.user_id IS NOT NULL, ',"userId":'||json_array(OLD.user_id, NULL), '')
        ||iif(OLD.name IS NOT '', ',"name":'||json_array(OLD.name, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER sepa_runs_delete_audited;
CREATE TRIGGER sepa_runs_delete_audited AFTER DELETE ON sepa_runs
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'run', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.year IS NOT NULL, ',"year":'||json_array(OLD.year, NULL), '')
        ||iif(OLD.due_date IS NOT NULL, ',"dueDate":'||json_array(OLD.due_date, NULL), '')
        ||iif(OLD.debit_count IS NOT NULL, ',"debitCount":'||json_array(OLD.debit_count, NULL), '')
        ||iif(OLD.sum_in_cent IS NOT NULL, ',"sumInCent":'||json_array(OLD.sum_in_cent, NULL), '')
        ||iif(OLD.message_id IS NOT NULL, ',"messageId":'||json_array(OLD.message_id, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
