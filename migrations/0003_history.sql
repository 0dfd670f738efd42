-- Written by `npm run triggers` from worker/history/recorded.ts; not to be edited by hand.
-- Every change of these tables writes a line into audit_entries, with who is writing from audit_context.

CREATE TRIGGER members_insert_audited AFTER INSERT ON members BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'member', NEW.id, NEW.id, NULL, NULL, 'insert',
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
  WHEN (OLD.member_number IS NOT NEW.member_number OR OLD.first_name IS NOT NEW.first_name
    OR OLD.last_name IS NOT NEW.last_name OR OLD.maiden_name IS NOT NEW.maiden_name
    OR OLD.address_street IS NOT NEW.address_street OR OLD.address_number IS NOT NEW.address_number
    OR OLD.address_plz IS NOT NEW.address_plz OR OLD.address_town IS NOT NEW.address_town
    OR OLD.birthday IS NOT NEW.birthday OR OLD.date_joined IS NOT NEW.date_joined
    OR OLD.date_left IS NOT NEW.date_left OR OLD.phone IS NOT NEW.phone
    OR OLD.phone_mobile IS NOT NEW.phone_mobile OR OLD.e_mail IS NOT NEW.e_mail
    OR OLD.membership_state IS NOT NEW.membership_state OR OLD.comment IS NOT NEW.comment
    OR OLD.banking_iban IS NOT NEW.banking_iban OR OLD.banking_bic IS NOT NEW.banking_bic
    OR OLD.banking_account_owner IS NOT NEW.banking_account_owner
    OR OLD.banking_bank IS NOT NEW.banking_bank OR OLD.banking_sepa_allowed IS NOT NEW.banking_sepa_allowed
    OR OLD.banking_sepa_allowed_date IS NOT NEW.banking_sepa_allowed_date
    OR OLD.individual_fee_in_cent IS NOT NEW.individual_fee_in_cent
    OR OLD.individual_fee_reason IS NOT NEW.individual_fee_reason
    OR OLD.mandate_reference IS NOT NEW.mandate_reference OR OLD.parades_before IS NOT NEW.parades_before
    OR OLD.parades_before_until IS NOT NEW.parades_before_until OR OLD.mail_opt_out IS NOT NEW.mail_opt_out
    OR OLD.payer_id IS NOT NEW.payer_id) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'member', NEW.id, coalesce(NEW.id, OLD.id), NULL, NULL, 'update',
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
CREATE TRIGGER members_delete_audited AFTER DELETE ON members BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'member', OLD.id, OLD.id, NULL, NULL, 'delete',
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
CREATE TRIGGER member_timespans_insert_audited AFTER INSERT ON member_timespans BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'timespan', NEW.id, NEW.member_id, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.from_date IS NOT NULL, ',"from":'||json_array(NULL, NEW.from_date), '')
        ||iif(NEW.to_date IS NOT NULL, ',"to":'||json_array(NULL, NEW.to_date), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER member_timespans_update_audited AFTER UPDATE OF from_date, to_date ON member_timespans
  WHEN (OLD.from_date IS NOT NEW.from_date OR OLD.to_date IS NOT NEW.to_date) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'timespan', NEW.id, coalesce(NEW.member_id, OLD.member_id), NULL, NULL, 'update',
      '{'||substr(iif(OLD.from_date IS NOT NEW.from_date, ',"from":'||json_array(OLD.from_date, NEW.from_date), '')
        ||iif(OLD.to_date IS NOT NEW.to_date, ',"to":'||json_array(OLD.to_date, NEW.to_date), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER member_timespans_delete_audited AFTER DELETE ON member_timespans BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'timespan', OLD.id, OLD.member_id, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.from_date IS NOT NULL, ',"from":'||json_array(OLD.from_date, NULL), '')
        ||iif(OLD.to_date IS NOT NULL, ',"to":'||json_array(OLD.to_date, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER member_exits_insert_audited AFTER INSERT ON member_exits BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'exit', NEW.id, NEW.member_id, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.state IS NOT NULL, ',"state":'||json_array(NULL, NEW.state), '')
        ||iif(NEW.date IS NOT NULL, ',"date":'||json_array(NULL, NEW.date), '')
        ||iif(NEW.effective_at IS NOT NULL, ',"effectiveAt":'||json_array(NULL, NEW.effective_at), '')
        ||iif(NEW.undone_at IS NOT NULL, ',"undoneAt":'||json_array(NULL, NEW.undone_at), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER member_exits_update_audited AFTER UPDATE OF state, date, effective_at, undone_at ON member_exits
  WHEN (OLD.state IS NOT NEW.state OR OLD.date IS NOT NEW.date OR OLD.effective_at IS NOT NEW.effective_at
    OR OLD.undone_at IS NOT NEW.undone_at) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'exit', NEW.id, coalesce(NEW.member_id, OLD.member_id), NULL, NULL, 'update',
      '{'||substr(iif(OLD.state IS NOT NEW.state, ',"state":'||json_array(OLD.state, NEW.state), '')
        ||iif(OLD.date IS NOT NEW.date, ',"date":'||json_array(OLD.date, NEW.date), '')
        ||iif(OLD.effective_at IS NOT NEW.effective_at, ',"effectiveAt":'||json_array(OLD.effective_at, NEW.effective_at), '')
        ||iif(OLD.undone_at IS NOT NEW.undone_at, ',"undoneAt":'||json_array(OLD.undone_at, NEW.undone_at), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER member_exits_delete_audited AFTER DELETE ON member_exits BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'exit', OLD.id, OLD.member_id, NULL, NULL, 'delete',
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
CREATE TRIGGER honors_insert_audited AFTER INSERT ON honors BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'honor', NEW.id, NEW.member_id, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.type IS NOT NULL, ',"type":'||json_array(NULL, NEW.type), '')
        ||iif(NEW.date IS NOT NULL, ',"date":'||json_array(NULL, NEW.date), '')
        ||iif(NEW.comment IS NOT '', ',"comment":'||json_array(NULL, NEW.comment), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER honors_update_audited AFTER UPDATE OF type, date, comment ON honors
  WHEN (OLD.type IS NOT NEW.type OR OLD.date IS NOT NEW.date OR OLD.comment IS NOT NEW.comment) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'honor', NEW.id, coalesce(NEW.member_id, OLD.member_id), NULL, NULL, 'update',
      '{'||substr(iif(OLD.type IS NOT NEW.type, ',"type":'||json_array(OLD.type, NEW.type), '')
        ||iif(OLD.date IS NOT NEW.date, ',"date":'||json_array(OLD.date, NEW.date), '')
        ||iif(OLD.comment IS NOT NEW.comment, ',"comment":'||json_array(OLD.comment, NEW.comment), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER honors_delete_audited AFTER DELETE ON honors BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'honor', OLD.id, OLD.member_id, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.type IS NOT NULL, ',"type":'||json_array(OLD.type, NULL), '')
        ||iif(OLD.date IS NOT NULL, ',"date":'||json_array(OLD.date, NULL), '')
        ||iif(OLD.comment IS NOT '', ',"comment":'||json_array(OLD.comment, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER assembly_honors_insert_audited AFTER INSERT ON assembly_honors BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'assemblyHonor', NEW.id, NEW.member_id, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.date IS NOT NULL, ',"date":'||json_array(NULL, NEW.date), '')
        ||iif(NEW.type IS NOT NULL, ',"type":'||json_array(NULL, NEW.type), '')
        ||iif(NEW.attendance IS NOT NULL, ',"attendance":'||json_array(NULL, NEW.attendance), '')
        ||iif(NEW.choice IS NOT NULL, ',"choice":'||json_array(NULL, NEW.choice), '')
        ||iif(NEW.invited_on IS NOT NULL, ',"invitedOn":'||json_array(NULL, NEW.invited_on), '')
        ||iif(NEW.ordered_on IS NOT NULL, ',"orderedOn":'||json_array(NULL, NEW.ordered_on), '')
        ||iif(NEW.handed_over_on IS NOT NULL, ',"handedOverOn":'||json_array(NULL, NEW.handed_over_on), '')
        ||iif(NEW.note IS NOT '', ',"note":'||json_array(NULL, NEW.note), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER assembly_honors_update_audited AFTER UPDATE OF date, type, attendance, choice, invited_on, ordered_on, handed_over_on, note ON assembly_honors
  WHEN (OLD.date IS NOT NEW.date OR OLD.type IS NOT NEW.type OR OLD.attendance IS NOT NEW.attendance
    OR OLD.choice IS NOT NEW.choice OR OLD.invited_on IS NOT NEW.invited_on
    OR OLD.ordered_on IS NOT NEW.ordered_on OR OLD.handed_over_on IS NOT NEW.handed_over_on
    OR OLD.note IS NOT NEW.note) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'assemblyHonor', NEW.id, coalesce(NEW.member_id, OLD.member_id), NULL, NULL, 'update',
      '{'||substr(iif(OLD.date IS NOT NEW.date, ',"date":'||json_array(OLD.date, NEW.date), '')
        ||iif(OLD.type IS NOT NEW.type, ',"type":'||json_array(OLD.type, NEW.type), '')
        ||iif(OLD.attendance IS NOT NEW.attendance, ',"attendance":'||json_array(OLD.attendance, NEW.attendance), '')
        ||iif(OLD.choice IS NOT NEW.choice, ',"choice":'||json_array(OLD.choice, NEW.choice), '')
        ||iif(OLD.invited_on IS NOT NEW.invited_on, ',"invitedOn":'||json_array(OLD.invited_on, NEW.invited_on), '')
        ||iif(OLD.ordered_on IS NOT NEW.ordered_on, ',"orderedOn":'||json_array(OLD.ordered_on, NEW.ordered_on), '')
        ||iif(OLD.handed_over_on IS NOT NEW.handed_over_on, ',"handedOverOn":'||json_array(OLD.handed_over_on, NEW.handed_over_on), '')
        ||iif(OLD.note IS NOT NEW.note, ',"note":'||json_array(OLD.note, NEW.note), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER assembly_honors_delete_audited AFTER DELETE ON assembly_honors BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'assemblyHonor', OLD.id, OLD.member_id, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.date IS NOT NULL, ',"date":'||json_array(OLD.date, NULL), '')
        ||iif(OLD.type IS NOT NULL, ',"type":'||json_array(OLD.type, NULL), '')
        ||iif(OLD.attendance IS NOT NULL, ',"attendance":'||json_array(OLD.attendance, NULL), '')
        ||iif(OLD.choice IS NOT NULL, ',"choice":'||json_array(OLD.choice, NULL), '')
        ||iif(OLD.invited_on IS NOT NULL, ',"invitedOn":'||json_array(OLD.invited_on, NULL), '')
        ||iif(OLD.ordered_on IS NOT NULL, ',"orderedOn":'||json_array(OLD.ordered_on, NULL), '')
        ||iif(OLD.handed_over_on IS NOT NULL, ',"handedOverOn":'||json_array(OLD.handed_over_on, NULL), '')
        ||iif(OLD.note IS NOT '', ',"note":'||json_array(OLD.note, NULL), '')
        ||iif(OLD.act IS NOT NULL, ',"act":'||json_array(OLD.act, NULL), '')
        ||iif(OLD.honor_id IS NOT NULL, ',"honorId":'||json_array(OLD.honor_id, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER duty_entries_insert_audited AFTER INSERT ON duty_entries BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'duty', NEW.id, NEW.member_id, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.duty IS NOT NULL, ',"duty":'||json_array(NULL, NEW.duty), '')
        ||iif(NEW.from_date IS NOT NULL, ',"from":'||json_array(NULL, NEW.from_date), '')
        ||iif(NEW.to_date IS NOT NULL, ',"to":'||json_array(NULL, NEW.to_date), '')
        ||iif(NEW.comment IS NOT '', ',"comment":'||json_array(NULL, NEW.comment), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER duty_entries_update_audited AFTER UPDATE OF duty, from_date, to_date, comment ON duty_entries
  WHEN (OLD.duty IS NOT NEW.duty OR OLD.from_date IS NOT NEW.from_date OR OLD.to_date IS NOT NEW.to_date
    OR OLD.comment IS NOT NEW.comment) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'duty', NEW.id, coalesce(NEW.member_id, OLD.member_id), NULL, NULL, 'update',
      '{'||substr(iif(OLD.duty IS NOT NEW.duty, ',"duty":'||json_array(OLD.duty, NEW.duty), '')
        ||iif(OLD.from_date IS NOT NEW.from_date, ',"from":'||json_array(OLD.from_date, NEW.from_date), '')
        ||iif(OLD.to_date IS NOT NEW.to_date, ',"to":'||json_array(OLD.to_date, NEW.to_date), '')
        ||iif(OLD.comment IS NOT NEW.comment, ',"comment":'||json_array(OLD.comment, NEW.comment), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER duty_entries_delete_audited AFTER DELETE ON duty_entries BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'duty', OLD.id, OLD.member_id, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.duty IS NOT NULL, ',"duty":'||json_array(OLD.duty, NULL), '')
        ||iif(OLD.from_date IS NOT NULL, ',"from":'||json_array(OLD.from_date, NULL), '')
        ||iif(OLD.to_date IS NOT NULL, ',"to":'||json_array(OLD.to_date, NULL), '')
        ||iif(OLD.comment IS NOT '', ',"comment":'||json_array(OLD.comment, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER costume_types_insert_audited AFTER INSERT ON costume_types BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'costumeType', NEW.id, NULL, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.name IS NOT NULL, ',"name":'||json_array(NULL, NEW.name), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER costume_types_update_audited AFTER UPDATE OF name ON costume_types
  WHEN (OLD.name IS NOT NEW.name) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'costumeType', NEW.id, NULL, NULL, NULL, 'update',
      '{'||substr(iif(OLD.name IS NOT NEW.name, ',"name":'||json_array(OLD.name, NEW.name), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER costume_types_delete_audited AFTER DELETE ON costume_types BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'costumeType', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.name IS NOT NULL, ',"name":'||json_array(OLD.name, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER costumes_insert_audited AFTER INSERT ON costumes BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'costume', NEW.id, NULL, NEW.id, NULL, 'insert',
      '{'||substr(iif(NEW.number IS NOT NULL, ',"number":'||json_array(NULL, NEW.number), '')
        ||iif(NEW.costume_type_id IS NOT NULL, ',"costumeTypeId":'||json_array(NULL, NEW.costume_type_id), '')
        ||iif(NEW.registered_since IS NOT NULL, ',"registeredSince":'||json_array(NULL, NEW.registered_since), '')
        ||iif(NEW.registered_until IS NOT NULL, ',"registeredUntil":'||json_array(NULL, NEW.registered_until), '')
        ||iif(NEW.comment IS NOT '', ',"comment":'||json_array(NULL, NEW.comment), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER costumes_update_audited AFTER UPDATE OF number, costume_type_id, registered_since, registered_until, comment ON costumes
  WHEN (OLD.number IS NOT NEW.number OR OLD.costume_type_id IS NOT NEW.costume_type_id
    OR OLD.registered_since IS NOT NEW.registered_since OR OLD.registered_until IS NOT NEW.registered_until
    OR OLD.comment IS NOT NEW.comment) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'costume', NEW.id, NULL, coalesce(NEW.id, OLD.id), NULL, 'update',
      '{'||substr(iif(OLD.number IS NOT NEW.number, ',"number":'||json_array(OLD.number, NEW.number), '')
        ||iif(OLD.costume_type_id IS NOT NEW.costume_type_id, ',"costumeTypeId":'||json_array(OLD.costume_type_id, NEW.costume_type_id), '')
        ||iif(OLD.registered_since IS NOT NEW.registered_since, ',"registeredSince":'||json_array(OLD.registered_since, NEW.registered_since), '')
        ||iif(OLD.registered_until IS NOT NEW.registered_until, ',"registeredUntil":'||json_array(OLD.registered_until, NEW.registered_until), '')
        ||iif(OLD.comment IS NOT NEW.comment, ',"comment":'||json_array(OLD.comment, NEW.comment), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER costumes_delete_audited AFTER DELETE ON costumes BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'costume', OLD.id, NULL, OLD.id, NULL, 'delete',
      '{'||substr(iif(OLD.number IS NOT NULL, ',"number":'||json_array(OLD.number, NULL), '')
        ||iif(OLD.costume_type_id IS NOT NULL, ',"costumeTypeId":'||json_array(OLD.costume_type_id, NULL), '')
        ||iif(OLD.registered_since IS NOT NULL, ',"registeredSince":'||json_array(OLD.registered_since, NULL), '')
        ||iif(OLD.registered_until IS NOT NULL, ',"registeredUntil":'||json_array(OLD.registered_until, NULL), '')
        ||iif(OLD.comment IS NOT '', ',"comment":'||json_array(OLD.comment, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER costume_ownerships_insert_audited AFTER INSERT ON costume_ownerships BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'ownership', NEW.id, NEW.member_id, NEW.costume_id, NULL, 'insert',
      '{'||substr(iif(NEW.costume_id IS NOT NULL, ',"costumeId":'||json_array(NULL, NEW.costume_id), '')
        ||iif(NEW.member_id IS NOT NULL, ',"memberId":'||json_array(NULL, NEW.member_id), '')
        ||iif(NEW.owned_from IS NOT NULL, ',"ownedFrom":'||json_array(NULL, NEW.owned_from), '')
        ||iif(NEW.owned_to IS NOT NULL, ',"ownedTo":'||json_array(NULL, NEW.owned_to), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER costume_ownerships_update_audited AFTER UPDATE OF costume_id, member_id, owned_from, owned_to ON costume_ownerships
  WHEN (OLD.costume_id IS NOT NEW.costume_id OR OLD.member_id IS NOT NEW.member_id
    OR OLD.owned_from IS NOT NEW.owned_from OR OLD.owned_to IS NOT NEW.owned_to) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'ownership', NEW.id, coalesce(NEW.member_id, OLD.member_id), coalesce(NEW.costume_id, OLD.costume_id), NULL, 'update',
      '{'||substr(iif(OLD.costume_id IS NOT NEW.costume_id, ',"costumeId":'||json_array(OLD.costume_id, NEW.costume_id), '')
        ||iif(OLD.member_id IS NOT NEW.member_id, ',"memberId":'||json_array(OLD.member_id, NEW.member_id), '')
        ||iif(OLD.owned_from IS NOT NEW.owned_from, ',"ownedFrom":'||json_array(OLD.owned_from, NEW.owned_from), '')
        ||iif(OLD.owned_to IS NOT NEW.owned_to, ',"ownedTo":'||json_array(OLD.owned_to, NEW.owned_to), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER costume_ownerships_delete_audited AFTER DELETE ON costume_ownerships BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'ownership', OLD.id, OLD.member_id, OLD.costume_id, NULL, 'delete',
      '{'||substr(iif(OLD.costume_id IS NOT NULL, ',"costumeId":'||json_array(OLD.costume_id, NULL), '')
        ||iif(OLD.member_id IS NOT NULL, ',"memberId":'||json_array(OLD.member_id, NULL), '')
        ||iif(OLD.owned_from IS NOT NULL, ',"ownedFrom":'||json_array(OLD.owned_from, NULL), '')
        ||iif(OLD.owned_to IS NOT NULL, ',"ownedTo":'||json_array(OLD.owned_to, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER parades_insert_audited AFTER INSERT ON parades BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'parade', NEW.id, NULL, NULL, NEW.id, 'insert',
      '{'||substr(iif(NEW.title IS NOT NULL, ',"title":'||json_array(NULL, NEW.title), '')
        ||iif(NEW.host IS NOT NULL, ',"host":'||json_array(NULL, NEW.host), '')
        ||iif(NEW.host_town IS NOT '', ',"hostTown":'||json_array(NULL, NEW.host_town), '')
        ||iif(NEW.host_plz IS NOT '', ',"hostPlz":'||json_array(NULL, NEW.host_plz), '')
        ||iif(NEW.date IS NOT NULL, ',"date":'||json_array(NULL, NEW.date), '')
        ||iif(NEW.parade_number IS NOT 0, ',"paradeNumber":'||json_array(NULL, NEW.parade_number), '')
        ||iif(NEW.comment IS NOT '', ',"comment":'||json_array(NULL, NEW.comment), '')
        ||iif(NEW.price_for_adults_in_cent IS NOT 0, ',"priceForAdultsInCent":'||json_array(NULL, NEW.price_for_adults_in_cent), '')
        ||iif(NEW.price_for_children_in_cent IS NOT 0, ',"priceForChildrenInCent":'||json_array(NULL, NEW.price_for_children_in_cent), '')
        ||iif(NEW.date_enrolment_start IS NOT NULL, ',"dateEnrolmentStart":'||json_array(NULL, NEW.date_enrolment_start), '')
        ||iif(NEW.date_enrolment_end IS NOT NULL, ',"dateEnrolmentEnd":'||json_array(NULL, NEW.date_enrolment_end), '')
        ||iif(NEW.is_child_parade IS NOT 0, ',"isChildParade":'||json_array(NULL, json(iif(NEW.is_child_parade, 'true', 'false'))), '')
        ||iif(NEW.cancelled_at IS NOT NULL, ',"cancelledAt":'||json_array(NULL, NEW.cancelled_at), '')
        ||iif(NEW.cancel_reason IS NOT '', ',"cancelReason":'||json_array(NULL, NEW.cancel_reason), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER parades_update_audited AFTER UPDATE OF title, host, host_town, host_plz, date, parade_number, comment, price_for_adults_in_cent, price_for_children_in_cent, date_enrolment_start, date_enrolment_end, is_child_parade, cancelled_at, cancel_reason ON parades
  WHEN (OLD.title IS NOT NEW.title OR OLD.host IS NOT NEW.host OR OLD.host_town IS NOT NEW.host_town
    OR OLD.host_plz IS NOT NEW.host_plz OR OLD.date IS NOT NEW.date
    OR OLD.parade_number IS NOT NEW.parade_number OR OLD.comment IS NOT NEW.comment
    OR OLD.price_for_adults_in_cent IS NOT NEW.price_for_adults_in_cent
    OR OLD.price_for_children_in_cent IS NOT NEW.price_for_children_in_cent
    OR OLD.date_enrolment_start IS NOT NEW.date_enrolment_start
    OR OLD.date_enrolment_end IS NOT NEW.date_enrolment_end
    OR OLD.is_child_parade IS NOT NEW.is_child_parade OR OLD.cancelled_at IS NOT NEW.cancelled_at
    OR OLD.cancel_reason IS NOT NEW.cancel_reason) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'parade', NEW.id, NULL, NULL, coalesce(NEW.id, OLD.id), 'update',
      '{'||substr(iif(OLD.title IS NOT NEW.title, ',"title":'||json_array(OLD.title, NEW.title), '')
        ||iif(OLD.host IS NOT NEW.host, ',"host":'||json_array(OLD.host, NEW.host), '')
        ||iif(OLD.host_town IS NOT NEW.host_town, ',"hostTown":'||json_array(OLD.host_town, NEW.host_town), '')
        ||iif(OLD.host_plz IS NOT NEW.host_plz, ',"hostPlz":'||json_array(OLD.host_plz, NEW.host_plz), '')
        ||iif(OLD.date IS NOT NEW.date, ',"date":'||json_array(OLD.date, NEW.date), '')
        ||iif(OLD.parade_number IS NOT NEW.parade_number, ',"paradeNumber":'||json_array(OLD.parade_number, NEW.parade_number), '')
        ||iif(OLD.comment IS NOT NEW.comment, ',"comment":'||json_array(OLD.comment, NEW.comment), '')
        ||iif(OLD.price_for_adults_in_cent IS NOT NEW.price_for_adults_in_cent, ',"priceForAdultsInCent":'||json_array(OLD.price_for_adults_in_cent, NEW.price_for_adults_in_cent), '')
        ||iif(OLD.price_for_children_in_cent IS NOT NEW.price_for_children_in_cent, ',"priceForChildrenInCent":'||json_array(OLD.price_for_children_in_cent, NEW.price_for_children_in_cent), '')
        ||iif(OLD.date_enrolment_start IS NOT NEW.date_enrolment_start, ',"dateEnrolmentStart":'||json_array(OLD.date_enrolment_start, NEW.date_enrolment_start), '')
        ||iif(OLD.date_enrolment_end IS NOT NEW.date_enrolment_end, ',"dateEnrolmentEnd":'||json_array(OLD.date_enrolment_end, NEW.date_enrolment_end), '')
        ||iif(OLD.is_child_parade IS NOT NEW.is_child_parade, ',"isChildParade":'||json_array(json(iif(OLD.is_child_parade, 'true', 'false')), json(iif(NEW.is_child_parade, 'true', 'false'))), '')
        ||iif(OLD.cancelled_at IS NOT NEW.cancelled_at, ',"cancelledAt":'||json_array(OLD.cancelled_at, NEW.cancelled_at), '')
        ||iif(OLD.cancel_reason IS NOT NEW.cancel_reason, ',"cancelReason":'||json_array(OLD.cancel_reason, NEW.cancel_reason), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER parades_delete_audited AFTER DELETE ON parades BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'parade', OLD.id, NULL, NULL, OLD.id, 'delete',
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
CREATE TRIGGER participations_insert_audited AFTER INSERT ON participations
  WHEN NEW.door <> 'public' BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'participation', NEW.id, NEW.member_id, NULL, NEW.parade_id, 'insert',
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
  WHEN (OLD.parade_id IS NOT NEW.parade_id OR OLD.member_id IS NOT NEW.member_id OR OLD.door IS NOT NEW.door
    OR OLD.state IS NOT NEW.state OR OLD.first_name IS NOT NEW.first_name
    OR OLD.last_name IS NOT NEW.last_name OR OLD.birthday IS NOT NEW.birthday
    OR OLD.costume_type_id IS NOT NEW.costume_type_id OR OLD.costume_id IS NOT NEW.costume_id
    OR OLD.costume_number IS NOT NEW.costume_number OR OLD.age_class IS NOT NEW.age_class
    OR OLD.price_in_cent IS NOT NEW.price_in_cent OR OLD.cash_returned_at IS NOT NEW.cash_returned_at
    OR OLD.is_guest IS NOT NEW.is_guest)
    AND (OLD.state = 'booked' OR NEW.state = 'cancelled' OR OLD.state = NEW.state) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'participation', NEW.id, coalesce(NEW.member_id, OLD.member_id), NULL, coalesce(NEW.parade_id, OLD.parade_id), 'update',
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
CREATE TRIGGER participations_delete_audited AFTER DELETE ON participations BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'participation', OLD.id, OLD.member_id, NULL, OLD.parade_id, 'delete',
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
CREATE TRIGGER guild_settings_insert_audited AFTER INSERT ON guild_settings BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'settings', NEW.id, NULL, NULL, NULL, 'insert',
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
  WHEN (OLD.name IS NOT NEW.name OR OLD.address IS NOT NEW.address OR OLD.creditor_name IS NOT NEW.creditor_name
    OR OLD.creditor_id IS NOT NEW.creditor_id OR OLD.creditor_iban IS NOT NEW.creditor_iban
    OR OLD.creditor_bic IS NOT NEW.creditor_bic OR OLD.sepa_lead_days IS NOT NEW.sepa_lead_days
    OR OLD.assembly_date IS NOT NEW.assembly_date OR OLD.self_cancel IS NOT NEW.self_cancel
    OR OLD.self_cancel_days IS NOT NEW.self_cancel_days OR OLD.legal_name IS NOT NEW.legal_name
    OR OLD.street IS NOT NEW.street OR OLD.plz IS NOT NEW.plz OR OLD.town IS NOT NEW.town
    OR OLD.representatives IS NOT NEW.representatives OR OLD.contact_email IS NOT NEW.contact_email
    OR OLD.contact_phone IS NOT NEW.contact_phone OR OLD.register_court IS NOT NEW.register_court
    OR OLD.register_number IS NOT NEW.register_number OR OLD.vat_id IS NOT NEW.vat_id
    OR OLD.privacy_contact IS NOT NEW.privacy_contact OR OLD.imprint_text IS NOT NEW.imprint_text
    OR OLD.privacy_text IS NOT NEW.privacy_text OR OLD.passkeys_required IS NOT NEW.passkeys_required
    OR OLD.family_cap_in_cent IS NOT NEW.family_cap_in_cent
    OR OLD.accessibility_text IS NOT NEW.accessibility_text
    OR OLD.cash_at_check_in IS NOT NEW.cash_at_check_in
    OR OLD.passkeys_required_from IS NOT NEW.passkeys_required_from) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'settings', NEW.id, NULL, NULL, NULL, 'update',
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
CREATE TRIGGER guild_settings_delete_audited AFTER DELETE ON guild_settings BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'settings', OLD.id, NULL, NULL, NULL, 'delete',
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
CREATE TRIGGER fee_rules_insert_audited AFTER INSERT ON fee_rules BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'feeRule', NEW.id, NULL, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.valid_from IS NOT NULL, ',"validFrom":'||json_array(NULL, NEW.valid_from), '')
        ||iif(NEW.state IS NOT NULL, ',"state":'||json_array(NULL, NEW.state), '')
        ||iif(NEW.age_from IS NOT 0, ',"ageFrom":'||json_array(NULL, NEW.age_from), '')
        ||iif(NEW.age_to IS NOT NULL, ',"ageTo":'||json_array(NULL, NEW.age_to), '')
        ||iif(NEW.amount_in_cent IS NOT NULL, ',"amountInCent":'||json_array(NULL, NEW.amount_in_cent), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER fee_rules_update_audited AFTER UPDATE OF valid_from, state, age_from, age_to, amount_in_cent ON fee_rules
  WHEN (OLD.valid_from IS NOT NEW.valid_from OR OLD.state IS NOT NEW.state OR OLD.age_from IS NOT NEW.age_from
    OR OLD.age_to IS NOT NEW.age_to OR OLD.amount_in_cent IS NOT NEW.amount_in_cent) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'feeRule', NEW.id, NULL, NULL, NULL, 'update',
      '{'||substr(iif(OLD.valid_from IS NOT NEW.valid_from, ',"validFrom":'||json_array(OLD.valid_from, NEW.valid_from), '')
        ||iif(OLD.state IS NOT NEW.state, ',"state":'||json_array(OLD.state, NEW.state), '')
        ||iif(OLD.age_from IS NOT NEW.age_from, ',"ageFrom":'||json_array(OLD.age_from, NEW.age_from), '')
        ||iif(OLD.age_to IS NOT NEW.age_to, ',"ageTo":'||json_array(OLD.age_to, NEW.age_to), '')
        ||iif(OLD.amount_in_cent IS NOT NEW.amount_in_cent, ',"amountInCent":'||json_array(OLD.amount_in_cent, NEW.amount_in_cent), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER fee_rules_delete_audited AFTER DELETE ON fee_rules BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'feeRule', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.valid_from IS NOT NULL, ',"validFrom":'||json_array(OLD.valid_from, NULL), '')
        ||iif(OLD.state IS NOT NULL, ',"state":'||json_array(OLD.state, NULL), '')
        ||iif(OLD.age_from IS NOT 0, ',"ageFrom":'||json_array(OLD.age_from, NULL), '')
        ||iif(OLD.age_to IS NOT NULL, ',"ageTo":'||json_array(OLD.age_to, NULL), '')
        ||iif(OLD.amount_in_cent IS NOT NULL, ',"amountInCent":'||json_array(OLD.amount_in_cent, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER honor_rules_insert_audited AFTER INSERT ON honor_rules BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'honorRule', 0, NULL, NULL, NULL, 'insert',
      '{'||substr(',"type":'||json_array(NULL, NEW.type)
        ||iif(NEW.basis IS NOT NULL, ',"basis":'||json_array(NULL, NEW.basis), '')
        ||iif(NEW.threshold IS NOT NULL, ',"threshold":'||json_array(NULL, NEW.threshold), '')
        ||iif(NEW.label IS NOT NULL, ',"label":'||json_array(NULL, NEW.label), '')
        ||iif(NEW.issuer IS NOT '', ',"issuer":'||json_array(NULL, NEW.issuer), '')
        ||iif(NEW.certificate_text IS NOT '', ',"certificateText":'||json_array(NULL, NEW.certificate_text), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER honor_rules_update_audited AFTER UPDATE OF basis, threshold, label, issuer, certificate_text ON honor_rules
  WHEN (OLD.basis IS NOT NEW.basis OR OLD.threshold IS NOT NEW.threshold OR OLD.label IS NOT NEW.label
    OR OLD.issuer IS NOT NEW.issuer OR OLD.certificate_text IS NOT NEW.certificate_text) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'honorRule', 0, NULL, NULL, NULL, 'update',
      '{'||substr(',"type":'||json_array(OLD.type, NEW.type)
        ||iif(OLD.basis IS NOT NEW.basis, ',"basis":'||json_array(OLD.basis, NEW.basis), '')
        ||iif(OLD.threshold IS NOT NEW.threshold, ',"threshold":'||json_array(OLD.threshold, NEW.threshold), '')
        ||iif(OLD.label IS NOT NEW.label, ',"label":'||json_array(OLD.label, NEW.label), '')
        ||iif(OLD.issuer IS NOT NEW.issuer, ',"issuer":'||json_array(OLD.issuer, NEW.issuer), '')
        ||iif(OLD.certificate_text IS NOT NEW.certificate_text, ',"certificateText":'||json_array(OLD.certificate_text, NEW.certificate_text), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER honor_rules_delete_audited AFTER DELETE ON honor_rules BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'honorRule', 0, NULL, NULL, NULL, 'delete',
      '{'||substr(',"type":'||json_array(OLD.type, NULL)
        ||iif(OLD.basis IS NOT NULL, ',"basis":'||json_array(OLD.basis, NULL), '')
        ||iif(OLD.threshold IS NOT NULL, ',"threshold":'||json_array(OLD.threshold, NULL), '')
        ||iif(OLD.label IS NOT NULL, ',"label":'||json_array(OLD.label, NULL), '')
        ||iif(OLD.issuer IS NOT '', ',"issuer":'||json_array(OLD.issuer, NULL), '')
        ||iif(OLD.certificate_text IS NOT '', ',"certificateText":'||json_array(OLD.certificate_text, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER honor_rule_duties_insert_audited AFTER INSERT ON honor_rule_duties BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'honorRuleDuty', 0, NULL, NULL, NULL, 'insert',
      '{'||substr(',"type":'||json_array(NULL, NEW.type)
        ||',"duty":'||json_array(NULL, NEW.duty), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER honor_rule_duties_delete_audited AFTER DELETE ON honor_rule_duties BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'honorRuleDuty', 0, NULL, NULL, NULL, 'delete',
      '{'||substr(',"type":'||json_array(OLD.type, NULL)
        ||',"duty":'||json_array(OLD.duty, NULL), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER users_insert_audited AFTER INSERT ON users BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'user', NEW.id, NULL, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.email_address IS NOT NULL, ',"emailAddress":'||json_array(NULL, NEW.email_address), '')
        ||iif(NEW.first_name IS NOT '', ',"firstName":'||json_array(NULL, NEW.first_name), '')
        ||iif(NEW.last_name IS NOT '', ',"lastName":'||json_array(NULL, NEW.last_name), '')
        ||iif(NEW.locked IS NOT 0, ',"locked":'||json_array(NULL, json(iif(NEW.locked, 'true', 'false'))), '')
        ||iif(NEW.password_hash IS NOT NULL, ',"passwordHash":'||json_array(NULL, iif(NEW.password_hash = '', '', 'geändert')), '')
        ||iif(NEW.mail_signature IS NOT '', ',"mailSignature":'||json_array(NULL, NEW.mail_signature), '')
        ||iif(NEW.calendar_hash IS NOT NULL, ',"calendarHash":'||json_array(NULL, iif(NEW.calendar_hash = '', '', 'geändert')), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER users_update_audited AFTER UPDATE OF email_address, first_name, last_name, locked, password_hash, mail_signature, calendar_hash ON users
  WHEN (OLD.email_address IS NOT NEW.email_address OR OLD.first_name IS NOT NEW.first_name
    OR OLD.last_name IS NOT NEW.last_name OR OLD.locked IS NOT NEW.locked
    OR OLD.password_hash IS NOT NEW.password_hash OR OLD.mail_signature IS NOT NEW.mail_signature
    OR OLD.calendar_hash IS NOT NEW.calendar_hash) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'user', NEW.id, NULL, NULL, NULL, 'update',
      '{'||substr(iif(OLD.email_address IS NOT NEW.email_address, ',"emailAddress":'||json_array(OLD.email_address, NEW.email_address), '')
        ||iif(OLD.first_name IS NOT NEW.first_name, ',"firstName":'||json_array(OLD.first_name, NEW.first_name), '')
        ||iif(OLD.last_name IS NOT NEW.last_name, ',"lastName":'||json_array(OLD.last_name, NEW.last_name), '')
        ||iif(OLD.locked IS NOT NEW.locked, ',"locked":'||json_array(json(iif(OLD.locked, 'true', 'false')), json(iif(NEW.locked, 'true', 'false'))), '')
        ||iif(OLD.password_hash IS NOT NEW.password_hash, ',"passwordHash":'||json_array(iif(OLD.password_hash = '', '', 'geändert'), iif(NEW.password_hash = '', '', 'geändert')), '')
        ||iif(OLD.mail_signature IS NOT NEW.mail_signature, ',"mailSignature":'||json_array(OLD.mail_signature, NEW.mail_signature), '')
        ||iif(OLD.calendar_hash IS NOT NEW.calendar_hash, ',"calendarHash":'||json_array(iif(OLD.calendar_hash = '', '', 'geändert'), iif(NEW.calendar_hash = '', '', 'geändert')), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER users_delete_audited AFTER DELETE ON users BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'user', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.email_address IS NOT NULL, ',"emailAddress":'||json_array(OLD.email_address, NULL), '')
        ||iif(OLD.first_name IS NOT '', ',"firstName":'||json_array(OLD.first_name, NULL), '')
        ||iif(OLD.last_name IS NOT '', ',"lastName":'||json_array(OLD.last_name, NULL), '')
        ||iif(OLD.locked IS NOT 0, ',"locked":'||json_array(json(iif(OLD.locked, 'true', 'false')), NULL), '')
        ||iif(OLD.password_hash IS NOT NULL, ',"passwordHash":'||json_array(iif(OLD.password_hash = '', '', 'geändert'), NULL), '')
        ||iif(OLD.mail_signature IS NOT '', ',"mailSignature":'||json_array(OLD.mail_signature, NULL), '')
        ||iif(OLD.calendar_hash IS NOT NULL, ',"calendarHash":'||json_array(iif(OLD.calendar_hash = '', '', 'geändert'), NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER user_roles_insert_audited AFTER INSERT ON user_roles BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'userRole', NEW.user_id, NULL, NULL, NULL, 'insert',
      '{'||substr(',"role":'||json_array(NULL, NEW.role), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER user_roles_delete_audited AFTER DELETE ON user_roles BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'userRole', OLD.user_id, NULL, NULL, NULL, 'delete',
      '{'||substr(',"role":'||json_array(OLD.role, NULL), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER passkeys_insert_audited AFTER INSERT ON passkeys BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'passkey', NEW.id, NULL, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.user_id IS NOT NULL, ',"userId":'||json_array(NULL, NEW.user_id), '')
        ||iif(NEW.name IS NOT '', ',"name":'||json_array(NULL, NEW.name), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER passkeys_update_audited AFTER UPDATE OF user_id, name ON passkeys
  WHEN (OLD.user_id IS NOT NEW.user_id OR OLD.name IS NOT NEW.name) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'passkey', NEW.id, NULL, NULL, NULL, 'update',
      '{'||substr(iif(OLD.user_id IS NOT NEW.user_id, ',"userId":'||json_array(OLD.user_id, NEW.user_id), '')
        ||iif(OLD.name IS NOT NEW.name, ',"name":'||json_array(OLD.name, NEW.name), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER passkeys_delete_audited AFTER DELETE ON passkeys BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'passkey', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.user_id IS NOT NULL, ',"userId":'||json_array(OLD.user_id, NULL), '')
        ||iif(OLD.name IS NOT '', ',"name":'||json_array(OLD.name, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER saved_views_insert_audited AFTER INSERT ON saved_views BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'view', NEW.id, NULL, NULL, NULL, 'insert',
      '{'||substr(iif(NEW.user_id IS NOT NULL, ',"userId":'||json_array(NULL, NEW.user_id), '')
        ||iif(NEW.shared IS NOT 0, ',"shared":'||json_array(NULL, json(iif(NEW.shared, 'true', 'false'))), '')
        ||iif(NEW.grid IS NOT NULL, ',"grid":'||json_array(NULL, NEW.grid), '')
        ||iif(NEW.name IS NOT NULL, ',"name":'||json_array(NULL, NEW.name), '')
        ||iif(NEW.search IS NOT NULL, ',"search":'||json_array(NULL, NEW.search), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER saved_views_update_audited AFTER UPDATE OF user_id, shared, grid, name, search ON saved_views
  WHEN (OLD.user_id IS NOT NEW.user_id OR OLD.shared IS NOT NEW.shared OR OLD.grid IS NOT NEW.grid
    OR OLD.name IS NOT NEW.name OR OLD.search IS NOT NEW.search) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'view', NEW.id, NULL, NULL, NULL, 'update',
      '{'||substr(iif(OLD.user_id IS NOT NEW.user_id, ',"userId":'||json_array(OLD.user_id, NEW.user_id), '')
        ||iif(OLD.shared IS NOT NEW.shared, ',"shared":'||json_array(json(iif(OLD.shared, 'true', 'false')), json(iif(NEW.shared, 'true', 'false'))), '')
        ||iif(OLD.grid IS NOT NEW.grid, ',"grid":'||json_array(OLD.grid, NEW.grid), '')
        ||iif(OLD.name IS NOT NEW.name, ',"name":'||json_array(OLD.name, NEW.name), '')
        ||iif(OLD.search IS NOT NEW.search, ',"search":'||json_array(OLD.search, NEW.search), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
CREATE TRIGGER saved_views_delete_audited AFTER DELETE ON saved_views BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'view', OLD.id, NULL, NULL, NULL, 'delete',
      '{'||substr(iif(OLD.user_id IS NOT NULL, ',"userId":'||json_array(OLD.user_id, NULL), '')
        ||iif(OLD.shared IS NOT 0, ',"shared":'||json_array(json(iif(OLD.shared, 'true', 'false')), NULL), '')
        ||iif(OLD.grid IS NOT NULL, ',"grid":'||json_array(OLD.grid, NULL), '')
        ||iif(OLD.name IS NOT NULL, ',"name":'||json_array(OLD.name, NULL), '')
        ||iif(OLD.search IS NOT NULL, ',"search":'||json_array(OLD.search, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER sepa_runs_insert_audited AFTER INSERT ON sepa_runs BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'run', NEW.id, NULL, NULL, NULL, 'insert',
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
  WHEN (OLD.year IS NOT NEW.year OR OLD.due_date IS NOT NEW.due_date OR OLD.debit_count IS NOT NEW.debit_count
    OR OLD.sum_in_cent IS NOT NEW.sum_in_cent OR OLD.message_id IS NOT NEW.message_id
    OR OLD.credited_on IS NOT NEW.credited_on OR OLD.voided_at IS NOT NEW.voided_at
    OR OLD.void_reason IS NOT NEW.void_reason) BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'run', NEW.id, NULL, NULL, NULL, 'update',
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
CREATE TRIGGER sepa_runs_delete_audited AFTER DELETE ON sepa_runs BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'), 'run', OLD.id, NULL, NULL, NULL, 'delete',
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
