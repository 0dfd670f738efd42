import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isSaid, saidTexts } from '#tests/support/product-texts.ts'

// Every German text that the specification quotes, copied from it by hand, section by section. The
// product says them to the letter, typing errors included. "{…}" stands for what differs: {year} for a
// year, {n} for a number, {…} for the end of a sentence. What is said otherwise on purpose stands in
// `otherwise` with the words it has, and in docs/deviations.md with the reason.

const texts: Record<string, readonly string[]> = {
  'Shells and access': [
    '404 - Diese Seite existiert (noch) nicht',
    'Übersicht',
    'Mitglieder',
    'Kleider',
    'Umzüge',
    'Auswertungen',
    'Mein Account',
    'Abmelden',
  ],
  'Sign-in': [
    'Anmelden',
    'E-Mail Adresse',
    'Passwort',
    'Passwort vergessen?',
    'Anmelden...',
    'Laden...',
  ],
  Home: [
    'Umzugsanmeldung',
    'Umzugsanmeldung (im Stall)',
    'Datenkorrektur nach Anmeldung',
    'Umzugsteilnahme abhaken',
    'Auswertung der Umzugsanmeldungen',
  ],
  Members: [
    'Mitgliederliste',
    'Hier sind alle Vereinsmitglieder aufgelistet',
    'Nachname',
    'Vorname',
    '(geb: {…})',
    'Mädchenname',
    'Geburtstag',
    'Mitgliedsstatus',
    'Eintrittsdatum',
    'Austrittsdatum',
    'Export',
    '+ Mitglied Anlegen',
    'Mitgliederliste herunterladen',
    'Mitgliederliste.csv',
    'Neues Mitglied anlegen',
    'Allgemein',
    'Kontaktdaten',
    'Bankdaten',
    'Bearbeiten',
    'Löschen',
    'Ehrungen',
    'Dienstbuch',
  ],
  'Costumes and parades': [
    '+ Kleid Anlegen',
    'Besitzer ändern',
    '+ Umzug Anlegen',
    'Teilnahme eintragen',
    'Teilnahme abhaken',
    'Heute findet kein Umzug statt',
    'Umzugsteilnahme',
    '{n} Umzüge gefunden',
  ],
  Enrolment: [
    'Anmeldung erfolgreich',
    'Viel Spaß an der Fasnet!',
    'Anmeldung fehlgeschlagen',
    'Weitere Anmeldung',
    'Umzugsanmeldung im Stall',
    'Für {n} Umzüge anmelden',
    'Anmeldung war erfolgreich!',
    'Neues passives Mitglied',
  ],
  'Statistics and billing': [
    'Anzahl Sprünge',
    'Gesamtauswertung',
    'Auswertung für Ehrungen',
    'Anwenden',
    'Sprungauswertung',
    'Ehrung eintragen',
    'Datum der Generalversammlung',
    'Mitgliedschaften',
    'Anstehende Ehrungen',
    'Nein',
    'Mitgliedsbeiträge_{year}.xml',
    'Keine Mitlieder mit diesem Amt!',
  ],
  States: [
    'Aktiv',
    'Passiv',
    'Ausgetreten',
    'Verstorben',
    'Bezahlt',
    'Nicht bezahlt',
    'Abbrechen',
    'OK',
  ],
  'Load failures': [
    'Die E-Mail Adresse oder das Passwort ist falsch',
    'Die Mitglieder konnten nicht geladen werden',
    'Das Mitglied konnte nicht geladen werden',
    'Der Mitgliedsbeitrag konnte nicht geladen werden',
    'Die Umzüge konnten nicht geladen werden',
    'Die Kleider konnten nicht geladen werden',
    'Die Ehrungen konnten nicht geladen werden',
    'Die Kleidertypen konnten nicht geladen werden',
    'Die Teilnehmer konnten nicht geladen werden',
    'Die Gastgeber konnten nicht geladen werden',
    'Die Beschreibungen konnten nicht geladen werden',
    'Die Besitzer konnten nicht geladen werden',
    'Das Dienstbuch konnten nicht geladen werden',
    'Das Kostüm konnte nicht geladen werden',
    'Der Umzug konnte nicht geladen werden',
    'Die Umzüge für {year} konnten nicht geladen werden',
    'Die Sprünge konnten nicht geladen werden',
    'Die Geburtstage konnten nicht geladen werden',
    'Die Mitgliedsbeiträge konnten nicht geladen werden',
    'Die Auswertung konnte nicht geladen werden',
    'Die anstehenden Ehrungen konnten nicht geladen werden',
    'Es konnte nicht nach Gastgeberzünfte gesucht werden',
  ],
  'Save failures': [
    'Das Mitglied konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.',
    'Das Kleid konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.',
    'Der Umzug konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.',
    'Das Mitglied konnte nicht gespeichert werden',
    'Das Kleid konnte nicht gespeichert werden',
    'Der Umzug konnte nicht gespeichert werden',
    'Die Ehrung konnte nicht eingetragen werden',
    'Die Ehrung konnte nicht geändert werden',
    'Die Ehrung konnte nicht gelöscht werden',
    'Der Dienst konnte nicht eingetragen werden',
    'Der Dienst konnte nicht geändert werden',
    'Der Eintrag konnte nicht gelöscht werden',
    'Das Mitglied konnte nicht gelöscht werden',
    'Das Kleid konnte nicht gelöscht werden',
    'Der Umzug konnte nicht gelöscht werden',
    'Das Mitglied konnte nicht geändert werden',
    'Die Umzugsteilnahme konnte nicht eingetragen werden',
    'Die Umzugsteilnahme konnte nicht geändert werden',
    'Die Umzugsteilnahme konnte nicht bestätigt werden. Stelle sicher, dass Du Internet hast.',
    'Das Mitglied konnte nicht zugeordnet werden.',
    'Das Mitglied konnte nicht neu angelegt werden.',
    'Das Passwort konnte nicht geändert werden{…}',
    'Du konntest nicht angemeldet werden{…}',
    'Der Teilnehmer konnte nicht angemeldet werden. Prüfe bitte, ob alles richtig eingegeben wurde. Es kann auch sein, dass der Teilnehmer oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.',
  ],
  Constants: ['Rows per page:'],
}

