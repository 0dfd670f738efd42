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
  treasurer: {
    short: 'Beiträge, Bank und Zahlungen',
    long: 'Beiträge einziehen und buchen, Kontoauszug, Schreiben zum Beitrag, Zahlungen erstatten.',
  },
  secretary: {
    short: 'Mitglieder, Ehrungen, Versammlung',
    long: 'Mitglieder, Ehrungen und Ämter eintragen, Generalversammlung, Rundmails.',
  },
  costumes: {
    short: 'Kleider und Besitzer',
    long: 'Kleider, Besitzer und Kleidertypen eintragen.',
  },
  parades: {
    short: 'Umzüge und Anmeldungen',
    long: 'Umzüge, Anmeldungen und Datenkorrektur, an jedem Tag abhaken.',
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
