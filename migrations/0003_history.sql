-- Written by `npm run triggers` from worker/history/recorded.ts; not to be edited by hand.
-- The triggers of each table insert every changed row, before and after, into row_changes. Its trigger writes
-- the line of audit_entries, which is shown, and the row of journal, which an undo needs.

CREATE TRIGGER row_changes_written BEFORE INSERT ON row_changes BEGIN
  -- An import or a merge records one event instead of a line for each inserted or deleted row.
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id, costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      NEW.entity, NEW.entity_id, NEW.member_id, NEW.costume_id, NEW.parade_id, NEW.op, c.changes
    FROM (SELECT *, (SELECT '{' || coalesce(group_concat(json_quote(f.key) || ':[' ||
          iif(NEW.before IS NULL, 'null', iif(f.how = 'flag', iif(f.was, 'true', 'false'), json_quote(
            iif(f.how = 'tail' AND f.was <> '', '…' || iif(length(f.was) > 4, substr(f.was, -4), ''),
            iif(f.how = 'changed', iif(f.was = '', '', 'geändert'), f.was))))) || ',' ||
          iif(NEW.after IS NULL, 'null', iif(f.how = 'flag', iif(f.becomes, 'true', 'false'), json_quote(
            iif(f.how = 'tail' AND f.becomes <> '', '…' || iif(length(f.becomes) > 4, substr(f.becomes, -4), ''),
            iif(f.how = 'changed', iif(f.becomes = '', '', 'geändert'), f.becomes))))) || ']'), '') || '}'
        FROM (SELECT key, value ->> 1 AS usual, value ->> 2 AS how, NEW.before ->> (value ->> 0) AS was,
          NEW.after ->> (value ->> 0) AS becomes FROM json_each(('{"member":{"memberNumber":["member_number",0],"firstName":["first_name",null],"lastName":["last_name",null],' ||
          '"maidenName":["maiden_name",""],"addressStreet":["address_street",""],' ||
          '"addressNumber":["address_number",""],"addressPlz":["address_plz",""],"addressTown":["address_town",""],' ||
          '"birthday":["birthday",null],"dateJoined":["date_joined",null],"dateLeft":["date_left",null],' ||
          '"phone":["phone",""],"phoneMobile":["phone_mobile",""],"eMail":["e_mail",""],' ||
          '"membershipState":["membership_state","Active"],"comment":["comment",""],' ||
          '"bankingIban":["banking_iban","","tail"],"bankingBic":["banking_bic","","tail"],' ||
          '"bankingAccountOwner":["banking_account_owner","","changed"],"bankingBank":["banking_bank","","changed"],' ||
          '"bankingSepaAllowed":["banking_sepa_allowed",0,"flag"],' ||
          '"bankingSepaAllowedDate":["banking_sepa_allowed_date",null],' ||
          '"individualFeeInCent":["individual_fee_in_cent",null],"individualFeeReason":["individual_fee_reason",""],' ||
          '"mandateReference":["mandate_reference","","tail"],"paradesBefore":["parades_before",0],' ||
          '"paradesBeforeUntil":["parades_before_until",null],"mailOptOut":["mail_opt_out",0,"flag"],' ||
          '"payerId":["payer_id",null]},"timespan":{"from":["from_date",null],"to":["to_date",null]},' ||
          '"exit":{"state":["state",null],"date":["date",null],"effectiveAt":["effective_at",null],' ||
          '"undoneAt":["undone_at",null]},"honor":{"type":["type",null],"date":["date",null],' ||
          '"comment":["comment",""]},"assemblyHonor":{"date":["date",null],"type":["type",null],' ||
          '"attendance":["attendance",null],"choice":["choice",null],"invitedOn":["invited_on",null],' ||
          '"orderedOn":["ordered_on",null],"handedOverOn":["handed_over_on",null],"note":["note",""]},' ||
          '"duty":{"duty":["duty",null],"from":["from_date",null],"to":["to_date",null],"comment":["comment",""]},' ||
          '"costumeType":{"name":["name",null]},"costume":{"number":["number",null],' ||
          '"costumeTypeId":["costume_type_id",null],"registeredSince":["registered_since",null],' ||
          '"registeredUntil":["registered_until",null],"comment":["comment",""]},' ||
          '"ownership":{"costumeId":["costume_id",null],"memberId":["member_id",null],"ownedFrom":["owned_from",null],' ||
          '"ownedTo":["owned_to",null]},"parade":{"title":["title",null],"host":["host",null],' ||
          '"hostTown":["host_town",""],"hostPlz":["host_plz",""],"date":["date",null],' ||
          '"paradeNumber":["parade_number",0],"comment":["comment",""],' ||
          '"priceForAdultsInCent":["price_for_adults_in_cent",0],' ||
          '"priceForChildrenInCent":["price_for_children_in_cent",0],' ||
          '"dateEnrolmentStart":["date_enrolment_start",null],"timeEnrolmentStart":["time_enrolment_start",null],' ||
          '"dateEnrolmentEnd":["date_enrolment_end",null],"timeEnrolmentEnd":["time_enrolment_end",null],' ||
          '"timeStart":["time_start",null],"lineUpNumber":["line_up_number",null],' ||
          '"lineUpPlace":["line_up_place",null],"departures":["departures",[]],"capacity":["capacity",null],' ||
          '"minAge":["min_age",null],"guardianBelow":["guardian_below",null],"extras":["extras",[]],' ||
          '"isChildParade":["is_child_parade",0,"flag"],"cancelledAt":["cancelled_at",null],' ||
          '"cancelReason":["cancel_reason",""]},"participation":{"paradeId":["parade_id",null],' ||
          '"memberId":["member_id",null],"door":["door",null],"state":["state",null],"firstName":["first_name",null],' ||
          '"lastName":["last_name",null],"birthday":["birthday",null],"costumeTypeId":["costume_type_id",null],' ||
          '"costumeId":["costume_id",null],"costumeNumber":["costume_number",""],"ageClass":["age_class",null],' ||
          '"priceInCent":["price_in_cent",null],"extras":["extras",[]],"cashReturnedAt":["cash_returned_at",null],' ||
          '"isGuest":["is_guest",0,"flag"],"guardianName":["guardian_name",null,"changed"]},' ||
          '"settings":{"name":["name",""],"address":["address",""],"creditorName":["creditor_name",""],' ||
          '"creditorId":["creditor_id",""],"creditorIban":["creditor_iban","","tail"],' ||
          '"creditorBic":["creditor_bic","","tail"],"sepaLeadDays":["sepa_lead_days",5],' ||
          '"assemblyDate":["assembly_date",null],"selfCancel":["self_cancel","off"],' ||
          '"selfCancelDays":["self_cancel_days",7],"legalName":["legal_name",""],"street":["street",""],' ||
          '"plz":["plz",""],"town":["town",""],"representatives":["representatives",""],' ||
          '"contactEmail":["contact_email",""],"contactPhone":["contact_phone",""],' ||
          '"registerCourt":["register_court",""],"registerNumber":["register_number",""],"vatId":["vat_id",""],' ||
          '"privacyContact":["privacy_contact",""],"imprintText":["imprint_text",""],' ||
          '"privacyText":["privacy_text",""],"passkeysRequired":["passkeys_required",0,"flag"],' ||
          '"familyCapInCent":["family_cap_in_cent",null],"accessibilityText":["accessibility_text",""],' ||
          '"cashAtCheckIn":["cash_at_check_in",1,"flag"],"passkeysRequiredFrom":["passkeys_required_from",null],' ||
          '"minAge":["min_age",null],"guardianBelow":["guardian_below",null],' ||
          '"guardianConsentText":["guardian_consent_text","Ich bin erziehungsberechtigt oder habe deren Erlaubnis. Ich begleite die Minderjährigen beim Umzug und bin am Tag unter dieser Nummer erreichbar."]},' ||
          '"feeRule":{"validFrom":["valid_from",null],"state":["state",null],"ageFrom":["age_from",0],' ||
          '"ageTo":["age_to",null],"amountInCent":["amount_in_cent",null]},"honorRule":{"type":["type",null,"key"],' ||
          '"basis":["basis","manual"],"threshold":["threshold",null],"label":["label",null],"issuer":["issuer",""],' ||
          '"certificateText":["certificate_text",""],"position":["position",null],"hidden":["hidden",0,"flag"]},' ||
          '"office":{"code":["code",null,"key"],"label":["label",null],"position":["position",null],' ||
          '"hidden":["hidden",0,"flag"]},"honorRuleDuty":{"type":["type",null,"key"],"duty":["duty",null,"key"]},' ||
          '"user":{"emailAddress":["email_address",null],"firstName":["first_name",""],"lastName":["last_name",""],' ||
          '"locked":["locked",0,"flag"],"passwordHash":["password_hash",null,"changed"],' ||
          '"mailSignature":["mail_signature",""],"calendarHash":["calendar_hash",null,"changed"]},' ||
          '"userRole":{"role":["role",null,"key"]},"passkey":{"userId":["user_id",null],"name":["name",""]},' ||
          '"letterText":{"kind":["kind",null],"opening":["opening",null],"closing":["closing",null],' ||
          '"openingFormal":["opening_formal",null],"closingFormal":["closing_formal",null]},' ||
          '"circularTemplate":{"name":["name",null],"subject":["subject",null],"body":["body",null]},' ||
          '"view":{"userId":["user_id",null],"shared":["shared",0,"flag"],"grid":["grid",null],"name":["name",null],' ||
          '"search":["search",null]},"run":{"year":["year",null],"dueDate":["due_date",null],' ||
          '"debitCount":["debit_count",null],"sumInCent":["sum_in_cent",null],"messageId":["message_id",null],' ||
          '"submittedOn":["submitted_on",null],"creditedOn":["credited_on",null],"voidedAt":["voided_at",null],' ||
          '"voidReason":["void_reason",""]}}') -> NEW.entity)) f
        WHERE f.how = 'key' OR iif(NEW.before IS NULL, f.usual, f.was) IS NOT iif(NEW.after IS NULL, f.usual, f.becomes)) AS changes
      FROM audit_context WHERE id = 1 AND NEW.entity IS NOT NULL
        AND (NEW.op = 'update' OR via IS NOT 'import') LIMIT 1) c
    WHERE NEW.op <> 'update' OR c.changes <> '{}';
  INSERT INTO journal (at, request_id, entity, row_id, member_id, op, before, after)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
      coalesce(c.request_id, (SELECT request_id FROM audit_entries WHERE id = last_insert_rowid())), NEW.source, NEW.row_id, NEW.member_id, NEW.op,
      NEW.before, NEW.after
    FROM audit_context c WHERE c.id = 1 AND coalesce(c.act, '') NOT LIKE '%/undo'
      AND NEW.kept;
  SELECT RAISE(IGNORE);
