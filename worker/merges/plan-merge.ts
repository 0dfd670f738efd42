import { type Day, germanDate } from '#worker/domain/dates.ts'
import { openInCent, receivedInCent } from '#worker/domain/fee-ledger.ts'
import { maxLength } from '#worker/domain/limits.ts'
import type { MemberFields, Timespan } from '#worker/domain/member.ts'
import {
  type Both,
  type ChosenFields,
  choosePlace,
  continuesPeriod,
  impliedSpan,
  type JoinedPeriod,
  joinPeriods,
  type MergedFields,
  mergedFields,
  type ParadesBeforeChoice,
  presetParadesBefore,
  presetSide,
} from '#worker/domain/merge.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { toRow } from '#worker/members/member-columns.ts'
import type { MergeRows } from './merge.queries.ts'
import { changeShapeKey, type MergedTable, type RowChange, type RowOf } from './merged-tables.ts'
import type { MergeMember } from './merges.contract.ts'

type Place = RowOf<'participations'>

export type MergePlan = {
  /** In the order of writing; changes that free a unique value come first. */
  changes: RowChange[]
  fields: MergedFields
  timespans: Timespan[]
  conflicts: string[]
  obstacles: string[]
  /** Places that the merge cancels. */
  cancelledPlaces: Place[]
  /** Confirmed places after the merge. */
  confirmed: { paradeId: number; date: Day }[]
}

type Choice = { fields: ChosenFields; paradesBefore?: ParadesBeforeChoice | undefined }
type Context = { userId: number; now: Date }

/** Plans the change of every row of both records, without access to the database. */
export function planMerge(read: MergeRows, choice: Choice, context: Context): MergePlan {
  const both = bothMembers(read)
  const chosenFields = mergedFields(
    both,
    choice.fields,
    choice.paradesBefore ?? presetParadesBefore(both),
  )
  const changes = new Changes(read.keptId)
  const payer = planPayers(read, chosenFields, changes)
  const fields = { ...chosenFields, payerId: payer.payerId }
  const timespans = planTimespans(read, both, changes)
  const conflicts = [
    ...planPlaces(read, changes, context),
    ...planHonors(read, changes),
    ...planAssemblies(read, changes),
    ...planDuties(read, changes),
    ...planOwnerships(read, changes),
    ...payer.conflicts,
    ...planFees(read, changes),
  ]
  planExits(read, both, choice.fields, changes, context)
  planMerges(read, changes)
  planNoDuplicates(read, changes)
  planMembers(read, fields, changes, context)
  return {
    changes: changes.inOrder(),
    fields,
    timespans,
    conflicts,
    obstacles: obstaclesOf(read, both),
    cancelledPlaces: changes.cancelledPlaces,
    confirmed: changes.confirmed,
  }
}

type Values = RowChange['before'] & object

/**
 * The order of writing: references to deleted rows, deleted rows, updates that free a unique value, moved
 * rows, inserted rows, and the members.
 */
const phases = ['detached', 'deleted', 'freesUnique', 'moves', 'inserted', 'members'] as const

