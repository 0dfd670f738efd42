import { addDays, type Day, fullYears } from '#worker/domain/dates.ts'
import { type FeeRule, membershipFee } from '#worker/domain/fees.ts'
import { mandateReference } from '#worker/domain/sepa-text.ts'
import type { Member } from './members.ts'
import type { Random } from './random.ts'
import type { FeeBookingRow, FeeClaimRow, HonorRow, MemberRow, SepaRunRow } from './rows.ts'
import { management } from './users.ts'

// The fees of last year: collected, most returned debits settled, a few open.

/** The default rules of migrations/0002_defaults.sql. */
const feeRules: readonly FeeRule[] = [
  { validFrom: 2000, state: 'Active', ageFrom: 18, ageTo: null, amountInCent: 2000 },
  { validFrom: 2000, state: 'Passive', ageFrom: 18, ageTo: null, amountInCent: 1500 },
  { validFrom: 2000, state: 'Active', ageFrom: 0, ageTo: 17, amountInCent: 0 },
  { validFrom: 2000, state: 'Passive', ageFrom: 0, ageTo: 17, amountInCent: 0 },
]

const families = 2

/**
 * In a few households the first member with a mandate pays for the children. Those have no fee, so that the
 * demo's SEPA file has one debit for each fee.
 */
export function withPayers(members: readonly Member[], today: Day): Member[] {
  const here = members.filter(({ row }) => row.membershipState === 'Active')
  const homes = Map.groupBy(here, ({ row }) =>
    [row.lastName, row.addressStreet, row.addressNumber, row.addressTown].join('|'),
  )
  const payers = new Map<number, number>()
  let found = 0
  for (const home of homes.values()) {
    const children = home.filter(({ born }) => fullYears(born, `${today.slice(0, 4)}-01-01`) < 18)
    const payer = home.find(
      (member) => !children.includes(member) && hasMandate(member.row, addDays(today, -730)),
    )
    if (!payer || children.length === 0 || found === families) continue
    for (const { id } of children) payers.set(id, payer.id)
    found += 1
  }
  return members.map((member) => {
    const payerId = payers.get(member.id)
    return payerId === undefined ? member : { ...member, row: { ...member.row, payerId } }
  })
}

function hasMandate(row: MemberRow, day: Day): boolean {
  const { bankingIban, bankingSepaAllowed, bankingSepaAllowedDate: signed, memberNumber } = row
  const isSigned = bankingSepaAllowed === true && signed != null && signed <= day
  return isSigned && bankingIban !== '' && memberNumber !== 0
}

type Past = { today: Day; members: readonly Member[]; honors: readonly HonorRow[] }

export function makeFees(random: Random, { today, members, honors }: Past) {
  const year = Number(today.slice(0, 4)) - 1
  const on = (day: string): Day => `${year}-${day}`
  const claims = makeClaims({ today, members, honors }, year)
  const rows = new Map(members.map(({ id, row }) => [id, row]))
  const ledger = new Ledger()

  const owed = claims.filter(({ amountInCent }) => amountInCent > 0)
  const isCollectible = ({ payerId }: FeeClaimRow) => {
    const row = rows.get(payerId)
    return row !== undefined && hasMandate(row, on('02-20'))
  }
  const byPayer = Map.groupBy(owed.filter(isCollectible), ({ payerId }) => payerId)
  const collected = [...byPayer].flatMap(([payerId, theirs]): Debit[] => {
    const row = rows.get(payerId)
    if (!row) return []
    const { memberNumber = 0, bankingSepaAllowedDate = null, mandateReference: own = '' } = row
    const mandate = { memberNumber, bankingSepaAllowedDate, mandateReference: own }
    const endToEndId = `MB${year}-${memberNumber}`
    return [{ endToEndId, mandateId: mandateReference(mandate), claims: theirs }]
  })
  const runs: SepaRunRow[] = []
  const first = collected.length > 0 ? ledger.collect(runs, year, on('03-16'), collected) : []

  const returned = random.shuffled(first.filter((lines) => lines.length === 1)).slice(0, 5)
  returned.forEach(([line], index) => {
    // The first three accounts lacked money, the others were closed.
    if (line) ledger.giveBack(line, on('03-19'), index < 3 ? 'AM04' : 'AC04')
  })
  const again = returned.slice(0, 2).flatMap(([line]) => {
    const debit = collected.find(({ endToEndId }) => endToEndId === line?.endToEndId)
    return debit ? [{ ...debit, endToEndId: `${debit.endToEndId}-2` }] : []
  })
  if (again.length > 0) ledger.collect(runs, year, on('05-11'), again)

  owed
    .filter((claim) => !isCollectible(claim))
    .forEach((claim, index) => {
      const { amountInCent } = claim
      const day = random.day(on('03-20'), on('06-30'))
      const method = random.chance(0.7) ? ('transfer' as const) : ('cash' as const)
      if (index < 2) ledger.book(claim, on('04-12'), 'waived', -amountInCent, { note: waived })
      else if (index === 2) ledger.book(claim, day, 'paid', -500, { method: 'cash' })
      else if (index === 3) ledger.book(claim, day, 'paid', -amountInCent - 500, { method })
      else if (index % 9 !== 4) ledger.book(claim, day, 'paid', -amountInCent, { method })
    })
  return { feeClaims: claims, sepaRuns: runs, feeBookings: ledger.lines }
}

