-- The general assembly: who is honored, who is there, what is ordered and handed over.

-- Personal: honors and who was there, by reference. History: yes. Disclosure: yes. Anonymised: emptied of
-- what is told in words, and gone where nothing was entered. Kept: as the member. In the export: yes.
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
  -- The request that entered the honor.
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
-- What was bought and lies in the drawer, for whoever is due it at a later assembly.
CREATE INDEX assembly_honors_in_drawer ON assembly_honors (date)
  WHERE ordered_on IS NOT NULL AND honor_id IS NULL AND handed_over_on IS NULL;

-- Who stands in the list of an assembly is prepared; who is there, what is ordered and noted is not.
CREATE TRIGGER assembly_honors_insert_moves_version AFTER INSERT ON assembly_honors
  WHEN NEW.honor_id IS NOT NULL OR NEW.choice IS NOT NULL BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER assembly_honors_delete_moves_version AFTER DELETE ON assembly_honors
  WHEN OLD.honor_id IS NOT NULL OR OLD.choice IS NOT NULL BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER assembly_honors_update_moves_version AFTER UPDATE OF date, member_id, type, choice,
    honor_id ON assembly_honors
  WHEN OLD.honor_id IS NOT NEW.honor_id OR OLD.choice IS NOT NEW.choice
    OR ((NEW.honor_id IS NOT NULL OR NEW.choice IS NOT NULL)
      AND (OLD.date IS NOT NEW.date OR OLD.member_id IS NOT NEW.member_id
        OR OLD.type IS NOT NEW.type)) BEGIN
  UPDATE data_version SET version = version + 1;
END;

-- Who awards an honor, "" = the guild itself, and what its certificate says.
ALTER TABLE honor_rules ADD COLUMN issuer TEXT NOT NULL DEFAULT '';
ALTER TABLE honor_rules ADD COLUMN certificate_text TEXT NOT NULL DEFAULT '';

-- ── Calendar ───────────────────────────────────────────────────────────────────────────────

-- Opens the parades and nothing of a person. History: that it changed. Disclosure, anonymised: with the user.
-- Kept: until it is renewed or ended. In the export: no.
ALTER TABLE users ADD COLUMN calendar_hash TEXT;
CREATE UNIQUE INDEX users_calendar ON users (calendar_hash) WHERE calendar_hash IS NOT NULL;

-- ── History ────────────────────────────────────────────────────────────────────────────────

DROP TRIGGER honor_rules_insert_audited;
DROP TRIGGER honor_rules_update_audited;
DROP TRIGGER honor_rules_delete_audited;
DROP TRIGGER users_insert_audited;
DROP TRIGGER users_update_audited;
DROP TRIGGER users_delete_audited;

