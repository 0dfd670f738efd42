import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { aStoredMember } from '#tests/support/member-details.ts'
import {
  bodies,
  createCall,
  field,
  openNewMember,
  openStoredMember,
  saveButton,
  saveCall,
  whereabouts,
} from '#tests/support/member-pages.ts'
import { json, later, offline, refusal } from '#tests/support/wire.ts'
import { possiblePeriods } from '#web/members/use-member-form.ts'
import type { Member } from '#worker/members/members.contract.ts'

fixToday()

describe('a new member with an existing name', () => {
  const memberExists = refusal(
    409,
    'MemberExists',
    'Es gibt schon ein Mitglied mit diesem Namen.',
    {
      candidates: [
        {
          id: 12,
          firstName: 'Lena',
          lastName: 'Wäschle',
          birthday: '1990-02-01',
          membershipState: 'Left',
        },
        {
          id: 13,
          firstName: 'Lena',
          lastName: 'Wäschle',
          birthday: null,
          membershipState: 'Active',
        },
      ],
    },
  )

  async function saveLena(then = json(aStoredMember(), 201)) {
    const app = await openNewMember({ [createCall]: [memberExists, then] })
    await app.person.type(field('Vorname'), 'Lena')
    await app.person.type(field('Nachname'), 'Wäschle')
    await app.person.click(saveButton())
    const name = 'Gibt es dieses Mitglied schon?'
    const dialog = within(await screen.findByRole('alertdialog', { name }))
    return { app, dialog }
  }

  test('If the name of a new member exists, the members of this name are listed with links to a new tab', async () => {
    const { dialog } = await saveLena()
    const items = dialog.getAllByRole('listitem')
    expect(items[0]).toHaveTextContent('Wäschle, Lena')
    expect(items[0]).toHaveTextContent('geboren am 01.02.1990')
    expect(items[0]).toHaveTextContent('Ausgetreten')
    expect(items[1]).toHaveTextContent('ohne Geburtstag')
    const [link] = dialog.getAllByRole('link')
    expect(link).toHaveAttribute('href', '/members/details/12')
    expect(link).toHaveAttribute('target', '_blank')
    expect(dialog.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
  })

  test('When the question about an existing name is cancelled, the form stays and nothing is saved', async () => {
    const { app, dialog } = await saveLena()
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(field('Vorname')).toHaveValue('Lena')
    expect(bodies(app, createCall)).toHaveLength(1)
  })

  test('If the name of a new member exists, the member is saved after a confirmation', async () => {
    const { app, dialog } = await saveLena()
    await app.person.click(dialog.getByRole('button', { name: 'Trotzdem anlegen' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/members'))
    const [first, second] = app.wire.sent(createCall)
    expect(first?.query.toString()).toBe('')
    expect(second?.query.toString()).toBe('allowDuplicate=true')
    expect(second?.body).toEqual(first?.body)
  })

  test('If the connection is lost after "Trotzdem anlegen", the question closes and the form shows an error', async () => {
    const { app, dialog } = await saveLena(offline)
    await app.person.click(dialog.getByRole('button', { name: 'Trotzdem anlegen' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Das Mitglied konnte nicht angelegt werden.')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(alert).toHaveFocus()
  })
})

describe('a new IBAN under a SEPA mandate', () => {
  const dkb = 'DE02120300000000202051'
  const message =
    'Die IBAN ist neu. Gib an, wann das SEPA-Mandat für das neue Konto unterschrieben wurde.'
  const mandateDateNeeded = refusal(422, 'MandateDateNeeded', message, {
    fields: { bankingSepaAllowedDate: message },
  })

  async function changeIban() {
    const app = await openStoredMember({
      'PUT /api/member/:id': [mandateDateNeeded, json(aStoredMember())],
    })
    await app.person.clear(field('IBAN'))
    await app.person.click(field('IBAN'))
    await app.person.paste(dkb)
    await app.person.click(saveButton())
    const name = 'Warum ist die IBAN anders?'
    return { app, dialog: within(await screen.findByRole('dialog', { name })) }
  }

  const last = (app: Awaited<ReturnType<typeof openStoredMember>>) => {
    const call = app.wire.sent(saveCall).at(-1)
    return { query: call?.query.toString(), body: call?.body }
  }

  test('When the IBAN changes, the date of the new mandate is asked for', async () => {
    const { app, dialog } = await changeIban()
    expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
    const date = dialog.getByLabelText('Neues Mandat unterschrieben am')
    expect(date).toHaveAccessibleDescription('Es fehlt noch das Datum vom neuen Mandat.')
    await app.person.type(date, '20.11.2026')
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    expect(last(app).query).toBe('')
    expect(last(app).body).toMatchObject({
      bankingIban: dkb,
      bankingSepaAllowedDate: '2026-11-20',
    })
  })

  test('A mandate date in the future is not accepted', async () => {
    const { app, dialog } = await changeIban()
    const date = dialog.getByLabelText('Neues Mandat unterschrieben am')
    await app.person.type(date, '22.11.2026')
    expect(date).toHaveAccessibleDescription('Das Datum liegt in der Zukunft.')
    expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
  })

  test('If the new IBAN only corrects a typing error, the mandate stays valid', async () => {
    const { app, dialog } = await changeIban()
    await app.person.click(dialog.getByRole('radio', { name: 'War nur ein Tippfehler' }))
    expect(dialog.getByText('Das Mandat vom 12.03.2014 gilt weiter.')).toBeVisible()
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    expect(last(app).query).toBe('sameMandate=true')
    expect(last(app).body).toMatchObject({ bankingIban: dkb })
    expect(last(app).body).not.toHaveProperty('bankingSepaAllowedDate')
  })

  test('When the question about the mandate is cancelled, nothing is saved and the field is marked', async () => {
    const { app, dialog } = await changeIban()
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(bodies(app, saveCall)).toHaveLength(1)
    expect(field('SEPA erlaubt seit')).toHaveAccessibleDescription(message)
    expect(screen.getByRole('alert')).toHaveTextContent(message)
    await app.person.type(field('IBAN'), '{Backspace}')
    expect(field('SEPA erlaubt seit')).toBeValid()
  })
})

describe('the states Ausgetreten and Verstorben in the form', () => {
  const leaveCall = 'POST /api/member/41/leave'

  async function chooseAndSave(state: 'Ausgetreten' | 'Verstorben', wire = {}) {
    const title = state === 'Verstorben' ? 'Todesfall eintragen' : 'Austritt eintragen'
    const app = await openStoredMember(wire)
    await app.person.type(field('Telefon'), '7')
    await app.person.selectOptions(field('Mitgliedsstatus'), state)
    expect(field('Mitgliedsstatus')).toHaveAccessibleDescription(
      'Beim Speichern wählst Du, was damit endet.',
    )
    await app.person.click(saveButton())
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await dialog.findAllByRole('checkbox')
    return { app, dialog }
  }

  test('If "Verstorben" is chosen in the form, a dialog is shown before the form is saved and the death recorded', async () => {
    const { app, dialog } = await chooseAndSave('Verstorben')
    expect(dialog.getByLabelText('Mitgliedsstatus')).toHaveDisplayValue('Verstorben')
    expect(bodies(app, saveCall)).toEqual([])
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    const { phone, dateJoined, membershipActiveTimespan } = aStoredMember()
    expect(bodies(app, saveCall)).toEqual([
      { phone: '0700 1234567', before: { phone, dateJoined, membershipActiveTimespan } },
    ])
    expect(bodies(app, leaveCall)).toEqual([
      {
        state: 'Died',
        date: '2026-11-21',
        endTimespans: true,
        dutyIds: [7],
        costumeIds: [9],
      },
    ])
  })

  test('When the exit dialog of the form is cancelled, nothing is saved', async () => {
    const { app, dialog } = await chooseAndSave('Ausgetreten')
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(whereabouts(app)).toBe('/members/edit/41')
    expect(app.wire.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('If the form is rejected before the exit (422), the exit dialog closes and the errors are shown', async () => {
    const fields = { lastName: 'Gib den Nachnamen an.' }
    const { app, dialog } = await chooseAndSave('Ausgetreten', {
      'PUT /api/member/:id': refusal(422, 'ValidationFailed', '', { fields }),
    })
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Das Mitglied konnte nicht gespeichert werden',
    )
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(field('Nachname')).toHaveAccessibleDescription(fields.lastName)
    expect(bodies(app, leaveCall)).toEqual([])
  })

  test('If the exit is rejected after the form was saved (422), the exit dialog stays open', async () => {
    const message = 'Das Datum liegt vor dem Eintritt.'
    const { app, dialog } = await chooseAndSave('Ausgetreten', {
      'POST /api/member/:id/leave': [
        refusal(422, 'ValidationFailed', '', { fields: { date: message } }),
        json(aStoredMember({ membershipState: 'Left' })),
      ],
    })
    await app.person.click(dialog.getByRole('checkbox', { name: /^Amt Kleiderchef/ }))
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /^Das Mitglied konnte nicht gespeichert werden$/,
    )
    expect(dialog.getByLabelText(/^Datum/)).toHaveAccessibleDescription(message)
    expect(dialog.getByRole('checkbox', { name: /^Amt Kleiderchef/ })).not.toBeChecked()
    expect(whereabouts(app)).toBe('/members/edit/41')
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    expect(bodies(app, leaveCall)).toMatchObject([{ dutyIds: [] }, { dutyIds: [] }])
  })

  test('If OK of the exit dialog is pressed several times, form and exit are sent once', async () => {
    const saved = later(json(aStoredMember()))
    const { app, dialog } = await chooseAndSave('Ausgetreten', {
      'PUT /api/member/:id': saved.answer,
    })
    await app.person.dblClick(dialog.getByRole('button', { name: 'OK' }))
    expect(dialog.getByRole('button', { name: 'OK' })).toHaveAttribute('aria-busy', 'true')
    saved.come()
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    expect(bodies(app, saveCall)).toHaveLength(1)
    expect(bodies(app, leaveCall)).toHaveLength(1)
  })

  test('A new member who has already left is saved without a question', async () => {
    const app = await openNewMember()
    await app.person.selectOptions(field('Mitgliedsstatus'), 'Ausgetreten')
    await app.person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/members'))
    expect(bodies(app, createCall)).toEqual([expect.objectContaining({ membershipState: 'Left' })])
  })

  test('The exit dialog of the form starts with the exit date and the periods typed in the form', async () => {
    const app = await openStoredMember()
    await app.person.type(field('Austrittsdatum'), '11.11.2026')
    await app.person.click(screen.getByRole('button', { name: '2. Zeitraum entfernen' }))
    await app.person.selectOptions(field('Mitgliedsstatus'), 'Ausgetreten')
    await app.person.click(saveButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Austritt eintragen' }))
    await dialog.findAllByRole('checkbox')
    expect(dialog.getByLabelText(/^Datum/)).toHaveValue('11.11.2026')
    expect(dialog.queryByRole('checkbox', { name: /^Mitgliedszeit/ })).not.toBeInTheDocument()
  })
})

describe('a member without a current period of membership', () => {
  const left = aStoredMember({
    membershipState: 'Left',
    dateLeft: '2020-12-31',
    membershipActiveTimespan: [{ from: '1986-01-01', to: '2020-12-31' }],
  })
  const { membershipState, dateJoined, dateLeft, membershipActiveTimespan } = left
  const before = { membershipState, dateJoined, dateLeft, membershipActiveTimespan }
  const question = 'Soll ab heute eine neue Mitgliedszeit beginnen?'
  const dialog = async () =>
    within(await screen.findByRole('dialog', { name: 'Neue Mitgliedszeit?' }))

  async function comeBack(stored = left) {
    const app = await openStoredMember({ 'GET /api/member/:id': json(stored) })
    await app.person.selectOptions(field('Mitgliedsstatus'), 'Aktiv')
    await app.person.clear(field('Austrittsdatum'))
    await app.person.click(saveButton())
    return app
  }

  test('If a member becomes active without a current period, one is proposed and saved with the form', async () => {
    const app = await comeBack()
    const asked = await dialog()
    expect(asked.getByRole('checkbox', { name: question })).toBeChecked()
    expect(asked.getByText('Dazu kommt der Zeitraum ab 21.11.2026.')).toBeVisible()
    expect(bodies(app, saveCall)).toEqual([])
    await app.person.click(asked.getByRole('button', { name: 'Speichern' }))
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    expect(bodies(app, saveCall)).toEqual([
      {
        membershipState: 'Active',
        dateLeft: null,
        membershipActiveTimespan: [
          { from: '1986-01-01', to: '2020-12-31' },
          { from: '2026-11-21', to: null },
        ],
        before,
      },
    ])
  })

  test('If the proposed period is declined, the member is saved without it, and a second attempt does not ask again', async () => {
    const app = await comeBack()
    app.wire.answer({ 'PUT /api/member/:id': [offline, json(aStoredMember())] })
    const asked = await dialog()
    await app.person.click(asked.getByRole('checkbox', { name: question }))
    await app.person.click(asked.getByRole('button', { name: 'Speichern' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('konnte nicht gespeichert werden')
    await app.person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
    expect(bodies(app, saveCall).at(-1)).toEqual({
      membershipState: 'Active',
      dateLeft: null,
      before,
    })
  })

  test('When the question about a period of membership is cancelled, nothing is saved', async () => {
    const app = await comeBack()
    await app.person.click((await dialog()).getByRole('button', { name: 'Abbrechen' }))
    expect(bodies(app, saveCall)).toEqual([])
    expect(field('Mitgliedsstatus')).toHaveDisplayValue('Aktiv')
  })

  test('If a member has no periods, the first one is filled in from joining and leaving', async () => {
    const app = await comeBack({ ...left, membershipActiveTimespan: [] })
    await app.person.click((await dialog()).getByRole('button', { name: 'Speichern' }))
    await waitFor(() =>
      expect(bodies(app, saveCall)).toMatchObject([
        {
          membershipActiveTimespan: [
            { from: '1986-01-01', to: '2020-12-31' },
            { from: '2026-11-21', to: null },
          ],
        },
      ]),
    )
  })

  test('A change of other fields does not ask for a period of membership', async () => {
    const app = await openStoredMember({
      'GET /api/member/:id': json({ ...left, membershipState: 'Active' }),
    })
    await app.person.type(field('Telefon'), '1')
    await app.person.click(saveButton())
    await waitFor(() => expect(whereabouts(app)).toBe('/members/details/41'))
  })
})

describe('the proposal of a membership period', () => {
  const stored = aStoredMember({ membershipState: 'Active' })
  const asks = (before: Partial<Member>, after: Partial<Member>) =>
    possiblePeriods({ ...stored, ...before }, { ...stored, ...before, ...after }, '2026-11-21')
  const spans = (...days: [from: string, to: string | null][]) => ({
    membershipActiveTimespan: days.map(([from, to]) => ({ from, to })),
  })
  const passive = { membershipState: 'Passive' } as const
  const fromToday = [{ from: '2026-11-21', to: null }]

  test.each<[string, Partial<Member>, Partial<Member>, unknown]>([
    ['open', spans(['2000-01-01', null]), passive, null],
    ['over today', spans(['2000-01-01', '2026-11-21']), passive, null],
    ['begun today', spans(['2026-11-21', null]), passive, null],
    ['over since yesterday', spans(['2000-01-01', '2026-11-20']), passive, fromToday],
    ['over, and nothing changed', spans(['2000-01-01', '2026-11-20']), {}, null],
    [
      'over, and somebody died',
      spans(['2000-01-01', '2026-11-20']),
      { membershipState: 'Died' },
      null,
    ],
    [
      'begins next month',
      spans(['2026-12-01', null]),
      passive,
      [{ from: '2026-11-21', to: '2026-11-30' }],
    ],
    ['by the dates alone', spans(), { dateJoined: '1987-01-01' }, null],
    ['of whom nobody knows since when', { ...spans(), dateJoined: null }, passive, null],
    [
      'by the dates over',
      spans(),
      { dateLeft: '2020-12-31' },
      [{ from: '1986-01-01', to: '2020-12-31' }, ...fromToday],
    ],
    [
      'who comes back and was never given a day',
      { ...spans(), dateJoined: null, membershipState: 'Left' },
      { membershipState: 'Active' },
      fromToday,
    ],
  ])('A membership %s gets the expected proposal', (_, before, after, times) => {
    expect(asks(before, after)).toEqual(times)
  })
})
