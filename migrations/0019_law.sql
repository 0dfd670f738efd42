-- ── The law ────────────────────────────────────────────────────────────────────────────────

-- What a guild says of itself about accessibility; empty: the page is written by the program.
-- Personal: no. History: yes. In the export: yes.
ALTER TABLE guild_settings ADD COLUMN accessibility_text TEXT NOT NULL DEFAULT '';

-- Whether phones note cash while people are ticked off.
-- Personal: no. History: yes. In the export: yes.
ALTER TABLE guild_settings ADD COLUMN cash_at_check_in INTEGER NOT NULL DEFAULT 1 CHECK (cash_at_check_in IN (0, 1));

-- A phone without a network noted cash although the guild had turned that off meanwhile.
-- Personal: no. History: only with a row that is deleted. In the export: no, since who took the cash is not in it.
ALTER TABLE participations ADD COLUMN cash_while_off INTEGER NOT NULL DEFAULT 0 CHECK (cash_while_off IN (0, 1));

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
        ||iif(NEW.cash_at_check_in IS NOT 1, ',"cashAtCheckIn":'||json_array(NULL, json(iif(NEW.cash_at_check_in, 'true', 'false'))), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER guild_settings_update_audited AFTER UPDATE OF name, address, creditor_name, creditor_id, creditor_iban, creditor_bic, sepa_lead_days, assembly_date, self_cancel, self_cancel_days, legal_name, street, plz, town, representatives, contact_email, contact_phone, register_court, register_number, vat_id, privacy_contact, imprint_text, privacy_text, passkeys_required, family_cap_in_cent, accessibility_text, cash_at_check_in ON guild_settings
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
    OR OLD.cash_at_check_in IS NOT NEW.cash_at_check_in)
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
        ||iif(OLD.cash_at_check_in IS NOT NEW.cash_at_check_in, ',"cashAtCheckIn":'||json_array(json(iif(OLD.cash_at_check_in, 'true', 'false')), json(iif(NEW.cash_at_check_in, 'true', 'false'))), ''), 2)||'}'
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
        ||iif(OLD.cash_at_check_in IS NOT 1, ',"cashAtCheckIn":'||json_array(json(iif(OLD.cash_at_check_in, 'true', 'false')), NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;

DROP TRIGGER participations_insert_audited;
DROP TRIGGER participations_update_audited;
DROP TRIGGER participations_delete_audited;
CREATE TRIGGER participations_insert_audited AFTER INSERT ON participations
  WHEN NEW.door <> 'public'
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'participation', NEW.id, NEW.member_id, NULL, NEW.parade_id, 'insert',
      '{'||substr(iif(NEW.parade_id IS NOT NULL, ',"paradeId":'||json_array(NULL, NEW.parade_id), '')
        ||iif(NEW.member_id IS NOT NULL, ',"memberId":'||json_array(NULL, NEW.member_id), '')
        ||iif(NEW.door IS NOT NULL, ',"door":'||json_array(NULL, NEW.door), '')
        ||iif(NEW.state IS NOT NULL, ',"state":'||json_array(NULL, NEW.state), '')
        ||iif(NEW.first_name IS NOT NULL, ',"firstName":'||json_array(NULL, NEW.first_name), '')
        ||iif(NEW.last_name IS NOT NULL, ',"lastName":'||json_array(NULL, NEW.last_name), '')
        ||iif(NEW.birthday IS NOT NULL, ',"birthday":'||json_array(NULL, NEW.birthday), '')
        ||iif(NEW.costume_type_id IS NOT NULL, ',"costumeTypeId":'||json_array(NULL, NEW.costume_type_id), '')
        ||iif(NEW.costume_id IS NOT NULL, ',"costumeId":'||json_array(NULL, NEW.costume_id), '')
        ||iif(NEW.costume_number IS NOT '', ',"costumeNumber":'||json_array(NULL, NEW.costume_number), '')
        ||iif(NEW.age_class IS NOT NULL, ',"ageClass":'||json_array(NULL, NEW.age_class), '')
        ||iif(NEW.price_in_cent IS NOT NULL, ',"priceInCent":'||json_array(NULL, NEW.price_in_cent), '')
        ||iif(NEW.cash_returned_at IS NOT NULL, ',"cashReturnedAt":'||json_array(NULL, NEW.cash_returned_at), '')
        ||iif(NEW.is_guest IS NOT 0, ',"isGuest":'||json_array(NULL, json(iif(NEW.is_guest, 'true', 'false'))), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER participations_update_audited AFTER UPDATE OF parade_id, member_id, door, state, first_name, last_name, birthday, costume_type_id, costume_id, costume_number, age_class, price_in_cent, cash_returned_at, is_guest ON participations
  WHEN (OLD.parade_id IS NOT NEW.parade_id
    OR OLD.member_id IS NOT NEW.member_id
    OR OLD.door IS NOT NEW.door
    OR OLD.state IS NOT NEW.state
    OR OLD.first_name IS NOT NEW.first_name
    OR OLD.last_name IS NOT NEW.last_name
    OR OLD.birthday IS NOT NEW.birthday
    OR OLD.costume_type_id IS NOT NEW.costume_type_id
    OR OLD.costume_id IS NOT NEW.costume_id
    OR OLD.costume_number IS NOT NEW.costume_number
    OR OLD.age_class IS NOT NEW.age_class
    OR OLD.price_in_cent IS NOT NEW.price_in_cent
    OR OLD.cash_returned_at IS NOT NEW.cash_returned_at
    OR OLD.is_guest IS NOT NEW.is_guest)
    AND (OLD.state = 'booked' OR NEW.state = 'cancelled' OR OLD.state = NEW.state)
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'participation', NEW.id, coalesce(NEW.member_id, OLD.member_id), NULL, coalesce(NEW.parade_id, OLD.parade_id), 'update',
      '{'||substr(iif(OLD.parade_id IS NOT NEW.parade_id, ',"paradeId":'||json_array(OLD.parade_id, NEW.parade_id), '')
        ||iif(OLD.member_id IS NOT NEW.member_id, ',"memberId":'||json_array(OLD.member_id, NEW.member_id), '')
        ||iif(OLD.door IS NOT NEW.door, ',"door":'||json_array(OLD.door, NEW.door), '')
        ||iif(OLD.state IS NOT NEW.state, ',"state":'||json_array(OLD.state, NEW.state), '')
        ||iif(OLD.first_name IS NOT NEW.first_name, ',"firstName":'||json_array(OLD.first_name, NEW.first_name), '')
        ||iif(OLD.last_name IS NOT NEW.last_name, ',"lastName":'||json_array(OLD.last_name, NEW.last_name), '')
        ||iif(OLD.birthday IS NOT NEW.birthday, ',"birthday":'||json_array(OLD.birthday, NEW.birthday), '')
        ||iif(OLD.costume_type_id IS NOT NEW.costume_type_id, ',"costumeTypeId":'||json_array(OLD.costume_type_id, NEW.costume_type_id), '')
        ||iif(OLD.costume_id IS NOT NEW.costume_id, ',"costumeId":'||json_array(OLD.costume_id, NEW.costume_id), '')
        ||iif(OLD.costume_number IS NOT NEW.costume_number, ',"costumeNumber":'||json_array(OLD.costume_number, NEW.costume_number), '')
        ||iif(OLD.age_class IS NOT NEW.age_class, ',"ageClass":'||json_array(OLD.age_class, NEW.age_class), '')
        ||iif(OLD.price_in_cent IS NOT NEW.price_in_cent, ',"priceInCent":'||json_array(OLD.price_in_cent, NEW.price_in_cent), '')
        ||iif(OLD.cash_returned_at IS NOT NEW.cash_returned_at, ',"cashReturnedAt":'||json_array(OLD.cash_returned_at, NEW.cash_returned_at), '')
        ||iif(OLD.is_guest IS NOT NEW.is_guest, ',"isGuest":'||json_array(json(iif(OLD.is_guest, 'true', 'false')), json(iif(NEW.is_guest, 'true', 'false'))), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'cron';
END;
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
        ||iif(OLD.is_guest IS NOT 0, ',"isGuest":'||json_array(json(iif(OLD.is_guest, 'true', 'false')), NULL), '')
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
        ||iif(OLD.check_in_code IS NOT '', ',"checkInCode":'||json_array(OLD.check_in_code, NULL), '')
        ||iif(OLD.cash_while_off IS NOT 0, ',"cashWhileOff":'||json_array(json(iif(OLD.cash_while_off, 'true', 'false')), NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import' AND c.via IS NOT 'cron';
END;
