import { paths, settingsChange, settingsPart } from '#web/paths.ts'
import type { SetupStep } from '#worker/domain/codes.ts'

type Step = {
  /** Explains the missing step. */
  text: string
  /** The page of the step. */
  to: string
  action: string
  /** Set when the default may already be right. */
  fits?: true
}

export const steps: Readonly<Record<SetupStep, Step>> = {
  association: {
    text: 'Wie Deine Zunft heißt',
    to: settingsChange('association'),
    action: 'Verein eintragen',
  },
  sepa: {
    text: 'Konto und Gläubiger-ID, um Beiträge einzuziehen',
    to: settingsChange('sepa'),
    action: 'Konto eintragen',
  },
  fees: {
    text: 'Eine Beitragstabelle ist vorgegeben. Passt sie?',
    to: settingsPart('fees'),
    action: 'Beiträge ansehen',
    fits: true,
  },
  honors: {
    text: 'Regeln für Ehrungen sind vorgegeben. Passen sie?',
    to: settingsPart('honors'),
    action: 'Ehrungen ansehen',
    fits: true,
  },
  costumeTypes: {
    text: 'Welche Kleider es bei Euch gibt',
    to: paths.costumes,
    action: 'Kleidertypen anlegen',
  },
  import: {
    text: 'Mitglieder aus Deiner Tabelle, oder einzeln anlegen',
    to: paths.imports,
    action: 'Daten übernehmen',
  },
  parade: {
    text: 'Mit dem ersten Umzug öffnet sich die Anmeldung',
    to: paths.paradeCreate,
    action: 'Umzug anlegen',
  },
  payment: {
    text: 'Bis dahin gehen nur Umzüge ohne Gebühr',
    to: paths.paymentSetup,
    action: 'Stand ansehen',
  },
  privacy: {
    text: 'Impressum und Datenschutz stehen öffentlich',
    to: settingsChange('legal'),
    action: 'Angaben ergänzen',
  },
  secondUser: {
    text: 'Wer mit verwaltet, mitliest oder abhakt',
    to: paths.users,
    action: 'Einladen',
  },
  passkeys: {
    text: 'Ein Passwort, das jemand errät, genügt dann nicht mehr',
    to: settingsChange('passkeys'),
    action: 'Passkey verlangen',
  },
}