/** Texts that are put together from others, or that the product says beside another one. */
const otherwise: Record<string, readonly string[]> = {
  // A download is called by its name: web/components/download.tsx.
  'Mitgliederliste herunterladen': ['{name} herunterladen', "name: 'Mitgliederliste'"],
}

/** What the product says in one case in other words; docs/deviations.md has the reason. */
const inOneCase: Record<string, string> = {
  '{n} Umzüge gefunden': '1 Umzug gefunden',
  'Für {n} Umzüge anmelden': 'Für 1 Umzug anmelden',
  OK: 'Schließen',
}

const deviations = readFileSync('docs/deviations.md', 'utf8')

describe.each(Object.entries(texts))('the specification’s texts of %s', (_, all) => {
  test.each(all)('The product contains the specification’s text "%s" to the letter', (text) => {
    const parts = otherwise[text]
    if (parts) for (const part of parts) expect(saidTexts).toContain(part)
    else expect(isSaid(text)).toBe(true)
  })
})

test('Each text that differs from the specification is used and listed in docs/deviations.md', () => {
  for (const [text, words] of Object.entries(inOneCase)) {
    expect(isSaid(words)).toBe(true)
    expect(deviations).toContain(`„${words}“`)
    expect(deviations).toContain(`„${text.replace('{n}', 'n')}“`)
  }
})

test.each(['Anmeldn', 'Die Umzüge für {year} konnten geladen werden', 'Mitglied konnte nicht'])(
  'The check of texts reports "%s", which the app does not contain',
  (text) => {
    expect(isSaid(text)).toBe(false)
  },
)
