-- ── Passkeys of the management, and what is told of an account ─────────────────────────────

-- The first day on which management signs in with a passkey only; NULL where the guild asked for that before
-- there was such a day: then it is in force.
-- Personal: no. History: yes. In the export: no, as the setting itself (it belongs to the accounts).
ALTER TABLE guild_settings ADD COLUMN passkeys_required_from TEXT;

-- The browsers that a user has signed in on, so that a sign-in on another one can be told by mail.
-- Personal: yes, of staff. The key is a keyed hash of a random cookie: it says nothing of the device.
-- History: no (the session itself is in it). In the disclosure: no, as all of the accounts. Wiped by
-- anonymise: no, that is about members; a user who is locked loses the rows. Kept: 400 days after the last
-- sign-in there, as long as the cookie. In the export: no.
CREATE TABLE known_browsers (
  user_id INTEGER NOT NULL REFERENCES users (id),
  browser_key TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  PRIMARY KEY (user_id, browser_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX known_browsers_by_time ON known_browsers (last_seen_at);

-- Mails that tell staff of their own account are deleted with the sign-ins: 90 days.
CREATE INDEX mails_of_notices ON mails (created_at) WHERE user_id IS NOT NULL AND user_link_id IS NULL;

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
        ||iif(NEW.family_cap_in_cent IS NOT NULL, ',"familyCapInCent":'||json_array(NULL, NEW.family_cap_in_cent), '')
        ||iif(NEW.accessibility_text IS NOT '', ',"accessibilityText":'||json_array(NULL, NEW.accessibility_text), '')
        ||iif(NEW.cash_at_check_in IS NOT 1, ',"cashAtCheckIn":'||json_array(NULL, json(iif(NEW.cash_at_check_in, 'true', 'false'))), '')
        ||iif(NEW.passkeys_required_from IS NOT NULL, ',"passkeysRequiredFrom":'||json_array(NULL, NEW.passkeys_required_from), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER guild_settings_update_audited AFTER UPDATE OF name, address, creditor_name, creditor_id, creditor_iban, creditor_bic, sepa_lead_days, assembly_date, self_cancel, self_cancel_days, legal_name, street, plz, town, representatives, contact_email, contact_phone, register_court, register_number, vat_id, privacy_contact, imprint_text, privacy_text, passkeys_required, family_cap_in_cent, accessibility_text, cash_at_check_in, passkeys_required_from ON guild_settings
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
    OR OLD.family_cap_in_cent IS NOT NEW.family_cap_in_cent
    OR OLD.accessibility_text IS NOT NEW.accessibility_text
    OR OLD.cash_at_check_in IS NOT NEW.cash_at_check_in
    OR OLD.passkeys_required_from IS NOT NEW.passkeys_required_from)
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
        ||iif(OLD.family_cap_in_cent IS NOT NEW.family_cap_in_cent, ',"familyCapInCent":'||json_array(OLD.family_cap_in_cent, NEW.family_cap_in_cent), '')
        ||iif(OLD.accessibility_text IS NOT NEW.accessibility_text, ',"accessibilityText":'||json_array(OLD.accessibility_text, NEW.accessibility_text), '')
        ||iif(OLD.cash_at_check_in IS NOT NEW.cash_at_check_in, ',"cashAtCheckIn":'||json_array(json(iif(OLD.cash_at_check_in, 'true', 'false')), json(iif(NEW.cash_at_check_in, 'true', 'false'))), '')
        ||iif(OLD.passkeys_required_from IS NOT NEW.passkeys_required_from, ',"passkeysRequiredFrom":'||json_array(OLD.passkeys_required_from, NEW.passkeys_required_from), ''), 2)||'}'
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
        ||iif(OLD.family_cap_in_cent IS NOT NULL, ',"familyCapInCent":'||json_array(OLD.family_cap_in_cent, NULL), '')
        ||iif(OLD.accessibility_text IS NOT '', ',"accessibilityText":'||json_array(OLD.accessibility_text, NULL), '')
        ||iif(OLD.cash_at_check_in IS NOT 1, ',"cashAtCheckIn":'||json_array(json(iif(OLD.cash_at_check_in, 'true', 'false')), NULL), '')
        ||iif(OLD.passkeys_required_from IS NOT NULL, ',"passkeysRequiredFrom":'||json_array(OLD.passkeys_required_from, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
