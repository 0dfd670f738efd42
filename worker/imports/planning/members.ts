import type { z } from 'zod'
import type { memberExits, members, memberTimespans } from '#worker/db/schema.ts'
import { isSameValue, pick, withChanges } from '#worker/domain/conflicts.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { MemberValues, Sheet } from '#worker/domain/import/types.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import {
  emptyMember,
  type MemberFields,
  memberFieldNames,
  memberFields,
  type Timespan,
} from '#worker/domain/member.ts'
import { fullName, listName, normaliseName } from '#worker/domain/names.ts'
import { mandateReference } from '#worker/domain/sepa-text.ts'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'
import type { Insertion, PlanClock, Ref, Staged, Update } from '#worker/imports/plan.ts'
import type { LikenessKind } from '#worker/members/likeness.ts'
import { toRow } from '#worker/members/member-columns.ts'
import {
  mandateDateNeeded,
  memberProblems,
  needsNewMandateDate,
  normaliseBankData,
} from '#worker/members/member-problems.ts'
import { memberRules } from '#worker/members/members.contract.ts'
import { answerForAll, type DoubtKind, doubtQuestions } from './doubts.ts'
import {
  addRowErrors,
  cellField,
  type InputRow,
  isSettled,
  type Judged,
  judged as judgedRow,
  type KindPlan,
  mergeValues,
  type ValuesByField,
} from './judged-row.ts'
import {
  candidateOf,
  hasSameNames,
  judgeNumber,
  type Known,
  likenessOfSpelling,
  memberGoneText,
  type Names,
  namesOf,
  Register,
} from './people.ts'

type MemberRow = typeof members.$inferSelect
type SpanRow = typeof memberTimespans.$inferSelect
type ExitRow = typeof memberExits.$inferSelect

export type MembersReading = {
  members: readonly MemberRow[]
  timespans: readonly SpanRow[]
  /** Exits that can still be undone. */
  exits: readonly ExitRow[]
}

/** A member during planning; ids below 0 are of members added by the file. */
type Person = Known & {
  /** The row of the file that added the member; null = stored. */
  row: number | null
  fields: MemberFields
  stored: MemberRow | null
  earlierValues: ValuesByField
}

type Context = {
  register: Register<Person>
  columns: Sheet['columns']
  today: Day
  staged: Staged
  /** By member number the first row that contains it. */
  firstRows: ReadonlyMap<number, { row: number; names: Names }>
  /** Added members by their row. */
  made: Map<number, Person>
}

/** Plans row by row; each row sees the members that earlier rows added or changed. */
export function planMembers(
  reading: MembersReading,
  rows: readonly InputRow<'members'>[],
  staged: Staged,
  clock: PlanClock,
): KindPlan {
  const spans = Map.groupBy(reading.timespans, ({ memberId }) => memberId)
  const people = reading.members
    .filter(({ anonymisedAt }) => anonymisedAt === null)
    .map((stored) => personOf(stored, spans.get(stored.id) ?? []))
  const context: Context = {
    register: new Register(people),
    columns: staged.mapping.columns,
    today: clock.today,
    staged,
    firstRows: firstRowByNumber(rows),
    made: new Map(),
  }
  const judgedRows = rows.map((row) => judgeRow(row, context))
  const exits = Map.groupBy(reading.exits, ({ memberId }) => memberId)
  const changes = people.flatMap((old) => {
    const now = context.register.get(old.id)
    if (!now || old === now) return []
    const related = { spans: spans.get(old.id) ?? [], exits: exits.get(old.id) ?? [], clock }
    return changesOf(old, now, related)
  })
  const added = [...context.made.values()].flatMap((person) => insertionsOf(person, clock))
  return {
    rows: judgedRows,
    insertions: [...added, ...changes.flatMap(({ insertions }) => insertions)],
    updates: changes.flatMap(({ updates }) => updates),
    questions: doubtQuestions(judgedRows, staged.answers),
  }
}

function personOf(stored: MemberRow, spans: readonly Timespan[]): Person {
  const {
    firstNameKey,
    lastNameKey,
    maidenNameKey,
    id,
    createdAt: _c,
    updatedAt: _u,
    version: _v,
    anonymisedAt: _a,
    importId: _i,
    ...fields
  } = stored
  const timespans = spans.map(({ from, to }) => ({ from, to }))
  return {
    ...keysOf(fields),
    firstNameKey,
    lastNameKey,
    maidenNameKey,
    id,
    row: null,
    stored,
    earlierValues: new Map(),
    fields: { ...fields, membershipActiveTimespan: timespans },
  }
}

