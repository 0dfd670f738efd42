-- The treasurer's year: what each member owes, and everything that was booked on it.

-- ── Who pays for whom ──────────────────────────────────────────────────────────────────────

-- Personal: who pays the fee of somebody. History: yes. Disclosure: yes. Anonymised with the member.
-- Kept: as the member. In the export: yes.
ALTER TABLE members ADD COLUMN payer_id INTEGER REFERENCES members (id);
CREATE INDEX members_by_payer ON members (payer_id) WHERE payer_id IS NOT NULL;

-- Whoever pays for others pays for themselves: one step, never a chain.
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

ALTER TABLE guild_settings ADD COLUMN family_cap_in_cent INTEGER CHECK (family_cap_in_cent > 0);

-- ── Claims and bookings ────────────────────────────────────────────────────────────────────

-- Nothing in the ledger is deleted or changed: a mistake gets a counter-booking. Only the merging of two
-- members moves what refers to them, and only the night deletes, once the years of keeping are over
-- (or a command that empties a demo guild).

-- Personal: what somebody owes, names by reference alone. History: the ledger is one; an event for each act.
-- Disclosure: yes. Anonymised: the member it refers to. Kept: 10 years. In the export: no.
CREATE TABLE fee_claims (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  year INTEGER NOT NULL,
  member_id INTEGER NOT NULL REFERENCES members (id),
  payer_id INTEGER NOT NULL REFERENCES members (id),
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent >= 0),
  reason TEXT NOT NULL,
  -- It came with a second record of the member, and the other one is their claim of the year.
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
  WHEN NOT EXISTS (SELECT 1 FROM audit_context c WHERE c.id = 1 AND c.via IN ('cron', 'cli')) BEGIN
  SELECT RAISE(ABORT, 'ledger: nothing is deleted');
END;
CREATE TRIGGER fee_claims_unchanged
  BEFORE UPDATE OF id, year, amount_in_cent, reason, created_at, created_by ON fee_claims BEGIN
  SELECT RAISE(ABORT, 'ledger: nothing is changed');
END;

-- A file for the bank. Nothing is deployed: those of before begin anew.
DROP TABLE sepa_runs;
-- Names nobody but who made it. History: yes. Kept: 10 years. In the export: no.
CREATE TABLE sepa_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Of the request that made it: by this alone its bookings and parts find it.
  request_key TEXT NOT NULL UNIQUE,
  message_id TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  year INTEGER NOT NULL,
  due_date TEXT NOT NULL,
  debit_count INTEGER NOT NULL CHECK (debit_count > 0),
  claim_count INTEGER NOT NULL CHECK (claim_count >= debit_count),
  sum_in_cent INTEGER NOT NULL CHECK (sum_in_cent > 0),
  -- A file that was made without a run and went to the bank on this day; it is not kept here.
  submitted_on TEXT,
  file_sha256 TEXT,
  credited_on TEXT,
  voided_at TEXT,
  voided_by INTEGER REFERENCES users (id),
  void_reason TEXT NOT NULL DEFAULT '',
  CHECK (voided_at IS NULL OR credited_on IS NULL),
  CHECK ((file_sha256 IS NULL) = (submitted_on IS NOT NULL))
) STRICT;
CREATE INDEX sepa_runs_by_year ON sepa_runs (year, id);
CREATE INDEX sepa_runs_by_due_date ON sepa_runs (due_date) WHERE voided_at IS NULL;
CREATE INDEX sepa_runs_void ON sepa_runs (id) WHERE voided_at IS NOT NULL;

-- The bytes of the file, packed with gzip; a row holds 40 kB at most.
-- Personal: bank data of who was collected from. Disclosure: the bookings tell of it. Kept: 10 years, as the
-- run. In the export: no.
CREATE TABLE sepa_run_parts (
  run_id INTEGER NOT NULL REFERENCES sepa_runs (id),
  part INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (run_id, part)
) STRICT, WITHOUT ROWID;

-- Personal, by its claim; see fee_claims for the five answers.
CREATE TABLE fee_bookings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  claim_id INTEGER NOT NULL REFERENCES fee_claims (id),
  kind TEXT NOT NULL,
  -- What it does to what is open: a payment is below zero.
  amount_in_cent INTEGER NOT NULL CHECK (amount_in_cent <> 0),
  day TEXT NOT NULL,
  -- Of a debit, its return and what took either back.
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
-- What is asked of all years before something is collected.
CREATE INDEX fee_bookings_collected ON fee_bookings (run_id, mandate_id) WHERE kind = 'collected';
CREATE INDEX fee_bookings_returned ON fee_bookings (claim_id) WHERE kind = 'returned';
CREATE UNIQUE INDEX fee_bookings_once ON fee_bookings (bank_key, claim_id) WHERE bank_key IS NOT NULL;

