import { addDays, type Day } from '#worker/domain/dates.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { makeBankData } from './bank.ts'
import { makePeople, type Person } from './households.ts'
import { firstDay, lastDay, type Membership, makeMembership, type Span } from './membership.ts'
import type { Sex } from './names.ts'
import type { Random } from './random.ts'
import type { MemberRow, TimespanRow } from './rows.ts'

/** A member with data for the other generators: time of membership, sex, birthday. */
export type Member = Membership & {
  id: number
  sex: Sex
  /** The person's birthday, also when it is missing in `row`. */
  born: Day
  spans: Span[]
  row: MemberRow
}

const comments = [
  'Näht Fleckle für die Jungnarren.',
  'Fährt gern den Bus.',
  'Hat den Zunftraumschlüssel Nr. 3.',
  'Möchte Post nur per E-Mail.',
  'Verträgt die Holzmaske nicht, läuft mit Stoffmaske.',
  'Bringt zum Kehraus immer Linseneintopf mit.',
]

const individualFees = [
  { individualFeeInCent: 1000, individualFeeReason: 'Familienbeitrag' },
  { individualFeeInCent: 0, individualFeeReason: 'Beitragsfrei laut Beschluss des Vorstands' },
]

const usualFee = { individualFeeInCent: null, individualFeeReason: '' }

export function makeMembers(random: Random, count: number, today: Day): Member[] {
  const drafts = makePeople(random.fork('people'), count, today)
    .map((person) => ({ person, membership: makeMembership(random, person, today) }))
    .sort((a, b) => (firstDay(a.membership) < firstDay(b.membership) ? -1 : 1))
  return drafts.map(({ person, membership }, index) => ({
    ...membership,
    id: index + 1,
    sex: person.sex,
    born: person.birthday,
    row: makeRow(random, { id: index + 1, person, membership, count, today }),
  }))
}

export function timespansOf(members: readonly Member[]): TimespanRow[] {
  return members.flatMap(({ id, spans }) => spans.map((span) => ({ memberId: id, ...span })))
}

type Draft = { id: number; person: Person; membership: Membership; count: number; today: Day }

function makeRow(random: Random, { id, person, membership, count, today }: Draft): MemberRow {
  const { firstName, lastName, maidenName, home } = person
  const from = firstDay(membership)
  const to = lastDay(membership)
  const loadedAt = `${today}T05:00:00.000Z`
  return {
    id,
    // The newest members have no number yet.
    memberNumber: id > count - 3 ? 0 : id,
    firstName,
    lastName,
    maidenName,
    firstNameKey: normaliseName(firstName),
    lastNameKey: normaliseName(lastName),
    maidenNameKey: normaliseName(maidenName),
    addressStreet: home.street,
    addressNumber: home.houseNumber,
    addressPlz: home.plz,
    addressTown: home.town,
    // Old paper records do not always have the birthday.
    birthday: person.birthday < '1985' && random.chance(0.04) ? null : person.birthday,
    dateJoined: from,
    dateLeft: to,
    ...makeContact(random, person, today),
    membershipState: membership.state,
    comment: random.chance(0.06) ? random.pick(comments) : '',
    ...makeBankData(random, { home, from, to }, today),
    ...(random.chance(0.015) ? random.pick(individualFees) : usualFee),
    createdAt: loadedAt,
    updatedAt: loadedAt,
  }
}

function makeContact(random: Random, { firstName, lastName, birthday, home }: Person, today: Day) {
  const isGrown = birthday < addDays(today, -14 * 365)
  const mailName = normaliseName(`${firstName}.${lastName}`).replaceAll(' ', '')
  return {
    phone: home.phone,
    phoneMobile: isGrown && random.chance(0.7) ? `0171 39200${random.int(10, 99)}` : '',
    eMail: isGrown && random.chance(0.65) ? `${mailName}@example.de` : '',
  }
}