function keysOf(fields: Omit<MemberFields, 'membershipActiveTimespan'>) {
  const { memberNumber, firstName, lastName, maidenName, birthday } = fields
  const { membershipState, dateLeft } = fields
  return {
    memberNumber,
    firstName,
    lastName,
    birthday,
    membershipState,
    dateLeft,
    firstNameKey: normaliseName(firstName),
    lastNameKey: normaliseName(lastName),
    maidenNameKey: normaliseName(maidenName),
  }
}

function firstRowByNumber(rows: readonly InputRow<'members'>[]): Context['firstRows'] {
  const first = new Map<number, { row: number; names: Names }>()
  for (const { row, items, choice } of rows) {
    const [values] = items
    const number = values?.memberNumber ?? 0
    if (!values || number === 0 || choice.decision === 'skip' || first.has(number)) continue
    first.set(number, { row, names: namesOf(values) })
  }
  return first
}

function judgeRow(inputRow: InputRow<'members'>, context: Context): Judged {
  const values = inputRow.items[0] ?? {}
  const { firstName = '', lastName = '' } = values
  const row = judgedRow(inputRow, listName({ firstName, lastName }))
  if (row.decision === 'skip') return row
  const person = findMember(values, inputRow, row, context)
  const isOpen = row.doubts.length > 0 || waitsForBirthday(inputRow)
  addRowErrors(row, inputRow, (field) => row.doubts.length > 0 || isStored(field, person))
  if (isOpen) return row
  judgeNumberTaken(values, person, row, context)
  const next = applyValues(person, values, inputRow.row, row, context)
  if (!isSettled(row)) return row
  if (person) context.register.replace(person, next)
  else context.register.add(next)
  if (next.row !== null) context.made.set(next.row, next)
  return row
}

/** Whether a field that is missing in the file is stored for this member. */
function isStored(field: string, person: Person | null): boolean {
  const value = Object.entries(person?.fields ?? {}).find(([name]) => name === field)?.[1]
  return value !== undefined && value !== null && value !== ''
}

/** Whether the user has not yet answered how the column of birthdays is read; until then none is compared. */
const waitsForBirthday = ({ open }: InputRow<'members'>) =>
  open.some(({ about }) => about === 'birthday')

/** The member that a row is about; null = a new member, or still undecided. */
function findMember(
  values: MemberValues,
  inputRow: InputRow<'members'>,
  row: Judged,
  { register, columns, staged, firstRows }: Context,
): Person | null {
  const addFault = (field: string, text: string) => {
    row.errors.push({ field: cellField(columns, field), text })
    return null
  }
  const { choice, row: line } = inputRow
  if (row.decision === 'same' && choice.memberId !== null) {
    return register.get(choice.memberId) ?? addFault('lastName', memberGoneText)
  }
  // Without a last name the row has an error anyway, so the search is skipped.
  if (!values.lastName) return null
  const names = namesOf(values)
  const before = firstRows.get(values.memberNumber ?? 0)
  if (before && before.row !== line && !isOne(before.names, names)) {
    const text = `Die Mitgliedsnummer ${values.memberNumber} steht schon in Zeile ${before.row}.`
    return addFault('memberNumber', text)
  }
  if (row.decision === 'new') return null
  const byNumber = staged.answers.choices.matchBy !== 'name'
  const found = byNumber ? register.withNumber(values.memberNumber ?? 0) : undefined
  if (found) {
    const judgement = judgeNumber(found, names, register)
    if (judgement === 'same') return found
    if (judgement !== 'stranger') {
      const text = `Die Mitgliedsnummer ${values.memberNumber} hat ${fullName(found)}.`
      return ask(text, 'number', judgement.candidates)
    }
    const text = `Die Mitgliedsnummer ${values.memberNumber} hat schon ${fullName(found)}.`
    return addFault('memberNumber', text)
  }
  if (waitsForBirthday(inputRow)) return null
  const numberSays = byNumber && (values.memberNumber ?? 0) > 0
  const hasOtherNumber = (one: Person) =>
    numberSays && one.memberNumber > 0 && one.memberNumber !== values.memberNumber
  const exact = names.birthday
    ? register.withNames(names).filter(({ birthday }) => birthday === names.birthday)
    : []
  // A member who has another row in this file is not the person of this row. (If the row with the member's number
  // has another name, the number was changed, and the member has no row of their own.)
  const hasOwnRow = (one: Person) => {
    const own = firstRows.get(one.memberNumber)
    return one.row !== null || (own !== undefined && isOne(own.names, names))
  }
  const isOtherPerson = (one: Person) => hasOtherNumber(one) && (exact.length > 1 || hasOwnRow(one))
  const meant = exact.filter((one) => !isOtherPerson(one))
  const [only] = meant
  const [otherPerson] = exact
  if (!only && otherPerson) {
    const text = `Gleicher Name und Geburtstag wie ${describePerson(otherPerson)}: mit der anderen Nummer sind es zwei.`
    row.notes.push({ field: null, text })
    return null
  }
  if (only && meant.length === 1) {
    if (!hasOtherNumberInFile(only, values)) return only
    const text = `Dieselbe Person wie in Zeile ${only.row}, mit einer anderen Nummer?`
    return ask(text, 'sameNameAndBirthday', meant)
  }
  if (meant.length > 1) {
    return ask('Mehrere Mitglieder haben diesen Namen und Geburtstag.', 'several', meant)
  }
  const maybe = register.maybe(names).filter((one) => !hasOtherNumber(one))
  const [first] = maybe
  if (!first) return null
  // In a repeated file, a member with exactly these values is the same person, even without a birthday.
  const again = staged.isAgain
    ? maybe.find((one) => hasSameNames(one, names) && hasAllOf(one, values))
    : null
  if (again) return again
  return ask(likeText(first, names), likenessOfSpelling(first, names) ?? 'likeName', maybe)

  function ask(text: string, kind: LikenessKind | DoubtKind, candidates: readonly Person[]) {
    const [candidate] = candidates
    const isOfOne = candidate !== undefined && candidates.length === 1
    if (row.decision === 'same' && isOfOne) return candidate
    row.candidates.push(...candidates.map(candidateOfFile))
    row.doubt = { kind: kind as DoubtKind, isInFile: candidate?.row !== null }
    const answer = row.decision === null ? answerForAll(staged.answers, row.doubt) : null
    if (answer === 'new' || (answer === 'same' && isOfOne)) {
      row.ofAll = answer
      return answer === 'same' && candidate ? candidate : null
    }
    row.doubts.push(text)
    return null
  }
}