END;
CREATE TRIGGER members_insert_audited AFTER INSERT ON members BEGIN
  INSERT INTO row_changes SELECT 'member', NEW.id, 'members', NEW.id, NEW.id, NULL, NULL, 'insert',
    NULL,
    json(jsonb_set(jsonb_set(jsonb_object('id', NEW.id, 'member_number', NEW.member_number, 'first_name', NEW.first_name,
      'last_name', NEW.last_name, 'maiden_name', NEW.maiden_name, 'first_name_key', NEW.first_name_key,
      'last_name_key', NEW.last_name_key, 'maiden_name_key', NEW.maiden_name_key, 'address_street', NEW.address_street,
      'address_number', NEW.address_number, 'address_plz', NEW.address_plz, 'address_town', NEW.address_town,
      'birthday', NEW.birthday, 'date_joined', NEW.date_joined, 'date_left', NEW.date_left, 'phone', NEW.phone),
      '$.phone_mobile', NEW.phone_mobile, '$.e_mail', NEW.e_mail, '$.membership_state', NEW.membership_state,
      '$.comment', NEW.comment, '$.banking_iban', NEW.banking_iban, '$.banking_bic', NEW.banking_bic,
      '$.banking_account_owner', NEW.banking_account_owner, '$.banking_bank', NEW.banking_bank,
      '$.banking_sepa_allowed', NEW.banking_sepa_allowed, '$.banking_sepa_allowed_date', NEW.banking_sepa_allowed_date,
      '$.individual_fee_in_cent', NEW.individual_fee_in_cent, '$.individual_fee_reason', NEW.individual_fee_reason,
      '$.mandate_reference', NEW.mandate_reference, '$.parades_before', NEW.parades_before,
      '$.parades_before_until', NEW.parades_before_until), '$.mail_opt_out', NEW.mail_opt_out,
      '$.payer_id', NEW.payer_id, '$.created_at', NEW.created_at, '$.version', NEW.version,
      '$.anonymised_at', NEW.anonymised_at, '$.import_id', NEW.import_id)), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER members_update_audited AFTER UPDATE OF member_number, first_name, last_name, maiden_name, first_name_key, last_name_key, maiden_name_key, address_street,
    address_number, address_plz, address_town, birthday, date_joined, date_left, phone, phone_mobile, e_mail,
    membership_state, comment, banking_iban, banking_bic, banking_account_owner, banking_bank, banking_sepa_allowed,
    banking_sepa_allowed_date, individual_fee_in_cent, individual_fee_reason, mandate_reference, parades_before,
    parades_before_until, mail_opt_out, payer_id, created_at, anonymised_at, import_id ON members BEGIN
  INSERT INTO row_changes SELECT 'member', NEW.id, 'members', NEW.id, NEW.id, NULL, NULL, 'update',
    json(jsonb_set(jsonb_set(jsonb_object('id', OLD.id, 'member_number', OLD.member_number, 'first_name', OLD.first_name,
      'last_name', OLD.last_name, 'maiden_name', OLD.maiden_name, 'first_name_key', OLD.first_name_key,
      'last_name_key', OLD.last_name_key, 'maiden_name_key', OLD.maiden_name_key, 'address_street', OLD.address_street,
      'address_number', OLD.address_number, 'address_plz', OLD.address_plz, 'address_town', OLD.address_town,
      'birthday', OLD.birthday, 'date_joined', OLD.date_joined, 'date_left', OLD.date_left, 'phone', OLD.phone),
      '$.phone_mobile', OLD.phone_mobile, '$.e_mail', OLD.e_mail, '$.membership_state', OLD.membership_state,
      '$.comment', OLD.comment, '$.banking_iban', OLD.banking_iban, '$.banking_bic', OLD.banking_bic,
      '$.banking_account_owner', OLD.banking_account_owner, '$.banking_bank', OLD.banking_bank,
      '$.banking_sepa_allowed', OLD.banking_sepa_allowed, '$.banking_sepa_allowed_date', OLD.banking_sepa_allowed_date,
      '$.individual_fee_in_cent', OLD.individual_fee_in_cent, '$.individual_fee_reason', OLD.individual_fee_reason,
      '$.mandate_reference', OLD.mandate_reference, '$.parades_before', OLD.parades_before,
      '$.parades_before_until', OLD.parades_before_until), '$.mail_opt_out', OLD.mail_opt_out,
      '$.payer_id', OLD.payer_id, '$.created_at', OLD.created_at, '$.version', OLD.version,
      '$.anonymised_at', OLD.anonymised_at, '$.import_id', OLD.import_id)),
    json(jsonb_set(jsonb_set(jsonb_object('id', NEW.id, 'member_number', NEW.member_number, 'first_name', NEW.first_name,
      'last_name', NEW.last_name, 'maiden_name', NEW.maiden_name, 'first_name_key', NEW.first_name_key,
      'last_name_key', NEW.last_name_key, 'maiden_name_key', NEW.maiden_name_key, 'address_street', NEW.address_street,
      'address_number', NEW.address_number, 'address_plz', NEW.address_plz, 'address_town', NEW.address_town,
      'birthday', NEW.birthday, 'date_joined', NEW.date_joined, 'date_left', NEW.date_left, 'phone', NEW.phone),
      '$.phone_mobile', NEW.phone_mobile, '$.e_mail', NEW.e_mail, '$.membership_state', NEW.membership_state,
      '$.comment', NEW.comment, '$.banking_iban', NEW.banking_iban, '$.banking_bic', NEW.banking_bic,
      '$.banking_account_owner', NEW.banking_account_owner, '$.banking_bank', NEW.banking_bank,
      '$.banking_sepa_allowed', NEW.banking_sepa_allowed, '$.banking_sepa_allowed_date', NEW.banking_sepa_allowed_date,
      '$.individual_fee_in_cent', NEW.individual_fee_in_cent, '$.individual_fee_reason', NEW.individual_fee_reason,
      '$.mandate_reference', NEW.mandate_reference, '$.parades_before', NEW.parades_before,
      '$.parades_before_until', NEW.parades_before_until), '$.mail_opt_out', NEW.mail_opt_out,
      '$.payer_id', NEW.payer_id, '$.created_at', NEW.created_at, '$.version', NEW.version,
      '$.anonymised_at', NEW.anonymised_at, '$.import_id', NEW.import_id)), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.member_number IS NOT NEW.member_number OR OLD.first_name IS NOT NEW.first_name OR OLD.last_name IS NOT NEW.last_name OR
        OLD.maiden_name IS NOT NEW.maiden_name OR OLD.address_street IS NOT NEW.address_street OR
        OLD.address_number IS NOT NEW.address_number OR OLD.address_plz IS NOT NEW.address_plz OR
        OLD.address_town IS NOT NEW.address_town OR OLD.birthday IS NOT NEW.birthday OR
        OLD.date_joined IS NOT NEW.date_joined OR OLD.date_left IS NOT NEW.date_left OR OLD.phone IS NOT NEW.phone OR
        OLD.phone_mobile IS NOT NEW.phone_mobile OR OLD.e_mail IS NOT NEW.e_mail OR
        OLD.membership_state IS NOT NEW.membership_state OR OLD.comment IS NOT NEW.comment OR
        OLD.banking_iban IS NOT NEW.banking_iban OR OLD.banking_bic IS NOT NEW.banking_bic OR
        OLD.banking_account_owner IS NOT NEW.banking_account_owner OR OLD.banking_bank IS NOT NEW.banking_bank OR
        OLD.banking_sepa_allowed IS NOT NEW.banking_sepa_allowed OR
        OLD.banking_sepa_allowed_date IS NOT NEW.banking_sepa_allowed_date OR
        OLD.individual_fee_in_cent IS NOT NEW.individual_fee_in_cent OR
        OLD.individual_fee_reason IS NOT NEW.individual_fee_reason OR OLD.mandate_reference IS NOT NEW.mandate_reference OR
        OLD.parades_before IS NOT NEW.parades_before OR OLD.parades_before_until IS NOT NEW.parades_before_until OR
        OLD.mail_opt_out IS NOT NEW.mail_opt_out OR OLD.payer_id IS NOT NEW.payer_id);
END;
CREATE TRIGGER members_delete_audited AFTER DELETE ON members BEGIN
  INSERT INTO row_changes SELECT 'member', OLD.id, 'members', OLD.id, OLD.id, NULL, NULL, 'delete',
    json(jsonb_set(jsonb_set(jsonb_object('id', OLD.id, 'member_number', OLD.member_number, 'first_name', OLD.first_name,
      'last_name', OLD.last_name, 'maiden_name', OLD.maiden_name, 'first_name_key', OLD.first_name_key,
      'last_name_key', OLD.last_name_key, 'maiden_name_key', OLD.maiden_name_key, 'address_street', OLD.address_street,
      'address_number', OLD.address_number, 'address_plz', OLD.address_plz, 'address_town', OLD.address_town,
      'birthday', OLD.birthday, 'date_joined', OLD.date_joined, 'date_left', OLD.date_left, 'phone', OLD.phone),
      '$.phone_mobile', OLD.phone_mobile, '$.e_mail', OLD.e_mail, '$.membership_state', OLD.membership_state,
      '$.comment', OLD.comment, '$.banking_iban', OLD.banking_iban, '$.banking_bic', OLD.banking_bic,
      '$.banking_account_owner', OLD.banking_account_owner, '$.banking_bank', OLD.banking_bank,
      '$.banking_sepa_allowed', OLD.banking_sepa_allowed, '$.banking_sepa_allowed_date', OLD.banking_sepa_allowed_date,
      '$.individual_fee_in_cent', OLD.individual_fee_in_cent, '$.individual_fee_reason', OLD.individual_fee_reason,
      '$.mandate_reference', OLD.mandate_reference, '$.parades_before', OLD.parades_before,
      '$.parades_before_until', OLD.parades_before_until), '$.mail_opt_out', OLD.mail_opt_out,
      '$.payer_id', OLD.payer_id, '$.created_at', OLD.created_at, '$.version', OLD.version,
      '$.anonymised_at', OLD.anonymised_at, '$.import_id', OLD.import_id)),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER member_timespans_insert_audited AFTER INSERT ON member_timespans BEGIN
  INSERT INTO row_changes SELECT 'timespan', NEW.id, 'member_timespans', NEW.id, NEW.member_id, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'member_id', NEW.member_id, 'from_date', NEW.from_date, 'to_date', NEW.to_date), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER member_timespans_update_audited AFTER UPDATE OF member_id, from_date, to_date ON member_timespans BEGIN
  INSERT INTO row_changes SELECT 'timespan', NEW.id, 'member_timespans', NEW.id, NEW.member_id, NULL, NULL, 'update',
    json_object('id', OLD.id, 'member_id', OLD.member_id, 'from_date', OLD.from_date, 'to_date', OLD.to_date),
    json_object('id', NEW.id, 'member_id', NEW.member_id, 'from_date', NEW.from_date, 'to_date', NEW.to_date), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.from_date IS NOT NEW.from_date OR OLD.to_date IS NOT NEW.to_date);