/** Collects row changes by phase. */
class Changes {
  readonly cancelledPlaces: Place[] = []
  readonly confirmed: { paradeId: number; date: Day }[] = []
  /** The columns of a row that is moved to the kept record. */
  readonly toKept: { memberId: number }
  readonly #rows: Record<(typeof phases)[number], RowChange[]> = {
    detached: [],
    deleted: [],
    freesUnique: [],
    moves: [],
    inserted: [],
    members: [],
  }

  constructor(memberId: number) {
    this.toKept = { memberId }
  }

  /** Changes a row that refers to one to be deleted; `values` null deletes it as well. */
  detach(table: MergedTable, row: Values, values: Values | null): void {
    if (values === null) {
      this.#rows.detached.push({ table, id: idIn(row), before: row, after: null })
    } else if (Object.entries(values).some(([name, value]) => row[name] !== value)) {
      this.#rows.detached.push(changeOf(table, row, values))
    }
  }

  delete(table: MergedTable, row: Values): void {
    this.#rows.deleted.push({ table, id: idIn(row), before: row, after: null })
  }

  freeUnique(table: MergedTable, row: Values, values: Values): void {
    this.#rows.freesUnique.push(changeOf(table, row, values))
  }

  /** Gives a row these values; a row that has them already is not changed. */
  move(table: MergedTable, row: Values, values: Values): void {
    const isChanged = Object.entries(values).some(([name, value]) => row[name] !== value)
    if (isChanged) this.#rows.moves.push(changeOf(table, row, values))
  }

  insert(table: MergedTable, row: Values): void {
    this.#rows.inserted.push({ table, id: 0, before: null, after: row })
  }

  /** Frees a unique value of a row, which is written again in a later phase. */
  clear(change: RowChange): void {
    this.#rows.freesUnique.push(change)
  }

  members(...changes: RowChange[]): void {
    this.#rows.members.push(...changes)
  }

  /** Rows of the same shape are adjacent, so that one statement writes them. */
  inOrder(): RowChange[] {
    return phases.flatMap((phase) =>
      [...Map.groupBy(this.#rows[phase], changeShapeKey).values()].flat(),
    )
  }
}

function changeOf(table: MergedTable, row: Values, values: Values): RowChange {
  const version = typeof row.version === 'number' && { version: row.version + 1 }
  return { table, id: idIn(row), before: row, after: { ...row, ...values, ...version } }
}

const idIn = (row: { id?: unknown }) => (typeof row.id === 'number' ? row.id : 0)

export function bothMembers({ rows, keptId, goneId }: MergeRows): Both<MergeMember> {
  const memberOf = (id: number): MergeMember => {
    const row = rows.members.find((one) => one.id === id)
    if (!row) throw new Error('a merge of a member that does not exist')
    const {
      firstNameKey: _f,
      lastNameKey: _l,
      maidenNameKey: _m,
      createdAt: _c,
      updatedAt: _u,
      version: _v,
      importId: _i,
      anonymisedAt,
      ...member
    } = row
    return {
      ...member,
      bankingSepaAllowed: member.bankingSepaAllowed === 1,
      mailOptOut: member.mailOptOut === 1,
      membershipActiveTimespan: rows.memberTimespans
        .filter(({ memberId }) => memberId === id)
        .map(({ from, to }) => ({ from, to }))
        .sort((a, b) => (a.from < b.from ? -1 : 1)),
      ...(anonymisedAt !== null && { anonymisedAt }),
    }
  }
  return { kept: memberOf(keptId), gone: memberOf(goneId) }
}

function obstaclesOf(
  { rows, parades, keptId, goneId, bookings }: MergeRows,
  both: Both<MergeMember>,
): string[] {
  const obstacles: string[] = []
  if (both.kept.anonymisedAt !== undefined || both.gone.anonymisedAt !== undefined) {
    obstacles.push('Ein anonymisiertes Mitglied lässt sich nicht zusammenführen.')
  }
  for (const [one, other] of sharedPlaces(rows.participations, keptId, goneId)) {
    const parade = paradeWords(parades.get(one.paradeId))
    if (one.state === 'reserved' || other.state === 'reserved') {
      obstacles.push(`${parade}: Eine Zahlung läuft noch. Warte, bis sie entschieden ist.`)
    } else if (isPaidOnline(one) && isPaidOnline(other)) {
      obstacles.push(`${parade}: Beide Plätze sind online bezahlt. Sage zuerst einen davon ab.`)
    }
  }
  for (const { year, aside } of feesOfBoth({ rows, keptId, goneId, bookings })) {
    if (aside !== null) continue
    obstacles.push(
      `Beitrag ${year}: Bei beiden ist ein Beitrag offen oder bezahlt. Erlasse oder erstatte zuerst einen davon.`,
    )
  }
  return obstacles
}

/** Whether the place was paid online; free places count as unpaid. */
const isPaidOnline = (place: Place) =>
  place.orderId !== null &&
  place.participationFeePayed === 1 &&
  place.feePayedBy === null &&
  place.priceInCent > 0

const isTaken = ({ state }: Place) => state === 'reserved' || state === 'booked'

/** Pairs of places in the same parade, that of the kept record first. */
function sharedPlaces(places: readonly Place[], keptId: number, goneId: number): [Place, Place][] {
  const taken = places.filter(isTaken)
  return taken
    .filter(({ memberId }) => memberId === keptId)
    .flatMap((one) =>
      taken
        .filter(({ memberId, paradeId }) => memberId === goneId && paradeId === one.paradeId)
        .map((other): [Place, Place] => [one, other]),
    )
}

function planPlaces(read: MergeRows, changes: Changes, { userId, now }: Context): string[] {
  const { rows, keptId, goneId, parades, picked } = read
  const keys = (place: Place) => ({
    givenKey: place.givenKey === `m:${goneId}` ? `m:${keptId}` : place.givenKey,
  })
  const goneKey = `m:${goneId}`
  const moved = (place: Place) => ({
    ...changes.toKept,
    personKey: place.personKey === goneKey ? `m:${keptId}` : place.personKey,
    ...keys(place),
  })
  const conflicts: string[] = []
  const cancelledIds = new Set<number>()
  for (const [one, other] of sharedPlaces(rows.participations, keptId, goneId)) {
    const { kept, cancelled, because } = choosePlace(asPlace(one), asPlace(other))
    const cancelledPlace = cancelled.id === one.id ? one : other
    cancelledIds.add(cancelledPlace.id)
    changes.cancelledPlaces.push(cancelledPlace)
    changes.freeUnique('participations', cancelledPlace, {
      ...(cancelledPlace.memberId === goneId && moved(cancelledPlace)),
      state: 'cancelled',
      cancelledAt: now.toISOString(),
      cancelledBy: userId,
    })
    const which = { confirmed: 'der abgehakte', paid: 'der bezahlte', older: 'der ältere' }[because]
    const money = cancelled.isPaid ? ' Für den anderen ist bezahlt.' : ''
    conflicts.push(
      `${paradeWords(parades.get(kept.paradeId))}: Beide sind dabei. Es bleibt ${which} Platz, der andere wird gestrichen.${money}`,
    )
  }
  for (const place of rows.participations) {
    if (cancelledIds.has(place.id)) continue
    if (place.memberId === goneId) changes.move('participations', place, moved(place))
    else changes.move('participations', place, keys(place))
    const parade = parades.get(place.paradeId)
    if (parade && place.state === 'booked' && place.participationConfirmed === 1) {
      changes.confirmed.push({ paradeId: parade.id, date: parade.date })
    }
  }
  for (const place of picked) changes.move('participations', place, keys(place))
  return conflicts
}

function asPlace(place: Place) {
  return {
    id: place.id,
    paradeId: place.paradeId,
    isConfirmed: place.participationConfirmed === 1,
    isPaid: place.participationFeePayed === 1,
    createdAt: place.createdAt,
  }
}

function paradeWords(parade: { title: string; date: Day } | undefined): string {
  return parade ? `${parade.title}, ${germanDate(parade.date)}` : 'Ein Umzug'
}

/** Groups of honors that become one, the kept row first. */
function sameHonors({ rows }: MergeRows) {
  const same = Map.groupBy(rows.honors, ({ type, date }) =>
    type === 'Extra_Certificate' ? `${type} ${date}` : type,
  )
  return [...same.values()].map((held) =>
    held.toSorted((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1)),
  )
}

/** A member has each honor once; the certificate may repeat, but not on the same day. */
function planHonors(read: MergeRows, changes: Changes): string[] {
  const { honorLabels } = read
  const conflicts: string[] = []
  for (const [first, ...others] of sameHonors(read)) {
    if (!first) continue
    for (const other of others) {
      changes.delete('honors', other)
      const label = honorLabels.get(first.type) ?? first.type
      conflicts.push(
        first.date === other.date
          ? `${label}: bei beiden am ${germanDate(first.date)}. Es bleibt eine.`
          : `${label}: Es bleibt der frühere Tag, ${germanDate(first.date)} statt ${germanDate(other.date)}.`,
      )
    }
    changes.move('honors', first, {
      ...changes.toKept,
      comment: joinedComments([first, ...others]),
    })
  }
  return conflicts
}

type AssemblyRow = RowOf<'assemblyHonors'>

/**
 * Keeps one row per assembly and honor: the entered one, else that of the kept record; its empty fields are
 * filled from the other. Attendance is one value per person and day, so it is equal in all rows of the day.
 */
function planAssemblies(read: MergeRows, changes: Changes): string[] {
  const { rows, keptId, honorLabels } = read
  const conflicts: string[] = []
  const keptHonorIds = new Map(
    sameHonors(read).flatMap(([first, ...others]) =>
      first ? others.map((other) => [other.id, first.id] as const) : [],
    ),
  )
  const keptFirst = (a: AssemblyRow, b: AssemblyRow) =>
    Number(b.memberId === keptId) - Number(a.memberId === keptId) || a.id - b.id
  const enteredFirst = (a: AssemblyRow, b: AssemblyRow) =>
    Number(b.honorId !== null) - Number(a.honorId !== null) || keptFirst(a, b)
  for (const ofDay of Map.groupBy(rows.assemblyHonors, ({ date }) => date).values()) {
    const sortedRows = ofDay.toSorted(keptFirst)
    const attendance = sortedRows.find((row) => row.attendance !== null)?.attendance ?? null
    for (const same of Map.groupBy(ofDay, ({ type }) => type).values()) {
      const [first, ...others] = same.toSorted(enteredFirst)
      if (!first) continue
      const { type, date } = first
      for (const other of others) {
        changes.detach('assemblyHonors', other, null)
        const label = honorLabels.get(type) ?? type
        conflicts.push(
          `${label}: Beide stehen bei der Generalversammlung am ${germanDate(date)}. Es bleibt ein Eintrag.`,
        )
      }
      const firstOf = (name: 'choice' | 'invitedOn' | 'orderedOn' | 'handedOverOn') =>
        first[name] ?? others.find((other) => other[name] !== null)?.[name] ?? null
      changes.detach('assemblyHonors', first, {
        ...changes.toKept,
        attendance,
        choice: firstOf('choice'),
        invitedOn: firstOf('invitedOn'),
        orderedOn: firstOf('orderedOn'),
        handedOverOn: firstOf('handedOverOn'),
        note: joinedNote([first, ...others]),
        honorId: first.honorId === null ? null : (keptHonorIds.get(first.honorId) ?? first.honorId),
      })
    }
  }
  return conflicts
}

/** Joins the distinct notes into one line. */
function joinedNote(rows: readonly { note: string }[]): string {
  const texts = [...new Set(rows.map(({ note }) => note))].filter(Boolean)
  const all = texts.join(' · ')
  return all.length > maxLength.line ? (texts[0] ?? '') : all
}

/** Joins the distinct remarks of rows that become one. */
function joinedComments(rows: readonly { comment: string }[]): string {
  const texts = [...new Set(rows.map(({ comment }) => comment))].filter(Boolean)
  const all = texts.join('\n')
  return all.length > maxLength.comment ? (texts[0] ?? '') : all
}

function planDuties({ rows, officeLabels }: MergeRows, changes: Changes): string[] {
  const conflicts: string[] = []
  for (const [duty, entries] of Map.groupBy(rows.dutyEntries, (entry) => entry.duty)) {
    for (const one of joinPeriods(entries, continuesPeriod.duty)) {
      for (const row of one.deleted) changes.delete('dutyEntries', row)
      const values = {
        from: one.from,
        to: one.to,
        comment: joinedComments([one.kept, ...one.deleted]),
      }
      changes.move('dutyEntries', one.kept, { ...changes.toKept, ...values })
      if (one.deleted.length > 0) {
        const label = officeLabels.get(duty) ?? duty
        conflicts.push(`${label}: überschneidet sich und wird eines, ${spanWords(one)}.`)
      }
    }
  }
  return conflicts
}

function spanWords({ from, to }: Pick<JoinedPeriod<unknown>, 'from' | 'to'>): string {
  return to === null ? `ab ${germanDate(from)}` : `${germanDate(from)} bis ${germanDate(to)}`
}

function planOwnerships({ rows, costumes }: MergeRows, changes: Changes): string[] {
  const conflicts: string[] = []
  const spans = rows.costumeOwnerships.map((row) => ({
    id: row.id,
    from: row.ownedFrom,
    to: row.ownedTo,
    row,
  }))
  for (const [costumeId, owned] of Map.groupBy(spans, ({ row }) => row.costumeId)) {
    for (const { kept, deleted, from, to } of joinPeriods(owned, continuesPeriod.ownership)) {
      for (const { row } of deleted) changes.delete('costumeOwnerships', row)
      changes.move('costumeOwnerships', kept.row, {
        ...changes.toKept,
        ownedFrom: from,
        ownedTo: to,
      })
      if (deleted.length > 0) {
        const name = costumes.get(costumeId) ?? 'Ein Kleid'
        conflicts.push(
          `${name}: Beide hatten es. Daraus wird eine Zeit, ${spanWords({ from, to })}.`,
        )
      }
    }
  }
  return conflicts
}

/** If only one record has spans, the other's time since joining counts as a span. */
function planTimespans({ rows, keptId }: MergeRows, both: Both<MergeMember>, changes: Changes) {
  const { memberTimespans: stored } = rows
  if (stored.length === 0) return []
  const implied = [both.kept, both.gone]
    .filter(({ membershipActiveTimespan }) => membershipActiveTimespan.length === 0)
    .flatMap((member) => {
      const span = impliedSpan(member)
      return span ? [{ id: 0, memberId: keptId, ...span }] : []
    })
  const all = joinPeriods([...stored, ...implied], continuesPeriod.timespan)
  for (const { kept, deleted, from, to } of all) {
    for (const row of deleted) changes.delete('memberTimespans', row)
    if (kept.id > 0) {
      changes.move('memberTimespans', kept, { ...changes.toKept, from, to })
    } else {
      changes.insert('memberTimespans', { ...changes.toKept, from, to })
    }
  }
  return all.map(({ from, to }) => ({ from, to }))
}

/** A pending exit is closed when the other record's state and last day are kept, or when both have one. */
function planExits(
  { rows, keptId }: MergeRows,
  both: Both<MergedFields>,
  chosen: ChosenFields,
  changes: Changes,
  { now }: Context,
): void {
  const side = chosen.membershipState ?? presetSide('membershipState', both)
  for (const exit of rows.memberExits) {
    const isChosen = (exit.memberId === keptId) === (side === 'kept')
    const isWaiting = exit.effectiveAt === null && exit.undoneAt === null
    if (isWaiting && !isChosen) {
      changes.freeUnique('memberExits', exit, {
        ...changes.toKept,
        undoneAt: now.toISOString(),
      })
    } else {
      changes.move('memberExits', exit, changes.toKept)
    }
  }
}

/** Earlier merges into the deleted record now point to the kept one. */
function planMerges({ rows, keptId }: MergeRows, changes: Changes): void {
  for (const merge of rows.memberMerges) changes.move('memberMerges', merge, { keptId })
}

/** Moves dismissed pairs of the deleted record to the kept one. */
function planNoDuplicates({ rows, keptId, goneId }: MergeRows, changes: Changes): void {
  const withOtherId = (id: number, { memberId, otherId }: RowOf<'memberNoDuplicates'>) =>
    memberId === id ? otherId : memberId
  const isOf = (id: number) => (pair: RowOf<'memberNoDuplicates'>) =>
    pair.memberId === id || pair.otherId === id
  const known = new Set(
    rows.memberNoDuplicates.filter(isOf(keptId)).map((pair) => withOtherId(keptId, pair)),
  )
  for (const pair of rows.memberNoDuplicates.filter(isOf(goneId))) {
    const other = withOtherId(goneId, pair)
    changes.delete('memberNoDuplicates', pair)
    if (other === keptId || known.has(other)) continue
    const [memberId, otherId] = other < keptId ? [other, keptId] : [keptId, other]
    changes.insert('memberNoDuplicates', { ...pair, memberId, otherId })
  }
}

/**
 * The kept record takes over the payments for others. A member is never their own payer, and a payer has no
 * payer (docs/rules.md, "Zwei Einträge, eine Person").
 */
function planPayers(
  { rows, keptId, goneId }: MergeRows,
  { payerId: wanted }: MergedFields,
  changes: Changes,
): { payerId: number | null; conflicts: string[] } {
  const isOfBoth = (id: number) => id === keptId || id === goneId
  const paidFor = rows.members.filter(({ id }) => !isOfBoth(id))
  const isOwn = wanted !== null && isOfBoth(wanted)
  const isChain = wanted !== null && paidFor.length > 0
  const payerId = isOwn || isChain ? null : wanted
  const kept = rows.members.find(({ id }) => id === keptId)
  // The kept record's payer is cleared first: it may become a payer itself, and its payer may be deleted.
  if (kept && kept.payerId !== null && payerId === null) {
    const after = { ...kept, payerId: null }
    changes.clear({ table: 'members', id: keptId, before: kept, after })
  }
  for (const member of paidFor) changes.move('members', member, { payerId: keptId })
  if (isOwn) {
    const sentence =
      'Zahler: Der eine Eintrag zahlt für den anderen. Danach zahlt das Mitglied selbst.'
    return { payerId, conflicts: [sentence] }
  }
  const sentence = 'Zahler: Das Mitglied zahlt für andere und hat danach selbst keinen Zahler mehr.'
  return { payerId, conflicts: isChain ? [sentence] : [] }
}

type Claim = RowOf<'feeClaims'>
type Fees = Pick<MergeRows, 'rows' | 'keptId' | 'goneId' | 'bookings'>

/**
 * Years in which both records have a fee, and which of the two fees is set aside: one without payments and
 * without an open amount, the deleted record's before the kept one's; null = neither.
 */
function feesOfBoth({ rows, keptId, goneId, bookings }: Fees) {
  const isSettled = ({ id, amountInCent }: Claim) => {
    const account = { amountInCent, bookings: bookings.filter(({ claimId }) => claimId === id) }
    return openInCent(account) === 0 && receivedInCent(account) === 0
  }
  const counted = rows.feeClaims.filter(({ merged }) => merged === 0)
  const ofGone = counted.filter(({ memberId }) => memberId === goneId)
  return ofGone.flatMap((gone) => {
    const kept = counted.find(({ memberId, year }) => memberId === keptId && year === gone.year)
    if (!kept) return []
    const aside = [gone, kept].find(isSettled) ?? null
    return [{ year: gone.year, aside, kept: aside === kept ? gone : kept }]
  })
}

/** Keeps every fee in the ledger; of two fees of one year one is set aside. */
function planFees(read: MergeRows, changes: Changes): string[] {
  const { rows, keptId, goneId } = read
  const led = (id: number) => (id === goneId ? keptId : id)
  const ofBoth = feesOfBoth(read).filter(({ aside }) => aside !== null)
  const asides = new Set(ofBoth.map(({ aside }) => aside))
  for (const claim of rows.feeClaims) {
    const whose = { memberId: led(claim.memberId), payerId: led(claim.payerId) }
    if (!asides.has(claim)) changes.move('feeClaims', claim, whose)
    else changes.freeUnique('feeClaims', claim, { ...whose, merged: 1 })
  }
  for (const letter of rows.feeLetters) {
    changes.move('feeLetters', letter, { payerId: led(letter.payerId) })
  }
  return ofBoth.map(
    ({ year, kept }) =>
      `Beitrag ${year}: Er steht bei beiden. Es gilt der über ${germanEuro(kept.amountInCent)}, der andere ist erledigt.`,
  )
}

/** Changes of the two members, in the last phase: a record can be deleted only once nothing refers to it. */
function planMembers(
  { rows, keptId, goneId }: MergeRows,
  fields: MergedFields,
  changes: Changes,
  { now }: Context,
): void {
  const kept = rows.members.find(({ id }) => id === keptId)
  const gone = rows.members.find(({ id }) => id === goneId)
  if (!kept || !gone) return
  const all: MemberFields = { ...fields, membershipActiveTimespan: [] }
  const row = toRow(all, now)
  const columns = Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name in kept && name !== 'id'
        ? [[name, typeof value === 'boolean' ? Number(value) : value]]
        : [],
    ),
  )
  const isCleared = kept.payerId !== null && fields.payerId === null
  changes.members(
    { table: 'members', id: goneId, before: gone, after: null },
    {
      table: 'members',
      id: keptId,
      before: isCleared ? { ...kept, payerId: null } : kept,
      after: { ...kept, ...columns, version: kept.version + 1 },
    },
  )
}
