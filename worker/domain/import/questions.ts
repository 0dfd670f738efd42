import { membershipStates } from '#worker/domain/codes.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { daysInOrders } from './days.ts'
import { likelyOrder } from './facts.ts'
import { importFields } from './fields.ts'
import {
  type DayOrder,
  type Known,
  type KnownCode,
  newAnswer,
  type OpenWord,
  type Question,
  type Sheet,
  type SheetKind,
} from './types.ts'
import { builtInHonors, builtInOffices, honorsMeantBy, likelyDuty } from './words.ts'

const leaveEmpty = { value: '', label: 'Leer lassen' }
const addIt = { value: newAnswer, label: 'Neu anlegen' }
const optionsOf = (codes: readonly KnownCode<string>[]) =>
  codes.filter(({ hidden }) => !hidden).map(({ code, label }) => ({ value: code, label }))
const yesNo = [
  { value: 'ja', label: 'Ja' },
  { value: 'nein', label: 'Nein' },
]

/**
 * The question about an unknown word, with the answers to choose from. Without them the user types the answer, which
 * is read like a cell. The answer '' leaves the cells empty.
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
    const { honors = builtInHonors } = known
    const likely = honorsMeantBy(word, honors)
    const meant = likely.length > 0 ? honors.filter(({ code }) => likely.includes(code)) : honors
    return { question: `Welche Ehrung ist „${word}“?`, options: [addIt, ...optionsOf(meant)] }
  }
  if (field === 'duty') {
    const options = [addIt, ...optionsOf(known.offices ?? builtInOffices)]
    const proposal = options.find(({ value }) => value === likelyDuty(word))?.value
    return { question: `Welches Amt ist „${word}“?`, options, ...(proposal && { proposal }) }
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

/** A choice for a whole column, with cells as samples. */
export type AskedChoice = { word: OpenWord; sheet: Sheet; samples: readonly string[]; today: Day }

type AskChoice = (column: string, asked: AskedChoice & { field: string }) => Question

const single = 'Was in einer einzelnen Zeile anders ist, berichtigst Du dort.'

const choices: Readonly<Record<string, AskChoice>> = {
  dayOrder: askDayOrder,
  plz: (column, { samples }) => ({
    question: `${column}: Was ist eine Postleitzahl mit vier Ziffern, wie ${listed(samples)}?`,
    options: [
      { value: 'foreign', label: `Schweiz oder Österreich: ${listed(samples)}` },
      { value: 'german', label: `Deutschland, vorn fehlt die 0: ${listed(samples.map(withZero))}` },
    ],
    hint: 'Gilt für alle, deren Ort oder Land es nicht sagt. In einer einzelnen Zeile berichtigst Du es mit CH-8200, A-6900 oder D-01067.',
  }),
  phoneCode: (column, { samples }) => ({
    question: `${column}: Was fehlt vorn bei Nummern wie ${listed(samples)}?`,
    options: [
      { value: 'country', label: `Das +, es steht die Vorwahl des Landes da: ${plus(samples)}` },
      { value: 'national', label: `Die 0 der Ortsvorwahl: ${listed(samples.map(withZero))}` },
    ],
    hint: `Die Tabelle hat diese Nummern als Zahl gespeichert. ${single}`,
    proposal: 'country',
  }),
  phoneZero: (column, { samples }) => ({
    question: `${column}: Was ist eine kurze Nummer wie ${listed(samples)}?`,
    options: [
      { value: 'asIs', label: `Ohne Vorwahl, so wie sie dasteht: ${listed(samples)}` },
      { value: 'national', label: `Vorn fehlt die 0: ${listed(samples.map(withZero))}` },
    ],
    hint: `Die Tabelle hat diese Nummern als Zahl gespeichert. ${single}`,
  }),
}

const withZero = (text: string) => `0${text}`
const plus = (samples: readonly string[]) => listed(samples.map((text) => `+${text}`))
const listed = (samples: readonly string[]) => samples.slice(0, 2).join(', ')

/** The question about a choice for a whole column. */
export function choiceText(kind: SheetKind, asked: AskedChoice): Question {
  const [name = '', field = ''] = asked.word.field.split(/:(.*)/su)
  const ask = Object.hasOwn(choices, name) ? choices[name] : undefined
  if (!ask) return questionText(kind, asked.word.field, '')
  return ask(headingOf(asked.sheet, field), { ...asked, field })
}

/** The column's heading in the file. */
function headingOf({ headings, columns }: Sheet, field: string): string {
  return `„${headings[columns.indexOf(field)] ?? field}“`
}

const orderLabels: Record<DayOrder, string> = {
  dayFirst: 'Tag zuerst',
  monthFirst: 'Monat zuerst',
}

function askDayOrder(
  column: string,
  { samples, sheet, field, today }: AskedChoice & { field: string },
): Question {
  const found = samples.flatMap((text) => daysInOrders(text, today)).slice(0, 2)
  const shown = (order: DayOrder) =>
    found.flatMap((one) => (one[order] ? [germanDate(one[order])] : [])).join(', ')
  const likely = sheet.facts ? likelyOrder(sheet.facts, field) : null
  const typed = found.map((one) => one.typed).join(', ')
  const options = (['dayFirst', 'monthFirst'] as const).map((value) => ({
    value,
    label: `${orderLabels[value]}: ${shown(value)}`,
  }))
  const hint = hintOfOrder(sheet, field, likely)
  return {
    question: `${column}: Was steht in ${typed} zuerst, der Tag oder der Monat?`,
    options,
    hint,
    ...(likely && { proposal: likely.order }),
  }
}

function hintOfOrder(sheet: Sheet, field: string, likely: ReturnType<typeof likelyOrder>): string {
  const proofs = sheet.facts?.days.get(field)?.proofs
  if (proofs?.dayFirst !== undefined && proofs.monthFirst !== undefined) {
    return `In dieser Spalte kommt beides vor: ${proofs.dayFirst} und ${proofs.monthFirst}. Was nur eines sein kann, liest das Programm so.`
  }
  if (likely) {
    const first = likely.order === 'dayFirst' ? 'der Tag' : 'der Monat'
    return `In der Spalte ${headingOf(sheet, likely.other)} steht ${first} zuerst: ${likely.proof}.`
  }
  return 'Aus deutschen Programmen kommt der Tag zuerst, aus englischen der Monat.'
}
