import { asc, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { members } from '#worker/db/schema.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { type JsonText, jsonText } from '#worker/http/json-text.ts'
import type { MemberRow } from './members.contract.ts'

/**
 * The whole list as JSON text, by name: SQLite writes each row's object, and nothing
 * here takes 5,000 rows apart only to put them together again (docs/decisions.md, 16).
 */
export async function memberListJson(db: Db): Promise<JsonText<MemberRow[]>> {
  const rows = await db.all<{ json: string }>(sql`
    SELECT json_object(
      'id', id, 'memberNumber', member_number, 'lastName', last_name, 'firstName', first_name,
      'maidenName', maiden_name, 'birthday', birthday, 'membershipState', membership_state,
      'dateJoined', date_joined, 'dateLeft', date_left, 'phone', phone,
      'phoneMobile', phone_mobile, 'eMail', e_mail, 'addressStreet', address_street,
      'addressNumber', address_number, 'addressPlz', address_plz, 'addressTown', address_town
    ) AS json
    FROM members ORDER BY last_name_key, first_name_key, id`)
  return jsonText(`[${rows.map(({ json }) => json).join(',')}]`)
}

const header = [
  'Mitgliedsnummer',
  'Nachname',
  'Vorname',
  'Mädchenname',
  'Geburtstag',
  'Mitgliedsstatus',
  'Eintrittsdatum',
  'Austrittsdatum',
  'Straße',
  'Hausnummer',
  'PLZ',
  'Ort',
  'Telefon',
  'Mobil',
  'E-Mail',
]

/** `Mitgliederliste.csv`: all members by name. */
export async function memberListCsv(db: Db): Promise<string> {
  const rows = await db
    .select()
    .from(members)
    .orderBy(asc(members.lastNameKey), asc(members.firstNameKey), asc(members.id))
  const date = (day: string | null) => (day ? germanDate(day) : '')
  return csvFile(
    header,
    rows.map((row) => [
      row.memberNumber ? String(row.memberNumber) : '',
      row.lastName,
      row.firstName,
      row.maidenName,
      date(row.birthday),
      membershipStateLabels[row.membershipState],
      date(row.dateJoined),
      date(row.dateLeft),
      row.addressStreet,
      row.addressNumber,
      row.addressPlz,
      row.addressTown,
      row.phone,
      row.phoneMobile,
      row.eMail,
    ]),
  )
}
