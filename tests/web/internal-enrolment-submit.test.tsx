import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  card,
  choose,
  field,
  hohenkirch,
  paradeBox,
  paradesCall,
  submitButton,
} from '#tests/support/enrolment-page.tsx'
import { someSettings } from '#tests/support/guild-settings.ts'
import {
  internalEnrolCall,
  membersCall,
  openStall,
  pick,
  picker,
  settingsCall,
  wardrobeCall,
} from '#tests/support/internal-enrolment.ts'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  return () => vi.useRealTimers()
})

const success = 'Anmeldung war erfolgreich!'
const spec =
  'Der Teilnehmer konnte nicht angemeldet werden. Prüfe bitte, ob alles richtig eingegeben wurde. Es kann auch sein, dass der Teilnehmer oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.'

async function fillGruber(wire: WireTable = {}) {
  const app = await openStall(wire)
  await pick(app, 'grub', 'Gruber')
  await screen.findByText('Eigenes Kleid: Bachhexe 118')
  await app.person.click(paradeBox('Ringtreffen Moosried'))
  return app
}

async function enrolGruber(wire: WireTable = {}) {
  const app = await fillGruber(wire)
  await app.person.click(submitButton())
  return app
}

const bodies = ({ wire }: Awaited<ReturnType<typeof openStall>>) =>
  wire.sent(internalEnrolCall).map((call) => call.body)

describe('an enrolment in the stall', () => {
  test('An internal enrolment is sent for the chosen member', async () => {
    const app = await enrolGruber()
    await screen.findByText(success)
    expect(bodies(app)).toEqual([
      {
        overCapacity: false,
        guardian: null,
        withoutGuardian: false,
        memberId: 41,
        firstName: 'Annegret',
        lastName: 'Gruber',
        birthday: '1968-03-14',
        parades: [{ paradeId: 11, costumeTypeId: 3, costumeNumber: '118', extras: [] }],
      },
    ])
  })

  test('Ticked cash is sent with the sum shown, and is not ticked for the next person', async () => {
    const app = await fillGruber()
    const cash = () => screen.queryByRole('switch', { name: /^Bar bezahlt: 8,00/ })
    expect(cash()).not.toBeChecked()
    await app.person.click(cash() as HTMLElement)
    await app.person.click(submitButton())
    await screen.findByText(success)
    expect(screen.getByText(/ist für 1 Umzug angemeldet/)).toHaveTextContent(
      /Summe 8,00.€, bar bezahlt/,
    )
    expect(bodies(app)).toMatchObject([{ cashInCent: 800 }])
    expect(cash()).toBeNull()
    await pick(app, 'grub', 'Gruber')
    await app.person.click(paradeBox('Ringtreffen Moosried'))
    expect(cash()).not.toBeChecked()
  })

  test('If the guild does not record cash, there is no switch for it', async () => {
    await fillGruber({ [settingsCall]: json(someSettings({ cashAtCheckIn: false })) })
    await waitFor(() => expect(screen.queryByText(/^Bar bezahlt/)).toBeNull())
  })

  test('If a name of the chosen member is edited, the enrolment is sent with trimmed names and without the member', async () => {
    const app = await openStall({ [wardrobeCall]: json([]) })
    await pick(app, 'grub', 'Gruber')
    await app.person.clear(field('Vorname'))
    await app.person.type(field('Vorname'), ' Lena ')
    await choose(app, 'Ringtreffen Moosried', ' 7 ')
    await app.person.click(submitButton())
    await screen.findByText(success)
    expect(bodies(app)).toEqual([
      {
        overCapacity: false,
        guardian: null,
        withoutGuardian: false,
        memberId: null,
        firstName: 'Lena',
        lastName: 'Gruber',
        birthday: '1968-03-14',
        parades: [{ paradeId: 11, costumeTypeId: 3, costumeNumber: '7', extras: [] }],
      },
    ])
  })

  test('After a successful enrolment the form is empty and the member search has the focus', async () => {
    const { person } = await enrolGruber()
    expect(await screen.findByText(success)).toBeVisible()
    expect(
      screen.getByText(/Annegret Gruber ist für 1 Umzug angemeldet\. Summe/),
    ).toHaveTextContent(/8,00\s€/)
    expect(picker()).toHaveFocus()
    expect(picker()).toHaveValue('')
    expect(field('Vorname')).toHaveValue('')
    expect(field('Geburtstag')).toHaveValue('')
    expect(paradeBox('Ringtreffen Moosried')).not.toBeChecked()
    await person.click(paradeBox('Ringtreffen Moosried'))
    expect(
      card('Ringtreffen Moosried').getByRole('textbox', { name: /^Kleidernummer/ }),
    ).toHaveValue('')
  })

  test('After an enrolment the parades are loaded again; if that fails, the parades shown stay', async () => {
    const app = await enrolGruber({
      [paradesCall]: [
        json([hohenkirch, { ...hohenkirch, id: 11, title: 'Ringtreffen Moosried' }]),
        offline,
      ],
    })
    await screen.findByText(success)
    await waitFor(() => expect(app.wire.sent(paradesCall)).toHaveLength(2))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Stand von 13:00 Uhr.Die Umzüge konnten nicht geladen werden')
    await pick(app, 'bai', 'Baisch')
    await choose(app, 'Ringtreffen Moosried')
    expect(submitButton()).toBeEnabled()
    app.wire.answer({ [paradesCall]: json([hohenkirch]) })
    await app.person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    expect(screen.queryByRole('checkbox', { name: 'Ringtreffen Moosried' })).toBeNull()
  })

  test('The members are loaded once for several enrolments', async () => {
    const app = await enrolGruber()
    await screen.findByText(success)
    await waitFor(() => expect(app.wire.sent(paradesCall)).toHaveLength(2))
    await pick(app, 'bai', 'Baisch')
    expect(app.wire.sent(membersCall)).toHaveLength(1)
  })

  test('Two clicks on the button send one internal enrolment', async () => {
    const slow = later(json({ enrolSuccessful: true }))
    const app = await fillGruber({ [internalEnrolCall]: slow.answer })
    act(() => {
      submitButton().click()
      submitButton().click()
    })
    await waitFor(() => expect(submitButton()).toHaveAttribute('aria-busy', 'true'))
    slow.come()
    await screen.findByText(success)
    expect(bodies(app)).toHaveLength(1)
  })
})

