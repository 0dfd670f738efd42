-- The parade day without a network: what helpers do is told by their phones, each act once; and each
-- person has a code that a phone can read.

-- ── Acts ───────────────────────────────────────────────────────────────────────────────────

-- Personal: which user did what, and when. History: none, it is one itself; the way back of an act is
-- another. Disclosure: the tick and the fee stand at the participation. Anonymised with the member: names
-- nobody but staff. Kept: 12 months. In the export: yes.
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

-- ── Codes ──────────────────────────────────────────────────────────────────────────────────

-- Random: it names a person of a list, and opens nothing.
ALTER TABLE participations ADD COLUMN check_in_code TEXT NOT NULL DEFAULT '';

-- For every parade that is still to come: one for a person and order, on all their places.
UPDATE participations SET check_in_code = hex(randomblob(8))
  WHERE state IN ('reserved', 'booked')
    AND parade_id IN (SELECT id FROM parades WHERE date >= date('now'));
UPDATE participations SET check_in_code = (SELECT p.check_in_code FROM participations p
    WHERE p.order_id = participations.order_id AND p.given_key = participations.given_key
      AND p.check_in_code <> '' ORDER BY p.id LIMIT 1)
  WHERE order_id IS NOT NULL AND check_in_code <> '';
CREATE UNIQUE INDEX participations_check_in_code ON participations (parade_id, check_in_code)
  WHERE check_in_code <> '';

-- A place that is brought back has its code again.
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
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'cron';
END;