END;
CREATE TRIGGER member_timespans_delete_audited AFTER DELETE ON member_timespans BEGIN
  INSERT INTO row_changes SELECT 'timespan', OLD.id, 'member_timespans', OLD.id, OLD.member_id, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'member_id', OLD.member_id, 'from_date', OLD.from_date, 'to_date', OLD.to_date),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER member_exits_insert_audited AFTER INSERT ON member_exits BEGIN
  INSERT INTO row_changes SELECT 'exit', NEW.id, 'member_exits', NEW.id, NEW.member_id, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'member_id', NEW.member_id, 'state', NEW.state, 'date', NEW.date,
      'state_before', NEW.state_before, 'date_left_before', NEW.date_left_before, 'ended', NEW.ended,
      'recorded_at', NEW.recorded_at, 'recorded_by', NEW.recorded_by, 'effective_at', NEW.effective_at,
      'undone_at', NEW.undone_at), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER member_exits_update_audited AFTER UPDATE OF member_id, state, date, state_before, date_left_before, ended, recorded_at, recorded_by, effective_at, undone_at ON member_exits BEGIN
  INSERT INTO row_changes SELECT 'exit', NEW.id, 'member_exits', NEW.id, NEW.member_id, NULL, NULL, 'update',
    json_object('id', OLD.id, 'member_id', OLD.member_id, 'state', OLD.state, 'date', OLD.date,
      'state_before', OLD.state_before, 'date_left_before', OLD.date_left_before, 'ended', OLD.ended,
      'recorded_at', OLD.recorded_at, 'recorded_by', OLD.recorded_by, 'effective_at', OLD.effective_at,
      'undone_at', OLD.undone_at),
    json_object('id', NEW.id, 'member_id', NEW.member_id, 'state', NEW.state, 'date', NEW.date,
      'state_before', NEW.state_before, 'date_left_before', NEW.date_left_before, 'ended', NEW.ended,
      'recorded_at', NEW.recorded_at, 'recorded_by', NEW.recorded_by, 'effective_at', NEW.effective_at,
      'undone_at', NEW.undone_at), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.state IS NOT NEW.state OR OLD.date IS NOT NEW.date OR OLD.effective_at IS NOT NEW.effective_at OR
        OLD.undone_at IS NOT NEW.undone_at);
END;
CREATE TRIGGER member_exits_delete_audited AFTER DELETE ON member_exits BEGIN
  INSERT INTO row_changes SELECT 'exit', OLD.id, 'member_exits', OLD.id, OLD.member_id, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'member_id', OLD.member_id, 'state', OLD.state, 'date', OLD.date,
      'state_before', OLD.state_before, 'date_left_before', OLD.date_left_before, 'ended', OLD.ended,
      'recorded_at', OLD.recorded_at, 'recorded_by', OLD.recorded_by, 'effective_at', OLD.effective_at,
      'undone_at', OLD.undone_at),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER honors_insert_audited AFTER INSERT ON honors BEGIN
  INSERT INTO row_changes SELECT 'honor', NEW.id, 'honors', NEW.id, NEW.member_id, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'member_id', NEW.member_id, 'type', NEW.type, 'date', NEW.date, 'comment', NEW.comment,
      'version', NEW.version), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER honors_update_audited AFTER UPDATE OF member_id, type, date, comment ON honors BEGIN
  INSERT INTO row_changes SELECT 'honor', NEW.id, 'honors', NEW.id, NEW.member_id, NULL, NULL, 'update',
    json_object('id', OLD.id, 'member_id', OLD.member_id, 'type', OLD.type, 'date', OLD.date, 'comment', OLD.comment,
      'version', OLD.version),
    json_object('id', NEW.id, 'member_id', NEW.member_id, 'type', NEW.type, 'date', NEW.date, 'comment', NEW.comment,
      'version', NEW.version), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.type IS NOT NEW.type OR OLD.date IS NOT NEW.date OR OLD.comment IS NOT NEW.comment);
END;
CREATE TRIGGER honors_delete_audited AFTER DELETE ON honors BEGIN
  INSERT INTO row_changes SELECT 'honor', OLD.id, 'honors', OLD.id, OLD.member_id, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'member_id', OLD.member_id, 'type', OLD.type, 'date', OLD.date, 'comment', OLD.comment,
      'version', OLD.version),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER assembly_honors_insert_audited AFTER INSERT ON assembly_honors BEGIN
  INSERT INTO row_changes SELECT 'assemblyHonor', NEW.id, 'assembly_honors', NEW.id, NEW.member_id, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'date', NEW.date, 'member_id', NEW.member_id, 'type', NEW.type, 'attendance', NEW.attendance,
      'choice', NEW.choice, 'invited_on', NEW.invited_on, 'ordered_on', NEW.ordered_on,
      'handed_over_on', NEW.handed_over_on, 'act', NEW.act, 'honor_id', NEW.honor_id, 'note', NEW.note), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER assembly_honors_update_audited AFTER UPDATE OF date, member_id, type, attendance, choice, invited_on, ordered_on, handed_over_on, act, honor_id, note ON assembly_honors BEGIN
  INSERT INTO row_changes SELECT 'assemblyHonor', NEW.id, 'assembly_honors', NEW.id, NEW.member_id, NULL, NULL, 'update',
    json_object('id', OLD.id, 'date', OLD.date, 'member_id', OLD.member_id, 'type', OLD.type, 'attendance', OLD.attendance,
      'choice', OLD.choice, 'invited_on', OLD.invited_on, 'ordered_on', OLD.ordered_on,
      'handed_over_on', OLD.handed_over_on, 'act', OLD.act, 'honor_id', OLD.honor_id, 'note', OLD.note),
    json_object('id', NEW.id, 'date', NEW.date, 'member_id', NEW.member_id, 'type', NEW.type, 'attendance', NEW.attendance,
      'choice', NEW.choice, 'invited_on', NEW.invited_on, 'ordered_on', NEW.ordered_on,
      'handed_over_on', NEW.handed_over_on, 'act', NEW.act, 'honor_id', NEW.honor_id, 'note', NEW.note), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.date IS NOT NEW.date OR OLD.type IS NOT NEW.type OR OLD.attendance IS NOT NEW.attendance OR
        OLD.choice IS NOT NEW.choice OR OLD.invited_on IS NOT NEW.invited_on OR OLD.ordered_on IS NOT NEW.ordered_on OR
        OLD.handed_over_on IS NOT NEW.handed_over_on OR OLD.note IS NOT NEW.note);
END;
CREATE TRIGGER assembly_honors_delete_audited AFTER DELETE ON assembly_honors BEGIN
  INSERT INTO row_changes SELECT 'assemblyHonor', OLD.id, 'assembly_honors', OLD.id, OLD.member_id, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'date', OLD.date, 'member_id', OLD.member_id, 'type', OLD.type, 'attendance', OLD.attendance,
      'choice', OLD.choice, 'invited_on', OLD.invited_on, 'ordered_on', OLD.ordered_on,
      'handed_over_on', OLD.handed_over_on, 'act', OLD.act, 'honor_id', OLD.honor_id, 'note', OLD.note),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER duty_entries_insert_audited AFTER INSERT ON duty_entries BEGIN
  INSERT INTO row_changes SELECT 'duty', NEW.id, 'duty_entries', NEW.id, NEW.member_id, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'member_id', NEW.member_id, 'duty', NEW.duty, 'from_date', NEW.from_date,
      'to_date', NEW.to_date, 'comment', NEW.comment, 'version', NEW.version), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER duty_entries_update_audited AFTER UPDATE OF member_id, duty, from_date, to_date, comment ON duty_entries BEGIN
  INSERT INTO row_changes SELECT 'duty', NEW.id, 'duty_entries', NEW.id, NEW.member_id, NULL, NULL, 'update',
    json_object('id', OLD.id, 'member_id', OLD.member_id, 'duty', OLD.duty, 'from_date', OLD.from_date,
      'to_date', OLD.to_date, 'comment', OLD.comment, 'version', OLD.version),
    json_object('id', NEW.id, 'member_id', NEW.member_id, 'duty', NEW.duty, 'from_date', NEW.from_date,
      'to_date', NEW.to_date, 'comment', NEW.comment, 'version', NEW.version), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.duty IS NOT NEW.duty OR OLD.from_date IS NOT NEW.from_date OR OLD.to_date IS NOT NEW.to_date OR
        OLD.comment IS NOT NEW.comment);
END;
CREATE TRIGGER duty_entries_delete_audited AFTER DELETE ON duty_entries BEGIN
  INSERT INTO row_changes SELECT 'duty', OLD.id, 'duty_entries', OLD.id, OLD.member_id, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'member_id', OLD.member_id, 'duty', OLD.duty, 'from_date', OLD.from_date,
      'to_date', OLD.to_date, 'comment', OLD.comment, 'version', OLD.version),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER costume_types_insert_audited AFTER INSERT ON costume_types BEGIN
  INSERT INTO row_changes SELECT 'costumeType', NEW.id, 'costume_types', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'name', NEW.name, 'name_key', NEW.name_key), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER costume_types_update_audited AFTER UPDATE OF name, name_key ON costume_types BEGIN
  INSERT INTO row_changes SELECT 'costumeType', NEW.id, 'costume_types', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'name', OLD.name, 'name_key', OLD.name_key),
    json_object('id', NEW.id, 'name', NEW.name, 'name_key', NEW.name_key), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.name IS NOT NEW.name);
END;
CREATE TRIGGER costume_types_delete_audited AFTER DELETE ON costume_types BEGIN
  INSERT INTO row_changes SELECT 'costumeType', OLD.id, 'costume_types', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'name', OLD.name, 'name_key', OLD.name_key),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER costumes_insert_audited AFTER INSERT ON costumes BEGIN
  INSERT INTO row_changes SELECT 'costume', NEW.id, 'costumes', NEW.id, NULL, NEW.id, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'number', NEW.number, 'number_key', NEW.number_key, 'costume_type_id', NEW.costume_type_id,
      'registered_since', NEW.registered_since, 'registered_until', NEW.registered_until, 'comment', NEW.comment,
      'version', NEW.version), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER costumes_update_audited AFTER UPDATE OF number, number_key, costume_type_id, registered_since, registered_until, comment ON costumes BEGIN
  INSERT INTO row_changes SELECT 'costume', NEW.id, 'costumes', NEW.id, NULL, NEW.id, NULL, 'update',
    json_object('id', OLD.id, 'number', OLD.number, 'number_key', OLD.number_key, 'costume_type_id', OLD.costume_type_id,
      'registered_since', OLD.registered_since, 'registered_until', OLD.registered_until, 'comment', OLD.comment,
      'version', OLD.version),
    json_object('id', NEW.id, 'number', NEW.number, 'number_key', NEW.number_key, 'costume_type_id', NEW.costume_type_id,
      'registered_since', NEW.registered_since, 'registered_until', NEW.registered_until, 'comment', NEW.comment,
      'version', NEW.version), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.number IS NOT NEW.number OR OLD.costume_type_id IS NOT NEW.costume_type_id OR
        OLD.registered_since IS NOT NEW.registered_since OR OLD.registered_until IS NOT NEW.registered_until OR
        OLD.comment IS NOT NEW.comment);
