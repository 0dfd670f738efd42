import { rows } from './api.ts'
import { type Day, monthsByWalking, officeYears, type Span, stepOf } from './register-model.ts'

// Computes independently, from the rows of the database and docs/rules.md, which honors an assembly lists;
// uses none of the product's rules.

/** Honors that form ladders, lowest step first; every other honor stands alone. */
const ladders = [
  [25, 50, 100, 150, 200, 250, 300].map((count) => `Parades_${count}`),
  [25, 40, 50].map((years) => `Member_for_${years}_Years`),
  ['Ehrennarr_20', 'Ehrennarr_30'],
  ['Obernarr_15', 'Obernarr_20'],
  ['Certificate_10_Years_av', 'Certificate_15_Years_av'],
  ['Certificate_30_Years', 'Certificate_35_Years'],
]
const ladderOf = (type: string) => ladders.find((steps) => steps.includes(type)) ?? [type]

type Rule = { type: string; basis: string; threshold: number | null }
type Register = {
  id: number
  state: string
  joined: Day | null
  left: Day | null
  before: number
  until: Day | null
}
type Place = { memberId: number; date: Day; isConfirmed: 0 | 1; isOff: 0 | 1 }
type MarkRow = {
  date: Day
  memberId: number
  type: string
  attendance: string | null
  choice: string | null
  invitedOn: Day | null
  orderedOn: Day | null
  handedOverOn: Day | null
  note: string
  honorId: number | null
}

/** The stored rows that the computation needs. */
async function readRegisters() {
  const marks = await rows<MarkRow>(`SELECT date, member_id AS memberId, type, attendance, choice,
    invited_on AS invitedOn, ordered_on AS orderedOn, handed_over_on AS handedOverOn, note,
    honor_id AS honorId FROM assembly_honors`)
  return {
    members: await rows<Register>(`SELECT id, membership_state AS state, date_joined AS joined,
      date_left AS left, parades_before AS before, parades_before_until AS until FROM members`),
    spans: await rows<Span & { memberId: number }>(
      'SELECT member_id AS memberId, from_date AS "from", to_date AS "to" FROM member_timespans',
    ),
    offices: await rows<Span & { memberId: number; duty: string }>(
      'SELECT member_id AS memberId, duty, from_date AS "from", to_date AS "to" FROM duty_entries',
    ),
    honors: await rows<{ id: number; memberId: number; type: string }>(
      'SELECT id, member_id AS memberId, type FROM honors',
    ),
    places: await rows<Place>(`SELECT p.member_id AS memberId, d.date,
      p.participation_confirmed AS isConfirmed, d.cancelled_at IS NOT NULL AS isOff
      FROM participations p JOIN parades d ON d.id = p.parade_id
      WHERE p.state = 'booked' AND p.member_id IS NOT NULL`),
    rules: await rows<Rule>('SELECT type, basis, threshold FROM honor_rules'),
    counted: await rows<{ type: string; duty: string }>('SELECT type, duty FROM honor_rule_duties'),
    marks,
  }
}

type Registers = Awaited<ReturnType<typeof readRegisters>>

export type Expected = { id: number; type: string; count: number | null; alsoDue: string[] }

