import type { MemberCostume, MemberParade } from '#web/data/members.ts'
import { duties, honorTypes } from '#worker/domain/codes.ts'
import { dutyLabels, honorLabels } from '#worker/domain/labels.ts'
import { emptyMember } from '#worker/domain/member.ts'
import type { DutyEntry, Honor, StoredMember } from '#worker/members/members.contract.ts'
import type { WireCall } from './wire.ts'

// Responses for one member and their related data.

export function aStoredMember(changes: Partial<StoredMember> = {}): StoredMember {
  return {
    ...emptyMember,
    id: 41,
    firstName: 'Annegret',
    lastName: 'Gruber',
    maidenName: 'Häußler',
    addressStreet: 'Lindengasse',
    addressNumber: '14',
    addressPlz: '72999',
    addressTown: 'Schellental',
    birthday: '1968-03-14',
    membershipActiveTimespan: [
      { from: '1986-01-01', to: '1994-12-31' },
      { from: '1999-01-06', to: null },
    ],
    dateJoined: '1986-01-01',
    phone: '0700 123456',
    eMail: 'annegret.gruber@example.de',
    memberNumber: 1187,
    comment: 'Näht Fleckle\nfür die Jungnarren.',
    bankingIban: 'DE89370400440532013000',
    bankingBic: 'COBADEFFXXX',
    bankingAccountOwner: 'Annegret Gruber',
    bankingBank: 'Commerzbank',
    bankingSepaAllowed: true,
    bankingSepaAllowedDate: '2014-03-12',
    exit: null,
    ...changes,
  }
}

export function anHonor(changes: Partial<Honor> = {}): Honor {
  return {
    id: 5,
    type: 'Parades_100',
    memberId: 41,
    date: '2016-04-16',
    comment: 'Nadel',
    ...changes,
  }
}

export function aDutyEntry(changes: Partial<DutyEntry> = {}): DutyEntry {
  return {
    id: 7,
    duty: 'Kleiderchef',
    from: '2018-04-14',
    to: null,
    comment: 'mit Markus',
    memberId: 41,
    ...changes,
  }
}

export const ended = aDutyEntry({
  id: 8,
  duty: 'Schriftfuehrer',
  from: '2004-04-10',
  to: '2008-04-12',
  comment: '',
})

export function aCostumeOfMember(changes: Partial<MemberCostume> = {}): MemberCostume {
  return {
    id: 9,
    number: '118',
    type: { id: 1, name: 'Schellenhansel' },
    ownedFrom: '1999-01-06',
    ownedTo: null,
    ...changes,
  }
}

export const givenBack = aCostumeOfMember({
  id: 10,
  number: '42',
  type: { id: 2, name: 'Flecklesbutz' },
  ownedFrom: '1986-02-01',
  ownedTo: '1994-12-31',
})

export function aParadeOfMember(changes: Partial<MemberParade> = {}): MemberParade {
  return {
    id: 160,
    title: 'Ringtreffen Moosried',
    host: 'Butzenzunft Moosried',
    date: '2027-01-10',
    cancelledAt: null,
    cancelReason: '',
    costumeType: { id: 1, name: 'Schellenhansel' },
    costumeNumber: '118',
    participationConfirmed: false,
    ...changes,
  }
}

const partsOfPage = ['costumes', 'duties', 'family', 'honors', 'membershipfee', 'parades']

/**
 * The response of a member's page, composed of the fake responses of its parts; if one of them is an error,
 * the page is.
 */
export async function memberPageOfParts({ path }: WireCall): Promise<Response> {
  const ofMember = path.replace(/\/page$/, '')
  const calls = [
    ['member', ofMember],
    ...partsOfPage.map((part) => [part, `${ofMember}/${part}`]),
    ['settings', '/api/guild/settings'],
  ]
  const answers = await Promise.all(
    calls.map(async ([name, at]) => [name, await fetch(String(at))] as const),
  )
  const refused = answers.find(([, answer]) => !answer.ok)
  if (refused) return refused[1]
  const bodies = answers.map(async ([name, answer]) => [name, await answer.json()])
  const parts = Object.fromEntries(await Promise.all(bodies))
  return Response.json({ ...parts, offices: usualOffices, honorKinds: usualHonors })
}

const usualCode = <Code extends string>(code: Code, label: string, position: number) => ({
  code,
  label,
  builtIn: true,
  hidden: false,
  position,
  inUse: false,
})
const usualOffices = duties.map((code, at) => usualCode(code, dutyLabels[code], at))
const usualHonors = honorTypes.map((code, at) => usualCode(code, honorLabels[code], at))