END;
CREATE TRIGGER costumes_delete_audited AFTER DELETE ON costumes BEGIN
  INSERT INTO row_changes SELECT 'costume', OLD.id, 'costumes', OLD.id, NULL, OLD.id, NULL, 'delete',
    json_object('id', OLD.id, 'number', OLD.number, 'number_key', OLD.number_key, 'costume_type_id', OLD.costume_type_id,
      'registered_since', OLD.registered_since, 'registered_until', OLD.registered_until, 'comment', OLD.comment,
      'version', OLD.version),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER costume_ownerships_insert_audited AFTER INSERT ON costume_ownerships BEGIN
  INSERT INTO row_changes SELECT 'ownership', NEW.id, 'costume_ownerships', NEW.id, NEW.member_id, NEW.costume_id, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'costume_id', NEW.costume_id, 'member_id', NEW.member_id, 'owned_from', NEW.owned_from,
      'owned_to', NEW.owned_to), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER costume_ownerships_update_audited AFTER UPDATE OF costume_id, member_id, owned_from, owned_to ON costume_ownerships BEGIN
  INSERT INTO row_changes SELECT 'ownership', NEW.id, 'costume_ownerships', NEW.id, NEW.member_id, NEW.costume_id, NULL, 'update',
    json_object('id', OLD.id, 'costume_id', OLD.costume_id, 'member_id', OLD.member_id, 'owned_from', OLD.owned_from,
      'owned_to', OLD.owned_to),
    json_object('id', NEW.id, 'costume_id', NEW.costume_id, 'member_id', NEW.member_id, 'owned_from', NEW.owned_from,
      'owned_to', NEW.owned_to), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.costume_id IS NOT NEW.costume_id OR OLD.member_id IS NOT NEW.member_id OR OLD.owned_from IS NOT NEW.owned_from OR
        OLD.owned_to IS NOT NEW.owned_to);
END;
CREATE TRIGGER costume_ownerships_delete_audited AFTER DELETE ON costume_ownerships BEGIN
  INSERT INTO row_changes SELECT 'ownership', OLD.id, 'costume_ownerships', OLD.id, OLD.member_id, OLD.costume_id, NULL, 'delete',
    json_object('id', OLD.id, 'costume_id', OLD.costume_id, 'member_id', OLD.member_id, 'owned_from', OLD.owned_from,
      'owned_to', OLD.owned_to),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER parades_insert_audited AFTER INSERT ON parades BEGIN
  INSERT INTO row_changes SELECT 'parade', NEW.id, 'parades', NEW.id, NULL, NULL, NEW.id, 'insert',
    NULL,
    json(jsonb_set(jsonb_object('id', NEW.id, 'title', NEW.title, 'host', NEW.host, 'host_town', NEW.host_town,
      'host_plz', NEW.host_plz, 'search_key', NEW.search_key, 'date', NEW.date, 'parade_number', NEW.parade_number,
      'comment', NEW.comment, 'price_for_adults_in_cent', NEW.price_for_adults_in_cent,
      'price_for_children_in_cent', NEW.price_for_children_in_cent, 'date_enrolment_start', NEW.date_enrolment_start,
      'date_enrolment_end', NEW.date_enrolment_end, 'is_child_parade', NEW.is_child_parade,
      'cancelled_at', NEW.cancelled_at, 'cancelled_by', NEW.cancelled_by), '$.cancel_reason', NEW.cancel_reason,
      '$.time_enrolment_start', NEW.time_enrolment_start, '$.time_enrolment_end', NEW.time_enrolment_end,
      '$.time_start', NEW.time_start, '$.line_up_number', NEW.line_up_number, '$.line_up_place', NEW.line_up_place,
      '$.departures', NEW.departures, '$.capacity', NEW.capacity, '$.min_age', NEW.min_age,
      '$.guardian_below', NEW.guardian_below, '$.extras', NEW.extras, '$.version', NEW.version)), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER parades_update_audited AFTER UPDATE OF title, host, host_town, host_plz, search_key, date, parade_number, comment, price_for_adults_in_cent,
    price_for_children_in_cent, date_enrolment_start, date_enrolment_end, is_child_parade, cancelled_at, cancelled_by,
    cancel_reason, time_enrolment_start, time_enrolment_end, time_start, line_up_number, line_up_place, departures,
    capacity, min_age, guardian_below, extras ON parades BEGIN
  INSERT INTO row_changes SELECT 'parade', NEW.id, 'parades', NEW.id, NULL, NULL, NEW.id, 'update',
    json(jsonb_set(jsonb_object('id', OLD.id, 'title', OLD.title, 'host', OLD.host, 'host_town', OLD.host_town,
      'host_plz', OLD.host_plz, 'search_key', OLD.search_key, 'date', OLD.date, 'parade_number', OLD.parade_number,
      'comment', OLD.comment, 'price_for_adults_in_cent', OLD.price_for_adults_in_cent,
      'price_for_children_in_cent', OLD.price_for_children_in_cent, 'date_enrolment_start', OLD.date_enrolment_start,
      'date_enrolment_end', OLD.date_enrolment_end, 'is_child_parade', OLD.is_child_parade,
      'cancelled_at', OLD.cancelled_at, 'cancelled_by', OLD.cancelled_by), '$.cancel_reason', OLD.cancel_reason,
      '$.time_enrolment_start', OLD.time_enrolment_start, '$.time_enrolment_end', OLD.time_enrolment_end,
      '$.time_start', OLD.time_start, '$.line_up_number', OLD.line_up_number, '$.line_up_place', OLD.line_up_place,
      '$.departures', OLD.departures, '$.capacity', OLD.capacity, '$.min_age', OLD.min_age,
      '$.guardian_below', OLD.guardian_below, '$.extras', OLD.extras, '$.version', OLD.version)),
    json(jsonb_set(jsonb_object('id', NEW.id, 'title', NEW.title, 'host', NEW.host, 'host_town', NEW.host_town,
      'host_plz', NEW.host_plz, 'search_key', NEW.search_key, 'date', NEW.date, 'parade_number', NEW.parade_number,
      'comment', NEW.comment, 'price_for_adults_in_cent', NEW.price_for_adults_in_cent,
      'price_for_children_in_cent', NEW.price_for_children_in_cent, 'date_enrolment_start', NEW.date_enrolment_start,
      'date_enrolment_end', NEW.date_enrolment_end, 'is_child_parade', NEW.is_child_parade,
      'cancelled_at', NEW.cancelled_at, 'cancelled_by', NEW.cancelled_by), '$.cancel_reason', NEW.cancel_reason,
      '$.time_enrolment_start', NEW.time_enrolment_start, '$.time_enrolment_end', NEW.time_enrolment_end,
      '$.time_start', NEW.time_start, '$.line_up_number', NEW.line_up_number, '$.line_up_place', NEW.line_up_place,
      '$.departures', NEW.departures, '$.capacity', NEW.capacity, '$.min_age', NEW.min_age,
      '$.guardian_below', NEW.guardian_below, '$.extras', NEW.extras, '$.version', NEW.version)), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.title IS NOT NEW.title OR OLD.host IS NOT NEW.host OR OLD.host_town IS NOT NEW.host_town OR
        OLD.host_plz IS NOT NEW.host_plz OR OLD.date IS NOT NEW.date OR OLD.parade_number IS NOT NEW.parade_number OR
        OLD.comment IS NOT NEW.comment OR OLD.price_for_adults_in_cent IS NOT NEW.price_for_adults_in_cent OR
        OLD.price_for_children_in_cent IS NOT NEW.price_for_children_in_cent OR
        OLD.date_enrolment_start IS NOT NEW.date_enrolment_start OR
        OLD.time_enrolment_start IS NOT NEW.time_enrolment_start OR OLD.date_enrolment_end IS NOT NEW.date_enrolment_end OR
        OLD.time_enrolment_end IS NOT NEW.time_enrolment_end OR OLD.time_start IS NOT NEW.time_start OR
        OLD.line_up_number IS NOT NEW.line_up_number OR OLD.line_up_place IS NOT NEW.line_up_place OR
        OLD.departures IS NOT NEW.departures OR OLD.capacity IS NOT NEW.capacity OR OLD.min_age IS NOT NEW.min_age OR
        OLD.guardian_below IS NOT NEW.guardian_below OR OLD.extras IS NOT NEW.extras OR
        OLD.is_child_parade IS NOT NEW.is_child_parade OR OLD.cancelled_at IS NOT NEW.cancelled_at OR
        OLD.cancel_reason IS NOT NEW.cancel_reason);
