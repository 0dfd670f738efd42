import type { HonorType, MembershipState } from './codes.ts'
import { type Day, fullYears } from './dates.ts'
import type { FieldMessages } from './errors.ts'
import { membershipStateLabels } from './labels.ts'
import { germanEuro } from './money.ts'

/** One row of the guild's fee table. Ages are inclusive; `ageTo` null means no upper limit. */
export type FeeRule = {
  validFrom: number
  state: 'Active' | 'Passive'
  ageFrom: number
  ageTo: number | null
  amountInCent: number
}

export type FeePayer = {
  membershipState: MembershipState
  birthday: Day | null
  individualFeeInCent: number | null
  individualFeeReason: string
  honors: readonly HonorType[]
}

/**
 * A fee with its reason in German. `amountInCent` is null when no row of the fee table applies; such a fee is not
 * collected, and null is never treated as 0.
 */
export type Fee = { amountInCent: number | null; reason: string }

/** Members with one of these honors pay no fee. */
export const freeHonors: readonly HonorType[] = ['Honorary_Member_Extra', 'Honorary_Member_25']

/** The yearly fee (docs/rules.md, "Beiträge"): today's state, the age on 1 January of the year. */
export function membershipFee(member: FeePayer, rules: readonly FeeRule[], year: number): Fee {
  const { membershipState: state, birthday } = member
  if (state === 'Left' || state === 'Died') {
    return { amountInCent: 0, reason: `${membershipStateLabels[state]}: kein Beitrag` }
  }
  if (member.individualFeeInCent !== null) {
    const reason = member.individualFeeReason || 'Persönlicher Beitrag'
    return { amountInCent: member.individualFeeInCent, reason }
  }
  if (member.honors.some((type) => freeHonors.includes(type))) {
    return { amountInCent: 0, reason: 'Ehrenmitglied: beitragsfrei' }
  }
  // Without a birthday a member counts as an adult, so only a row without an upper limit applies.
  const age = birthday === null ? Number.POSITIVE_INFINITY : fullYears(birthday, `${year}-01-01`)
  const rule = rulesOfYear(rules, year).find(
    (row) => row.state === state && row.ageFrom <= age && age <= (row.ageTo ?? age),
  )
  if (!rule)
    return { amountInCent: null, reason: 'Dafür gibt es keine Zeile in der Beitragstabelle' }
  return { amountInCent: rule.amountInCent, reason: ruleName(rule) }
}

/** Whether the fee is taken from the fee table, not from an individual fee or an exemption. */
export function isTableFee(member: FeePayer): boolean {
  const { membershipState: state, individualFeeInCent, honors } = member
  const isMember = state === 'Active' || state === 'Passive'
  return (
    isMember && individualFeeInCent === null && !honors.some((type) => freeHonors.includes(type))
  )
}

/** The rows of the fee table that applies in the year: of the tables that are valid by then, the newest. */
function rulesOfYear(rules: readonly FeeRule[], year: number): FeeRule[] {
  const newest = newestTable(rules, year)
  return rules.filter((rule) => rule.validFrom === newest)
}

/** The first year of the fee table that applies in a year; null when there is none yet. */
export function newestTable(rules: readonly FeeRule[], year: number): number | null {
  const begun = rules.map((rule) => rule.validFrom).filter((from) => from <= year)
  return begun.length > 0 ? Math.max(...begun) : null
}

/** A row of the fee table in words: "Aktiv ab 18", "Passiv unter 18", "Aktiv 18 bis 26", "Aktiv". */
function ruleName(rule: Pick<FeeRule, 'state' | 'ageFrom' | 'ageTo'>): string {
  return `${membershipStateLabels[rule.state]} ${ageInWords(rule)}`.trim()
}

/** The ages of a row of the fee table: "ab 18", "unter 18", "18 bis 26"; "" for all ages. */
export function ageInWords({ ageFrom, ageTo }: Pick<FeeRule, 'ageFrom' | 'ageTo'>): string {
  if (ageTo === null) return ageFrom === 0 ? '' : `ab ${ageFrom}`
  return ageFrom === 0 ? `unter ${ageTo + 1}` : `${ageFrom} bis ${ageTo}`
}

/** The problems of a fee table, keyed by path: `feeRules.2.ageFrom`. */
export function feeRuleProblems(rules: readonly FeeRule[]): FieldMessages {
  const problems: FieldMessages = {}
  rules.forEach((rule, index) => {
    if (rule.ageTo !== null && rule.ageTo < rule.ageFrom) {
      problems[`feeRules.${index}.ageTo`] = 'Das Alter endet, bevor es beginnt.'
    }
    const before = rules.slice(0, index).find((other) => isOverlapping(rule, other))
    if (before) {
      problems[`feeRules.${index}.ageFrom`] =
        `Überschneidet sich mit der Zeile „${ruleName(before)}“.`
    }
  })
  return problems
}

