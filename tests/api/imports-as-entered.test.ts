import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { call, json, setClock, signedIn } from '#tests/support/api.ts'
import { sendFile } from '#tests/support/import-file.ts'
import { addDays, germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { emptyMember, type MemberFields } from '#worker/domain/member.ts'

// A member from a sheet and the same member entered in the form: both ways accept the same values and
// store the same row.

let token: string
beforeEach(async () => {
  setClock()
  token = (await signedIn('management')).token
})

/** Mostly the usual value or none; rarely one of the others, which the form may reject. */
const some = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(usual, ...others) },
  )

const given = fc.record({
  maidenName: some('Vochezer', 'x'.repeat(101)),
  birthday: some('1958-02-01', '2000-02-29', '2090-01-01'),
  dateJoined: some('1979-11-11', '2010-01-01'),
  membershipState: some('Active' as const, 'Passive' as const),
  addressTown: some('Balingen', 'x'.repeat(201)),
  eMail: some('a@example.de', 'eva(at)example.de'),
  bankingIban: some('DE89370400440532013000', 'DE00123456780000000000'),
  bankingBic: some('SOLADES1BAL', 'SOLA'),
  bankingSepaAllowed: some(true, false),
  bankingSepaAllowedDate: some('2014-02-01', '2090-01-01'),
  mandateReference: some('MITGL 0012/2014', 'M//1', 'Ü1'),
  comment: some('laut Protokoll', 'x'.repeat(2001)),
})

const headings: [string, keyof MemberFields][] = [
  ['Vorname', 'firstName'],
  ['Nachname', 'lastName'],
  ['Mitgliedsnummer', 'memberNumber'],
  ['Mädchenname', 'maidenName'],
  ['Geburtstag', 'birthday'],
  ['Eintrittsdatum', 'dateJoined'],
  ['Mitgliedsstatus', 'membershipState'],
  ['Ort', 'addressTown'],
  ['E-Mail', 'eMail'],
  ['IBAN', 'bankingIban'],
  ['BIC', 'bankingBic'],
  ['SEPA-Lastschrift erlaubt', 'bankingSepaAllowed'],
  ['SEPA-Datum', 'bankingSepaAllowedDate'],
  ['Mandatsreferenz', 'mandateReference'],
  ['Kommentar', 'comment'],
]

function cellOf(fields: Partial<MemberFields>, name: keyof MemberFields) {
  const value = fields[name]
  if (value === undefined || Array.isArray(value)) return null
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (name === 'membershipState' && fields.membershipState) {
    return membershipStateLabels[fields.membershipState]
  }
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? germanDate(value) : value
}

const people = fc
  .sample(given, { seed: 16, numRuns: 60 })
  .map((values, index): Partial<MemberFields> => {
    const isPayer = values.bankingSepaAllowed === true
    // The date of a mandate may not lie in the future; without a mandate the form has no such field.
    const said = Object.entries(values).filter(
      ([name, value]) => value !== null && (isPayer || name !== 'bankingSepaAllowedDate'),
    )
    const names = { firstName: `Vorname ${index}`, lastName: `Nachname ${index}` }
    // Equal names with the same birthday would raise the question about duplicates, which is not tested here.
    const born = values.birthday === '1958-02-01' && { birthday: addDays('1958-02-01', index) }
    return { ...names, memberNumber: index + 1, ...Object.fromEntries(said), ...born }
  })

const file = (of: readonly Partial<MemberFields>[]) => ({
  kind: 'members' as const,
  headings: headings.map(([heading]) => heading),
  lines: of.map((fields) => headings.map(([, name]) => cellOf(fields, name))),
})

test('The import of a sheet and the form accept and reject the same values, and store them alike', async () => {
  const sent = await sendFile(file(people), token)
  const { rows: judged } = await sent.preview()
  const wrongs: unknown[] = []
  let compared = 0
  for (const [index, fields] of people.entries()) {
    const { verdict, reasons = [] } = judged[index] ?? {}
    if (verdict === 'duplicate') continue
    const told = reasons.map(({ field }) => field)
    const answer = await call('POST', '/api/member?allowDuplicate=true', fields, { token })
    const { error } = await json(answer)
    // The form says what cannot be stored before what its rules reject; the sheet says both.
    const entered = answer.status === 201 ? [] : Object.keys(error.fields)
    const isSame = entered.every((field) => told.includes(field))
    if (!isSame || (told.length === 0) !== (answer.status === 201)) {
      wrongs.push({ fields, told, entered })
    }
    compared += 1
  }
  expect(wrongs).toEqual([])
  expect(compared).toBeGreaterThan(30)
})

test('An imported member is stored like one entered in the form', async () => {
  const probe = await sendFile(file(people), token)
  const fine = (await probe.preview()).rows.flatMap(({ row, verdict }) =>
    verdict === 'new' ? (people[row - 2] ?? []) : [],
  )
  expect(fine.length).toBeGreaterThan(5)
  const sent = await sendFile(file(fine), token)
  const { seen, counts } = await sent.preview()
  expect(counts.new).toBe(fine.length)
  expect((await sent.commit(seen)).status).toBe(200)
  const list: { id: number; lastName: string }[] = await json(
    call('GET', '/api/member', undefined, { token }),
  )
  for (const fields of fine) {
    const id = list.find(({ lastName }) => lastName === fields.lastName)?.id
    const stored = await json(call('GET', `/api/member/${id}`, undefined, { token }))
    expect(stored).toMatchObject({ ...emptyMember, ...fields })
  }
})
