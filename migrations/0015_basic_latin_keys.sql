-- Names are compared in basic Latin (docs/rules.md, "Eingaben"): the stored keys follow. A key that another
-- row already holds stays as it is: two people who stand in one parade keep their places.
UPDATE members SET
  first_name_key =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(first_name_key,
    char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''),
    char(173), ''), char(65279), ''), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'æ', 'ae'), 'œ', 'oe'), 'þ',
    'th'), 'ħ', 'h'), 'ı', 'i'), 'ŋ', 'n'), 'ŧ', 't'), ' - ', '-'), ' -', '-'), '- ', '-'),
  last_name_key =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(last_name_key,
    char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''),
    char(173), ''), char(65279), ''), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'æ', 'ae'), 'œ', 'oe'), 'þ',
    'th'), 'ħ', 'h'), 'ı', 'i'), 'ŋ', 'n'), 'ŧ', 't'), ' - ', '-'), ' -', '-'), '- ', '-'),
  maiden_name_key =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(maiden_name_key,
    char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''),
    char(173), ''), char(65279), ''), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'æ', 'ae'), 'œ', 'oe'), 'þ',
    'th'), 'ħ', 'h'), 'ı', 'i'), 'ŋ', 'n'), 'ŧ', 't'), ' - ', '-'), ' -', '-'), '- ', '-')
WHERE first_name_key GLOB '*[^ -~]*' OR first_name_key LIKE '% -%' OR first_name_key LIKE '%- %' OR
  last_name_key GLOB '*[^ -~]*' OR last_name_key LIKE '% -%' OR last_name_key LIKE '%- %' OR
  maiden_name_key GLOB '*[^ -~]*' OR maiden_name_key LIKE '% -%' OR maiden_name_key LIKE '%- %';

UPDATE OR IGNORE costume_types SET
  name_key =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name_key,
    char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''),
    char(173), ''), char(65279), ''), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'æ', 'ae'), 'œ', 'oe'), 'þ',
    'th'), 'ħ', 'h'), 'ı', 'i'), 'ŋ', 'n'), 'ŧ', 't'), ' - ', '-'), ' -', '-'), '- ', '-')
WHERE name_key GLOB '*[^ -~]*' OR name_key LIKE '% -%' OR name_key LIKE '%- %';

UPDATE parades SET
  search_key =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(search_key,
    char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''),
    char(173), ''), char(65279), ''), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'æ', 'ae'), 'œ', 'oe'), 'þ',
    'th'), 'ħ', 'h'), 'ı', 'i'), 'ŋ', 'n'), 'ŧ', 't'), ' - ', '-'), ' -', '-'), '- ', '-')
WHERE search_key GLOB '*[^ -~]*' OR search_key LIKE '% -%' OR search_key LIKE '%- %';

UPDATE OR IGNORE participations SET
  person_key =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(person_key,
    char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''),
    char(173), ''), char(65279), ''), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'æ', 'ae'), 'œ', 'oe'), 'þ',
    'th'), 'ħ', 'h'), 'ı', 'i'), 'ŋ', 'n'), 'ŧ', 't'), ' - ', '-'), ' -', '-'), '- ', '-'),
  given_key =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(given_key,
    char(8203), ''), char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8288), ''),
    char(173), ''), char(65279), ''), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'æ', 'ae'), 'œ', 'oe'), 'þ',
    'th'), 'ħ', 'h'), 'ı', 'i'), 'ŋ', 'n'), 'ŧ', 't'), ' - ', '-'), ' -', '-'), '- ', '-')
WHERE person_key GLOB '*[^ -~]*' OR person_key LIKE '% -%' OR person_key LIKE '%- %' OR
  given_key GLOB '*[^ -~]*' OR given_key LIKE '% -%' OR given_key LIKE '%- %';
