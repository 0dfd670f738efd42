import { duties, honorTypes, membershipStates } from '#worker/domain/codes.ts'
import { dutyLabels, honorLabels, membershipStateLabels } from '#worker/domain/labels.ts'
import { importFields } from './fields.ts'
import type { Known, Question, SheetKind } from './types.ts'
import { honorOf } from './words.ts'

const leaveEmpty = { value: '', label: 'Leer lassen' }
const yesNo = [
  { value: 'ja', label: 'Ja' },
  { value: 'nein', label: 'Nein' },
]

/**
 * How an open word is asked, and what it can mean; no options = typed as in a cell. The answer '' to
 * a word leaves its cells empty.
 */
export function questionText(
  kind: SheetKind,
  field: string,
  word: string,
  known: Known = {},
): Question {
  if (word === '') return questionOfColumn(kind, field)
  if (field === 'membershipState') {
    const states = membershipStates.map((value) => ({ value, label: membershipStateLabels[value] }))
    return { question: `Welcher Mitgliedsstatus ist „${word}“?`, options: [...states, leaveEmpty] }
  }
  if (field === 'honor') {
    const likely = honorOf(word, known.honorLabels)
    const options = (likely.length > 0 ? likely : honorTypes).map((value) => ({
      value,
      label: known.honorLabels?.[value] ?? honorLabels[value],
    }))
    return { question: `Welche Ehrung ist „${word}“?`, options }
  }
  if (field === 'duty') {
    const options = duties.map((value) => ({ value, label: dutyLabels[value] }))
    return { question: `Welches Amt ist „${word}“?`, options }
  }
  if (field === 'cross') {
    return { question: `Heißt „${word}“, dass jemand dabei war?`, options: yesNo }
  }
  const label = importFields[kind].find((one) => one.field === field)?.label ?? field
  const question = `Heißt „${word}“ bei „${label}“ ja oder nein?`
  return { question, options: [...yesNo, leaveEmpty] }
}

function questionOfColumn(kind: SheetKind, field: string): Question {
  if (field === 'nameOrder') {
    const options = [
      { value: 'firstLast', label: 'Vorname Nachname' },
      { value: 'lastFirst', label: 'Nachname Vorname' },
    ]
    return { question: 'In welcher Reihenfolge stehen die Namen ohne Komma?', options }
  }
  if (field === 'noFirstName') {
    const options = [
      { value: 'organization', label: 'Eine Firma oder ein Verein' },
      { value: 'person', label: 'Ein Mensch, der Vorname fehlt' },
    ]
    return { question: 'Wer ist gemeint, wo kein Vorname steht?', options }
  }
  const label = importFields[kind].find((one) => one.field === field)?.label ?? field
  const asked: Record<string, string> = {
    bankingSepaAllowedDate: 'Wann wurden die SEPA-Mandate ohne Datum unterschrieben?',
    paradesBeforeUntil: 'Bis wann sind die Sprünge gezählt?',
    costumeType: 'Welcher Kleidertyp ist es, wo keiner steht?',
  }
  return { question: asked[field] ?? `${label}: Was gilt für leere Zellen?`, options: [] }
}