/** "Es gibt schon Jasmin Mauch, 16.09.1995, Nr. 1243." */
function likeText(one: Person, names: Names): string {
  const { birthday, row } = one
  const details = describePerson(one)
  if (row !== null) return `In Zeile ${row} steht schon ${details}.`
  return hasSameNames(one, names) || birthday === null
    ? `Es gibt schon ${details}.`
    : `Gleicher Geburtstag wie ${details}.`
}

function describePerson(one: Person): string {
  const { memberNumber, birthday } = one
  return [
    fullName(one),
    ...(birthday ? [germanDate(birthday)] : ['ohne Geburtstag']),
    ...(memberNumber > 0 ? [`Nr. ${memberNumber}`] : []),
  ].join(', ')
}

/** A candidate from another row of the file, who has no id yet (`memberId` 0) and is identified by the row. */
function candidateOfFile(one: Person): PreviewRow['candidates'][number] {
  const candidate = candidateOf(one)
  return one.row === null ? candidate : { ...candidate, memberId: 0, row: one.row }
}

/** Two rows with the same number are different people unless names and birthday are equal. */
function isOne(one: Names, other: Names): boolean {
  const isCalledAlike =
    one.first === other.first && one.lasts.some((last) => other.lasts.includes(last))
  const isBornAlike =
    one.birthday === null || other.birthday === null || one.birthday === other.birthday
  return isCalledAlike && isBornAlike
}

/** Different member numbers in one file mean two records. */
function hasOtherNumberInFile({ row, memberNumber }: Person, values: MemberValues): boolean {
  const number = values.memberNumber ?? 0
  return row !== null && number > 0 && memberNumber > 0 && number !== memberNumber
}

/** Whether all values of a row are stored already. */
function hasAllOf({ fields }: Person, values: MemberValues): boolean {
  const draft = normaliseBankData(withChanges(fields, values))
  return changedFields(fields, draft).length === 0
}

function judgeNumberTaken(
  { memberNumber = 0 }: MemberValues,
  person: Person | null,
  row: Judged,
  { columns, register }: Context,
): void {
  const holder = memberNumber > 0 ? register.withNumber(memberNumber) : undefined
  if (!holder || holder.id === person?.id) return
  addError(row, columns, 'memberNumber', 'Diese Mitgliedsnummer hat schon ein anderes Mitglied.')
}