CREATE TRIGGER assembly_honors_insert_audited AFTER INSERT ON assembly_honors
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'assemblyHonor', NEW.id, NEW.member_id, NULL, NULL, 'insert',
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
  WHEN (OLD.date IS NOT NEW.date
    OR OLD.type IS NOT NEW.type
    OR OLD.attendance IS NOT NEW.attendance
    OR OLD.choice IS NOT NEW.choice
    OR OLD.invited_on IS NOT NEW.invited_on
    OR OLD.ordered_on IS NOT NEW.ordered_on
    OR OLD.handed_over_on IS NOT NEW.handed_over_on
    OR OLD.note IS NOT NEW.note)
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'assemblyHonor', NEW.id, coalesce(NEW.member_id, OLD.member_id), NULL, NULL, 'update',
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
CREATE TRIGGER assembly_honors_delete_audited AFTER DELETE ON assembly_honors
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'assemblyHonor', OLD.id, OLD.member_id, NULL, NULL, 'delete',
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
CREATE TRIGGER honor_rules_insert_audited AFTER INSERT ON honor_rules
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'honorRule', 0, NULL, NULL, NULL, 'insert',
      '{'||substr(',"type":'||json_array(NULL, NEW.type)
        ||iif(NEW.basis IS NOT NULL, ',"basis":'||json_array(NULL, NEW.basis), '')
        ||iif(NEW.threshold IS NOT NULL, ',"threshold":'||json_array(NULL, NEW.threshold), '')
        ||iif(NEW.label IS NOT NULL, ',"label":'||json_array(NULL, NEW.label), '')
        ||iif(NEW.issuer IS NOT '', ',"issuer":'||json_array(NULL, NEW.issuer), '')
        ||iif(NEW.certificate_text IS NOT '', ',"certificateText":'||json_array(NULL, NEW.certificate_text), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER honor_rules_update_audited AFTER UPDATE OF basis, threshold, label, issuer, certificate_text ON honor_rules
  WHEN (OLD.basis IS NOT NEW.basis
    OR OLD.threshold IS NOT NEW.threshold
    OR OLD.label IS NOT NEW.label
    OR OLD.issuer IS NOT NEW.issuer
    OR OLD.certificate_text IS NOT NEW.certificate_text)
BEGIN
  INSERT INTO audit_entries (at, via, user_id, request_id, act, entity, entity_id, member_id,
      costume_id, parade_id, op, changes)
    SELECT coalesce(c.at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), coalesce(c.via, 'outside'), c.user_id,
      coalesce(c.request_id, 'outside-' || lower(hex(randomblob(16)))), coalesce(c.act, 'outside'),
      'honorRule', 0, NULL, NULL, NULL, 'update',
      '{'||substr(',"type":'||json_array(OLD.type, NEW.type)
        ||iif(OLD.basis IS NOT NEW.basis, ',"basis":'||json_array(OLD.basis, NEW.basis), '')
        ||iif(OLD.threshold IS NOT NEW.threshold, ',"threshold":'||json_array(OLD.threshold, NEW.threshold), '')
        ||iif(OLD.label IS NOT NEW.label, ',"label":'||json_array(OLD.label, NEW.label), '')
        ||iif(OLD.issuer IS NOT NEW.issuer, ',"issuer":'||json_array(OLD.issuer, NEW.issuer), '')
        ||iif(OLD.certificate_text IS NOT NEW.certificate_text, ',"certificateText":'||json_array(OLD.certificate_text, NEW.certificate_text), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
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
        ||iif(OLD.label IS NOT NULL, ',"label":'||json_array(OLD.label, NULL), '')
        ||iif(OLD.issuer IS NOT '', ',"issuer":'||json_array(OLD.issuer, NULL), '')
        ||iif(OLD.certificate_text IS NOT '', ',"certificateText":'||json_array(OLD.certificate_text, NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
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
        ||iif(NEW.mail_signature IS NOT '', ',"mailSignature":'||json_array(NULL, NEW.mail_signature), '')
        ||iif(NEW.calendar_hash IS NOT NULL, ',"calendarHash":'||json_array(NULL, iif(NEW.calendar_hash = '', '', 'geändert')), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
CREATE TRIGGER users_update_audited AFTER UPDATE OF email_address, first_name, last_name, locked, password_hash, mail_signature, calendar_hash ON users
  WHEN (OLD.email_address IS NOT NEW.email_address
    OR OLD.first_name IS NOT NEW.first_name
    OR OLD.last_name IS NOT NEW.last_name
    OR OLD.locked IS NOT NEW.locked
    OR OLD.password_hash IS NOT NEW.password_hash
    OR OLD.mail_signature IS NOT NEW.mail_signature
    OR OLD.calendar_hash IS NOT NEW.calendar_hash)
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
        ||iif(OLD.mail_signature IS NOT NEW.mail_signature, ',"mailSignature":'||json_array(OLD.mail_signature, NEW.mail_signature), '')
        ||iif(OLD.calendar_hash IS NOT NEW.calendar_hash, ',"calendarHash":'||json_array(iif(OLD.calendar_hash = '', '', 'geändert'), iif(NEW.calendar_hash = '', '', 'geändert')), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1;
END;
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
        ||iif(OLD.mail_signature IS NOT '', ',"mailSignature":'||json_array(OLD.mail_signature, NULL), '')
        ||iif(OLD.calendar_hash IS NOT NULL, ',"calendarHash":'||json_array(iif(OLD.calendar_hash = '', '', 'geändert'), NULL), ''), 2)||'}'
    FROM audit_context c WHERE c.id = 1 AND c.via IS NOT 'import';
END;
