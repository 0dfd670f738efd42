-- ── Guests ─────────────────────────────────────────────────────────────────────────────────

-- Somebody takes part who belongs to no member, and somebody has said so: nobody is asked any more who it is.
-- Personal: no. History: yes. In the export: no.
ALTER TABLE participations ADD COLUMN is_guest INTEGER NOT NULL DEFAULT 0 CHECK (is_guest IN (0, 1));

DROP INDEX participations_unmatched;
CREATE INDEX participations_unmatched ON participations (
    CASE WHEN birthday IS NOT NULL OR person_key GLOB 'x:*' THEN person_key
      ELSE person_key || ' ' || coalesce(order_id, created_at) END)
  WHERE member_id IS NULL AND state = 'booked' AND is_guest = 0;

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
        ||iif(OLD.check_in_code IS NOT '', ',"checkInCode":'||json_array(OLD.check_in_code, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import' AND c.via IS NOT 'cron';
END;
