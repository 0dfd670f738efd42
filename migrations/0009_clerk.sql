-- The clerk's day: counts that stand ready, views of a list, and letters to many.

-- ── Counts of a parade ─────────────────────────────────────────────────────────────────────

-- Of the booked places alone; kept by the triggers, and compared with a count in a test. Names nobody.
ALTER TABLE parades ADD COLUMN registration_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE parades ADD COLUMN confirmed_count INTEGER NOT NULL DEFAULT 0;

-- Counts are no plan of anybody's: only what people enter moves the version.
DROP TRIGGER parades_update_moves_version;
CREATE TRIGGER parades_update_moves_version AFTER UPDATE OF title, host, host_town, host_plz, search_key,
    date, parade_number, comment, price_for_adults_in_cent, price_for_children_in_cent,
    date_enrolment_start, date_enrolment_end, is_child_parade, cancelled_at, cancelled_by, cancel_reason,
    version
  ON parades BEGIN
  UPDATE data_version SET version = version + 1;
END;

UPDATE parades SET
  registration_count = (SELECT count(*) FROM participations p
    WHERE p.parade_id = parades.id AND p.state = 'booked'),
  confirmed_count = (SELECT count(*) FROM participations p
    WHERE p.parade_id = parades.id AND p.state = 'booked' AND p.participation_confirmed = 1);

CREATE TRIGGER participations_insert_counted AFTER INSERT ON participations WHEN NEW.state = 'booked'
BEGIN
  UPDATE parades SET registration_count = registration_count + 1,
    confirmed_count = confirmed_count + NEW.participation_confirmed
    WHERE id = NEW.parade_id;
END;
CREATE TRIGGER participations_delete_counted AFTER DELETE ON participations WHEN OLD.state = 'booked'
BEGIN
  UPDATE parades SET registration_count = registration_count - 1,
    confirmed_count = confirmed_count - OLD.participation_confirmed
    WHERE id = OLD.parade_id;
END;
CREATE TRIGGER participations_update_counted
  AFTER UPDATE OF state, participation_confirmed, parade_id ON participations
  WHEN OLD.parade_id IS NOT NEW.parade_id
    OR (OLD.state = 'booked') IS NOT (NEW.state = 'booked')
    OR OLD.participation_confirmed IS NOT NEW.participation_confirmed
BEGIN
  UPDATE parades SET registration_count = registration_count - (OLD.state = 'booked'),
    confirmed_count = confirmed_count - (OLD.state = 'booked' AND OLD.participation_confirmed)
    WHERE id = OLD.parade_id;
  UPDATE parades SET registration_count = registration_count + (NEW.state = 'booked'),
    confirmed_count = confirmed_count + (NEW.state = 'booked' AND NEW.participation_confirmed)
    WHERE id = NEW.parade_id;
END;

-- Who is behind the booked places without a member: `unmatchedPerson` of domain/enrolment.ts. People are
-- counted along it by a step each, however many places they have.
CREATE INDEX participations_unmatched ON participations (
    CASE WHEN birthday IS NOT NULL OR person_key GLOB 'x:*' THEN person_key
      ELSE person_key || ' ' || coalesce(order_id, created_at) END)
  WHERE member_id IS NULL AND state = 'booked';

-- ── Views of a list ────────────────────────────────────────────────────────────────────────

-- Personal: whose view it is; a search may hold a name. History: yes. Disclosure: no, it tells of no member.
-- Kept: as long as the user is there. In the export: no.
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

-- ── Letters to many ────────────────────────────────────────────────────────────────────────

-- Personal: words of staff to members. History: an event each. Disclosure: by its recipients. Anonymised: the
-- recipients' rows. Kept: 12 months. In the export: no.
CREATE TABLE circulars (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  created_by INTEGER NOT NULL REFERENCES users (id),
  created_at TEXT NOT NULL,
  stopped_at TEXT,
  -- Its mails, so that what is out need not be counted.
  mail_count INTEGER NOT NULL,
  -- The provider takes no more today.
  paused_until TEXT,
  -- Who wrote what to whom, as a hash: pressed twice it goes out once.
  request_key TEXT NOT NULL
) STRICT;
CREATE INDEX circulars_by_time ON circulars (created_at);
CREATE INDEX circulars_running ON circulars (id) WHERE stopped_at IS NULL;
CREATE INDEX circulars_by_request ON circulars (request_key, created_at);