const waived = 'Beschluss des Vorstands vom 12. April'

/** The claims of a closed year, for those who were members when it was closed. */
function makeClaims({ members, honors }: Past, year: number): FeeClaimRow[] {
  const closedOn = `${year}-02-20`
  const held = Map.groupBy(honors, ({ memberId }) => memberId)
  const known = new Map(members.map(({ id, row }) => [id, row]))
  const isHere = ({ dateJoined, dateLeft }: MemberRow) =>
    dateJoined <= closedOn && (dateLeft == null || dateLeft > closedOn)
  return members
    .filter(({ row }) => isHere(row))
    .map(({ id, row }, index) => {
      const isGone = row.membershipState === 'Left' || row.membershipState === 'Died'
      const payer = row.payerId == null ? undefined : known.get(row.payerId)
      const fee = membershipFee(
        {
          membershipState: isGone ? 'Active' : (row.membershipState ?? 'Active'),
          birthday: row.birthday,
          individualFeeInCent: row.individualFeeInCent ?? null,
          individualFeeReason: row.individualFeeReason ?? '',
          honors: (held.get(id) ?? [])
            .filter(({ date }) => date <= closedOn)
            .map(({ type }) => type),
        },
        feeRules,
        year,
      )
      return {
        id: index + 1,
        year,
        memberId: id,
        payerId: payer && isHere(payer) ? payer.id : id,
        amountInCent: fee.amountInCent ?? 0,
        reason: fee.reason,
        createdAt: `${closedOn}T18:30:00.000Z`,
        createdBy: management.id,
      }
    })
}

type Debit = { endToEndId: string; mandateId: string; claims: readonly FeeClaimRow[] }

/** Bookings in the order of entry. */
class Ledger {
  readonly lines: FeeBookingRow[] = []

  book(
    { id: claimId }: Pick<FeeClaimRow, 'id'>,
    day: Day,
    kind: FeeBookingRow['kind'],
    amountInCent: number,
    more: Partial<FeeBookingRow> = {},
  ): FeeBookingRow {
    const line: FeeBookingRow = {
      id: this.lines.length + 1,
      claimId,
      kind,
      amountInCent,
      day,
      createdAt: `${day}T19:00:00.000Z`,
      createdBy: management.id,
      note: '',
      ...more,
    }
    this.lines.push(line)
    return line
  }

  /** A file submitted elsewhere: its bytes are not stored. */
  collect(runs: SepaRunRow[], year: number, dueDate: Day, debits: readonly Debit[]) {
    const runId = runs.length + 1
    const claims = debits.flatMap((debit) => debit.claims)
    runs.push({
      id: runId,
      requestKey: `demo-${year}-${runId}`,
      messageId: `MB${year}-DEMO-${runId}`,
      createdAt: `${addDays(dueDate, -14)}T18:45:00.000Z`,
      createdBy: management.id,
      year,
      dueDate,
      debitCount: debits.length,
      claimCount: claims.length,
      sumInCent: claims.reduce((sum, { amountInCent }) => sum + amountInCent, 0),
      submittedOn: addDays(dueDate, -14),
      creditedOn: dueDate,
    })
    return debits.map(({ endToEndId, mandateId, claims: theirs }) =>
      theirs.map((claim) => {
        const of = { runId, endToEndId, mandateId }
        return this.book(claim, dueDate, 'collected', -claim.amountInCent, of)
      }),
    )
  }

  giveBack(debit: FeeBookingRow, day: Day, reasonCode: string): void {
    const { id, claimId, amountInCent, runId, endToEndId, mandateId } = debit
    this.book({ id: claimId }, day, 'returned', -amountInCent, {
      ...{ runId, endToEndId, mandateId, reversesId: id },
      reasonCode,
      bankChargeInCent: 300,
    })
  }
}
