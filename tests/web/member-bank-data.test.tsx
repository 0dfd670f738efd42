import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { aStoredMember } from '#tests/support/member-details.ts'
import {
  bodies,
  field,
  openAt,
  openNewMember,
  openStoredMember,
  saveButton,
} from '#tests/support/member-pages.ts'
import { json } from '#tests/support/wire.ts'
import { ibanProblem, regroupWithCaret } from '#web/lib/iban.ts'
import type { Role } from '#worker/domain/codes.ts'

const commerzbank = 'DE89370400440532013000'
const dkb = 'DE02120300000000202051'

describe('the IBAN of a member', () => {
  test.each([
    ['', true, null],
    ['D', false, null],
    ['DE8937', false, null],
    ['DE8937', true, 'Diese IBAN ist zu kurz. Vergleiche sie mit der Karte.'],
    ['1234', false, 'Eine IBAN beginnt mit dem Land, zum Beispiel DE.'],
    [commerzbank, false, null],
    [
      'DE89370400440532013001',
      false,
      'Die Prüfziffer passt nicht. Vergleiche die IBAN mit der Karte.',
    ],
    [`${commerzbank}1`, false, 'Diese IBAN ist zu lang. Mit DE hat sie 22 Zeichen.'],
    ['DE8937040044O532013000', false, 'In dieser IBAN stehen Zeichen, die nicht hineingehören.'],
    ['FR7630006000011234567890189', false, null],
  ])('The IBAN %j (typing finished: %s) has the problem %j', (iban, isFinished, problem) => {
    expect(ibanProblem(iban, isFinished)).toBe(problem)
  })

  // "|" is the caret.
  test.each([
    ['a character at the end', 'DE893|', false, 'DE89 3|'],
    ['a character within', 'DE8|93704', false, 'DE8|9 3704'],
    ['a whole group in front', 'DE891|3704', false, 'DE89 1|370 4'],
    ['the fourth character of a group', 'DE89| 3704', false, 'DE89| 3704'],
    ['backspace behind a blank', 'DE89|3704', false, 'DE89| 3704'],
    ['delete before a blank', 'DE89|3704', true, 'DE89 |3704'],
    ['a pasted text with other blanks', 'de89\u00a03704-0044|', false, 'DE89 3704 0044|'],
  ])('In a grouped IBAN the caret stays at its place after %s', (_, typed, isDelete, expected) => {
    const caret = typed.indexOf('|')
    const next = regroupWithCaret(typed.replace('|', ''), caret, isDelete)
    expect(`${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`).toBe(expected)
  })

  test('The IBAN is grouped while typing, also in the middle', async () => {
    const { person } = await openNewMember()
    await person.type(field('IBAN'), 'de8937044')
    expect(field('IBAN')).toHaveValue('DE89 3704 4')
    field('IBAN').setSelectionRange(7, 7)
    await person.keyboard('99')
    expect(field('IBAN')).toHaveValue('DE89 3799 044')
    expect(field('IBAN').selectionStart).toBe(9)
    await person.keyboard('{Backspace}{Backspace}')
    expect(field('IBAN')).toHaveValue('DE89 3704 4')
  })

  test('An invalid IBAN is reported at once but can be saved', async () => {
    const app = await openStoredMember()
    await app.person.type(field('IBAN'), '{Backspace}1')
    expect(field('IBAN')).toBeInvalid()
    expect(field('IBAN')).toHaveAccessibleDescription(
      'Die Prüfziffer passt nicht. Vergleiche die IBAN mit der Karte.',
    )
    await app.person.click(saveButton())
    await waitFor(() =>
      expect(bodies(app, 'PUT /api/member/41')).toEqual([
        {
          bankingIban: 'DE89370400440532013001',
          before: {
            bankingIban: commerzbank,
            bankingBic: 'COBADEFFXXX',
            bankingAccountOwner: 'Annegret Gruber',
            bankingBank: 'Commerzbank',
            bankingSepaAllowed: true,
            bankingSepaAllowedDate: '2014-03-12',
            mandateReference: '',
          },
        },
      ]),
    )
  })

  test('The treasurer changes only bank data, the personal fee and the payer, and gets there from the page of the member', async () => {
    const change = 'PUT /api/member/:id'
    const app = openAt('/members/details/41', { [change]: json(aStoredMember()) }, 'treasurer')
    const link = await screen.findByRole('link', { name: 'Bankdaten ändern' })
    expect(screen.queryByRole('link', { name: 'Bearbeiten' })).toBeNull()
    await app.person.click(link)
    await screen.findByRole('heading', { name: 'Bankdaten und Beitrag ändern' })
    await screen.findByRole('button', { name: 'Speichern' })
    expect(screen.queryByLabelText('Nachname')).toBeNull()
    expect(screen.queryByLabelText('Telefon')).toBeNull()
    expect(field('IBAN')).toBeVisible()
    await app.person.type(field('Persönlicher Beitrag'), '12,50')
    await app.person.click(saveButton())
    await waitFor(() => expect(app.wire.sent('PUT /api/member/41')).toHaveLength(1))
    expect(bodies(app, 'PUT /api/member/41')[0]).toMatchObject({ individualFeeInCent: 1250 })
  })

  test.each<Role>(['secretary', 'management'])(
    'A user with the role "%s" who changes only the comment sends no bank data, whether they see them or not',
    async (role) => {
      const masked = {
        bankingIban: null,
        bankingBic: null,
        bankingAccountOwner: null,
        bankingBank: null,
        bankingSepaAllowed: null,
        bankingSepaAllowedDate: null,
        mandateReference: null,
        bankingIbanTail: '3000',
      }
      const app = openAt(
        '/members/edit/41',
        role === 'secretary'
          ? { 'GET /api/member/:id': json({ ...aStoredMember(), ...masked }) }
          : {},
        role,
      )
      await app.person.type(await screen.findByLabelText('Kommentar'), 'x')
      expect(screen.queryAllByLabelText('IBAN')).toHaveLength(role === 'secretary' ? 0 : 1)
      await app.person.click(saveButton())
      await waitFor(() => expect(bodies(app, 'PUT /api/member/41')).toHaveLength(1))
      const [sent] = bodies(app, 'PUT /api/member/41') as { before: object }[]
      expect(Object.keys(sent ?? {}).sort()).toEqual(['before', 'comment'])
      expect(Object.keys(sent?.before ?? {})).toEqual(['comment'])
    },
  )

  test('A valid IBAN is confirmed', async () => {
    const { person } = await openNewMember()
    await person.type(field('IBAN'), commerzbank)
    expect(field('IBAN')).toHaveAccessibleDescription('Die Prüfziffer stimmt.')
    expect(field('IBAN')).toBeValid()
  })
})

