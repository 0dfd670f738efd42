import type { ParadeBody } from '#web/data/parades.ts'
import { asDay, asEuro, asNumber, type FieldWords } from '#web/lib/conflict-words.ts'

/** Where two people have changed the same field of a parade; in the form's words and order. */
export const paradeWords: FieldWords<ParadeBody> = {
  title: { label: 'Beschreibung' },
  date: { label: 'Datum', show: asDay },
  paradeNumber: { label: 'Umzugsnummer', show: asNumber },
  isChildParade: { label: 'Kinderumzug' },
  comment: { label: 'Kommentar' },
  host: { label: 'Gastgeber' },
  hostPlz: { label: 'PLZ' },
  hostTown: { label: 'Ort' },
  dateEnrolmentStart: { label: 'Anmeldung von', show: asDay },
  dateEnrolmentEnd: { label: 'Anmeldung bis', show: asDay },
  priceForAdultsInCent: { label: 'Preis Erwachsene', show: asEuro },
  priceForChildrenInCent: { label: 'Preis Kinder', show: asEuro },
}