/**
 * Ages for which a table has no row for a state; `ageTo` null: all higher ages, and members without a birthday.
 */
export type FeeGap = Pick<FeeRule, 'state' | 'ageFrom' | 'ageTo'> & {
  /** Where the message stands: the row after the gap, else the last row before it; null when the state has no row. */
  beside: { index: number; field: 'ageFrom' | 'ageTo' } | null
}

/** The gaps in the table of a year; `year` null when there is no table. Rows must not overlap. */
export function feeGaps(rules: readonly FeeRule[], year: number | null): FeeGap[] {
  const rows = rules
    .map((rule, index) => ({ ...rule, index }))
    .filter(({ validFrom }) => validFrom === year)
    .sort((a, b) => a.ageFrom - b.ageFrom)
  return (['Active', 'Passive'] as const).flatMap((state) => {
    const gaps: FeeGap[] = []
    // The lowest age not covered so far; null when all ages are covered.
    let open: number | null = 0
    let beside: FeeGap['beside'] = null
    for (const { index, ageFrom, ageTo, ...row } of rows) {
      if (row.state !== state || open === null) continue
      if (ageFrom > open) {
        const before = { index, field: 'ageFrom' } as const
        gaps.push({ state, ageFrom: open, ageTo: ageFrom - 1, beside: before })
      }
      open = ageTo === null ? null : Math.max(open, ageTo + 1)
      beside = { index, field: 'ageTo' }
    }
    return open === null ? gaps : [...gaps, { state, ageFrom: open, ageTo: null, beside }]
  })
}

/** The gap in words: "Aktiv 18 bis 25", "Passiv ab 27 und ohne Geburtstag", "Aktiv". */
export function gapInWords(gap: FeeGap): string {
  const name = ruleName(gap)
  return gap.ageTo === null && gap.ageFrom > 0 ? `${name} und ohne Geburtstag` : name
}

function isOverlapping(a: FeeRule, b: FeeRule): boolean {
  const isSameTable = a.validFrom === b.validFrom && a.state === b.state
  return isSameTable && a.ageFrom <= (b.ageTo ?? a.ageFrom) && b.ageFrom <= (a.ageTo ?? b.ageFrom)
}

/** A fee payer with ids; `payerId` is the member's own id unless another member pays. */
export type FamilyMember = FeePayer & { memberId: number; payerId: number }

type FeesOfYear = {
  rules: readonly FeeRule[]
  year: number
  /** The most a family pays; null for no limit. */
  capInCent: number | null
  /** By payer, the cents of table fees that were claimed before and count towards the cap. */
  claimedInCent?: ReadonlyMap<number, number>
}

/**
 * The fee of each member, in the order of the members. The table fees of a payer and of those they pay for are
 * reduced to the family cap, youngest first (docs/rules.md, "Beiträge"); individual fees do not count.
 */
export function familyFees(members: readonly FamilyMember[], of: FeesOfYear): Fee[] {
  const { rules, year, capInCent, claimedInCent } = of
  const fees = new Map(
    members.map((member) => [member.memberId, membershipFee(member, rules, year)]),
  )
  if (capInCent !== null) {
    for (const [payerId, family] of Map.groupBy(members, (member) => member.payerId)) {
      const claimed = claimedInCent?.get(payerId) ?? 0
      const isFamily =
        family.length > 1 || claimed > 0 || family.some(({ memberId }) => memberId !== payerId)
      if (isFamily) cutToCap(family, fees, capInCent, claimed)
    }
  }
  return members.map(({ memberId }) => fees.get(memberId) ?? { amountInCent: null, reason: '' })
}

function cutToCap(
  family: readonly FamilyMember[],
  fees: Map<number, Fee>,
  capInCent: number,
  claimed: number,
): void {
  const table = family.filter(isTableFee)
  const amountOf = ({ memberId }: FamilyMember) => fees.get(memberId)?.amountInCent ?? 0
  let tooMuch = claimed + table.reduce((sum, member) => sum + amountOf(member), 0) - capInCent
  const reason = `Familienbeitrag, zusammen höchstens ${germanEuro(capInCent)}`
  for (const member of table.toSorted(youngestFirst)) {
    const cut = Math.min(tooMuch, amountOf(member))
    if (cut <= 0) continue
    fees.set(member.memberId, { amountInCent: amountOf(member) - cut, reason })
    tooMuch -= cut
  }
}

/** Compares members by birthday, the youngest first; without a birthday a member counts as the oldest. */
function youngestFirst(a: FamilyMember, b: FamilyMember): number {
  const birthOf = ({ birthday }: FamilyMember): Day => birthday ?? '0000-00-00'
  if (birthOf(a) !== birthOf(b)) return birthOf(a) < birthOf(b) ? 1 : -1
  return b.memberId - a.memberId
}