/** The member after this row, validated like a save of the form. */
function applyValues(
  person: Person | null,
  values: MemberValues,
  line: number,
  row: Judged,
  { columns, today }: Context,
): Person {
  const before = person?.fields ?? emptyMember
  const given = judgeShape(values, row, columns)
  const together = mergeValues(person?.earlierValues ?? new Map(), given, row, columns)
  const draft = keepMandate(before, normaliseBankData(withChanges(before, given)), given, row)
  const fields = endSpans(before, draft, today)
  for (const [field, text] of Object.entries(memberProblems(fields, today))) {
    addError(row, columns, field, text)
  }
  if (person?.stored && needsNewMandateDate(person.stored, fields)) {
    addError(row, columns, 'bankingSepaAllowedDate', mandateDateNeeded)
  }
  const changed = changedFields(before, fields)
  row.fields = changed.map((field) => ({
    field,
    label: memberFields[field].label,
    old: person ? shown(before, field) : null,
    new: shown(fields, field) ?? '',
  }))
  row.effects.push(!person ? 'new' : changed.length > 0 ? 'changes' : 'same')
  row.targets.push(person ? (person.row === null ? `${person.id}` : `row ${person.row}`) : 'new')
  return {
    ...keysOf(fields),
    fields,
    earlierValues: together,
    id: person?.id ?? -line,
    row: person ? person.row : line,
    stored: person?.stored ?? null,
  }
}

/** Adds the error unless its field has one already, from normalising the cell or from an earlier check. */
function addError(row: Judged, columns: Sheet['columns'], field: string, text: string): void {
  const cell = cellField(columns, field.split('.')[0] ?? field)
  if (!row.errors.some((one) => one.field === cell)) row.errors.push({ field: cell, text })
}

const shapes = new Map<string, z.ZodType>(Object.entries(memberRules.shape))

/** Validates and normalises the values with the form's request schema. */
function judgeShape(values: MemberValues, row: Judged, columns: Sheet['columns']): MemberValues {
  const given: Record<string, unknown> = { ...values }
  for (const [field, value] of Object.entries(values)) {
    const parsed = shapes.get(field)?.safeParse(value)
    if (parsed?.success) given[field] = parsed.data
    else addError(row, columns, field, parsed?.error?.issues[0]?.message ?? 'Das passt hier nicht.')
  }
  return given
}

/**
 * A mandate keeps the reference that the bank knows when the member's number, from which it was derived,
 * changes.
 */
function keepMandate(
  before: MemberFields,
  after: MemberFields,
  values: MemberValues,
  row: Judged,
): MemberFields {
  const isSameMandate =
    before.bankingSepaAllowed &&
    after.bankingSepaAllowed &&
    before.bankingSepaAllowedDate !== null &&
    before.bankingSepaAllowedDate === after.bankingSepaAllowedDate
  const isWritten = before.mandateReference.trim() !== '' || values.mandateReference !== undefined
  if (!isSameMandate || isWritten || before.memberNumber === after.memberNumber) return after
  const reference = mandateReference(before)
  const text = `Das Mandat behält seine Referenz ${reference}.`
  row.notes.push({ field: 'memberNumber', text })
  return { ...after, mandateReference: reference }
}

const isMember = ({ membershipState }: Pick<MemberFields, 'membershipState'>) =>
  membershipState === 'Active' || membershipState === 'Passive'

/** Whether the row adds a future day of leaving; the person stays a member until then. */
function leavesLater(before: MemberFields, after: MemberFields, today: Day): boolean {
  const { dateLeft } = after
  return isMember(after) && dateLeft !== null && dateLeft > today && before.dateLeft !== dateLeft
}

/** An exit or a death ends running spans on that day, if the day is known. */
function endSpans(before: MemberFields, after: MemberFields, today: Day): MemberFields {
  const { membershipState, dateLeft, membershipActiveTimespan: spans } = after
  const isAsBefore = before.membershipState === membershipState && before.dateLeft === dateLeft
  const ends = leavesLater(before, after, today) || (!isMember(after) && !isAsBefore)
  if (!ends || dateLeft === null) return after
  const ended = spans.map((span) =>
    span.to === null && span.from <= dateLeft ? { ...span, to: dateLeft } : span,
  )
  return { ...after, membershipActiveTimespan: ended }
}

function changedFields(before: MemberFields, after: MemberFields): (keyof MemberFields)[] {
  return memberFieldNames.filter(
    (name) => before[name] !== after[name] && !isSameValue(before[name], after[name]),
  )
}