END;
CREATE TRIGGER parades_delete_audited AFTER DELETE ON parades BEGIN
  INSERT INTO row_changes SELECT 'parade', OLD.id, 'parades', OLD.id, NULL, NULL, OLD.id, 'delete',
    json(jsonb_set(jsonb_object('id', OLD.id, 'title', OLD.title, 'host', OLD.host, 'host_town', OLD.host_town,
      'host_plz', OLD.host_plz, 'search_key', OLD.search_key, 'date', OLD.date, 'parade_number', OLD.parade_number,
      'comment', OLD.comment, 'price_for_adults_in_cent', OLD.price_for_adults_in_cent,
      'price_for_children_in_cent', OLD.price_for_children_in_cent, 'date_enrolment_start', OLD.date_enrolment_start,
      'date_enrolment_end', OLD.date_enrolment_end, 'is_child_parade', OLD.is_child_parade,
      'cancelled_at', OLD.cancelled_at, 'cancelled_by', OLD.cancelled_by), '$.cancel_reason', OLD.cancel_reason,
      '$.time_enrolment_start', OLD.time_enrolment_start, '$.time_enrolment_end', OLD.time_enrolment_end,
      '$.time_start', OLD.time_start, '$.line_up_number', OLD.line_up_number, '$.line_up_place', OLD.line_up_place,
      '$.departures', OLD.departures, '$.capacity', OLD.capacity, '$.min_age', OLD.min_age,
      '$.guardian_below', OLD.guardian_below, '$.extras', OLD.extras, '$.version', OLD.version)),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER participations_insert_audited AFTER INSERT ON participations
  WHEN NEW.door <> 'public' BEGIN
  INSERT INTO row_changes SELECT 'participation', NEW.id, 'participations', NEW.id, NEW.member_id, NULL, NEW.parade_id, 'insert',
    NULL,
    json(jsonb_set(jsonb_set(jsonb_object('id', NEW.id, 'parade_id', NEW.parade_id, 'member_id', NEW.member_id,
      'order_id', NEW.order_id, 'door', NEW.door, 'state', NEW.state, 'first_name', NEW.first_name,
      'last_name', NEW.last_name, 'birthday', NEW.birthday, 'person_key', NEW.person_key, 'given_key', NEW.given_key,
      'costume_type_id', NEW.costume_type_id, 'costume_id', NEW.costume_id, 'costume_number', NEW.costume_number,
      'costume_number_key', NEW.costume_number_key, 'age_class', NEW.age_class), '$.price_in_cent', NEW.price_in_cent,
      '$.extras', NEW.extras, '$.participation_fee_payed', NEW.participation_fee_payed,
      '$.fee_payed_at', NEW.fee_payed_at, '$.fee_payed_by', NEW.fee_payed_by,
      '$.participation_confirmed', NEW.participation_confirmed,
      '$.participation_confirmed_at', NEW.participation_confirmed_at, '$.confirmed_by', NEW.confirmed_by,
      '$.cancelled_at', NEW.cancelled_at, '$.cancelled_by', NEW.cancelled_by, '$.created_at', NEW.created_at,
      '$.created_by', NEW.created_by, '$.cash_returned_at', NEW.cash_returned_at,
      '$.cash_returned_by', NEW.cash_returned_by, '$.match_act_id', NEW.match_act_id),
      '$.check_in_code', NEW.check_in_code, '$.guardian_name', NEW.guardian_name,
      '$.guardian_phone', NEW.guardian_phone, '$.guardian_consent', NEW.guardian_consent,
      '$.guardian_at', NEW.guardian_at, '$.is_guest', NEW.is_guest, '$.cash_while_off', NEW.cash_while_off)), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER participations_update_audited AFTER UPDATE OF parade_id, member_id, order_id, door, state, first_name, last_name, birthday, person_key, given_key, costume_type_id,
    costume_id, costume_number, costume_number_key, age_class, price_in_cent, extras, participation_fee_payed,
    fee_payed_at, fee_payed_by, participation_confirmed, participation_confirmed_at, confirmed_by, cancelled_at,
    cancelled_by, created_at, created_by, cash_returned_at, cash_returned_by, match_act_id, check_in_code,
    guardian_name, guardian_phone, guardian_consent, guardian_at, is_guest, cash_while_off ON participations
  WHEN (OLD.state = 'booked' OR NEW.state = 'cancelled' OR OLD.state = NEW.state) BEGIN
  INSERT INTO row_changes SELECT 'participation', NEW.id, 'participations', NEW.id, NEW.member_id, NULL, NEW.parade_id, 'update',
    json(jsonb_set(jsonb_set(jsonb_object('id', OLD.id, 'parade_id', OLD.parade_id, 'member_id', OLD.member_id,
      'order_id', OLD.order_id, 'door', OLD.door, 'state', OLD.state, 'first_name', OLD.first_name,
      'last_name', OLD.last_name, 'birthday', OLD.birthday, 'person_key', OLD.person_key, 'given_key', OLD.given_key,
      'costume_type_id', OLD.costume_type_id, 'costume_id', OLD.costume_id, 'costume_number', OLD.costume_number,
      'costume_number_key', OLD.costume_number_key, 'age_class', OLD.age_class), '$.price_in_cent', OLD.price_in_cent,
      '$.extras', OLD.extras, '$.participation_fee_payed', OLD.participation_fee_payed,
      '$.fee_payed_at', OLD.fee_payed_at, '$.fee_payed_by', OLD.fee_payed_by,
      '$.participation_confirmed', OLD.participation_confirmed,
      '$.participation_confirmed_at', OLD.participation_confirmed_at, '$.confirmed_by', OLD.confirmed_by,
      '$.cancelled_at', OLD.cancelled_at, '$.cancelled_by', OLD.cancelled_by, '$.created_at', OLD.created_at,
      '$.created_by', OLD.created_by, '$.cash_returned_at', OLD.cash_returned_at,
      '$.cash_returned_by', OLD.cash_returned_by, '$.match_act_id', OLD.match_act_id),
      '$.check_in_code', OLD.check_in_code, '$.guardian_name', OLD.guardian_name,
      '$.guardian_phone', OLD.guardian_phone, '$.guardian_consent', OLD.guardian_consent,
      '$.guardian_at', OLD.guardian_at, '$.is_guest', OLD.is_guest, '$.cash_while_off', OLD.cash_while_off)),
    json(jsonb_set(jsonb_set(jsonb_object('id', NEW.id, 'parade_id', NEW.parade_id, 'member_id', NEW.member_id,
      'order_id', NEW.order_id, 'door', NEW.door, 'state', NEW.state, 'first_name', NEW.first_name,
      'last_name', NEW.last_name, 'birthday', NEW.birthday, 'person_key', NEW.person_key, 'given_key', NEW.given_key,
      'costume_type_id', NEW.costume_type_id, 'costume_id', NEW.costume_id, 'costume_number', NEW.costume_number,
      'costume_number_key', NEW.costume_number_key, 'age_class', NEW.age_class), '$.price_in_cent', NEW.price_in_cent,
      '$.extras', NEW.extras, '$.participation_fee_payed', NEW.participation_fee_payed,
      '$.fee_payed_at', NEW.fee_payed_at, '$.fee_payed_by', NEW.fee_payed_by,
      '$.participation_confirmed', NEW.participation_confirmed,
      '$.participation_confirmed_at', NEW.participation_confirmed_at, '$.confirmed_by', NEW.confirmed_by,
      '$.cancelled_at', NEW.cancelled_at, '$.cancelled_by', NEW.cancelled_by, '$.created_at', NEW.created_at,
      '$.created_by', NEW.created_by, '$.cash_returned_at', NEW.cash_returned_at,
      '$.cash_returned_by', NEW.cash_returned_by, '$.match_act_id', NEW.match_act_id),
      '$.check_in_code', NEW.check_in_code, '$.guardian_name', NEW.guardian_name,
      '$.guardian_phone', NEW.guardian_phone, '$.guardian_consent', NEW.guardian_consent,
      '$.guardian_at', NEW.guardian_at, '$.is_guest', NEW.is_guest, '$.cash_while_off', NEW.cash_while_off)), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS NOT 'cron' AND (via IS 'import' OR OLD.parade_id IS NOT NEW.parade_id OR OLD.member_id IS NOT NEW.member_id OR OLD.door IS NOT NEW.door OR
        OLD.state IS NOT NEW.state OR OLD.first_name IS NOT NEW.first_name OR OLD.last_name IS NOT NEW.last_name OR
        OLD.birthday IS NOT NEW.birthday OR OLD.costume_type_id IS NOT NEW.costume_type_id OR
        OLD.costume_id IS NOT NEW.costume_id OR OLD.costume_number IS NOT NEW.costume_number OR
        OLD.age_class IS NOT NEW.age_class OR OLD.price_in_cent IS NOT NEW.price_in_cent OR OLD.extras IS NOT NEW.extras OR
        OLD.cash_returned_at IS NOT NEW.cash_returned_at OR OLD.is_guest IS NOT NEW.is_guest OR
        OLD.guardian_name IS NOT NEW.guardian_name);
END;
CREATE TRIGGER participations_delete_audited AFTER DELETE ON participations BEGIN
  INSERT INTO row_changes SELECT 'participation', OLD.id, 'participations', OLD.id, OLD.member_id, NULL, OLD.parade_id, 'delete',
    json(jsonb_set(jsonb_set(jsonb_object('id', OLD.id, 'parade_id', OLD.parade_id, 'member_id', OLD.member_id,
      'order_id', OLD.order_id, 'door', OLD.door, 'state', OLD.state, 'first_name', OLD.first_name,
      'last_name', OLD.last_name, 'birthday', OLD.birthday, 'person_key', OLD.person_key, 'given_key', OLD.given_key,
      'costume_type_id', OLD.costume_type_id, 'costume_id', OLD.costume_id, 'costume_number', OLD.costume_number,
      'costume_number_key', OLD.costume_number_key, 'age_class', OLD.age_class), '$.price_in_cent', OLD.price_in_cent,
      '$.extras', OLD.extras, '$.participation_fee_payed', OLD.participation_fee_payed,
      '$.fee_payed_at', OLD.fee_payed_at, '$.fee_payed_by', OLD.fee_payed_by,
      '$.participation_confirmed', OLD.participation_confirmed,
      '$.participation_confirmed_at', OLD.participation_confirmed_at, '$.confirmed_by', OLD.confirmed_by,
      '$.cancelled_at', OLD.cancelled_at, '$.cancelled_by', OLD.cancelled_by, '$.created_at', OLD.created_at,
      '$.created_by', OLD.created_by, '$.cash_returned_at', OLD.cash_returned_at,
      '$.cash_returned_by', OLD.cash_returned_by, '$.match_act_id', OLD.match_act_id),
      '$.check_in_code', OLD.check_in_code, '$.guardian_name', OLD.guardian_name,
      '$.guardian_phone', OLD.guardian_phone, '$.guardian_consent', OLD.guardian_consent,
      '$.guardian_at', OLD.guardian_at, '$.is_guest', OLD.is_guest, '$.cash_while_off', OLD.cash_while_off)),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS NOT 'cron';
