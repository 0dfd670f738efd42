-- What the register says of a day stays right, and can be mended: exits of a day to come, parades
-- called off, cash given back, matches that are taken back together, mails about a parade.

-- ── Exits ──────────────────────────────────────────────────────────────────────────────────

-- Somebody leaves at the end of `date`. `ended` is JSON: what was ended with it, each with its value
-- before. It waits until it took effect or was taken back; a member has one waiting exit at most.
CREATE TABLE member_exits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL REFERENCES members (id),
  state TEXT NOT NULL,
  date TEXT NOT NULL,
  state_before TEXT NOT NULL,
  date_left_before TEXT,
  ended TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  recorded_by INTEGER NOT NULL REFERENCES users (id),
  effective_at TEXT,
  undone_at TEXT
) STRICT;
CREATE UNIQUE INDEX member_exits_waiting ON member_exits (member_id)
  WHERE effective_at IS NULL AND undone_at IS NULL;
CREATE INDEX member_exits_due ON member_exits (date) WHERE effective_at IS NULL AND undone_at IS NULL;
CREATE INDEX member_exits_by_member ON member_exits (member_id, id);

-- ── Parades that are called off ────────────────────────────────────────────────────────────

ALTER TABLE parades ADD COLUMN cancelled_at TEXT;
ALTER TABLE parades ADD COLUMN cancelled_by INTEGER REFERENCES users (id);
ALTER TABLE parades ADD COLUMN cancel_reason TEXT NOT NULL DEFAULT '';

DROP TRIGGER parades_update_moves_version;
CREATE TRIGGER parades_update_moves_version AFTER UPDATE OF date, cancelled_at ON parades BEGIN
  UPDATE data_version SET version = version + 1;
END;

-- Cash that was given back for a parade that does not take place.
ALTER TABLE participations ADD COLUMN cash_returned_at TEXT;
ALTER TABLE participations ADD COLUMN cash_returned_by INTEGER REFERENCES users (id);

-- A mail about a parade goes to the order, or to the member of a participation without one.
-- email_address NULL: the order's. parade_reason is why it was called off, as it was said then.
ALTER TABLE mails ADD COLUMN parade_id INTEGER REFERENCES parades (id) ON DELETE SET NULL;
ALTER TABLE mails ADD COLUMN participation_id INTEGER REFERENCES participations (id) ON DELETE SET NULL;
ALTER TABLE mails ADD COLUMN email_address TEXT;
ALTER TABLE mails ADD COLUMN parade_reason TEXT NOT NULL DEFAULT '';
CREATE INDEX mails_by_parade ON mails (parade_id) WHERE parade_id IS NOT NULL;
CREATE INDEX mails_by_participation ON mails (participation_id) WHERE participation_id IS NOT NULL;

-- ── Matches ────────────────────────────────────────────────────────────────────────────────

-- What was matched in one go is undone in one go.
CREATE TABLE match_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  by INTEGER NOT NULL REFERENCES users (id)
) STRICT;
ALTER TABLE participations ADD COLUMN match_act_id INTEGER REFERENCES match_acts (id);
CREATE INDEX participations_by_match_act ON participations (match_act_id) WHERE match_act_id IS NOT NULL;
