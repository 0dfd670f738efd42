import { type HonorType, isHonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { maxLength } from '#worker/domain/limits.ts'
import {
  memberField,
  memberFieldNames,
  memberFields,
  type NameWith,
} from '#worker/domain/member.ts'
import type { Time } from '#worker/domain/times.ts'
import { oneLine, quoted, severalLines } from './cells.ts'
import { plzOf, readAddress, readEMail, readPhones } from './contact.ts'
import { type DayRules, isOngoing } from './days.ts'
import { importFields } from './fields.ts'
import { readBankData, readNames, readPerson } from './person.ts'
import { RowReader } from './row-reader.ts'
import type {
  Answers,
  CostumeValues,
  DutyValues,
  HonorValues,
  Known,
  MemberValues,
  NormalisedRow,
  ParadesBeforeValues,
  ParadeValues,
  ParticipationValues,
  PersonRef,
  Sheet,
  SheetKind,
  SheetRow,
  ValuesOf,
} from './types.ts'
import { dutyMeantBy, honorsMeantBy, isGuildItself, readTickMark, stateMeantBy } from './words.ts'

/** The limits that parades.contract.ts sets for these fields. */
const maxParadeNumber = 1_000_000
const maxPriceInCent = 100_000
const maxPlz = 10

const readers: { [Kind in SheetKind]: (row: RowReader) => ValuesOf[Kind][] } = {
  members: readMember,
  costumes: readCostume,
  honors: readHonors,
  duties: readDuty,
  paradesBefore: readParadesBefore,
  parades: readParade,
  participations: readParticipations,
}

/**
 * Converts a row into values, errors, notes and open questions; never throws for any content of a cell.
 * @param known the guild's offices and honors
 */
export function normaliseRow<Kind extends SheetKind>(
  kind: Kind,
  sheet: Sheet,
  answers: Answers,
  row: SheetRow,
  today: Day,
  known: Known = {},
): NormalisedRow<Kind> {
  const reader = new RowReader(sheet, answers, row, today, known)
  if (row.problem) reader.error(null, row.problem)
  const items = readers[kind](reader)
  const { errors, notes, open, chosen } = reader
  return { row: row.row, items, errors, notes, open, chosen }
}

/** The text of a field: the user's correction, else the cells of all its columns. */
export function fieldText({ columns }: Sheet, row: SheetRow, field: string): string {
  if (row.values && Object.hasOwn(row.values, field)) return row.values[field] ?? ''
  const texts = columns.flatMap((target, column) => {
    return target === field ? [severalLines(row.cells[column] ?? null)] : []
  })
  return texts.filter(Boolean).join('\n')
}

function readMember(row: RowReader): MemberValues[] {
  const { blame, isOrganization, ...names } = readNames(row)
  const isAsked = row.open.some(({ field }) => field === 'nameOrder')
  if (!names.lastName && !isAsked) row.error(blame.last, 'Der Nachname fehlt.')
  if (!names.firstName && !isOrganization && !isAsked) handleMissingFirstName(row, blame.first)
  const memberNumber = row.memberNumber('memberNumber')
  const birthday = row.day('birthday', { isBirthday: true })
  if (birthday !== undefined && birthday > row.today) {
    row.error('birthday', 'Der Geburtstag liegt in der Zukunft.')
  }
  const { eMail, more } = readEMail(row)
  const address = readAddress(row)
  const values: MemberValues = {
    ...definedValues({ ...names, memberNumber, birthday, eMail }),
    ...readMembership(row),
    ...address,
    ...readPhones(row, address),
    ...readBankData(row),
    ...readTexts(row),
    ...readCount(row, 'members'),
    ...definedValues({ comment: row.comment(more) }),
  }
  return [values]
}

const textNames = memberFieldNames.filter(
  (name): name is NameWith<{ imported: 'plainText' }> => memberField(name).imported === 'plainText',
)

/** Reads the fields that are stored as plain text. */
function readTexts(row: RowReader): MemberValues {
  return definedValues(
    Object.fromEntries(textNames.map((name) => [name, row.text(name, memberFields[name].max)])),
  )
}

/** The user decides once per file whether a row without a first name is an organization. */
function handleMissingFirstName(row: RowReader, field: string): void {
  const { noFirstName: answer } = row.answers.choices
  if (row.isCorrected('firstName') || answer === 'organization') return
  if (answer === 'person' || row.errors.length > 0) row.missing(field, 'Der Vorname fehlt.')
  else row.ask({ place: 'choices', field: 'noFirstName', word: '' })
}

/** The state of membership is decided by a day of death, then by a past day of leaving, then by the word. */
function readMembership(row: RowReader): MemberValues {
  const { from: dateJoined, to: leftInSpan } = readFromTo(row, 'dateJoined', 'dateLeft', 2)
  const word = row.wordOf('membershipState', row.line('membershipState'), stateMeantBy)
  const died = row.day('dateDied', { isEnd: true })
  if (died !== undefined && died > row.today) {
    row.error('dateDied', 'Der Todestag liegt in der Zukunft.')
  }
  if (dateJoined && leftInSpan && leftInSpan < dateJoined) {
    row.error('dateLeft', 'Der Austritt liegt vor dem Eintritt.')
  }
  if (died !== undefined) {
    if (dateJoined && died < dateJoined) {
      row.error('dateDied', 'Der Todestag liegt vor dem Eintritt.')
    }
    if (leftInSpan && leftInSpan !== died) row.note('dateLeft', 'Es gilt der Todestag')
    return definedValues({ dateJoined, dateLeft: died, membershipState: 'Died' })
  }
  const isOver = leftInSpan !== undefined && leftInSpan <= row.today
  if (isOver && (word === 'Active' || word === 'Passive')) {
    row.note('membershipState', 'Ausgetreten, weil der Austritt vorbei ist')
  }
  if (leftInSpan !== undefined && !isOver && word === 'Left') {
    row.note('membershipState', 'Mitglied bis zum Austritt')
    return definedValues({ dateJoined, dateLeft: leftInSpan })
  }
  const membershipState = isOver && word !== 'Died' ? 'Left' : word
  return definedValues({ dateJoined, dateLeft: leftInSpan, membershipState })
}

/** The Sprünge before the register and the last day that they cover. A missing day is asked once for all rows. */
function readCount(row: RowReader, kind: 'members' | 'paradesBefore') {
  const paradesBefore = row.count('paradesBefore', memberFields.paradesBefore.max)
  const field = 'paradesBeforeUntil'
  const own = row.dayOf(field, row.inFile(field), { isEnd: true })
  const needsDay = paradesBefore !== undefined && own === undefined && !row.hasError(field)
  const paradesBeforeUntil = needsDay
    ? row.dayOf(field, row.isCorrected(field) ? null : row.forEmpty(field), { isEnd: true })
    : own
  if (paradesBeforeUntil !== undefined && paradesBeforeUntil >= row.today) {
    row.error(field, 'Der Stichtag muss vor heute liegen.')
  }
  const isMissing = needsDay && paradesBeforeUntil === undefined && !row.hasError(field)
  if (isMissing && (paradesBefore > 0 || kind === 'paradesBefore')) {
    row.ask({ place: 'empty', field, word: '' })
  }
  return definedValues({ paradesBefore, paradesBeforeUntil })
}

/** The days of two cells, or of a period in the first cell ("1985-1992"), whose end the second cell overrides. */
function readFromTo(row: RowReader, fromField: string, toField: string, yearsAhead = 0) {
  const rules = { isEnd: true, yearsAhead }
  const cell = row.cell(fromField)
  const span = typeof cell === 'string' ? row.span(fromField, row.line(fromField)) : null
  if (!span) return { from: row.day(fromField), to: endOf(row, toField, rules) }
  for (const note of span.notes) row.note(fromField, note)
  const isSaid = oneLine(row.cell(toField)) !== ''
  return { from: span.from, to: isSaid ? endOf(row, toField, rules) : span.to }
}

/** The last day of a period; undefined for "heute", since the period has not ended. */
function endOf(row: RowReader, field: string, rules: DayRules): Day | undefined {
  return isOngoing(oneLine(row.cell(field))) ? undefined : row.day(field, rules)
}

/** The member that the row is about; an error when the row names none. */
function person(row: RowReader): PersonRef {
  const found = readPerson(row)
  const isSaid = found || row.errors.length > 0 || row.open.length > 0
  if (!isSaid) row.error(nameField(row), 'Es steht nicht da, um wen es geht.')
  return found ?? {}
}

function nameField(row: RowReader): string {
  const fields = ['fullName', 'lastName', 'memberNumber']
  return fields.find((field) => row.isMapped(field)) ?? 'lastName'
}

const costumeFields = importFields.costumes
  .map(({ field }) => field)
  .filter((field) => !importFields.honors.some((one) => one.field === field))

function readCostume(row: RowReader): CostumeValues[] {
  // No column of a costume is filled, as in rows of a member list: the row has no costume to import.
  if (costumeFields.every((field) => oneLine(row.inFile(field)) === '')) {
    row.note('number', 'Hier steht kein Kleid.')
    return []
  }
  const costumeType = row.text('costumeType', maxLength.name)
  if (costumeType === undefined && !row.hasError('costumeType')) {
    row.ask({ place: 'empty', field: 'costumeType', word: '' })
  }
  const number = row.text('number', maxLength.costumeNumber)
  if (number === undefined) row.error('number', 'Gib dem Kleid eine Nummer.')
  const named = row.line('fullName') || row.line('lastName')
  const owner = isGuildItself(named) ? null : readPerson(row)
  const span = readFromTo(row, 'ownedFrom', 'ownedTo')
  const { from: ownedFrom, to: ownedTo } = owner ? span : {}
  if (ownedFrom && ownedFrom > row.today) row.error('ownedFrom', 'Der Beginn liegt in der Zukunft.')
  if (ownedFrom && ownedTo && ownedTo <= ownedFrom) {
    const text =
      ownedTo < ownedFrom
        ? 'Der Besitz endet, bevor er beginnt.'
        : 'Das wäre kein einziger Tag. War es ein Irrtum, lass die Zeile aus.'
    row.error(row.isMapped('ownedTo') ? 'ownedTo' : 'ownedFrom', text)
  }
  const registeredSince = row.day('registeredSince')
  const registeredUntil = row.day('registeredUntil', { isEnd: true })
  if (registeredSince && registeredUntil && registeredUntil < registeredSince) {
    row.error('registeredUntil', 'Das Kleid wird abgemeldet, bevor es angemeldet ist.')
  }
  const days = definedValues({ ownedFrom, ownedTo, registeredSince, registeredUntil })
  const comment = row.comment()
  return [{ owner, ...days, ...definedValues({ costumeType, number, comment }) }]
}

function readHonors(row: RowReader): HonorValues[] {
  const about = person(row)
  const comment = row.comment()
  const items: HonorValues[] = []
  const typeOf = (word: string) => {
    const types = honorsMeantBy(word, row.known.honors)
    return types.length === 1 ? (types[0] ?? null) : null
  }
  if (row.isMapped('honor') || row.isCorrected('honor') || row.forEmpty('honor') !== null) {
    const word = row.line('honor')
    if (word === '') row.error('honor', 'Es steht nicht da, welche Ehrung.')
    const type = row.codeOf('honor', word, typeOf)
    const date = row.day('date')
    if (date === undefined) row.error('date', 'Es steht nicht da, wann.')
    items.push({ person: about, ...definedValues({ type, date, comment }) })
  }
  for (const [field, columns] of row.columns) {
    const type = field.startsWith('honor:') ? field.slice('honor:'.length) : ''
    if (isHonorType(type))
      items.push(...honorColumn(row, field, columns, { person: about, type, comment }))
  }
  if (items.length === 0 && !hasHonorColumns(row))
    row.error('honor', 'Es steht nicht da, welche Ehrung.')
  return items
}

function hasHonorColumns(row: RowReader): boolean {
  return [...row.columns.keys()].some((field) => field.startsWith('honor:'))
}

type OfColumn = { person: PersonRef; type: HonorType; comment: string | undefined }

function honorColumn(
  row: RowReader,
  field: string,
  columns: readonly number[],
  { comment, ...item }: OfColumn,
): HonorValues[] {
  const cells = row.isCorrected(field)
    ? [row.cell(field)]
    : columns.map((column) => row.at(field, column))
  return cells.flatMap((cell) => {
    const date = row.dayOf(field, cell)
    return date === undefined ? [] : [{ ...item, ...definedValues({ date, comment }) }]
  })
}

function readDuty(row: RowReader): DutyValues[] {
  const about = person(row)
  const word = row.line('duty')
  if (word === '') row.error('duty', 'Es steht nicht da, welches Amt.')
  const duty = row.codeOf('duty', word, (one) => dutyMeantBy(one, row.known.offices))
  const { from, to } = readPeriod(row)
  if (from && to && to < from) {
    row.error(row.isMapped('to') ? 'to' : nameOfStart(row), 'Das Amt endet, bevor es beginnt.')
  }
  if (from === undefined) row.error(nameOfStart(row), 'Es steht nicht da, seit wann.')
  return [{ person: about, ...definedValues({ duty, from, to, comment: row.comment() }) }]
}

function nameOfStart(row: RowReader): string {
  return row.isMapped('period') && !row.isMapped('from') ? 'period' : 'from'
}

/** The period of a duty: two cells, or one cell with "1985-1992"; a year alone in that cell is the whole year. */
function readPeriod(row: RowReader): { from?: Day | undefined; to?: Day | undefined } {
  const apart = readFromTo(row, 'from', 'to', 2)
  const text = oneLine(row.cell('period'))
  if (apart.from !== undefined || text === '') return apart
  const span = row.span('period', text)
  if (span) {
    for (const note of span.notes) row.note('period', note)
    return { from: span.from, to: apart.to ?? span.to }
  }
  if (/^\d{4}$/.test(text)) {
    return {
      from: row.dayOf('period', text),
      to: apart.to ?? row.dayOf('period', text, { isEnd: true }),
    }
  }
  return (
    row.error('period', `${quoted(text)} ist kein Zeitraum wie 1985-1992 oder seit 1995.`) ?? {}
  )
}

function readParadesBefore(row: RowReader): ParadesBeforeValues[] {
  const about = person(row)
  const count = readCount(row, 'paradesBefore')
  if (count.paradesBefore === undefined) row.error('paradesBefore', 'Die Zahl der Sprünge fehlt.')
  return [{ person: about, ...count }]
}

function readParade(row: RowReader): ParadeValues[] {
  const ahead = { yearsAhead: 2 }
  const date = row.day('date', ahead)
  if (date === undefined) row.error('date', 'Gib an, wann der Umzug stattfindet.')
  const title = row.text('title')
  const host = row.text('host')
  if (title === undefined) row.missing('title', 'Gib dem Umzug eine Beschreibung.')
  if (host === undefined) row.missing('host', 'Gib den Gastgeber an.')
  const dateEnrolmentStart = row.day('dateEnrolmentStart', ahead)
  const dateEnrolmentEnd = row.day('dateEnrolmentEnd', { ...ahead, isEnd: true })
  if (dateEnrolmentStart && dateEnrolmentEnd && dateEnrolmentStart > dateEnrolmentEnd) {
    row.error('dateEnrolmentEnd', 'Die Anmeldung endet, bevor sie beginnt.')
  } else if (date && dateEnrolmentEnd && dateEnrolmentEnd > date) {
    row.error('dateEnrolmentEnd', 'Die Anmeldung muss spätestens am Tag des Umzugs enden.')
  } else if (date && dateEnrolmentStart && dateEnrolmentStart > date) {
    row.error('dateEnrolmentStart', 'Die Anmeldung beginnt erst nach dem Umzug.')
  }
  if (date !== undefined && date >= row.today) {
    if (!dateEnrolmentStart)
      row.missing('dateEnrolmentStart', 'Gib an, ab wann man sich anmelden kann.')
    if (!dateEnrolmentEnd)
      row.missing('dateEnrolmentEnd', 'Gib an, bis wann man sich anmelden kann.')
  }
  return [
    definedValues({
      date,
      title,
      host,
      hostPlz: readHostPlz(row),
      hostTown: row.text('hostTown'),
      paradeNumber: row.count('paradeNumber', maxParadeNumber),
      priceForAdultsInCent: row.cents('priceForAdultsInCent', maxPriceInCent),
      priceForChildrenInCent: row.cents('priceForChildrenInCent', maxPriceInCent),
      dateEnrolmentStart,
      timeEnrolmentStart: timeOf(row, 'timeEnrolmentStart', 'dateEnrolmentStart'),
      dateEnrolmentEnd,
      timeEnrolmentEnd: timeOf(row, 'timeEnrolmentEnd', 'dateEnrolmentEnd'),
      departures: row.departures('departures'),
      timeStart: timeOf(row, 'timeStart', 'date'),
      lineUpNumber: row.text('lineUpNumber', maxLength.costumeNumber),
      lineUpPlace: row.text('lineUpPlace'),
      isChildParade: row.yesOrNo('isChildParade'),
      comment: row.comment(),
    }),
  ]
}

/** A time from its own column, else from the cell of its day: "27.11.2026, 20:00 Uhr". */
function timeOf(row: RowReader, field: string, dayField: string): Time | undefined {
  const own = row.time(field, { endsDay: field === 'timeEnrolmentEnd' })
  return own ?? (row.hasError(field) ? undefined : row.timeBehindDay(dayField))
}

function readHostPlz(row: RowReader): string | undefined {
  const plz = row.text('hostPlz', maxPlz)
  if (plz === undefined || !/^\d{4}$/.test(plz)) return plz
  return plzOf(row, 'hostPlz', plz, row.line('hostTown'), null)
}

function readParticipations(row: RowReader): ParticipationValues[] {
  const about = person(row)
  const costumeType = row.text('costumeType', maxLength.name)
  const costumeNumber = row.text('costumeNumber', maxLength.costumeNumber)
  const rest = definedValues({
    costumeType,
    costumeNumber,
    confirmed: row.yesOrNo('confirmed'),
    paid: row.yesOrNo('paid'),
  })
  const crosses = [...row.columns].filter(([field]) => field.startsWith('parade:'))
  const items: ParticipationValues[] = crosses.flatMap(([field, columns]) => {
    const corrected = row.isCorrected(field)
    return columns.flatMap((column) => {
      const cell = corrected ? row.cell(field) : row.at(field, column)
      if (!row.wordOf('cross', oneLine(cell), readTickMark)) return []
      const day = field.slice('parade:'.length)
      const parade = day.length === 5 ? { monthDay: day, column } : { date: day, column }
      return [{ person: about, parade, ...rest }]
    })
  })
  const isRow = row.isMapped('date') || row.isMapped('title') || crosses.length === 0
  if (!isRow) return items
  const date = row.day('date')
  const title = row.text('title')
  if (date === undefined && title === undefined) {
    row.error('date', 'Es steht nicht da, welcher Umzug.')
  }
  return [...items, { person: about, parade: definedValues({ date, title }), ...rest }]
}

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** The values without fields that are undefined or '', which the file leaves empty. */
function definedValues<Values extends object>(values: Values): Defined<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given) as Defined<Values>
}