/** A value in German; null = empty. */
function shown(fields: MemberFields, field: keyof MemberFields): string | null {
  const value = fields[field]
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (Array.isArray(value)) return value.map(shownSpan).join(', ') || null
  if (field === 'membershipState') return membershipStateLabels[fields.membershipState]
  if (field === 'bankingIban') return String(value).replace(/(.{4})(?=.)/g, '$1 ')
  if (field === 'memberNumber' && value === 0) return null
  return isDayField(field) ? germanDate(String(value)) : String(value)
}

const shownSpan = ({ from, to }: Timespan) =>
  to === null ? `seit ${germanDate(from)}` : `${germanDate(from)} – ${germanDate(to)}`

const isDayField = (field: keyof MemberFields) =>
  memberFields[field].kind === 'day' || memberFields[field].kind === 'birthday'

function insertionsOf({ fields, row }: Person, clock: PlanClock): Insertion[] {
  const ref = `member ${row}`
  const ends = leavesLater(emptyMember, fields, clock.today)
  return [
    { table: 'members', ref, row: toRow(fields, clock.now) },
    ...(ends ? [waitingExit({ ref }, emptyMember, fields, [], clock)] : []),
    ...fields.membershipActiveTimespan.map(
      (span): Insertion => ({
        table: 'memberTimespans',
        row: { memberId: { ref }, from: span.from, to: span.to },
      }),
    ),
  ]
}

/** The exit that a future day of leaving adds, as in members/leave-member.ts: it waits and can be undone. */
function waitingExit(
  memberId: number | Ref,
  before: MemberFields,
  { dateLeft, membershipState }: MemberFields,
  ended: readonly SpanRow[],
  { now, userId }: PlanClock,
): Insertion {
  const entries = ended.map(({ id, from, to }) => ({ kind: 'timespan', id, from, to }))
  return {
    table: 'memberExits',
    row: {
      memberId,
      state: 'Left',
      date: dateLeft ?? '',
      stateBefore: membershipState,
      dateLeftBefore: before.dateLeft,
      ended: JSON.stringify(entries),
      recordedAt: now.toISOString(),
      recordedBy: userId,
    },
  }
}

type RelatedRows = { spans: readonly SpanRow[]; exits: readonly ExitRow[]; clock: PlanClock }

function changesOf(old: Person, now: Person, { spans, exits, clock }: RelatedRows) {
  const { id, stored } = old
  const names = changedFields(old.fields, now.fields)
  if (!stored || names.length === 0) return []
  const member: Update = {
    table: 'members',
    id,
    before: columnsOf(old, names),
    after: columnsOf(now, names),
    updatedAt: stored.updatedAt,
  }
  const toOf = ({ from }: Timespan) =>
    now.fields.membershipActiveTimespan.find((span) => span.from === from)?.to ?? null
  const ended = spans.filter((span) => span.to === null && toOf(span) !== null)
  const ends = ended.map((span): Update => {
    return {
      table: 'memberTimespans',
      id: span.id,
      before: { to: null },
      after: { to: toOf(span) },
    }
  })
  const undone = undoContradictedExits(old.fields, now.fields, exits, clock)
  const isWaiting = leavesLater(old.fields, now.fields, clock.today)
  const insertions = isWaiting ? [waitingExit(id, old.fields, now.fields, ended, clock)] : []
  return [{ insertions, updates: [member, ...ends, ...undone] }]
}

/** Columns of the members table; a name includes its search key. */
function columnsOf({ fields, ...keys }: Person, names: readonly (keyof MemberFields)[]) {
  const { membershipActiveTimespan: _, ...row } = fields
  const changed = pick<Partial<typeof members.$inferInsert>>(row, names)
  if (names.includes('firstName')) changed.firstNameKey = keys.firstNameKey
  if (names.includes('lastName')) changed.lastNameKey = keys.lastNameKey
  if (names.includes('maidenName')) changed.maidenNameKey = keys.maidenNameKey
  return changed
}

/** Marks an exit that the new values contradict as undone, as a save of the form does (members/exits.queries.ts). */
function undoContradictedExits(
  before: MemberFields,
  after: MemberFields,
  exits: readonly ExitRow[],
  { now }: PlanClock,
): Update[] {
  return exits.flatMap((exit): Update[] => {
    const isWaiting = exit.effectiveAt === null
    const stands =
      before.dateLeft === exit.date && (isWaiting || before.membershipState === exit.state)
    const fits =
      after.dateLeft === exit.date &&
      (isWaiting ? isMember(after) : after.membershipState === exit.state)
    const comesBack = !isMember(before) && isMember(after)
    if (!comesBack && !(stands && !fits)) return []
    const undoneAt = now.toISOString()
    return [{ table: 'memberExits', id: exit.id, before: { undoneAt: null }, after: { undoneAt } }]
  })
}