END;
CREATE TRIGGER guild_settings_insert_audited AFTER INSERT ON guild_settings BEGIN
  INSERT INTO row_changes SELECT 'settings', NEW.id, 'guild_settings', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json(jsonb_set(jsonb_set(jsonb_object('id', NEW.id, 'name', NEW.name, 'address', NEW.address,
      'creditor_name', NEW.creditor_name, 'creditor_id', NEW.creditor_id, 'creditor_iban', NEW.creditor_iban,
      'creditor_bic', NEW.creditor_bic, 'sepa_lead_days', NEW.sepa_lead_days, 'assembly_date', NEW.assembly_date,
      'self_cancel', NEW.self_cancel, 'self_cancel_days', NEW.self_cancel_days, 'legal_name', NEW.legal_name,
      'street', NEW.street, 'plz', NEW.plz, 'town', NEW.town, 'representatives', NEW.representatives),
      '$.contact_email', NEW.contact_email, '$.contact_phone', NEW.contact_phone,
      '$.register_court', NEW.register_court, '$.register_number', NEW.register_number, '$.vat_id', NEW.vat_id,
      '$.privacy_contact', NEW.privacy_contact, '$.imprint_text', NEW.imprint_text, '$.privacy_text', NEW.privacy_text,
      '$.accessibility_text', NEW.accessibility_text, '$.passkeys_required', NEW.passkeys_required,
      '$.setup_skipped', NEW.setup_skipped, '$.version', NEW.version, '$.family_cap_in_cent', NEW.family_cap_in_cent,
      '$.cash_at_check_in', NEW.cash_at_check_in, '$.min_age', NEW.min_age), '$.guardian_below', NEW.guardian_below,
      '$.guardian_consent_text', NEW.guardian_consent_text, '$.guardian_consent_version', NEW.guardian_consent_version,
      '$.passkeys_required_from', NEW.passkeys_required_from)), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER guild_settings_update_audited AFTER UPDATE OF name, address, creditor_name, creditor_id, creditor_iban, creditor_bic, sepa_lead_days, assembly_date, self_cancel,
    self_cancel_days, legal_name, street, plz, town, representatives, contact_email, contact_phone, register_court,
    register_number, vat_id, privacy_contact, imprint_text, privacy_text, accessibility_text, passkeys_required,
    setup_skipped, family_cap_in_cent, cash_at_check_in, min_age, guardian_below, guardian_consent_text,
    guardian_consent_version, passkeys_required_from ON guild_settings BEGIN
  INSERT INTO row_changes SELECT 'settings', NEW.id, 'guild_settings', NEW.id, NULL, NULL, NULL, 'update',
    json(jsonb_set(jsonb_set(jsonb_object('id', OLD.id, 'name', OLD.name, 'address', OLD.address,
      'creditor_name', OLD.creditor_name, 'creditor_id', OLD.creditor_id, 'creditor_iban', OLD.creditor_iban,
      'creditor_bic', OLD.creditor_bic, 'sepa_lead_days', OLD.sepa_lead_days, 'assembly_date', OLD.assembly_date,
      'self_cancel', OLD.self_cancel, 'self_cancel_days', OLD.self_cancel_days, 'legal_name', OLD.legal_name,
      'street', OLD.street, 'plz', OLD.plz, 'town', OLD.town, 'representatives', OLD.representatives),
      '$.contact_email', OLD.contact_email, '$.contact_phone', OLD.contact_phone,
      '$.register_court', OLD.register_court, '$.register_number', OLD.register_number, '$.vat_id', OLD.vat_id,
      '$.privacy_contact', OLD.privacy_contact, '$.imprint_text', OLD.imprint_text, '$.privacy_text', OLD.privacy_text,
      '$.accessibility_text', OLD.accessibility_text, '$.passkeys_required', OLD.passkeys_required,
      '$.setup_skipped', OLD.setup_skipped, '$.version', OLD.version, '$.family_cap_in_cent', OLD.family_cap_in_cent,
      '$.cash_at_check_in', OLD.cash_at_check_in, '$.min_age', OLD.min_age), '$.guardian_below', OLD.guardian_below,
      '$.guardian_consent_text', OLD.guardian_consent_text, '$.guardian_consent_version', OLD.guardian_consent_version,
      '$.passkeys_required_from', OLD.passkeys_required_from)),
    json(jsonb_set(jsonb_set(jsonb_object('id', NEW.id, 'name', NEW.name, 'address', NEW.address,
      'creditor_name', NEW.creditor_name, 'creditor_id', NEW.creditor_id, 'creditor_iban', NEW.creditor_iban,
      'creditor_bic', NEW.creditor_bic, 'sepa_lead_days', NEW.sepa_lead_days, 'assembly_date', NEW.assembly_date,
      'self_cancel', NEW.self_cancel, 'self_cancel_days', NEW.self_cancel_days, 'legal_name', NEW.legal_name,
      'street', NEW.street, 'plz', NEW.plz, 'town', NEW.town, 'representatives', NEW.representatives),
      '$.contact_email', NEW.contact_email, '$.contact_phone', NEW.contact_phone,
      '$.register_court', NEW.register_court, '$.register_number', NEW.register_number, '$.vat_id', NEW.vat_id,
      '$.privacy_contact', NEW.privacy_contact, '$.imprint_text', NEW.imprint_text, '$.privacy_text', NEW.privacy_text,
      '$.accessibility_text', NEW.accessibility_text, '$.passkeys_required', NEW.passkeys_required,
      '$.setup_skipped', NEW.setup_skipped, '$.version', NEW.version, '$.family_cap_in_cent', NEW.family_cap_in_cent,
      '$.cash_at_check_in', NEW.cash_at_check_in, '$.min_age', NEW.min_age), '$.guardian_below', NEW.guardian_below,
      '$.guardian_consent_text', NEW.guardian_consent_text, '$.guardian_consent_version', NEW.guardian_consent_version,
      '$.passkeys_required_from', NEW.passkeys_required_from)), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.name IS NOT NEW.name OR OLD.address IS NOT NEW.address OR OLD.creditor_name IS NOT NEW.creditor_name OR
        OLD.creditor_id IS NOT NEW.creditor_id OR OLD.creditor_iban IS NOT NEW.creditor_iban OR
        OLD.creditor_bic IS NOT NEW.creditor_bic OR OLD.sepa_lead_days IS NOT NEW.sepa_lead_days OR
        OLD.assembly_date IS NOT NEW.assembly_date OR OLD.self_cancel IS NOT NEW.self_cancel OR
        OLD.self_cancel_days IS NOT NEW.self_cancel_days OR OLD.legal_name IS NOT NEW.legal_name OR
        OLD.street IS NOT NEW.street OR OLD.plz IS NOT NEW.plz OR OLD.town IS NOT NEW.town OR
        OLD.representatives IS NOT NEW.representatives OR OLD.contact_email IS NOT NEW.contact_email OR
        OLD.contact_phone IS NOT NEW.contact_phone OR OLD.register_court IS NOT NEW.register_court OR
        OLD.register_number IS NOT NEW.register_number OR OLD.vat_id IS NOT NEW.vat_id OR
        OLD.privacy_contact IS NOT NEW.privacy_contact OR OLD.imprint_text IS NOT NEW.imprint_text OR
        OLD.privacy_text IS NOT NEW.privacy_text OR OLD.passkeys_required IS NOT NEW.passkeys_required OR
        OLD.family_cap_in_cent IS NOT NEW.family_cap_in_cent OR OLD.accessibility_text IS NOT NEW.accessibility_text OR
        OLD.cash_at_check_in IS NOT NEW.cash_at_check_in OR OLD.passkeys_required_from IS NOT NEW.passkeys_required_from OR
        OLD.min_age IS NOT NEW.min_age OR OLD.guardian_below IS NOT NEW.guardian_below OR
        OLD.guardian_consent_text IS NOT NEW.guardian_consent_text);
END;
CREATE TRIGGER guild_settings_delete_audited AFTER DELETE ON guild_settings BEGIN
  INSERT INTO row_changes SELECT 'settings', OLD.id, 'guild_settings', OLD.id, NULL, NULL, NULL, 'delete',
    json(jsonb_set(jsonb_set(jsonb_object('id', OLD.id, 'name', OLD.name, 'address', OLD.address,
      'creditor_name', OLD.creditor_name, 'creditor_id', OLD.creditor_id, 'creditor_iban', OLD.creditor_iban,
      'creditor_bic', OLD.creditor_bic, 'sepa_lead_days', OLD.sepa_lead_days, 'assembly_date', OLD.assembly_date,
      'self_cancel', OLD.self_cancel, 'self_cancel_days', OLD.self_cancel_days, 'legal_name', OLD.legal_name,
      'street', OLD.street, 'plz', OLD.plz, 'town', OLD.town, 'representatives', OLD.representatives),
      '$.contact_email', OLD.contact_email, '$.contact_phone', OLD.contact_phone,
      '$.register_court', OLD.register_court, '$.register_number', OLD.register_number, '$.vat_id', OLD.vat_id,
      '$.privacy_contact', OLD.privacy_contact, '$.imprint_text', OLD.imprint_text, '$.privacy_text', OLD.privacy_text,
      '$.accessibility_text', OLD.accessibility_text, '$.passkeys_required', OLD.passkeys_required,
      '$.setup_skipped', OLD.setup_skipped, '$.version', OLD.version, '$.family_cap_in_cent', OLD.family_cap_in_cent,
      '$.cash_at_check_in', OLD.cash_at_check_in, '$.min_age', OLD.min_age), '$.guardian_below', OLD.guardian_below,
      '$.guardian_consent_text', OLD.guardian_consent_text, '$.guardian_consent_version', OLD.guardian_consent_version,
      '$.passkeys_required_from', OLD.passkeys_required_from)),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER fee_rules_insert_audited AFTER INSERT ON fee_rules BEGIN
  INSERT INTO row_changes SELECT 'feeRule', NEW.id, 'fee_rules', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'valid_from', NEW.valid_from, 'state', NEW.state, 'age_from', NEW.age_from,
      'age_to', NEW.age_to, 'amount_in_cent', NEW.amount_in_cent), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER fee_rules_update_audited AFTER UPDATE OF valid_from, state, age_from, age_to, amount_in_cent ON fee_rules BEGIN
  INSERT INTO row_changes SELECT 'feeRule', NEW.id, 'fee_rules', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'valid_from', OLD.valid_from, 'state', OLD.state, 'age_from', OLD.age_from,
      'age_to', OLD.age_to, 'amount_in_cent', OLD.amount_in_cent),
    json_object('id', NEW.id, 'valid_from', NEW.valid_from, 'state', NEW.state, 'age_from', NEW.age_from,
      'age_to', NEW.age_to, 'amount_in_cent', NEW.amount_in_cent), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.valid_from IS NOT NEW.valid_from OR OLD.state IS NOT NEW.state OR OLD.age_from IS NOT NEW.age_from OR
        OLD.age_to IS NOT NEW.age_to OR OLD.amount_in_cent IS NOT NEW.amount_in_cent);
END;
CREATE TRIGGER fee_rules_delete_audited AFTER DELETE ON fee_rules BEGIN
  INSERT INTO row_changes SELECT 'feeRule', OLD.id, 'fee_rules', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'valid_from', OLD.valid_from, 'state', OLD.state, 'age_from', OLD.age_from,
      'age_to', OLD.age_to, 'amount_in_cent', OLD.amount_in_cent),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER honor_rules_insert_audited AFTER INSERT ON honor_rules BEGIN
  INSERT INTO row_changes SELECT 'honorRule', NEW.id, 'honor_rules', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'type', NEW.type, 'basis', NEW.basis, 'threshold', NEW.threshold, 'label', NEW.label,
      'issuer', NEW.issuer, 'certificate_text', NEW.certificate_text, 'label_key', NEW.label_key,
      'position', NEW.position, 'hidden', NEW.hidden), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER honor_rules_update_audited AFTER UPDATE OF type, basis, threshold, label, issuer, certificate_text, label_key, position, hidden ON honor_rules BEGIN
  INSERT INTO row_changes SELECT 'honorRule', NEW.id, 'honor_rules', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'type', OLD.type, 'basis', OLD.basis, 'threshold', OLD.threshold, 'label', OLD.label,
      'issuer', OLD.issuer, 'certificate_text', OLD.certificate_text, 'label_key', OLD.label_key,
      'position', OLD.position, 'hidden', OLD.hidden),
    json_object('id', NEW.id, 'type', NEW.type, 'basis', NEW.basis, 'threshold', NEW.threshold, 'label', NEW.label,
      'issuer', NEW.issuer, 'certificate_text', NEW.certificate_text, 'label_key', NEW.label_key,
      'position', NEW.position, 'hidden', NEW.hidden), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.basis IS NOT NEW.basis OR OLD.threshold IS NOT NEW.threshold OR OLD.label IS NOT NEW.label OR
        OLD.issuer IS NOT NEW.issuer OR OLD.certificate_text IS NOT NEW.certificate_text OR
        OLD.position IS NOT NEW.position OR OLD.hidden IS NOT NEW.hidden);
