import type { Column } from '#web/components/data-table/column.ts'
import { EmailText } from '#web/components/email-text.tsx'
import { paths } from '#web/paths.ts'
import { RowLink } from '#web/ui/table.tsx'
import { membershipStates } from '#worker/domain/codes.ts'
import { berlinDay, fullYears } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { listName } from '#worker/domain/names.ts'
import { membershipSpans, monthsIn } from '#worker/domain/spans.ts'
import type { ListedName, MemberRow } from '#worker/members/members.contract.ts'
import { ExitBadge, MembershipStateLabel } from './shared/membership-badge.tsx'

type AddressName = 'addressStreet' | 'addressNumber' | 'addressPlz' | 'addressTown'
type ColumnId =
  | Exclude<ListedName, AddressName>
  | ('street' | 'plz' | 'town')
  | ('age' | 'membershipYears' | 'mandate' | 'exitDate')

/** The columns of the member list, which are fixed, and which are hidden at first (Spec §2, Members). */
const columns: Record<ColumnId, WithoutId<Column<MemberRow>>> = {
  lastName: {
    header: 'Nachname',
    kind: 'text',
    value: (member) => member.lastName,
    cell: (member) => <Name member={member} />,
    fixed: true,
    width: '26%',
    phone: 'first',
  },
  firstName: {
    header: 'Vorname',
    kind: 'text',
    value: (member) => member.firstName,
    fixed: true,
    width: '22%',
    // On phones the cell of the last name shows the first name as well.
    phone: 'nowhere',
  },
  maidenName: {
    header: 'Mädchenname',
    kind: 'text',
    value: (member) => member.maidenName,
    hiddenAtFirst: true,
  },
  birthday: {
    header: 'Geburtstag',
    kind: 'date',
    value: (member) => member.birthday,
    past: true,
    width: '16%',
    phone: 'second',
  },
  membershipState: {
    header: 'Mitgliedsstatus',
    kind: 'choice',
    options: membershipStates.map((value) => ({ value, label: membershipStateLabels[value] })),
    value: (member) => member.membershipState,
    cell: (member) => <State member={member} />,
    phone: 'right',
  },
  dateJoined: {
    header: 'Eintrittsdatum',
    kind: 'date',
    value: (member) => member.dateJoined,
    past: true,
    hiddenAtFirst: true,
  },
  dateLeft: {
    header: 'Austrittsdatum',
    kind: 'date',
    value: (member) => member.dateLeft,
    past: true,
    hiddenAtFirst: true,
  },
  phone: {
    header: 'Telefon',
    kind: 'text',
    value: (member) => member.phone,
    cell: ({ phone }) => <span className="whitespace-nowrap tabular-nums">{phone || '–'}</span>,
    hiddenAtFirst: true,
  },
  eMail: {
    header: 'E-Mail',
    kind: 'text',
    value: (member) => member.eMail,
    cell: ({ eMail }) => <EmailText>{eMail}</EmailText>,
    paperWidth: 50,
    hiddenAtFirst: true,
  },
  phoneMobile: {
    header: 'Mobil',
    kind: 'text',
    value: (member) => member.phoneMobile,
    cell: ({ phoneMobile }) => (
      <span className="whitespace-nowrap tabular-nums">{phoneMobile || '–'}</span>
    ),
    hiddenAtFirst: true,
  },
  street: {
    header: 'Straße',
    kind: 'text',
    value: ({ addressStreet, addressNumber }) => `${addressStreet} ${addressNumber}`.trim(),
    cell: (member) => <Street member={member} />,
    paperFirst: true,
    hiddenAtFirst: true,
  },
  plz: {
    header: 'PLZ',
    kind: 'text',
    value: (member) => member.addressPlz,
    cell: ({ addressPlz }) => (
      <span className="whitespace-nowrap tabular-nums">{addressPlz || '–'}</span>
    ),
    width: '5rem',
    paperWidth: 15,
    paperFirst: true,
    hiddenAtFirst: true,
  },
  town: {
    header: 'Ort',
    kind: 'text',
    value: (member) => member.addressTown,
    paperFirst: true,
    hiddenAtFirst: true,
  },
  memberNumber: {
    header: 'Mitgliedsnummer',
    kind: 'number',
    // A member without a number is stored with 0.
    value: ({ memberNumber }) => memberNumber || null,
    hiddenAtFirst: true,
  },
  age: {
    header: 'Alter',
    kind: 'number',
    value: ageOf,
    hiddenAtFirst: true,
  },
  membershipYears: {
    header: 'Mitgliedsjahre',
    kind: 'number',
    value: membershipYears,
    hiddenAtFirst: true,
  },
  mandate: {
    header: 'SEPA-Mandat',
    kind: 'choice',
    options: [
      { value: 'ja', label: 'Ja' },
      { value: 'nein', label: 'Nein' },
    ],
    value: ({ hasMandate }) => (hasMandate ? 'ja' : 'nein'),
    hiddenAtFirst: true,
  },
  exitDate: {
    header: 'Tritt aus am',
    kind: 'date',
    value: (member) => member.exitDate,
    hiddenAtFirst: true,
  },
}

