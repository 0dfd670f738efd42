-- ── Letters that were noted and never went out ─────────────────────────────────────────────

-- A printed letter is noted before anybody has seen the paper: when it was never sent, somebody says so. It stays
-- in the list, and counts for nothing. NULL = it counts.
ALTER TABLE fee_letters ADD COLUMN voided_at TEXT;
ALTER TABLE fee_letters ADD COLUMN voided_by INTEGER REFERENCES users (id);

CREATE TRIGGER fee_letters_voided BEFORE UPDATE OF voided_at, voided_by ON fee_letters
  WHEN (NEW.voided_at IS NULL) <> (NEW.voided_by IS NULL) OR NEW.channel <> 'letter' BEGIN
  SELECT RAISE(ABORT, 'ledger: a mail is not taken back');
END;
CREATE TRIGGER fee_letters_begin BEFORE INSERT ON fee_letters
  WHEN NEW.voided_at IS NOT NULL OR NEW.voided_by IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'ledger: a letter counts at first');
END;
