-- ── The member list, when nothing changed ──────────────────────────────────────────────────

-- Another number with every write to what the list of the members answers, and with no other. By chance, not
-- counted on: a database that was restored never names other data as it named those after the backup.
ALTER TABLE data_version ADD COLUMN members_version INTEGER NOT NULL DEFAULT 0;
UPDATE data_version SET members_version = abs(random() % 9007199254740991);

CREATE TRIGGER members_insert_moves_list AFTER INSERT ON members BEGIN
  UPDATE data_version SET members_version = abs(random() % 9007199254740991);
END;
CREATE TRIGGER members_delete_moves_list AFTER DELETE ON members BEGIN
  UPDATE data_version SET members_version = abs(random() % 9007199254740991);
END;
CREATE TRIGGER members_update_moves_list AFTER UPDATE ON members
  WHEN (OLD.id, OLD.member_number, OLD.first_name, OLD.last_name, OLD.first_name_key, OLD.last_name_key,
      OLD.maiden_name, OLD.birthday, OLD.membership_state, OLD.date_joined, OLD.date_left,
      OLD.address_street, OLD.address_number, OLD.address_plz, OLD.address_town, OLD.phone,
      OLD.phone_mobile, OLD.e_mail, OLD.mail_opt_out, OLD.banking_sepa_allowed, OLD.anonymised_at)
    IS NOT (NEW.id, NEW.member_number, NEW.first_name, NEW.last_name, NEW.first_name_key, NEW.last_name_key,
      NEW.maiden_name, NEW.birthday, NEW.membership_state, NEW.date_joined, NEW.date_left,
      NEW.address_street, NEW.address_number, NEW.address_plz, NEW.address_town, NEW.phone,
      NEW.phone_mobile, NEW.e_mail, NEW.mail_opt_out, NEW.banking_sepa_allowed, NEW.anonymised_at) BEGIN
  UPDATE data_version SET members_version = abs(random() % 9007199254740991);
END;
CREATE TRIGGER member_timespans_insert_moves_list AFTER INSERT ON member_timespans BEGIN
  UPDATE data_version SET members_version = abs(random() % 9007199254740991);
END;
CREATE TRIGGER member_timespans_delete_moves_list AFTER DELETE ON member_timespans BEGIN
  UPDATE data_version SET members_version = abs(random() % 9007199254740991);
END;
CREATE TRIGGER member_timespans_update_moves_list AFTER UPDATE ON member_timespans
  WHEN (OLD.id, OLD.member_id, OLD.from_date, OLD.to_date)
    IS NOT (NEW.id, NEW.member_id, NEW.from_date, NEW.to_date) BEGIN
  UPDATE data_version SET members_version = abs(random() % 9007199254740991);
END;
-- Of the exits the list answers the one that is still to come.
CREATE TRIGGER member_exits_insert_moves_list AFTER INSERT ON member_exits BEGIN
  UPDATE data_version SET members_version = abs(random() % 9007199254740991);
END;
CREATE TRIGGER member_exits_delete_moves_list AFTER DELETE ON member_exits BEGIN
  UPDATE data_version SET members_version = abs(random() % 9007199254740991);
END;
CREATE TRIGGER member_exits_update_moves_list AFTER UPDATE ON member_exits
  WHEN (OLD.member_id, OLD.date, OLD.effective_at IS NULL AND OLD.undone_at IS NULL)
    IS NOT (NEW.member_id, NEW.date, NEW.effective_at IS NULL AND NEW.undone_at IS NULL) BEGIN
  UPDATE data_version SET members_version = abs(random() % 9007199254740991);
END;

-- ── Numbers of new rows ────────────────────────────────────────────────────────────────────

-- An INSERT looks for the last number of its table from the first line on, and each line is a row that is paid
-- for: what is written while people queue stands first.
CREATE TABLE sequence_before (name TEXT NOT NULL, seq INTEGER NOT NULL) STRICT;
INSERT INTO sequence_before SELECT name, seq FROM sqlite_sequence;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq)
  SELECT first.column2, coalesce((SELECT max(seq) FROM sequence_before b WHERE b.name = first.column2), 0)
  FROM (VALUES (1, 'participations'), (2, 'orders'), (3, 'audit_entries'), (4, 'mails'),
    (5, 'order_history')) first
  ORDER BY first.column1;
INSERT INTO sqlite_sequence (name, seq)
  SELECT name, seq FROM sequence_before b
  WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence s WHERE s.name = b.name) ORDER BY b.rowid;
DROP TABLE sequence_before;