CREATE VIEW fee_open AS
  SELECT c.id AS claim_id, c.year, c.member_id, c.payer_id,
    c.amount_in_cent + coalesce((SELECT sum(b.amount_in_cent) FROM fee_bookings b WHERE b.claim_id = c.id), 0)
      AS open_in_cent
  FROM fee_claims c;

CREATE TRIGGER fee_bookings_stay BEFORE DELETE ON fee_bookings
  WHEN NOT EXISTS (SELECT 1 FROM audit_context c WHERE c.id = 1 AND c.via IN ('cron', 'cli')) BEGIN
  SELECT RAISE(ABORT, 'ledger: nothing is deleted');
END;
CREATE TRIGGER fee_bookings_unchanged BEFORE UPDATE ON fee_bookings BEGIN
  SELECT RAISE(ABORT, 'ledger: nothing is changed');
END;

CREATE TRIGGER fee_bookings_checked BEFORE INSERT ON fee_bookings BEGIN
  -- A debit without its run: nothing was noted, since somebody else had noted one.
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
  -- It takes back a booking of its claim, all of it, once. The debit itself, and the return that was undone
  -- and so stands for it again, come back from the bank or go with their run; nothing else undoes them.
  SELECT RAISE(ABORT, 'ledger: reversal') WHERE NEW.reverses_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM fee_bookings t LEFT JOIN sepa_runs r ON r.id = t.run_id
    WHERE t.id = NEW.reverses_id AND t.claim_id = NEW.claim_id
      AND t.amount_in_cent = -NEW.amount_in_cent AND t.run_id IS NEW.run_id
      AND NOT EXISTS (SELECT 1 FROM fee_bookings s WHERE s.reverses_id = t.id)
      AND CASE
        WHEN t.run_id IS NOT NULL AND t.amount_in_cent < 0
          THEN (NEW.kind = 'returned') = (r.voided_at IS NULL)
        ELSE NEW.kind = 'undone' AND t.kind <> 'undone' END);
  -- Nobody gets more back than came in.
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

-- ── Letters about fees ─────────────────────────────────────────────────────────────────────

-- Personal: who was told what they owe. History: an event for each act. Disclosure: yes. Anonymised: the
-- member it refers to. Kept: 10 years, as the claims. In the export: no.
CREATE TABLE fee_letters (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  -- 1 to 3 of a reminder; 0 = of none.
  step INTEGER NOT NULL DEFAULT 0 CHECK (step >= 0),
  year INTEGER NOT NULL,
  run_id INTEGER REFERENCES sepa_runs (id),
  payer_id INTEGER NOT NULL REFERENCES members (id),
  channel TEXT NOT NULL,
  due_on TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id)
) STRICT;
CREATE INDEX fee_letters_by_year ON fee_letters (year, id);
CREATE INDEX fee_letters_by_payer ON fee_letters (payer_id, id);
CREATE INDEX fee_letters_by_run ON fee_letters (run_id) WHERE run_id IS NOT NULL;

