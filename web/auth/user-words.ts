import type { Role } from '#worker/domain/codes.ts'
import { berlinDay, berlinTime, type Day, germanDate } from '#worker/domain/dates.ts'

/** "heute, 13:55 Uhr" or "14.11.2026" */
export function todayOrDateText(instant: string, today: Day): string {
  const at = new Date(instant)
  const day = berlinDay(at)
  return day === today ? `heute, ${berlinTime(at)} Uhr` : germanDate(day)
}

/** The rights of a role, for the dialog that assigns it. */
export const roleRights: Record<Role, { short: string; long: string }> = {
  management: {
    short: 'Alles ändern',
    long: 'Alles: anlegen, ändern, löschen, erstatten, Zugänge vergeben.',
  },
  readonly: {
    short: 'Alles ansehen',
    long: 'Mitglieder, Kleider, Umzüge und Auswertungen ansehen, nichts ändern.',
  },
  helper: {
    short: 'Am Umzugstag abhaken',
    long: 'Am Umzugstag abhaken und vor Ort eintragen. Ohne Geburtstage und Adressen.',
  },
}
