-- Who was given at the door, beside who it turned out to be: `p:…`, the name as it was typed, or
-- `m:…`, a member somebody picked. It never changes, so the same name is the same person in a parade
-- even after it was matched, and undoing a match finds what was matched with it.

ALTER TABLE participations ADD COLUMN given_key TEXT NOT NULL DEFAULT '';

UPDATE participations SET given_key = CASE
  WHEN member_id IS NULL THEN person_key
  WHEN door = 'management' THEN person_key
  ELSE (SELECT 'p:' || first_name_key || '|' || last_name_key || '|' || coalesce(birthday, '')
    FROM members WHERE members.id = participations.member_id)
END;

CREATE INDEX participations_given ON participations (parade_id, given_key)
  WHERE state IN ('reserved', 'booked');

-- Never chosen by SQLite: participations_by_member finds the same rows.
DROP INDEX participations_unmatched;
