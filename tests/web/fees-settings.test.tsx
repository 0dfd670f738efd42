import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/guild/settings-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'
import type { FeeRule } from '#worker/domain/fees.ts'

fixToday()

const load = 'GET /api/guild/settings'
const save = 'PUT /api/guild/settings'
const preview = 'POST /api/billing/preview'
const agree = 'Trotzdem so speichern'
const nothing = json({ beforeInCent: 0, afterInCent: 0, changed: [], withoutRow: [] })

const feeRules: FeeRule[] = [
  { validFrom: 2000, state: 'Active', ageFrom: 0, ageTo: null, amountInCent: 1000 },
  { validFrom: 2020, state: 'Active', ageFrom: 0, ageTo: 17, amountInCent: 0 },
  { validFrom: 2020, state: 'Active', ageFrom: 18, ageTo: null, amountInCent: 2000 },
  { validFrom: 2020, state: 'Passive', ageFrom: 18, ageTo: 26, amountInCent: 1250 },
]

function openFees(wire: WireTable = {}, rules = feeRules, role: Role = 'management') {
  return renderApp({
    path: '/guild',
    user: withRoles(role),
    wire: { [load]: json(someSettings({ feeRules: rules })), [preview]: nothing, ...wire },
  })
}

async function openDialog(button: string, wire: WireTable = {}, rules = feeRules) {
  const app = openFees(wire, rules)
  await app.person.click(await screen.findByRole('button', { name: button }))
  const dialog = within(screen.getByRole('dialog'))
  const press = () => app.person.click(dialog.getByText('OK'))
  return {
    ...app,
    dialog,
    press,
    /** Confirms first that the table of 2020 has no row for some ages of passive members. */
    agreeAndPress: async () => {
      await app.person.click(await dialog.findByLabelText(agree))
      await press()
    },
  }
}

type Dialog = Awaited<ReturnType<typeof openDialog>>['dialog']
const row = (dialog: Dialog, place: number) =>
  within(dialog.getByRole('group', { name: `${place}. Zeile` }))
const fieldsOf = (dialog: Dialog, place: number) =>
  ['Status', 'Alter von', 'bis', 'Euro'].map(
    (label) => row(dialog, place).getByLabelText<HTMLInputElement>(label).value,
  )
const sentRules = (wire: { sent: (call: 'PUT /api/guild/settings') => { body: unknown }[] }) =>
  wire.sent(save).map(({ body }) => body)

describe('the fee tables', () => {
  test('The fee tables are listed by year, the newest first, and the current one is marked', async () => {
    openFees({}, [...feeRules, { ...feeRules[0], validFrom: 2027 } as FeeRule])
    const titles = await screen.findAllByRole('heading', { level: 3 })
    expect(titles.map((title) => title.textContent)).toEqual([
      'Ab 2027 ',
      'Ab 2020 gilt jetzt',
      'Ab 2000 ',
    ])
    const table = within(screen.getByRole('table', { name: /^Ab 2020/ }))
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((each) =>
          within(each)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        ),
    ).toEqual([
      ['Aktiv', 'unter 18', '0,00\u00a0€'],
      ['Aktiv', 'ab 18', '20,00\u00a0€'],
      ['Passiv', '18 bis 26', '12,50\u00a0€'],
    ])
    expect(screen.getByRole('table', { name: /^Ab 2000/ })).toHaveTextContent('jedes')
  })

  test('A read-only user cannot change fee tables', async () => {
    openFees({}, feeRules, 'readonly')
    expect(await screen.findByRole('table', { name: /^Ab 2020/ })).toBeVisible()
    expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument()
  })

  test('Without any fee table the settings offer a new one from the current year', async () => {
    const { person } = openFees({}, [])
    expect(await screen.findByText('Es gibt noch keine Beitragstabelle.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Neue Tabelle' }))
    expect(screen.getByLabelText(/^Gilt ab dem Jahr/)).toHaveValue('2026')
  })
})