describe('bank name and BIC', () => {
  const proposed = 'Vorschlag aus der IBAN'

  async function writeIban(
    person: Awaited<ReturnType<typeof openNewMember>>['person'],
    iban: string,
  ) {
    await person.clear(field('IBAN'))
    await person.click(field('IBAN'))
    await person.paste(iban)
  }

  test('For a German IBAN bank name and BIC are proposed, and another IBAN changes the proposal', async () => {
    const app = await openNewMember()
    await writeIban(app.person, commerzbank)
    await waitFor(() => expect(field('Bank')).toHaveValue('Commerzbank'))
    expect(field('BIC')).toHaveValue('COBADEFFXXX')
    expect(field('Bank')).toHaveAccessibleDescription(proposed)
    expect(field('BIC')).toHaveAccessibleDescription(proposed)
    await writeIban(app.person, dkb)
    await waitFor(() => expect(field('BIC')).toHaveValue('BYLADEM1001'))
    await app.person.click(saveButton())
    await waitFor(() => expect(bodies(app, 'POST /api/member')).toHaveLength(1))
    expect(bodies(app, 'POST /api/member')).toEqual([
      expect.objectContaining({ bankingIban: dkb, bankingBic: 'BYLADEM1001' }),
    ])
  })

  test('A typed bank name is not replaced by the proposal, which can be accepted with a button', async () => {
    const { person } = await openNewMember()
    await person.type(field('Bank'), 'Meine Bank')
    await writeIban(person, commerzbank)
    await waitFor(() => expect(field('BIC')).toHaveValue('COBADEFFXXX'))
    expect(field('Bank')).toHaveValue('Meine Bank')
    expect(field('Bank')).toHaveAccessibleDescription('Laut IBAN: Commerzbank')
    await person.click(screen.getByRole('button', { name: 'Bank laut IBAN übernehmen' }))
    expect(field('Bank')).toHaveValue('Commerzbank')
    expect(field('Bank')).toHaveAccessibleDescription(proposed)
  })

  test('A new IBAN replaces the stored BIC of the old bank, but not a stored bank name that had been typed differently', async () => {
    const { person } = await openStoredMember({
      'GET /api/member/:id': json(aStoredMember({ bankingBic: 'COBADEFF', bankingBank: 'Coba' })),
    })
    await writeIban(person, dkb)
    await waitFor(() => expect(field('BIC')).toHaveValue('BYLADEM1001'))
    expect(field('Bank')).toHaveValue('Coba')
  })

  test('For an IBAN whose bank is not known, proposed bank name and BIC are cleared', async () => {
    const { person } = await openNewMember()
    await writeIban(person, commerzbank)
    await waitFor(() => expect(field('Bank')).toHaveValue('Commerzbank'))
    await writeIban(person, 'FR7630006000011234567890189')
    await waitFor(() => expect(field('Bank')).toHaveValue(''))
    expect(field('BIC')).toHaveValue('')
    expect(field('Bank')).not.toHaveAccessibleDescription()
  })

  test('The BIC is proposed even if the list of banks is years old', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-01T12:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const { person } = await openNewMember()
    await writeIban(person, commerzbank)
    await waitFor(() => expect(field('BIC')).toHaveValue('COBADEFFXXX'))
  })
})