ALTER TABLE mails ADD COLUMN circular_id INTEGER REFERENCES circulars (id);
CREATE INDEX mails_by_circular ON mails (circular_id, state, not_before) WHERE circular_id IS NOT NULL;
-- What is about an order or an account goes before what is written to many.
DROP INDEX mails_open;
CREATE INDEX mails_open ON mails (state, circular_id IS NOT NULL, not_before)
  WHERE state IN ('waiting', 'sending');
CREATE INDEX mails_failed ON mails (created_at) WHERE state = 'failed' AND circular_id IS NULL;

-- Personal: addresses, and who is behind them. Disclosure: yes. Anonymised with the member. Kept: 12 months.
-- In the export: no.
CREATE TABLE circular_recipients (
  circular_id INTEGER NOT NULL REFERENCES circulars (id),
  email_address TEXT NOT NULL,
  member_ids TEXT NOT NULL,
  mail_id INTEGER NOT NULL REFERENCES mails (id),
  PRIMARY KEY (circular_id, email_address)
) STRICT, WITHOUT ROWID;
CREATE INDEX circular_recipients_by_mail ON circular_recipients (mail_id);
CREATE INDEX circular_recipients_by_address ON circular_recipients (lower(email_address));

ALTER TABLE members ADD COLUMN mail_opt_out INTEGER NOT NULL DEFAULT 0 CHECK (mail_opt_out IN (0, 1));
ALTER TABLE users ADD COLUMN mail_signature TEXT NOT NULL DEFAULT '';