describe('changing a fee table', () => {
  const before = { feeRules }

  test('When a fee table is changed, the tables of all years are sent in one request, the changed one last', async () => {
    const { person, wire, dialog, agreeAndPress } = await openDialog('Beiträge ab 2020 ändern', {
      [save]: json(someSettings({ feeRules })),
    })
    expect(fieldsOf(dialog, 1)).toEqual(['Active', '0', '17', '0,00'])
    expect(fieldsOf(dialog, 3)).toEqual(['Passive', '18', '26', '12,50'])
    const amount = row(dialog, 2).getByLabelText('Euro')
    await person.clear(amount)
    await person.type(amount, '25')
    await person.click(row(dialog, 3).getByRole('button', { name: '3. Zeile entfernen' }))
    await agreeAndPress()
    expect(await screen.findByText('Beiträge gespeichert')).toBeVisible()
    expect(sentRules(wire)).toEqual([
      {
        feeRules: [
          feeRules[0],
          feeRules[1],
          { validFrom: 2020, state: 'Active', ageFrom: 18, ageTo: null, amountInCent: 2500 },
        ],
        before,
      },
    ])
  })

  test('A new row of a fee table is empty, has the focus, and applies to every age by default', async () => {
    const { person, dialog, wire, press } = await openDialog('Beiträge ab 2000 ändern', {
      [save]: json(someSettings({ feeRules })),
    })
    await person.click(dialog.getByRole('button', { name: 'Zeile' }))
    expect(row(dialog, 2).getByLabelText('Status')).toHaveFocus()
    expect(fieldsOf(dialog, 2)).toEqual(['Active', '', '', ''])
    await person.selectOptions(row(dialog, 2).getByLabelText('Status'), 'Passiv')
    await person.type(row(dialog, 2).getByLabelText('Euro'), '7,5')
    await press()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sentRules(wire)).toEqual([
      {
        feeRules: [
          ...feeRules.slice(1),
          feeRules[0],
          { validFrom: 2000, state: 'Passive', ageFrom: 0, ageTo: null, amountInCent: 750 },
        ],
        before,
      },
    ])
  })

  test('A fee table whose rows are all removed is deleted', async () => {
    const { person, dialog, wire, press } = await openDialog('Beiträge ab 2000 ändern', {
      [save]: json(someSettings({ feeRules })),
    })
    await person.click(dialog.getByRole('button', { name: '1. Zeile entfernen' }))
    expect(dialog.getByText('Ohne Zeile gibt es diese Tabelle nicht mehr.')).toBeVisible()
    await press()
    await screen.findByText('Beiträge gespeichert')
    expect(sentRules(wire)).toEqual([{ feeRules: feeRules.slice(1), before }])
  })

  test('A new fee table is a copy of the newest one for the coming year', async () => {
    const { dialog, wire, agreeAndPress } = await openDialog('Neue Tabelle', {
      [save]: json(someSettings({ feeRules })),
    })
    expect(dialog.getByLabelText(/^Gilt ab dem Jahr/)).toHaveValue('2027')
    expect(fieldsOf(dialog, 2)).toEqual(['Active', '18', '', '20,00'])
    await agreeAndPress()
    await screen.findByText('Beiträge gespeichert')
    const copies = feeRules.slice(1).map((rule) => ({ ...rule, validFrom: 2027 }))
    expect(sentRules(wire)).toEqual([{ feeRules: [...feeRules, ...copies], before }])
  })
})

describe('an invalid fee table', () => {
  test('If the server reports an overlap of age ranges (422), the error is shown at the row concerned', async () => {
    const why = 'Überschneidet sich mit der Zeile „Aktiv unter 18“.'
    const { person, dialog, agreeAndPress } = await openDialog('Beiträge ab 2020 ändern', {
      // One row of another year was sent before those of this one.
      [save]: refusal(422, 'ValidationFailed', 'Prüfe die Angaben.', {
        fields: { 'feeRules.2.ageFrom': why },
      }),
    })
    await agreeAndPress()
    expect(await dialog.findByText(why)).toBeVisible()
    const field = row(dialog, 2).getByLabelText('Alter von')
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(why)
    expect(row(dialog, 1).getByLabelText('Alter von')).toBeValid()
    expect(dialog.getByRole('alert')).toHaveTextContent(
      'Die Einstellungen konnten nicht gespeichert werden',
    )
    await person.click(row(dialog, 1).getByRole('button', { name: '1. Zeile entfernen' }))
    expect(dialog.queryByText(why)).not.toBeInTheDocument()
  })

  test('If the year of a fee table is rejected (422), the error is shown at the field of the year', async () => {
    const why = 'Dieser Wert liegt außerhalb der Grenzen.'
    const { dialog, agreeAndPress } = await openDialog('Beiträge ab 2020 ändern', {
      [save]: refusal(422, 'ValidationFailed', 'x', { fields: { 'feeRules.1.validFrom': why } }),
    })
    await agreeAndPress()
    await dialog.findByText(why)
    expect(dialog.getByLabelText(/^Gilt ab dem Jahr/)).toBeInvalid()
  })

  test.each([
    ['Euro', 'zehn', 'Schreib den Betrag so: 20,00'],
    ['Euro', '-5', 'Schreib den Betrag so: 20,00'],
    ['Alter von', 'x', 'Ein Alter ist eine ganze Zahl, zum Beispiel 18.'],
    ['bis', '17,5', 'Ein Alter ist eine ganze Zahl, zum Beispiel 18.'],
  ])(
    'In the field "%s" of a fee table the value "%s" is reported at the field and not sent',
    async (label, typed, why) => {
      const { person, wire, dialog, press } = await openDialog('Beiträge ab 2020 ändern')
      const field = row(dialog, 1).getByLabelText(label)
      await person.clear(field)
      await person.type(field, typed)
      expect(field).toBeValid()
      await press()
      expect(field).toHaveAccessibleDescription(why)
      expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
      expect(wire.sent(save)).toEqual([])
    },
  )

  test('An invalid year of a fee table is not sent', async () => {
    const { person, wire, dialog, press } = await openDialog('Neue Tabelle')
    const field = dialog.getByLabelText(/^Gilt ab dem Jahr/)
    await person.clear(field)
    await press()
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Das ist kein Jahr.'))
    expect(wire.sent(save)).toEqual([])
  })

  test('A fee table that could not be saved shows an error', async () => {
    const { dialog, agreeAndPress } = await openDialog('Beiträge ab 2020 ändern', {
      [save]: offline,
    })
    await agreeAndPress()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Die Einstellungen konnten nicht gespeichert werden',
    )
  })
})