describe('an enrolment in the stall that fails', () => {
  test.each([
    ['the server refuses it', refusal(500, 'InternalError')],
    ['the answer is not successful', json({ enrolSuccessful: false })],
    ['the answer is empty', json(null)],
  ])(
    'If an internal enrolment fails because %s, an error is shown and the input stays',
    async (_, answer) => {
      await enrolGruber({ [internalEnrolCall]: answer })
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toBe(spec)
      expect(alert).toHaveFocus()
      expect(picker()).toHaveValue('Gruber, Annegret')
      expect(field('Vorname')).toHaveValue('Annegret')
      expect(paradeBox('Ringtreffen Moosried')).toBeChecked()
      expect(submitButton()).toBeEnabled()
    },
  )

  test('An enrolment without a connection shows an error', async () => {
    await enrolGruber({ [internalEnrolCall]: offline })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(spec)
    expect(alert).toHaveTextContent('Der Server ist nicht erreichbar.')
  })

  test('An enrolment with an expired session (401) says that the session has expired', async () => {
    await enrolGruber({ [internalEnrolCall]: refusal(401, 'AuthenticationError') })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Deine Anmeldung ist abgelaufen.')
  })

  test('The field errors of a rejected internal enrolment (409) appear at their parade and field', async () => {
    const message = 'Das Kleid mit der Nummer 118 ist schon angemeldet.'
    const onField = 'Dieses Kleid ist für diesen Umzug schon angemeldet.'
    const app = await fillGruber({
      [internalEnrolCall]: refusal(409, 'CostumeAlreadyEnrolled', message, {
        parades: [12],
        fields: { 'parades.1.costumeNumber': onField, lastName: 'Zu lang.' },
      }),
    })
    await app.person.click(paradeBox('Jubiläumsumzug 60 Jahre'))
    await app.person.click(submitButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    const number = card('Jubiläumsumzug 60 Jahre').getByRole('textbox', { name: /^Kleidernummer/ })
    expect(number).toHaveAccessibleDescription(onField)
    expect(field('Nachname')).toHaveAccessibleDescription('Zu lang.')
    await app.person.type(number, '9')
    expect(number).toBeValid()
  })

  test('If the person is already enrolled in a parade (409), it is marked and unticked, and the others can be sent', async () => {
    const onField = 'Für diesen Umzug gibt es unter diesem Namen schon eine Anmeldung.'
    const app = await fillGruber({
      [internalEnrolCall]: [
        refusal(409, 'PersonAlreadyEnrolled', 'Schon angemeldet für „Ringtreffen Moosried“.', {
          parades: [11],
          fields: { 'parades.0.paradeId': onField },
        }),
        json({ enrolSuccessful: true }),
      ],
    })
    await app.person.click(paradeBox('Jubiläumsumzug 60 Jahre'))
    await app.person.click(submitButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('„Ringtreffen Moosried“')
    const box = paradeBox('Ringtreffen Moosried')
    expect(box).toHaveAccessibleDescription(expect.stringContaining(onField))
    expect(box).not.toBeChecked()
    expect(paradeBox('Jubiläumsumzug 60 Jahre')).toBeChecked()
    await app.person.click(submitButton())
    await screen.findByText(success)
    expect(app.wire.sent(internalEnrolCall).at(-1)?.body).toMatchObject({
      parades: [{ paradeId: 12, costumeTypeId: 3, costumeNumber: '118', extras: [] }],
    })
  })

  test('Choosing another member removes the error that the previous member is already enrolled (409)', async () => {
    const app = await enrolGruber({
      [internalEnrolCall]: refusal(409, 'PersonAlreadyEnrolled', '', {
        parades: [11],
        fields: { 'parades.0.paradeId': 'Schon da.' },
      }),
    })
    await screen.findByRole('alert')
    await pick(app, 'bai', 'Baisch')
    expect(paradeBox('Ringtreffen Moosried')).toBeValid()
  })

  test('If a parade was cancelled (409), the error mentions it and the parades are loaded again', async () => {
    const app = await fillGruber({
      [internalEnrolCall]: refusal(409, 'ParadeCancelled', '„Ringtreffen Moosried“ ist abgesagt.', {
        parades: [11],
      }),
    })
    await app.person.click(paradeBox('Jubiläumsumzug 60 Jahre'))
    app.wire.answer({ [paradesCall]: json([hohenkirch]) })
    await app.person.click(submitButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '„Ringtreffen Moosried“ ist abgesagt.',
    )
    await waitFor(() =>
      expect(screen.queryByRole('checkbox', { name: 'Ringtreffen Moosried' })).toBeNull(),
    )
    expect(paradeBox('Jubiläumsumzug 60 Jahre')).toBeChecked()
    expect(submitButton()).toBeEnabled()
  })

  test('When an enrolment fails, the success message of the previous one is hidden', async () => {
    const app = await enrolGruber({
      [internalEnrolCall]: [json({ enrolSuccessful: true }), refusal(500, 'InternalError')],
    })
    await screen.findByText(success)
    await pick(app, 'bai', 'Baisch')
    await app.person.click(paradeBox('Ringtreffen Moosried'))
    await waitFor(() => expect(submitButton()).toBeEnabled())
    await app.person.click(submitButton())
    expect((await screen.findByRole('alert')).textContent).toBe(spec)
    expect(screen.queryByText(success)).not.toBeInTheDocument()
  })
})