type WithoutId<Each> = Each extends unknown ? Omit<Each, 'id'> : never

export const memberColumns: readonly Column<MemberRow>[] = Object.entries(columns).map(
  ([id, column]) => ({ id, ...column }),
)

const withoutMandate = 'Ohne Mandat'
// Active and passive members belong to the guild.
const membersToday = 'filter.membershipState=Active,Passive'

/** The built-in views of the list. */
export const memberViews = [
  { name: 'Alle', search: '' },
  { name: 'Heutige Mitglieder', search: `?${membersToday}` },
  { name: 'Aktive', search: '?filter.membershipState=Active' },
  { name: 'Ohne E-Mail', search: `?empty.eMail=yes&${membersToday}` },
  { name: withoutMandate, search: `?filter.mandate=nein&${membersToday}` },
  { name: 'Tritt aus', search: '?empty.exitDate=no' },
]

// Users who may not see bank data do not know who has a mandate.
export const columnsWithoutBankData = memberColumns.filter(({ id }) => id !== 'mandate')
export const viewsWithoutBankData = memberViews.filter(({ name }) => name !== withoutMandate)

/** The member's full years of membership, counted as for honors; null when the dates are unknown. */
function membershipYears(member: MemberRow): number | null {
  const spans = membershipSpans(member)
  return spans && Math.floor(monthsIn(spans, berlinDay(new Date())) / 12)
}

/** The member's age in full years, of a deceased member the age at death; null when it is unknown. */
function ageOf({ birthday, membershipState, dateLeft }: MemberRow): number | null {
  const day = membershipState === 'Died' ? dateLeft : berlinDay(new Date())
  return birthday && day ? fullYears(birthday, day) : null
}

function Name({ member }: { member: MemberRow }) {
  return (
    <>
      <RowLink to={paths.member(member.id)} aria-label={listName(member)}>
        {member.lastName}
      </RowLink>
      {member.maidenName && (
        <>
          {' '}
          <span className="whitespace-nowrap text-muted-foreground text-xs print:whitespace-normal print:text-[8pt]">
            (geb: {member.maidenName})
          </span>
        </>
      )}
      {member.firstName && <span className="md:hidden print:hidden">, {member.firstName}</span>}
    </>
  )
}

/** The house number is not separated from the last word of the street, unless the two are long. */
function Street({ member: { addressStreet, addressNumber } }: { member: MemberRow }) {
  const [, before = '', last = ''] = /^(.* )?(\S*)$/.exec(addressStreet.trim()) ?? []
  const end = `${last} ${addressNumber}`.trim()
  return (
    <>
      {before}
      <span className={end.length <= 24 ? 'whitespace-nowrap' : undefined}>{end}</span>
      {before + end === '' && '–'}
    </>
  )
}

function State({ member: { membershipState, exitDate } }: { member: MemberRow }) {
  const label = <MembershipStateLabel state={membershipState} />
  if (!exitDate) return label
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-md:flex-col max-md:items-end">
      {label}
      <ExitBadge date={exitDate} />
    </span>
  )
}