describe('the preview of a fee table', () => {
  // The preview is requested after a pause in typing.
  const person = (id: number, lastName: string) => ({
    id,
    firstName: 'Ida',
    lastName,
    birthday: null,
  })
  const lost = (id: number, lastName: string) => ({
    member: person(id, lastName),
    before: 2000,
    after: null,
    reason: '',
  })
  const change = async (
    { person, dialog }: Pick<Awaited<ReturnType<typeof openDialog>>, 'person' | 'dialog'>,
    place: number,
    label: string,
    typed: string,
  ) => {
    const field = row(dialog, place).getByLabelText(label)
    await person.clear(field)
    await person.type(field, typed)
    return field
  }

  test('The effect of a changed fee table is shown once typing pauses', async () => {
    const app = await openDialog('Beiträge ab 2020 ändern', {
      [preview]: json({
        beforeInCent: 100_000,
        afterInCent: 96_500,
        changed: [
          lost(1, 'Abele'),
          lost(2, 'Bär'),
          { member: person(3, 'Zoller'), before: 2000, after: 2500, reason: 'Aktiv ab 26' },
        ],
        withoutRow: [person(1, 'Abele'), person(2, 'Bär'), person(9, 'Öhler')],
      }),
    })
    await waitFor(() => expect(app.wire.sent(preview)).toHaveLength(1))
    await change(app, 2, 'Euro', '2500,50')
    const summary = await app.dialog.findByText(/3 Mitglieder zahlen anders/)
    expect(summary).toHaveTextContent('3 Mitglieder zahlen anders, zusammen 35,00 € weniger.')
    expect(
      app.dialog.getByText('3 Personen ohne Beitrag, −40,00 €:').parentElement,
    ).toHaveTextContent('Abele, Ida; Bär, Ida; Öhler, Ida')
    expect(summary.closest('[role=status]')).toBeInTheDocument()
    await waitFor(() =>
      expect(app.wire.sent(preview).at(-1)?.body).toEqual({
        year: 2026,
        feeRules: [
          feeRules[0],
          feeRules[1],
          { ...feeRules[2], amountInCent: 250_050 },
          feeRules[3],
        ],
      }),
    )
    // Seven keys and an emptied field; a slow machine rests in between.
    expect(app.wire.sent(preview).length).toBeLessThan(7)
  })

  test.each([
    [24, 31_000, '24 Mitglieder zahlen anders, zusammen 310,00 € mehr.'],
    [1, 500, '1 Mitglied zahlt anders, zusammen 5,00 € mehr.'],
    [2, 0, '2 Mitglieder zahlen anders, zusammen gleich viel.'],
    [2, -100_050, '2 Mitglieder zahlen anders, zusammen 1.000,50 € weniger.'],
  ])(
    'If %i fees change by %i cents in all, the preview says "%s"',
    async (count, moreInCent, words) => {
      const changed = Array.from({ length: count }, (_, index) => ({
        member: person(index + 1, `Nr. ${index + 1}`),
        before: 2000,
        after: 2500,
        reason: 'Aktiv',
      }))
      const { dialog } = await openDialog('Beiträge ab 2020 ändern', {
        [preview]: json({
          beforeInCent: 200_000,
          afterInCent: 200_000 + moreInCent,
          changed,
          withoutRow: [],
        }),
      })
      expect(await dialog.findByText(words)).toBeVisible()
    },
  )

  test('A gap in a fee table is reported beside its row, and a fee table with a new gap is saved only after a box is ticked', async () => {
    const app = await openDialog('Beiträge ab 2020 ändern', {
      [save]: json(someSettings({ feeRules })),
    })
    const ok = app.dialog.getByRole('button', { name: 'OK' })
    const from = await change(app, 2, 'Alter von', '26')
    expect(ok).toBeDisabled()
    await app.dialog.findByText('Keine Zeile gibt es für: Aktiv 18 bis 25.')
    expect(from).toHaveAccessibleDescription('Keine Zeile gibt es für: Aktiv 18 bis 25.')
    expect(from).toBeValid()
    expect(row(app.dialog, 3).getByLabelText('bis')).toHaveAccessibleDescription(
      'Keine Zeile gibt es für: Passiv unter 18; Passiv ab 27 und ohne Geburtstag.',
    )
    const question = app.dialog.getByText('Die Tabelle hat eine Lücke').closest('[role=status]')
    expect(question).toHaveTextContent(
      'Aktiv 18 bis 25; Passiv unter 18; Passiv ab 27 und ohne Geburtstag.',
    )
    await app.person.click(app.dialog.getByLabelText(agree))
    expect(ok).toBeEnabled()
    // Another gap is another question.
    await change(app, 2, 'Alter von', '27')
    expect(ok).toBeDisabled()
    await app.person.click(await app.dialog.findByLabelText(agree))
    await app.press()
    expect(await screen.findByText('Beiträge gespeichert')).toBeVisible()
  })

  test('For a fee table without a gap no box must be ticked before it is saved', async () => {
    const whole = (['Active', 'Passive'] as const).map((state) => ({
      validFrom: 2020,
      state,
      ageFrom: 0,
      ageTo: null,
      amountInCent: 500,
    }))
    const { dialog } = await openDialog('Beiträge ab 2020 ändern', {}, whole)
    expect(await dialog.findByText('Niemand zahlt etwas anderes als bisher.')).toBeVisible()
    expect(dialog.queryByLabelText(agree)).not.toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'OK' })).toBeEnabled()
  })

  test('A row whose age range overlaps another shows an error at its field, and no preview is shown', async () => {
    const app = await openDialog('Beiträge ab 2020 ändern')
    const from = await change(app, 2, 'Alter von', '17')
    await waitFor(() => expect(from).toBeInvalid())
    expect(from).toHaveAccessibleDescription('Überschneidet sich mit der Zeile „Aktiv unter 18“.')
    expect(app.dialog.queryByRole('heading', { name: /^Beiträge 20/ })).not.toBeInTheDocument()
    expect(app.dialog.queryByLabelText(agree)).not.toBeInTheDocument()
  })

  test('A failed preview of fees shows an error and can be loaded again', async () => {
    const app = await openDialog('Beiträge ab 2020 ändern', { [preview]: [offline, nothing] })
    expect(await app.dialog.findByRole('alert')).toHaveTextContent(
      'Was sich an den Beiträgen ändert, konnte nicht berechnet werden',
    )
    await app.person.click(app.dialog.getByRole('button', { name: 'Erneut laden' }))
    expect(await app.dialog.findByText(/^Niemand zahlt/)).toBeVisible()
  })
})