/** The expected content of the list for one date. */
export async function expectedAssembly(date: Day, today: Day) {
  const registers = await readRegisters()
  const ofDay = registers.marks.filter((mark) => mark.date === date)
  const rowsOfDay: (Expected & { isEntered: boolean })[] = []
  const leftOut: Expected[] = []
  const reachable: { id: number; type: string; confirmed: number; booked: number }[] = []
  for (const member of registers.members) {
    const own = ofDay.filter(({ memberId }) => memberId === member.id)
    const entered = own.filter(({ honorId }) => honorId !== null)
    const counts = countsOf(member, registers, date, today)
    const ofMember: typeof rowsOfDay = []
    const isMember = member.state === 'Active' || member.state === 'Passive'
    const due = isMember ? dueOf(member, registers, own, counts) : []
    for (const one of due) {
      const mark = own.find(({ type }) => type === one.type)
      const ladder = ladderOf(one.type)
      const given = entered.filter(({ type }) => ladder.includes(type))
      const highest = Math.max(-1, ...given.map(({ type }) => ladder.indexOf(type)))
      const isEntered = mark?.honorId != null
      if (highest > ladder.indexOf(one.type)) continue
      const alsoDue = isEntered
        ? one.alsoDue
        : one.alsoDue.filter((type) => ladder.indexOf(type) > highest)
      if (!isEntered && mark?.choice === 'left_out') leftOut.push({ ...one, alsoDue })
      else ofMember.push({ ...one, alsoDue, isEntered })
    }
    const others = own.filter(
      (mark) =>
        !due.some(({ type }) => type === mark.type) &&
        (mark.honorId === null
          ? mark.choice === 'added' && !holds(registers, member.id, mark.type)
          : !entered.some(
              ({ type }) =>
                ladderOf(type) === ladderOf(mark.type) &&
                ladderOf(type).indexOf(type) > ladderOf(type).indexOf(mark.type),
            )),
    )
    for (const { type, honorId } of others) {
      const count = counts(type)
      const isEntered = honorId !== null
      const along = isEntered ? entered.filter((one) => isBelow(one.type, type)) : []
      const alsoDue = along.map((one) => one.type)
      ofMember.push({ id: member.id, type, count, alsoDue, isEntered })
    }
    rowsOfDay.push(...oneALadder(ofMember))
    if (isMember) reachable.push(...reachableOf(member, registers, due, { date, today }))
  }
  return { rows: rowsOfDay, leftOut, reachable, marks: registers.marks }
}

const isBelow = (a: string, b: string) =>
  ladderOf(a) === ladderOf(b) && ladderOf(a).indexOf(a) < ladderOf(a).indexOf(b)

/**
 * Open lower steps of the same ladder are listed in the row of the highest step, unless that one is already
 * entered.
 */
function oneALadder<Row extends Expected & { isEntered: boolean }>(all: readonly Row[]): Row[] {
  const open = (row: Row) => all.filter((one) => !one.isEntered && isBelow(one.type, row.type))
  return all
    .filter((row) => row.isEntered || !all.some((one) => isBelow(row.type, one.type)))
    .map((row) => {
      const isHighest = !all.some((one) => isBelow(row.type, one.type))
      const more = isHighest && !row.isEntered ? open(row) : []
      const steps = [...row.alsoDue, ...more.flatMap((one) => [one.type, ...one.alsoDue])]
      return { ...row, alsoDue: ladderOf(row.type).filter((type) => steps.includes(type)) }
    })
}

/** The expected cells of the order file for the rows of a date. */
export async function expectedOrders(date: Day, listed: readonly { id: number; type: string }[]) {
  const { marks } = await readRegisters()
  const people = await rows<{ id: number; first: string; last: string }>(
    'SELECT id, first_name AS first, last_name AS last FROM members',
  )
  const kinds = await rows<{ type: string; issuer: string; label: string }>(
    `SELECT r.type, r.label, CASE r.issuer WHEN '' THEN g.name ELSE r.issuer END AS issuer
      FROM honor_rules r CROSS JOIN guild_settings g`,
  )
  const german = (day: Day | null | undefined) => day?.split('-').toReversed().join('.') ?? ''
  return listed.map(({ id, type }) => {
    const own = marks.filter((mark) => mark.memberId === id && mark.type === type)
    const ofDay = own.find((mark) => mark.date === date)
    const inDrawer = own
      .filter((mark) => mark.date < date && mark.orderedOn !== null)
      .filter(({ honorId, handedOverOn }) => honorId === null && handedOverOn === null)
      .toSorted((a, b) => (a.date < b.date ? 1 : -1))
    const { issuer, label } = kinds.find((kind) => kind.type === type) ?? {}
    const { first = '', last = '' } = people.find((person) => person.id === id) ?? {}
    const name = [last.trim(), first.trim()].filter(Boolean).join(', ')
    const ordered = ofDay?.orderedOn ?? inDrawer[0]?.orderedOn
    return [issuer, label, name, german(ordered), german(ofDay?.handedOverOn)]
  })
}

/** The lines of a CSV file with semicolons; cells without the apostrophe that defuses formulas. */
export function linesOf(file: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^;"\r\n]*))(;|\r\n)/g
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of file.matchAll(cell)) {
    const text = quoted?.replaceAll('""', '"') ?? plain
    lines.at(-1)?.push(text.replace(/^'(?='*[=+\-@\t\r])/, ''))
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}