END;
CREATE TRIGGER honor_rules_delete_audited AFTER DELETE ON honor_rules BEGIN
  INSERT INTO row_changes SELECT 'honorRule', OLD.id, 'honor_rules', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'type', OLD.type, 'basis', OLD.basis, 'threshold', OLD.threshold, 'label', OLD.label,
      'issuer', OLD.issuer, 'certificate_text', OLD.certificate_text, 'label_key', OLD.label_key,
      'position', OLD.position, 'hidden', OLD.hidden),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER offices_insert_audited AFTER INSERT ON offices BEGIN
  INSERT INTO row_changes SELECT 'office', NEW.id, 'offices', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'code', NEW.code, 'label', NEW.label, 'label_key', NEW.label_key, 'position', NEW.position,
      'hidden', NEW.hidden), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER offices_update_audited AFTER UPDATE OF code, label, label_key, position, hidden ON offices BEGIN
  INSERT INTO row_changes SELECT 'office', NEW.id, 'offices', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'code', OLD.code, 'label', OLD.label, 'label_key', OLD.label_key, 'position', OLD.position,
      'hidden', OLD.hidden),
    json_object('id', NEW.id, 'code', NEW.code, 'label', NEW.label, 'label_key', NEW.label_key, 'position', NEW.position,
      'hidden', NEW.hidden), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.label IS NOT NEW.label OR OLD.position IS NOT NEW.position OR OLD.hidden IS NOT NEW.hidden);
END;
CREATE TRIGGER offices_delete_audited AFTER DELETE ON offices BEGIN
  INSERT INTO row_changes SELECT 'office', OLD.id, 'offices', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'code', OLD.code, 'label', OLD.label, 'label_key', OLD.label_key, 'position', OLD.position,
      'hidden', OLD.hidden),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER honor_rule_duties_insert_audited AFTER INSERT ON honor_rule_duties BEGIN
  INSERT INTO row_changes SELECT 'honorRuleDuty', 0, 'honor_rule_duties', 0, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('type', NEW.type, 'duty', NEW.duty), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER honor_rule_duties_delete_audited AFTER DELETE ON honor_rule_duties BEGIN
  INSERT INTO row_changes SELECT 'honorRuleDuty', 0, 'honor_rule_duties', 0, NULL, NULL, NULL, 'delete',
    json_object('type', OLD.type, 'duty', OLD.duty),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER users_insert_audited AFTER INSERT ON users BEGIN
  INSERT INTO row_changes SELECT 'user', NEW.id, 'users', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'email_address', NEW.email_address, 'first_name', NEW.first_name, 'last_name', NEW.last_name,
      'password_hash', NEW.password_hash, 'token_version', NEW.token_version, 'locked', NEW.locked,
      'created_at', NEW.created_at, 'mail_signature', NEW.mail_signature, 'calendar_hash', NEW.calendar_hash), 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER users_update_audited AFTER UPDATE OF email_address, first_name, last_name, password_hash, token_version, locked, created_at, mail_signature, calendar_hash ON users BEGIN
  INSERT INTO row_changes SELECT 'user', NEW.id, 'users', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'email_address', OLD.email_address, 'first_name', OLD.first_name, 'last_name', OLD.last_name,
      'password_hash', OLD.password_hash, 'token_version', OLD.token_version, 'locked', OLD.locked,
      'created_at', OLD.created_at, 'mail_signature', OLD.mail_signature, 'calendar_hash', OLD.calendar_hash),
    json_object('id', NEW.id, 'email_address', NEW.email_address, 'first_name', NEW.first_name, 'last_name', NEW.last_name,
      'password_hash', NEW.password_hash, 'token_version', NEW.token_version, 'locked', NEW.locked,
      'created_at', NEW.created_at, 'mail_signature', NEW.mail_signature, 'calendar_hash', NEW.calendar_hash), 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.email_address IS NOT NEW.email_address OR OLD.first_name IS NOT NEW.first_name OR OLD.last_name IS NOT NEW.last_name OR
        OLD.locked IS NOT NEW.locked OR OLD.password_hash IS NOT NEW.password_hash OR
        OLD.mail_signature IS NOT NEW.mail_signature OR OLD.calendar_hash IS NOT NEW.calendar_hash);
END;
CREATE TRIGGER users_delete_audited AFTER DELETE ON users BEGIN
  INSERT INTO row_changes SELECT 'user', OLD.id, 'users', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'email_address', OLD.email_address, 'first_name', OLD.first_name, 'last_name', OLD.last_name,
      'password_hash', OLD.password_hash, 'token_version', OLD.token_version, 'locked', OLD.locked,
      'created_at', OLD.created_at, 'mail_signature', OLD.mail_signature, 'calendar_hash', OLD.calendar_hash),
    NULL, 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER user_roles_insert_audited AFTER INSERT ON user_roles BEGIN
  INSERT INTO row_changes SELECT 'userRole', NEW.user_id, 'user_roles', 0, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('user_id', NEW.user_id, 'role', NEW.role), 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER user_roles_delete_audited AFTER DELETE ON user_roles BEGIN
  INSERT INTO row_changes SELECT 'userRole', OLD.user_id, 'user_roles', 0, NULL, NULL, NULL, 'delete',
    json_object('user_id', OLD.user_id, 'role', OLD.role),
    NULL, 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER passkeys_insert_audited AFTER INSERT ON passkeys BEGIN
  INSERT INTO row_changes SELECT 'passkey', NEW.id, 'passkeys', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'user_id', NEW.user_id, 'credential_id', NEW.credential_id, 'public_key', NEW.public_key,
      'counter', NEW.counter, 'transports', NEW.transports, 'name', NEW.name, 'created_at', NEW.created_at,
      'last_used_at', NEW.last_used_at), 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER passkeys_update_audited AFTER UPDATE OF user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at ON passkeys BEGIN
  INSERT INTO row_changes SELECT 'passkey', NEW.id, 'passkeys', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'user_id', OLD.user_id, 'credential_id', OLD.credential_id, 'public_key', OLD.public_key,
      'counter', OLD.counter, 'transports', OLD.transports, 'name', OLD.name, 'created_at', OLD.created_at,
      'last_used_at', OLD.last_used_at),
    json_object('id', NEW.id, 'user_id', NEW.user_id, 'credential_id', NEW.credential_id, 'public_key', NEW.public_key,
      'counter', NEW.counter, 'transports', NEW.transports, 'name', NEW.name, 'created_at', NEW.created_at,
      'last_used_at', NEW.last_used_at), 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.user_id IS NOT NEW.user_id OR OLD.name IS NOT NEW.name);
END;
CREATE TRIGGER passkeys_delete_audited AFTER DELETE ON passkeys BEGIN
  INSERT INTO row_changes SELECT 'passkey', OLD.id, 'passkeys', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'user_id', OLD.user_id, 'credential_id', OLD.credential_id, 'public_key', OLD.public_key,
      'counter', OLD.counter, 'transports', OLD.transports, 'name', OLD.name, 'created_at', OLD.created_at,
      'last_used_at', OLD.last_used_at),
    NULL, 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER letter_texts_insert_audited AFTER INSERT ON letter_texts BEGIN
  INSERT INTO row_changes SELECT 'letterText', NEW.id, 'letter_texts', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'kind', NEW.kind, 'opening', NEW.opening, 'closing', NEW.closing,
      'opening_formal', NEW.opening_formal, 'closing_formal', NEW.closing_formal), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER letter_texts_update_audited AFTER UPDATE OF kind, opening, closing, opening_formal, closing_formal ON letter_texts BEGIN
  INSERT INTO row_changes SELECT 'letterText', NEW.id, 'letter_texts', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'kind', OLD.kind, 'opening', OLD.opening, 'closing', OLD.closing,
      'opening_formal', OLD.opening_formal, 'closing_formal', OLD.closing_formal),
    json_object('id', NEW.id, 'kind', NEW.kind, 'opening', NEW.opening, 'closing', NEW.closing,
      'opening_formal', NEW.opening_formal, 'closing_formal', NEW.closing_formal), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.kind IS NOT NEW.kind OR OLD.opening IS NOT NEW.opening OR OLD.closing IS NOT NEW.closing OR
        OLD.opening_formal IS NOT NEW.opening_formal OR OLD.closing_formal IS NOT NEW.closing_formal);
END;
CREATE TRIGGER letter_texts_delete_audited AFTER DELETE ON letter_texts BEGIN
  INSERT INTO row_changes SELECT 'letterText', OLD.id, 'letter_texts', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'kind', OLD.kind, 'opening', OLD.opening, 'closing', OLD.closing,
      'opening_formal', OLD.opening_formal, 'closing_formal', OLD.closing_formal),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER circular_templates_insert_audited AFTER INSERT ON circular_templates BEGIN
  INSERT INTO row_changes SELECT 'circularTemplate', NEW.id, 'circular_templates', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'name', NEW.name, 'name_key', NEW.name_key, 'subject', NEW.subject, 'body', NEW.body), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER circular_templates_update_audited AFTER UPDATE OF name, name_key, subject, body ON circular_templates BEGIN
  INSERT INTO row_changes SELECT 'circularTemplate', NEW.id, 'circular_templates', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'name', OLD.name, 'name_key', OLD.name_key, 'subject', OLD.subject, 'body', OLD.body),
    json_object('id', NEW.id, 'name', NEW.name, 'name_key', NEW.name_key, 'subject', NEW.subject, 'body', NEW.body), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.name IS NOT NEW.name OR OLD.subject IS NOT NEW.subject OR OLD.body IS NOT NEW.body);
END;
CREATE TRIGGER circular_templates_delete_audited AFTER DELETE ON circular_templates BEGIN
  INSERT INTO row_changes SELECT 'circularTemplate', OLD.id, 'circular_templates', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'name', OLD.name, 'name_key', OLD.name_key, 'subject', OLD.subject, 'body', OLD.body),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER saved_views_insert_audited AFTER INSERT ON saved_views BEGIN
  INSERT INTO row_changes SELECT 'view', NEW.id, 'saved_views', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'user_id', NEW.user_id, 'shared', NEW.shared, 'grid', NEW.grid, 'name', NEW.name,
      'search', NEW.search), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER saved_views_update_audited AFTER UPDATE OF user_id, shared, grid, name, search ON saved_views BEGIN
  INSERT INTO row_changes SELECT 'view', NEW.id, 'saved_views', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'user_id', OLD.user_id, 'shared', OLD.shared, 'grid', OLD.grid, 'name', OLD.name,
      'search', OLD.search),
    json_object('id', NEW.id, 'user_id', NEW.user_id, 'shared', NEW.shared, 'grid', NEW.grid, 'name', NEW.name,
      'search', NEW.search), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.user_id IS NOT NEW.user_id OR OLD.shared IS NOT NEW.shared OR OLD.grid IS NOT NEW.grid OR OLD.name IS NOT NEW.name OR
        OLD.search IS NOT NEW.search);