describe('the maximum fee of a family', () => {
  test('The effect of the maximum fee of a family is shown while it is typed, and the typed amount is saved', async () => {
    const { dialog, person, wire } = await openDialog('Familienbeitrag ändern', {
      [preview]: json({
        beforeInCent: 6000,
        afterInCent: 4500,
        changed: [
          {
            member: { id: 1, firstName: 'Max', lastName: 'Gruber', birthday: null },
            before: 2000,
            after: 500,
            reason: 'Familienbeitrag, zusammen höchstens 45,00 €',
          },
        ],
        withoutRow: [],
      }),
      [save]: json(someSettings({ feeRules, familyCapInCent: 4500 })),
    })
    await person.type(dialog.getByLabelText('Zusammen höchstens'), '45')
    expect(
      await dialog.findByText('1 Mitglied zahlt anders, zusammen 15,00 € weniger.'),
    ).toBeVisible()
    expect(wire.sent(preview).at(-1)?.body).toEqual({
      year: 2026,
      feeRules,
      familyCapInCent: 4500,
    })
    await person.click(dialog.getByText('OK'))
    await waitFor(() =>
      expect(wire.sent(save).map(({ body }) => body)).toEqual([
        { familyCapInCent: 4500, before: { familyCapInCent: null } },
      ]),
    )
  })

  test('If the maximum fee of a family is not an amount, no preview is requested', async () => {
    const { dialog, person, wire } = await openDialog('Familienbeitrag ändern')
    await waitFor(() => expect(wire.sent(preview)).toHaveLength(1))
    await person.type(dialog.getByLabelText('Zusammen höchstens'), 'viel')
    expect(await dialog.findByText('Das ist kein Betrag. Schreib ihn so: 10,00')).toBeVisible()
    expect(wire.sent(preview)).toHaveLength(1)
  })
})