-- ── History ────────────────────────────────────────────────────────────────────────────────

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
        ||iif(NEW.parades_before_until IS NOT NULL, ',"paradesBeforeUntil":'||json_array(NULL, NEW.parades_before_until), '')
        ||iif(NEW.mail_opt_out IS NOT 0, ',"mailOptOut":'||json_array(NULL, json(iif(NEW.mail_opt_out, 'true', 'false'))), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER members_update_audited;
CREATE TRIGGER members_update_audited AFTER UPDATE OF member_number, first_name, last_name, maiden_name, address_street, address_number, address_plz, address_town, birthday, date_joined, date_left, phone, phone_mobile, e_mail, membership_state, comment, banking_iban, banking_bic, banking_account_owner, banking_bank, banking_sepa_allowed, banking_sepa_allowed_date, individual_fee_in_cent, individual_fee_reason, mandate_reference, parades_before, parades_before_until, mail_opt_out ON members
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
    OR OLD.mail_opt_out IS NOT NEW.mail_opt_out)
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
        ||iif(OLD.mail_opt_out IS NOT NEW.mail_opt_out, ',"mailOptOut":'||json_array(json(iif(OLD.mail_opt_out, 'true', 'false')), json(iif(NEW.mail_opt_out, 'true', 'false'))), ''), 2)||'}'
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
        ||iif(OLD.mail_opt_out IS NOT 0, ',"mailOptOut":'||json_array(json(iif(OLD.mail_opt_out, 'true', 'false')), NULL), '')
        ||iif(OLD.created_at IS NOT NULL, ',"createdAt":'||json_array(OLD.created_at, NULL), '')
        ||iif(OLD.anonymised_at IS NOT NULL, ',"anonymisedAt":'||json_array(OLD.anonymised_at, NULL), '')
        ||iif(OLD.import_id IS NOT NULL, ',"importId":'||json_array(OLD.import_id, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER saved_views_insert_audited AFTER INSERT ON saved_views
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'view', NEW.id, NULL, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.user_id IS NOT NULL, ',"userId":'||json_array(NULL, NEW.user_id), '')
        ||iif(NEW.shared IS NOT 0, ',"shared":'||json_array(NULL, json(iif(NEW.shared, 'true', 'false'))), '')
        ||iif(NEW.grid IS NOT NULL, ',"grid":'||json_array(NULL, NEW.grid), '')
        ||iif(NEW.name IS NOT NULL, ',"name":'||json_array(NULL, NEW.name), '')
        ||iif(NEW.search IS NOT NULL, ',"search":'||json_array(NULL, NEW.search), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER saved_views_update_audited AFTER UPDATE OF user_id, shared, grid, name, search ON saved_views
  WHEN (OLD.user_id IS NOT NEW.user_id
    OR OLD.shared IS NOT NEW.shared
    OR OLD.grid IS NOT NEW.grid
    OR OLD.name IS NOT NEW.name
    OR OLD.search IS NOT NEW.search)
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'view', NEW.id, NULL, NULL, NULL, 'update',
      '{'||substr(iif(OLD.user_id IS NOT NEW.user_id, ',"userId":'||json_array(OLD.user_id, NEW.user_id), '')
        ||iif(OLD.shared IS NOT NEW.shared, ',"shared":'||json_array(json(iif(OLD.shared, 'true', 'false')), json(iif(NEW.shared, 'true', 'false'))), '')
        ||iif(OLD.grid IS NOT NEW.grid, ',"grid":'||json_array(OLD.grid, NEW.grid), '')
        ||iif(OLD.name IS NOT NEW.name, ',"name":'||json_array(OLD.name, NEW.name), '')
        ||iif(OLD.search IS NOT NEW.search, ',"search":'||json_array(OLD.search, NEW.search), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER saved_views_delete_audited AFTER DELETE ON saved_views
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'view', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.user_id IS NOT NULL, ',"userId":'||json_array(OLD.user_id, NULL), '')
        ||iif(OLD.shared IS NOT 0, ',"shared":'||json_array(json(iif(OLD.shared, 'true', 'false')), NULL), '')
        ||iif(OLD.grid IS NOT NULL, ',"grid":'||json_array(OLD.grid, NULL), '')
        ||iif(OLD.name IS NOT NULL, ',"name":'||json_array(OLD.name, NULL), '')
        ||iif(OLD.search IS NOT NULL, ',"search":'||json_array(OLD.search, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER users_insert_audited;
CREATE TRIGGER users_insert_audited AFTER INSERT ON users
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'user', NEW.id, NULL, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.email_address IS NOT NULL, ',"emailAddress":'||json_array(NULL, NEW.email_address), '')
        ||iif(NEW.first_name IS NOT '', ',"firstName":'||json_array(NULL, NEW.first_name), '')
        ||iif(NEW.last_name IS NOT '', ',"lastName":'||json_array(NULL, NEW.last_name), '')
        ||iif(NEW.locked IS NOT 0, ',"locked":'||json_array(NULL, json(iif(NEW.locked, 'true', 'false'))), '')
        ||iif(NEW.password_hash IS NOT NULL, ',"passwordHash":'||json_array(NULL, iif(NEW.password_hash = '', '', 'geändert')), '')
        ||iif(NEW.mail_signature IS NOT '', ',"mailSignature":'||json_array(NULL, NEW.mail_signature), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
DROP TRIGGER users_update_audited;
CREATE TRIGGER users_update_audited AFTER UPDATE OF email_address, first_name, last_name, locked, password_hash, mail_signature ON users
  WHEN (OLD.email_address IS NOT NEW.email_address
    OR OLD.first_name IS NOT NEW.first_name
    OR OLD.last_name IS NOT NEW.last_name
    OR OLD.locked IS NOT NEW.locked
    OR OLD.password_hash IS NOT NEW.password_hash
    OR OLD.mail_signature IS NOT NEW.mail_signature)
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'user', NEW.id, NULL, NULL, NULL, 'update',
      '{'||substr(iif(OLD.email_address IS NOT NEW.email_address, ',"emailAddress":'||json_array(OLD.email_address, NEW.email_address), '')
        ||iif(OLD.first_name IS NOT NEW.first_name, ',"firstName":'||json_array(OLD.first_name, NEW.first_name), '')
        ||iif(OLD.last_name IS NOT NEW.last_name, ',"lastName":'||json_array(OLD.last_name, NEW.last_name), '')
        ||iif(OLD.locked IS NOT NEW.locked, ',"locked":'||json_array(json(iif(OLD.locked, 'true', 'false')), json(iif(NEW.locked, 'true', 'false'))), '')
        ||iif(OLD.password_hash IS NOT NEW.password_hash, ',"passwordHash":'||json_array(iif(OLD.password_hash = '', '', 'geändert'), iif(NEW.password_hash = '', '', 'geändert')), '')
        ||iif(OLD.mail_signature IS NOT NEW.mail_signature, ',"mailSignature":'||json_array(OLD.mail_signature, NEW.mail_signature), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
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
        ||iif(OLD.password_hash IS NOT NULL, ',"passwordHash":'||json_array(iif(OLD.password_hash = '', '', 'geändert'), NULL), '')
        ||iif(OLD.mail_signature IS NOT '', ',"mailSignature":'||json_array(OLD.mail_signature, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