CREATE TABLE fee_letter_claims (
  letter_id INTEGER NOT NULL REFERENCES fee_letters (id),
  claim_id INTEGER NOT NULL REFERENCES fee_claims (id),
  -- As the letter said.
  open_in_cent INTEGER NOT NULL,
  PRIMARY KEY (letter_id, claim_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX fee_letter_claims_by_claim ON fee_letter_claims (claim_id);

CREATE TRIGGER fee_letters_stay BEFORE DELETE ON fee_letters
  WHEN NOT EXISTS (SELECT 1 FROM audit_context c WHERE c.id = 1 AND c.via IN ('cron', 'cli')) BEGIN
  SELECT RAISE(ABORT, 'ledger: nothing is deleted');
END;
CREATE TRIGGER fee_letters_unchanged
  BEFORE UPDATE OF id, kind, step, year, run_id, channel, due_on, created_at, created_by ON fee_letters BEGIN
  SELECT RAISE(ABORT, 'ledger: nothing is changed');
END;
CREATE TRIGGER fee_letter_claims_stay BEFORE DELETE ON fee_letter_claims
  WHEN NOT EXISTS (SELECT 1 FROM audit_context c WHERE c.id = 1 AND c.via IN ('cron', 'cli')) BEGIN
  SELECT RAISE(ABORT, 'ledger: nothing is deleted');
END;
CREATE TRIGGER fee_letter_claims_unchanged BEFORE UPDATE ON fee_letter_claims BEGIN
  SELECT RAISE(ABORT, 'ledger: nothing is changed');
END;

ALTER TABLE mails ADD COLUMN letter_id INTEGER REFERENCES fee_letters (id);
CREATE INDEX mails_by_letter ON mails (letter_id) WHERE letter_id IS NOT NULL;

-- ── History ────────────────────────────────────────────────────────────────────────────────

DROP TRIGGER members_insert_audited;
DROP TRIGGER members_update_audited;
DROP TRIGGER members_delete_audited;
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
        ||iif(NEW.parades_before_until IS NOT NULL, ',"paradesBeforeUntil":'||json_array(NULL, NEW.parades_before_until), '')
        ||iif(NEW.mail_opt_out IS NOT 0, ',"mailOptOut":'||json_array(NULL, json(iif(NEW.mail_opt_out, 'true', 'false'))), '')
        ||iif(NEW.payer_id IS NOT NULL, ',"payerId":'||json_array(NULL, NEW.payer_id), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER members_update_audited AFTER UPDATE OF member_number, first_name, last_name, maiden_name, address_street, address_number, address_plz, address_town, birthday, date_joined, date_left, phone, phone_mobile, e_mail, membership_state, comment, banking_iban, banking_bic, banking_account_owner, banking_bank, banking_sepa_allowed, banking_sepa_allowed_date, individual_fee_in_cent, individual_fee_reason, mandate_reference, parades_before, parades_before_until, mail_opt_out, payer_id ON members
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
    OR OLD.parades_before_until IS NOT NEW.parades_before_until
    OR OLD.mail_opt_out IS NOT NEW.mail_opt_out
    OR OLD.payer_id IS NOT NEW.payer_id)
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
        ||iif(OLD.parades_before_until IS NOT NEW.parades_before_until, ',"paradesBeforeUntil":'||json_array(OLD.parades_before_until, NEW.parades_before_until), '')
        ||iif(OLD.mail_opt_out IS NOT NEW.mail_opt_out, ',"mailOptOut":'||json_array(json(iif(OLD.mail_opt_out, 'true', 'false')), json(iif(NEW.mail_opt_out, 'true', 'false'))), '')
        ||iif(OLD.payer_id IS NOT NEW.payer_id, ',"payerId":'||json_array(OLD.payer_id, NEW.payer_id), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
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
        ||iif(OLD.mail_opt_out IS NOT 0, ',"mailOptOut":'||json_array(json(iif(OLD.mail_opt_out, 'true', 'false')), NULL), '')
        ||iif(OLD.payer_id IS NOT NULL, ',"payerId":'||json_array(OLD.payer_id, NULL), '')
        ||iif(OLD.created_at IS NOT NULL, ',"createdAt":'||json_array(OLD.created_at, NULL), '')
        ||iif(OLD.anonymised_at IS NOT NULL, ',"anonymisedAt":'||json_array(OLD.anonymised_at, NULL), '')
        ||iif(OLD.import_id IS NOT NULL, ',"importId":'||json_array(OLD.import_id, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;

DROP TRIGGER guild_settings_insert_audited;
DROP TRIGGER guild_settings_update_audited;
DROP TRIGGER guild_settings_delete_audited;
CREATE TRIGGER guild_settings_insert_audited AFTER INSERT ON guild_settings
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'settings', NEW.id, NULL, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.name IS NOT '', ',"name":'||json_array(NULL, NEW.name), '')
        ||iif(NEW.address IS NOT '', ',"address":'||json_array(NULL, NEW.address), '')
        ||iif(NEW.creditor_name IS NOT '', ',"creditorName":'||json_array(NULL, NEW.creditor_name), '')
        ||iif(NEW.creditor_id IS NOT '', ',"creditorId":'||json_array(NULL, NEW.creditor_id), '')
        ||iif(NEW.creditor_iban IS NOT '', ',"creditorIban":'||json_array(NULL, iif(NEW.creditor_iban = '', '', '…'||iif(length(NEW.creditor_iban) > 4, substr(NEW.creditor_iban, -4), ''))), '')
        ||iif(NEW.creditor_bic IS NOT '', ',"creditorBic":'||json_array(NULL, iif(NEW.creditor_bic = '', '', '…'||iif(length(NEW.creditor_bic) > 4, substr(NEW.creditor_bic, -4), ''))), '')
        ||iif(NEW.sepa_lead_days IS NOT 5, ',"sepaLeadDays":'||json_array(NULL, NEW.sepa_lead_days), '')
        ||iif(NEW.assembly_date IS NOT NULL, ',"assemblyDate":'||json_array(NULL, NEW.assembly_date), '')
        ||iif(NEW.self_cancel IS NOT 'off', ',"selfCancel":'||json_array(NULL, NEW.self_cancel), '')
        ||iif(NEW.self_cancel_days IS NOT 7, ',"selfCancelDays":'||json_array(NULL, NEW.self_cancel_days), '')
        ||iif(NEW.legal_name IS NOT '', ',"legalName":'||json_array(NULL, NEW.legal_name), '')
        ||iif(NEW.street IS NOT '', ',"street":'||json_array(NULL, NEW.street), '')
        ||iif(NEW.plz IS NOT '', ',"plz":'||json_array(NULL, NEW.plz), '')
        ||iif(NEW.town IS NOT '', ',"town":'||json_array(NULL, NEW.town), '')
        ||iif(NEW.representatives IS NOT '', ',"representatives":'||json_array(NULL, NEW.representatives), '')
        ||iif(NEW.contact_email IS NOT '', ',"contactEmail":'||json_array(NULL, NEW.contact_email), '')
        ||iif(NEW.contact_phone IS NOT '', ',"contactPhone":'||json_array(NULL, NEW.contact_phone), '')
        ||iif(NEW.register_court IS NOT '', ',"registerCourt":'||json_array(NULL, NEW.register_court), '')
        ||iif(NEW.register_number IS NOT '', ',"registerNumber":'||json_array(NULL, NEW.register_number), '')
        ||iif(NEW.vat_id IS NOT '', ',"vatId":'||json_array(NULL, NEW.vat_id), '')
        ||iif(NEW.privacy_contact IS NOT '', ',"privacyContact":'||json_array(NULL, NEW.privacy_contact), '')
        ||iif(NEW.imprint_text IS NOT '', ',"imprintText":'||json_array(NULL, NEW.imprint_text), '')
        ||iif(NEW.privacy_text IS NOT '', ',"privacyText":'||json_array(NULL, NEW.privacy_text), '')
        ||iif(NEW.passkeys_required IS NOT 0, ',"passkeysRequired":'||json_array(NULL, json(iif(NEW.passkeys_required, 'true', 'false'))), '')
        ||iif(NEW.family_cap_in_cent IS NOT NULL, ',"familyCapInCent":'||json_array(NULL, NEW.family_cap_in_cent), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER guild_settings_update_audited AFTER UPDATE OF name, address, creditor_name, creditor_id, creditor_iban, creditor_bic, sepa_lead_days, assembly_date, self_cancel, self_cancel_days, legal_name, street, plz, town, representatives, contact_email, contact_phone, register_court, register_number, vat_id, privacy_contact, imprint_text, privacy_text, passkeys_required, family_cap_in_cent ON guild_settings
  WHEN (OLD.name IS NOT NEW.name
    OR OLD.address IS NOT NEW.address
    OR OLD.creditor_name IS NOT NEW.creditor_name
    OR OLD.creditor_id IS NOT NEW.creditor_id
    OR OLD.creditor_iban IS NOT NEW.creditor_iban
    OR OLD.creditor_bic IS NOT NEW.creditor_bic
    OR OLD.sepa_lead_days IS NOT NEW.sepa_lead_days
    OR OLD.assembly_date IS NOT NEW.assembly_date
    OR OLD.self_cancel IS NOT NEW.self_cancel
    OR OLD.self_cancel_days IS NOT NEW.self_cancel_days
    OR OLD.legal_name IS NOT NEW.legal_name
    OR OLD.street IS NOT NEW.street
    OR OLD.plz IS NOT NEW.plz
    OR OLD.town IS NOT NEW.town
    OR OLD.representatives IS NOT NEW.representatives
    OR OLD.contact_email IS NOT NEW.contact_email
    OR OLD.contact_phone IS NOT NEW.contact_phone
    OR OLD.register_court IS NOT NEW.register_court
    OR OLD.register_number IS NOT NEW.register_number
    OR OLD.vat_id IS NOT NEW.vat_id
    OR OLD.privacy_contact IS NOT NEW.privacy_contact
    OR OLD.imprint_text IS NOT NEW.imprint_text
    OR OLD.privacy_text IS NOT NEW.privacy_text
    OR OLD.passkeys_required IS NOT NEW.passkeys_required
    OR OLD.family_cap_in_cent IS NOT NEW.family_cap_in_cent)
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'settings', NEW.id, NULL, NULL, NULL, 'update',
      '{'||substr(iif(OLD.name IS NOT NEW.name, ',"name":'||json_array(OLD.name, NEW.name), '')
        ||iif(OLD.address IS NOT NEW.address, ',"address":'||json_array(OLD.address, NEW.address), '')
        ||iif(OLD.creditor_name IS NOT NEW.creditor_name, ',"creditorName":'||json_array(OLD.creditor_name, NEW.creditor_name), '')
        ||iif(OLD.creditor_id IS NOT NEW.creditor_id, ',"creditorId":'||json_array(OLD.creditor_id, NEW.creditor_id), '')
        ||iif(OLD.creditor_iban IS NOT NEW.creditor_iban, ',"creditorIban":'||json_array(iif(OLD.creditor_iban = '', '', '…'||iif(length(OLD.creditor_iban) > 4, substr(OLD.creditor_iban, -4), '')), iif(NEW.creditor_iban = '', '', '…'||iif(length(NEW.creditor_iban) > 4, substr(NEW.creditor_iban, -4), ''))), '')
        ||iif(OLD.creditor_bic IS NOT NEW.creditor_bic, ',"creditorBic":'||json_array(iif(OLD.creditor_bic = '', '', '…'||iif(length(OLD.creditor_bic) > 4, substr(OLD.creditor_bic, -4), '')), iif(NEW.creditor_bic = '', '', '…'||iif(length(NEW.creditor_bic) > 4, substr(NEW.creditor_bic, -4), ''))), '')
        ||iif(OLD.sepa_lead_days IS NOT NEW.sepa_lead_days, ',"sepaLeadDays":'||json_array(OLD.sepa_lead_days, NEW.sepa_lead_days), '')
        ||iif(OLD.assembly_date IS NOT NEW.assembly_date, ',"assemblyDate":'||json_array(OLD.assembly_date, NEW.assembly_date), '')
        ||iif(OLD.self_cancel IS NOT NEW.self_cancel, ',"selfCancel":'||json_array(OLD.self_cancel, NEW.self_cancel), '')
        ||iif(OLD.self_cancel_days IS NOT NEW.self_cancel_days, ',"selfCancelDays":'||json_array(OLD.self_cancel_days, NEW.self_cancel_days), '')
        ||iif(OLD.legal_name IS NOT NEW.legal_name, ',"legalName":'||json_array(OLD.legal_name, NEW.legal_name), '')
        ||iif(OLD.street IS NOT NEW.street, ',"street":'||json_array(OLD.street, NEW.street), '')
        ||iif(OLD.plz IS NOT NEW.plz, ',"plz":'||json_array(OLD.plz, NEW.plz), '')
        ||iif(OLD.town IS NOT NEW.town, ',"town":'||json_array(OLD.town, NEW.town), '')
        ||iif(OLD.representatives IS NOT NEW.representatives, ',"representatives":'||json_array(OLD.representatives, NEW.representatives), '')
        ||iif(OLD.contact_email IS NOT NEW.contact_email, ',"contactEmail":'||json_array(OLD.contact_email, NEW.contact_email), '')
        ||iif(OLD.contact_phone IS NOT NEW.contact_phone, ',"contactPhone":'||json_array(OLD.contact_phone, NEW.contact_phone), '')
        ||iif(OLD.register_court IS NOT NEW.register_court, ',"registerCourt":'||json_array(OLD.register_court, NEW.register_court), '')
        ||iif(OLD.register_number IS NOT NEW.register_number, ',"registerNumber":'||json_array(OLD.register_number, NEW.register_number), '')
        ||iif(OLD.vat_id IS NOT NEW.vat_id, ',"vatId":'||json_array(OLD.vat_id, NEW.vat_id), '')
        ||iif(OLD.privacy_contact IS NOT NEW.privacy_contact, ',"privacyContact":'||json_array(OLD.privacy_contact, NEW.privacy_contact), '')
        ||iif(OLD.imprint_text IS NOT NEW.imprint_text, ',"imprintText":'||json_array(OLD.imprint_text, NEW.imprint_text), '')
        ||iif(OLD.privacy_text IS NOT NEW.privacy_text, ',"privacyText":'||json_array(OLD.privacy_text, NEW.privacy_text), '')
        ||iif(OLD.passkeys_required IS NOT NEW.passkeys_required, ',"passkeysRequired":'||json_array(json(iif(OLD.passkeys_required, 'true', 'false')), json(iif(NEW.passkeys_required, 'true', 'false'))), '')
        ||iif(OLD.family_cap_in_cent IS NOT NEW.family_cap_in_cent, ',"familyCapInCent":'||json_array(OLD.family_cap_in_cent, NEW.family_cap_in_cent), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
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
        ||iif(OLD.passkeys_required IS NOT 0, ',"passkeysRequired":'||json_array(json(iif(OLD.passkeys_required, 'true', 'false')), NULL), '')
        ||iif(OLD.family_cap_in_cent IS NOT NULL, ',"familyCapInCent":'||json_array(OLD.family_cap_in_cent, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;

CREATE TRIGGER sepa_runs_insert_audited AFTER INSERT ON sepa_runs
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'run', NEW.id, NULL, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.year IS NOT NULL, ',"year":'||json_array(NULL, NEW.year), '')
        ||iif(NEW.due_date IS NOT NULL, ',"dueDate":'||json_array(NULL, NEW.due_date), '')
        ||iif(NEW.debit_count IS NOT NULL, ',"debitCount":'||json_array(NULL, NEW.debit_count), '')
        ||iif(NEW.sum_in_cent IS NOT NULL, ',"sumInCent":'||json_array(NULL, NEW.sum_in_cent), '')
        ||iif(NEW.message_id IS NOT NULL, ',"messageId":'||json_array(NULL, NEW.message_id), '')
        ||iif(NEW.credited_on IS NOT NULL, ',"creditedOn":'||json_array(NULL, NEW.credited_on), '')
        ||iif(NEW.voided_at IS NOT NULL, ',"voidedAt":'||json_array(NULL, NEW.voided_at), '')
        ||iif(NEW.void_reason IS NOT '', ',"voidReason":'||json_array(NULL, NEW.void_reason), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER sepa_runs_update_audited AFTER UPDATE OF year, due_date, debit_count, sum_in_cent, message_id, credited_on, voided_at, void_reason ON sepa_runs
  WHEN (OLD.year IS NOT NEW.year
    OR OLD.due_date IS NOT NEW.due_date
    OR OLD.debit_count IS NOT NEW.debit_count
    OR OLD.sum_in_cent IS NOT NEW.sum_in_cent
    OR OLD.message_id IS NOT NEW.message_id
    OR OLD.credited_on IS NOT NEW.credited_on
    OR OLD.voided_at IS NOT NEW.voided_at
    OR OLD.void_reason IS NOT NEW.void_reason)
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'run', NEW.id, NULL, NULL, NULL, 'update',
      '{'||substr(iif(OLD.year IS NOT NEW.year, ',"year":'||json_array(OLD.year, NEW.year), '')
        ||iif(OLD.due_date IS NOT NEW.due_date, ',"dueDate":'||json_array(OLD.due_date, NEW.due_date), '')
        ||iif(OLD.debit_count IS NOT NEW.debit_count, ',"debitCount":'||json_array(OLD.debit_count, NEW.debit_count), '')
        ||iif(OLD.sum_in_cent IS NOT NEW.sum_in_cent, ',"sumInCent":'||json_array(OLD.sum_in_cent, NEW.sum_in_cent), '')
        ||iif(OLD.message_id IS NOT NEW.message_id, ',"messageId":'||json_array(OLD.message_id, NEW.message_id), '')
        ||iif(OLD.credited_on IS NOT NEW.credited_on, ',"creditedOn":'||json_array(OLD.credited_on, NEW.credited_on), '')
        ||iif(OLD.voided_at IS NOT NEW.voided_at, ',"voidedAt":'||json_array(OLD.voided_at, NEW.voided_at), '')
        ||iif(OLD.void_reason IS NOT NEW.void_reason, ',"voidReason":'||json_array(OLD.void_reason, NEW.void_reason), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
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
        ||iif(OLD.message_id IS NOT NULL, ',"messageId":'||json_array(OLD.message_id, NULL), '')
        ||iif(OLD.credited_on IS NOT NULL, ',"creditedOn":'||json_array(OLD.credited_on, NULL), '')
        ||iif(OLD.voided_at IS NOT NULL, ',"voidedAt":'||json_array(OLD.voided_at, NULL), '')
        ||iif(OLD.void_reason IS NOT '', ',"voidReason":'||json_array(OLD.void_reason, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