/** An honor that the member holds is not given again; only `Extra_Certificate` may be given repeatedly. */
const holds = ({ honors }: Registers, id: number, wanted: string) =>
  wanted !== 'Extra_Certificate' &&
  honors.some(({ memberId, type }) => memberId === id && type === wanted)

function countsOf(member: Register, { rules, ...registers }: Registers, date: Day, today: Day) {
  const spans = registers.spans.filter(({ memberId }) => memberId === member.id)
  const { joined, left } = member
  const joinedOnly = joined === null ? [] : [{ from: joined, to: left }]
  const membership = spans.length > 0 ? spans : joinedOnly
  return (type: string): number | null => {
    const rule = rules.find((one) => one.type === type)
    if (rule?.basis === 'membershipYears') {
      return membership.length === 0 ? null : Math.trunc(monthsByWalking(membership, date) / 12)
    }
    if (rule?.basis === 'dutyYears') {
      const duties = registers.counted.filter((one) => one.type === type).map(({ duty }) => duty)
      const held = registers.offices.filter(
        (one) => one.memberId === member.id && duties.includes(one.duty),
      )
      return officeYears(held, date)
    }
    return rule?.basis === 'parades' ? sprünge(member, registers.places, date, today).danced : null
  }
}

function sprünge(member: Register, places: readonly Place[], date: Day, today: Day) {
  const own = places.filter(({ memberId }) => memberId === member.id)
  const isSince = (day: Day) => member.until === null || day > member.until
  const danced = own.filter((one) => one.isConfirmed && isSince(one.date) && one.date <= date)
  const booked = own.filter(
    (one) => !one.isConfirmed && !one.isOff && one.date >= today && one.date <= date,
  )
  return { danced: member.before + danced.length, booked: booked.length }
}

function dueOf(
  member: Register,
  { rules, honors }: Registers,
  own: readonly MarkRow[],
  count: (type: string) => number | null,
): Expected[] {
  const given = own.map(({ honorId }) => honorId)
  const held = honors
    .filter((honor) => honor.memberId === member.id && !given.includes(honor.id))
    .map(({ type }) => type)
  const all = new Set(rules.map(({ type }) => ladderOf(type).join()))
  return [...all].flatMap((joined) => {
    const ladder = joined.split(',').filter((type) => rules.some((rule) => rule.type === type))
    // A step that is not reached has threshold 1, a reached one 0; the ladder is then evaluated at 0.
    const steps = ladder.map((type): [string, number] => {
      const { basis, threshold } = rules.find((rule) => rule.type === type) ?? {}
      const reached = basis === 'manual' ? null : count(type)
      return [type, reached !== null && threshold != null && reached >= threshold ? 0 : 1]
    })
    const due = stepOf(steps, held, 0)
    return due?.honor === undefined
      ? []
      : [{ id: member.id, type: due.honor, count: count(due.honor), alsoDue: due.alsoDue }]
  })
}

function reachableOf(
  member: Register,
  { rules, honors, places }: Registers,
  due: readonly Expected[],
  { date, today }: { date: Day; today: Day },
) {
  const { danced, booked } = sprünge(member, places, date, today)
  const taken = [
    ...honors.filter(({ memberId }) => memberId === member.id).map(({ type }) => type),
    ...due.map(({ type }) => type),
  ]
  const all = new Set(rules.map(({ type }) => ladderOf(type).join()))
  return [...all].flatMap((joined) => {
    const ladder = joined.split(',')
    const top = Math.max(-1, ...taken.map((type) => ladder.indexOf(type)))
    const within = rules.filter(
      ({ type, basis, threshold }) =>
        basis === 'parades' &&
        threshold !== null &&
        ladder.indexOf(type) > top &&
        threshold > danced &&
        threshold <= danced + booked,
    )
    const highest = within
      .toSorted((a, b) => ladder.indexOf(a.type) - ladder.indexOf(b.type))
      .at(-1)
    return highest ? [{ id: member.id, type: highest.type, confirmed: danced, booked }] : []
  })
}
