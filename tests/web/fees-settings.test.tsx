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
    wire: { [load]: json(someSettings({ feeRules: rules })), ...wire },
  })
}

async function openDialog(button: string, wire: WireTable = {}, rules = feeRules) {
  const app = openFees(wire, rules)
  await app.person.click(await screen.findByRole('button', { name: button }))
  const dialog = within(screen.getByRole('dialog'))
  return { ...app, dialog, press: () => app.person.click(dialog.getByText('OK')) }
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
  test('are shown by year, the newest first, and which of them counts now', async () => {
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

  test('are only read by those who may not write', async () => {
    openFees({}, feeRules, 'readonly')
    expect(await screen.findByRole('table', { name: /^Ab 2020/ })).toBeVisible()
    expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument()
  })

  test('may be none', async () => {
    const { person } = openFees({}, [])
    expect(await screen.findByText('Es gibt noch keine Beitragstabelle.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Neue Tabelle' }))
    expect(screen.getByLabelText(/^Gilt ab dem Jahr/)).toHaveValue('2026')
  })
})

describe('changing a table', () => {
  test('sends it behind the tables of the other years', async () => {
    const { person, wire, dialog, press } = await openDialog('Beiträge ab 2020 ändern', {
      [save]: json(someSettings({ feeRules })),
    })
    expect(fieldsOf(dialog, 1)).toEqual(['Active', '0', '17', '0,00'])
    expect(fieldsOf(dialog, 3)).toEqual(['Passive', '18', '26', '12,50'])
    const amount = row(dialog, 2).getByLabelText('Euro')
    await person.clear(amount)
    await person.type(amount, '25')
    await person.click(row(dialog, 3).getByRole('button', { name: '3. Zeile entfernen' }))
    await press()
    expect(await screen.findByText('Beiträge gespeichert')).toBeVisible()
    expect(sentRules(wire)).toEqual([
      {
        feeRules: [
          feeRules[0],
          feeRules[1],
          { validFrom: 2020, state: 'Active', ageFrom: 18, ageTo: null, amountInCent: 2500 },
        ],
      },
    ])
  })

  test('a new row begins empty and has the focus', async () => {
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
      },
    ])
  })

  test('without any row it is gone', async () => {
    const { person, dialog, wire, press } = await openDialog('Beiträge ab 2000 ändern', {
      [save]: json(someSettings({ feeRules })),
    })
    await person.click(dialog.getByRole('button', { name: '1. Zeile entfernen' }))
    expect(dialog.getByText('Ohne Zeile gibt es diese Tabelle nicht mehr.')).toBeVisible()
    await press()
    await screen.findByText('Beiträge gespeichert')
    expect(sentRules(wire)).toEqual([{ feeRules: feeRules.slice(1) }])
  })

  test('a new table is a copy of the newest for the coming year', async () => {
    const { dialog, wire, press } = await openDialog('Neue Tabelle', {
      [save]: json(someSettings({ feeRules })),
    })
    expect(dialog.getByLabelText(/^Gilt ab dem Jahr/)).toHaveValue('2027')
    expect(fieldsOf(dialog, 2)).toEqual(['Active', '18', '', '20,00'])
    await press()
    await screen.findByText('Beiträge gespeichert')
    const copies = feeRules.slice(1).map((rule) => ({ ...rule, validFrom: 2027 }))
    expect(sentRules(wire)).toEqual([{ feeRules: [...feeRules, ...copies] }])
  })
})

describe('what cannot be', () => {
  test('an overlap is said beside its row', async () => {
    const why = 'Überschneidet sich mit der Zeile „Aktiv unter 18“.'
    const { person, dialog, press } = await openDialog('Beiträge ab 2020 ändern', {
      // One row of another year was sent before those of this one.
      [save]: refusal(422, 'ValidationFailed', 'Prüfe die Angaben.', {
        fields: { 'feeRules.2.ageFrom': why },
      }),
    })
    await press()
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

  test('a year that is refused is said at the year', async () => {
    const why = 'Dieser Wert liegt außerhalb der Grenzen.'
    const { dialog, press } = await openDialog('Beiträge ab 2020 ändern', {
      [save]: refusal(422, 'ValidationFailed', 'x', { fields: { 'feeRules.1.validFrom': why } }),
    })
    await press()
    await dialog.findByText(why)
    expect(dialog.getByLabelText(/^Gilt ab dem Jahr/)).toBeInvalid()
  })

  test.each([
    ['Euro', 'zehn', 'Schreib den Betrag so: 20,00'],
    ['Euro', '-5', 'Schreib den Betrag so: 20,00'],
    ['Alter von', 'x', 'Ein Alter ist eine ganze Zahl, zum Beispiel 18.'],
    ['bis', '17,5', 'Ein Alter ist eine ganze Zahl, zum Beispiel 18.'],
  ])('%s "%s" is not sent, and the row says why', async (label, typed, why) => {
    const { person, wire, dialog, press } = await openDialog('Beiträge ab 2020 ändern')
    const field = row(dialog, 1).getByLabelText(label)
    await person.clear(field)
    await person.type(field, typed)
    expect(field).toBeValid()
    await press()
    expect(field).toHaveAccessibleDescription(why)
    expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
    expect(wire.sent(save)).toEqual([])
  })

  test('a year that is none is not sent', async () => {
    const { person, wire, dialog, press } = await openDialog('Neue Tabelle')
    const field = dialog.getByLabelText(/^Gilt ab dem Jahr/)
    await person.clear(field)
    await press()
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Das ist kein Jahr.'))
    expect(wire.sent(save)).toEqual([])
  })

  test('a table that is not saved says so', async () => {
    const { dialog, press } = await openDialog('Beiträge ab 2020 ändern', { [save]: offline })
    await press()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Die Einstellungen konnten nicht gespeichert werden',
    )
  })
})
