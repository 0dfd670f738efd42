-- Every write to what a prepared statistic reads moves the version of the data on, so that no write
-- can forget it. Of participations only booked ones are read anywhere: a reservation moves nothing.

CREATE TRIGGER members_insert_moves_version AFTER INSERT ON members BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER members_delete_moves_version AFTER DELETE ON members BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER members_update_moves_version AFTER UPDATE OF first_name, last_name,
    first_name_key, last_name_key, birthday, date_joined, date_left, membership_state
  ON members BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER member_timespans_insert_moves_version AFTER INSERT ON member_timespans BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER member_timespans_delete_moves_version AFTER DELETE ON member_timespans BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER member_timespans_update_moves_version AFTER UPDATE ON member_timespans BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honors_insert_moves_version AFTER INSERT ON honors BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honors_delete_moves_version AFTER DELETE ON honors BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honors_update_moves_version AFTER UPDATE ON honors BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER duty_entries_insert_moves_version AFTER INSERT ON duty_entries BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER duty_entries_delete_moves_version AFTER DELETE ON duty_entries BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER duty_entries_update_moves_version AFTER UPDATE ON duty_entries BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER participations_insert_moves_version AFTER INSERT ON participations WHEN NEW.state = 'booked' BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER participations_delete_moves_version AFTER DELETE ON participations WHEN OLD.state = 'booked' BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER participations_update_moves_version AFTER UPDATE OF parade_id, member_id, state,
    first_name, last_name, birthday, person_key, costume_type_id, participation_confirmed
  ON participations WHEN NEW.state = 'booked' OR OLD.state = 'booked' BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER parades_insert_moves_version AFTER INSERT ON parades BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER parades_delete_moves_version AFTER DELETE ON parades BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER parades_update_moves_version AFTER UPDATE OF date ON parades BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER costume_types_update_moves_version AFTER UPDATE OF name ON costume_types BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rules_insert_moves_version AFTER INSERT ON honor_rules BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rules_delete_moves_version AFTER DELETE ON honor_rules BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rules_update_moves_version AFTER UPDATE ON honor_rules BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rule_duties_insert_moves_version AFTER INSERT ON honor_rule_duties BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rule_duties_delete_moves_version AFTER DELETE ON honor_rule_duties BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER honor_rule_duties_update_moves_version AFTER UPDATE ON honor_rule_duties BEGIN
  UPDATE data_version SET version = version + 1;
END;