END;
CREATE TRIGGER saved_views_delete_audited AFTER DELETE ON saved_views BEGIN
  INSERT INTO row_changes SELECT 'view', OLD.id, 'saved_views', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'user_id', OLD.user_id, 'shared', OLD.shared, 'grid', OLD.grid, 'name', OLD.name,
      'search', OLD.search),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER sepa_runs_insert_audited AFTER INSERT ON sepa_runs BEGIN
  INSERT INTO row_changes SELECT 'run', NEW.id, 'sepa_runs', NEW.id, NULL, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'request_key', NEW.request_key, 'message_id', NEW.message_id, 'created_at', NEW.created_at,
      'created_by', NEW.created_by, 'year', NEW.year, 'due_date', NEW.due_date, 'debit_count', NEW.debit_count,
      'claim_count', NEW.claim_count, 'sum_in_cent', NEW.sum_in_cent, 'submitted_on', NEW.submitted_on,
      'file_sha256', NEW.file_sha256, 'credited_on', NEW.credited_on, 'voided_at', NEW.voided_at,
      'voided_by', NEW.voided_by, 'void_reason', NEW.void_reason), 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER sepa_runs_update_audited AFTER UPDATE OF request_key, message_id, created_at, created_by, year, due_date, debit_count, claim_count, sum_in_cent, submitted_on,
    file_sha256, credited_on, voided_at, voided_by, void_reason ON sepa_runs BEGIN
  INSERT INTO row_changes SELECT 'run', NEW.id, 'sepa_runs', NEW.id, NULL, NULL, NULL, 'update',
    json_object('id', OLD.id, 'request_key', OLD.request_key, 'message_id', OLD.message_id, 'created_at', OLD.created_at,
      'created_by', OLD.created_by, 'year', OLD.year, 'due_date', OLD.due_date, 'debit_count', OLD.debit_count,
      'claim_count', OLD.claim_count, 'sum_in_cent', OLD.sum_in_cent, 'submitted_on', OLD.submitted_on,
      'file_sha256', OLD.file_sha256, 'credited_on', OLD.credited_on, 'voided_at', OLD.voided_at,
      'voided_by', OLD.voided_by, 'void_reason', OLD.void_reason),
    json_object('id', NEW.id, 'request_key', NEW.request_key, 'message_id', NEW.message_id, 'created_at', NEW.created_at,
      'created_by', NEW.created_by, 'year', NEW.year, 'due_date', NEW.due_date, 'debit_count', NEW.debit_count,
      'claim_count', NEW.claim_count, 'sum_in_cent', NEW.sum_in_cent, 'submitted_on', NEW.submitted_on,
      'file_sha256', NEW.file_sha256, 'credited_on', NEW.credited_on, 'voided_at', NEW.voided_at,
      'voided_by', NEW.voided_by, 'void_reason', NEW.void_reason), 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND (via IS 'import' OR OLD.year IS NOT NEW.year OR OLD.due_date IS NOT NEW.due_date OR OLD.debit_count IS NOT NEW.debit_count OR
        OLD.sum_in_cent IS NOT NEW.sum_in_cent OR OLD.message_id IS NOT NEW.message_id OR
        OLD.submitted_on IS NOT NEW.submitted_on OR OLD.credited_on IS NOT NEW.credited_on OR
        OLD.voided_at IS NOT NEW.voided_at OR OLD.void_reason IS NOT NEW.void_reason);
END;
CREATE TRIGGER sepa_runs_delete_audited AFTER DELETE ON sepa_runs BEGIN
  INSERT INTO row_changes SELECT 'run', OLD.id, 'sepa_runs', OLD.id, NULL, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'request_key', OLD.request_key, 'message_id', OLD.message_id, 'created_at', OLD.created_at,
      'created_by', OLD.created_by, 'year', OLD.year, 'due_date', OLD.due_date, 'debit_count', OLD.debit_count,
      'claim_count', OLD.claim_count, 'sum_in_cent', OLD.sum_in_cent, 'submitted_on', OLD.submitted_on,
      'file_sha256', OLD.file_sha256, 'credited_on', OLD.credited_on, 'voided_at', OLD.voided_at,
      'voided_by', OLD.voided_by, 'void_reason', OLD.void_reason),
    NULL, 0
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive';
END;
CREATE TRIGGER fee_claims_insert_audited AFTER INSERT ON fee_claims BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'fee_claims', NEW.id, NEW.member_id, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'year', NEW.year, 'member_id', NEW.member_id, 'payer_id', NEW.payer_id,
      'amount_in_cent', NEW.amount_in_cent, 'reason', NEW.reason, 'merged', NEW.merged, 'created_at', NEW.created_at,
      'created_by', NEW.created_by), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER fee_claims_update_audited AFTER UPDATE OF year, member_id, payer_id, amount_in_cent, reason, merged, created_at, created_by ON fee_claims BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'fee_claims', NEW.id, NEW.member_id, NULL, NULL, 'update',
    json_object('id', OLD.id, 'year', OLD.year, 'member_id', OLD.member_id, 'payer_id', OLD.payer_id,
      'amount_in_cent', OLD.amount_in_cent, 'reason', OLD.reason, 'merged', OLD.merged, 'created_at', OLD.created_at,
      'created_by', OLD.created_by),
    json_object('id', NEW.id, 'year', NEW.year, 'member_id', NEW.member_id, 'payer_id', NEW.payer_id,
      'amount_in_cent', NEW.amount_in_cent, 'reason', NEW.reason, 'merged', NEW.merged, 'created_at', NEW.created_at,
      'created_by', NEW.created_by), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER fee_claims_delete_audited AFTER DELETE ON fee_claims BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'fee_claims', OLD.id, OLD.member_id, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'year', OLD.year, 'member_id', OLD.member_id, 'payer_id', OLD.payer_id,
      'amount_in_cent', OLD.amount_in_cent, 'reason', OLD.reason, 'merged', OLD.merged, 'created_at', OLD.created_at,
      'created_by', OLD.created_by),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER fee_letters_insert_audited AFTER INSERT ON fee_letters BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'fee_letters', NEW.id, NEW.payer_id, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'kind', NEW.kind, 'step', NEW.step, 'year', NEW.year, 'run_id', NEW.run_id,
      'payer_id', NEW.payer_id, 'channel', NEW.channel, 'due_on', NEW.due_on, 'created_at', NEW.created_at,
      'created_by', NEW.created_by, 'voided_at', NEW.voided_at, 'voided_by', NEW.voided_by, 'opening', NEW.opening,
      'closing', NEW.closing), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER fee_letters_update_audited AFTER UPDATE OF kind, step, year, run_id, payer_id, channel, due_on, created_at, created_by, voided_at, voided_by, opening, closing ON fee_letters BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'fee_letters', NEW.id, NEW.payer_id, NULL, NULL, 'update',
    json_object('id', OLD.id, 'kind', OLD.kind, 'step', OLD.step, 'year', OLD.year, 'run_id', OLD.run_id,
      'payer_id', OLD.payer_id, 'channel', OLD.channel, 'due_on', OLD.due_on, 'created_at', OLD.created_at,
      'created_by', OLD.created_by, 'voided_at', OLD.voided_at, 'voided_by', OLD.voided_by, 'opening', OLD.opening,
      'closing', OLD.closing),
    json_object('id', NEW.id, 'kind', NEW.kind, 'step', NEW.step, 'year', NEW.year, 'run_id', NEW.run_id,
      'payer_id', NEW.payer_id, 'channel', NEW.channel, 'due_on', NEW.due_on, 'created_at', NEW.created_at,
      'created_by', NEW.created_by, 'voided_at', NEW.voided_at, 'voided_by', NEW.voided_by, 'opening', NEW.opening,
      'closing', NEW.closing), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER fee_letters_delete_audited AFTER DELETE ON fee_letters BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'fee_letters', OLD.id, OLD.payer_id, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'kind', OLD.kind, 'step', OLD.step, 'year', OLD.year, 'run_id', OLD.run_id,
      'payer_id', OLD.payer_id, 'channel', OLD.channel, 'due_on', OLD.due_on, 'created_at', OLD.created_at,
      'created_by', OLD.created_by, 'voided_at', OLD.voided_at, 'voided_by', OLD.voided_by, 'opening', OLD.opening,
      'closing', OLD.closing),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER member_merges_insert_audited AFTER INSERT ON member_merges BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'member_merges', NEW.id, NEW.kept_id, NULL, NULL, 'insert',
    NULL,
    json_object('id', NEW.id, 'kept_id', NEW.kept_id, 'gone_id', NEW.gone_id, 'merged_at', NEW.merged_at,
      'merged_by', NEW.merged_by, 'undone_at', NEW.undone_at, 'undone_by', NEW.undone_by), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER member_merges_update_audited AFTER UPDATE OF kept_id, gone_id, merged_at, merged_by, undone_at, undone_by ON member_merges BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'member_merges', NEW.id, NEW.kept_id, NULL, NULL, 'update',
    json_object('id', OLD.id, 'kept_id', OLD.kept_id, 'gone_id', OLD.gone_id, 'merged_at', OLD.merged_at,
      'merged_by', OLD.merged_by, 'undone_at', OLD.undone_at, 'undone_by', OLD.undone_by),
    json_object('id', NEW.id, 'kept_id', NEW.kept_id, 'gone_id', NEW.gone_id, 'merged_at', NEW.merged_at,
      'merged_by', NEW.merged_by, 'undone_at', NEW.undone_at, 'undone_by', NEW.undone_by), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER member_merges_delete_audited AFTER DELETE ON member_merges BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'member_merges', OLD.id, OLD.kept_id, NULL, NULL, 'delete',
    json_object('id', OLD.id, 'kept_id', OLD.kept_id, 'gone_id', OLD.gone_id, 'merged_at', OLD.merged_at,
      'merged_by', OLD.merged_by, 'undone_at', OLD.undone_at, 'undone_by', OLD.undone_by),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER member_no_duplicates_insert_audited AFTER INSERT ON member_no_duplicates BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'member_no_duplicates', 0, NEW.member_id, NULL, NULL, 'insert',
    NULL,
    json_object('member_id', NEW.member_id, 'other_id', NEW.other_id, 'at', NEW.at, 'by', NEW.by), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER member_no_duplicates_update_audited AFTER UPDATE OF member_id, other_id, at, by ON member_no_duplicates BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'member_no_duplicates', 0, NEW.member_id, NULL, NULL, 'update',
    json_object('member_id', OLD.member_id, 'other_id', OLD.other_id, 'at', OLD.at, 'by', OLD.by),
    json_object('member_id', NEW.member_id, 'other_id', NEW.other_id, 'at', NEW.at, 'by', NEW.by), 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
CREATE TRIGGER member_no_duplicates_delete_audited AFTER DELETE ON member_no_duplicates BEGIN
  INSERT INTO row_changes SELECT NULL, NULL, 'member_no_duplicates', 0, OLD.member_id, NULL, NULL, 'delete',
    json_object('member_id', OLD.member_id, 'other_id', OLD.other_id, 'at', OLD.at, 'by', OLD.by),
    NULL, 1
    FROM audit_context WHERE id = 1 AND via IS NOT 'archive' AND via IS 'import';
END;
