import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { aCostumeOfMember, aDutyEntry, aStoredMember } from '#tests/support/member-details.ts'
import { bodies, openDetails } from '#tests/support/member-pages.ts'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import type { StoredMember } from '#worker/members/members.contract.ts'

const leaveCall = 'POST /api/member/41/leave'

fixToday()

async function openLeaving(wire: WireTable = {}) {
  const app = openDetails(wire)
  await app.person.click(await screen.findByRole('button', { name: 'Austritt eintragen' }))
  return { app, dialog: within(screen.getByRole('dialog', { name: 'Austritt eintragen' })) }
}

type Dialog = Awaited<ReturnType<typeof openLeaving>>['dialog']

const ok = (dialog: Dialog) => dialog.getByRole('button', { name: 'OK' })
const ticks = async (dialog: Dialog) =>
  (await dialog.findAllByRole<HTMLInputElement>('checkbox')).map((tick) => [
    tick.labels?.[0]?.textContent,
    tick.checked,
  ])

describe('the exit of a member', () => {
  test('The exit dialog lists all open entries, ticked, and proposes today', async () => {
    const { dialog } = await openLeaving()
    expect(await ticks(dialog)).toEqual([
      ['Mitgliedszeit seit 06.01.1999', true],
      ['Amt Kleiderchef seit 14.04.2018', true],
      ['Kleid Schellenhansel 118 seit 06.01.1999', true],
    ])
    expect(dialog.getByLabelText(/^Datum/)).toHaveValue('21.11.2026')
    expect(dialog.getByLabelText('Mitgliedsstatus')).toHaveDisplayValue('Ausgetreten')
    expect(dialog.getByText('Annegret Gruber')).toBeVisible()
  })

  test('With an exit only the ticked entries are ended', async () => {
    const { app, dialog } = await openLeaving({
      'GET /api/member/:id/duties': json([aDutyEntry(), aDutyEntry({ id: 11, duty: 'Einkauf' })]),
    })
    await app.person.click(await dialog.findByRole('checkbox', { name: /^Mitgliedszeit/ }))
    await app.person.click(dialog.getByRole('checkbox', { name: /^Amt Kleiderchef/ }))
    await app.person.click(ok(dialog))
    await waitFor(() =>
      expect(bodies(app, leaveCall)).toEqual([
        {
          state: 'Left',
          date: '2026-11-21',
          endTimespans: false,
          dutyIds: [11],
          costumeIds: [9],
        },
      ]),
    )
  })

  test('A death can be entered with another day, and then the page shows the new state', async () => {
    const { app, dialog } = await openLeaving({
      'GET /api/member/:id': [
        json(aStoredMember()),
        json(aStoredMember({ membershipState: 'Died', dateLeft: '2026-11-01' })),
      ],
      'POST /api/member/:id/leave': json(aStoredMember({ membershipState: 'Died' })),
    })
    await app.person.selectOptions(dialog.getByLabelText('Mitgliedsstatus'), 'Verstorben')
    expect(screen.getByRole('dialog', { name: 'Todesfall eintragen' })).toBeVisible()
    await app.person.clear(dialog.getByLabelText(/^Datum/))
    expect(dialog.getByLabelText(/^Datum/)).toHaveAccessibleDescription('Es fehlt noch das Datum.')
    expect(ok(dialog)).toBeDisabled()
    await app.person.type(dialog.getByLabelText(/^Datum/), '31.11.2026')
    expect(dialog.getByLabelText(/^Datum/)).toHaveAccessibleDescription(/kein gültiges Datum/)
    await app.person.clear(dialog.getByLabelText(/^Datum/))
    await app.person.type(dialog.getByLabelText(/^Datum/), '1.11.2026')
    await app.person.click(ok(dialog))
    expect(await screen.findByText('Todesfall eingetragen')).toBeVisible()
    expect(bodies(app, leaveCall)).toEqual([
      expect.objectContaining({ state: 'Died', date: '2026-11-01' }),
    ])
    expect(await screen.findByText('Verstorben')).toBeVisible()
    expect(screen.getByText('Todestag').nextElementSibling).toHaveTextContent('01.11.2026')
    expect(screen.queryByText('Austrittsdatum')).not.toBeInTheDocument()
    // The button is gone with the state.
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bearbeiten' })).toHaveFocus())
    expect(screen.queryByRole('button', { name: 'Austritt eintragen' })).not.toBeInTheDocument()
  })

  test('For a death the buttons and texts differ from those for an exit, both when it is entered and when it is undone', async () => {
    const exit = { state: 'Died', date: '2026-11-21', effective: true } as const
    const dead = aStoredMember({ membershipState: 'Died', dateLeft: '2026-11-21', exit })
    const app = openDetails({
      'GET /api/member/:id': [json(aStoredMember()), json(dead)],
      'POST /api/member/:id/leave': json(dead),
      'DELETE /api/member/:id/leave': json({ ...aStoredMember(), kept: [] }),
    })
    await app.person.click(await screen.findByRole('button', { name: 'Todesfall eintragen' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Todesfall eintragen' }))
    expect(dialog.getByLabelText('Mitgliedsstatus')).toHaveDisplayValue('Verstorben')
    await dialog.findAllByRole('checkbox')
    await app.person.click(ok(dialog))
    await waitFor(() =>
      expect(bodies(app, leaveCall)).toEqual([
        expect.objectContaining({ state: 'Died', date: '2026-11-21' }),
      ]),
    )
    await app.person.click(await screen.findByRole('button', { name: 'Todesfall zurücknehmen' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Todesfall zurücknehmen?' }))
    await app.person.click(question.getByRole('button', { name: 'Todesfall zurücknehmen' }))
    expect(await screen.findByText('Todesfall zurückgenommen')).toBeVisible()
    expect(bodies(app, 'DELETE /api/member/41/leave')).toHaveLength(1)
  })

  async function leaveOn(day: string, wire: WireTable) {
    const { app, dialog } = await openLeaving(wire)
    await dialog.findAllByRole('checkbox')
    await app.person.clear(dialog.getByLabelText(/^Datum/))
    await app.person.type(dialog.getByLabelText(/^Datum/), day)
    return { app, dialog }
  }

  test('Offices that end after the day of the exit are offered, and ticked unless they have already ended', async () => {
    const wire = {
      'GET /api/member/:id/duties': json([
        aDutyEntry({ to: '2026-11-10' }),
        aDutyEntry({ id: 11, duty: 'Einkauf', to: '2027-04-10' }),
        aDutyEntry({ id: 12, duty: 'Kassier', to: '2026-10-31' }),
      ]),
    }
    const { app, dialog } = await leaveOn('1.11.2026', wire)
    expect(await ticks(dialog)).toEqual([
      ['Mitgliedszeit seit 06.01.1999', true],
      ['Amt Kleiderchef 14.04.2018 – 10.11.2026', false],
      ['Amt Einkauf 14.04.2018 – 10.04.2027', true],
      ['Kleid Schellenhansel 118 seit 06.01.1999', true],
    ])
    await app.person.click(ok(dialog))
    await waitFor(() => expect(bodies(app, leaveCall)).toMatchObject([{ dutyIds: [11] }]))
  })

  test('An office that begins after the exit is not offered', async () => {
    const { dialog } = await leaveOn('1.1.2005', {})
    expect(await ticks(dialog)).toEqual([
      ['Mitgliedszeit seit 06.01.1999', true],
      ['Amt Schriftführer 10.04.2004 – 12.04.2008', false],
      ['Kleid Schellenhansel 118 seit 06.01.1999', true],
    ])
  })

  test('An exit of a member without open entries can be saved, and a note says that nothing is open', async () => {
    const { dialog } = await openLeaving({
      'GET /api/member/:id': json(aStoredMember({ membershipActiveTimespan: [] })),
      'GET /api/member/:id/duties': json([]),
      'GET /api/member/:id/costumes': json([aCostumeOfMember({ ownedTo: '2020-01-01' })]),
    })
    expect(await dialog.findByText(/^An diesem Tag ist nichts offen/)).toBeVisible()
    expect(ok(dialog)).toBeEnabled()
  })

  test('Until all open entries are loaded, the exit dialog is disabled; if some fail, they can be loaded again', async () => {
    const duties = later(json([]))
    const { app, dialog } = await openLeaving({
      'GET /api/member/:id/costumes': [json([]), offline, json([])],
      'GET /api/member/:id/duties': [json([]), duties.answer],
    })
    expect(ok(dialog)).toBeDisabled()
    duties.come()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Die Kleider konnten nicht geladen werden',
    )
    expect(ok(dialog)).toBeDisabled()
    await app.person.click(dialog.getByRole('button', { name: 'Erneut laden' }))
    await waitFor(() => expect(ok(dialog)).toBeEnabled())
  })

  test('If an exit is rejected (422), the dialog stays open with the reason', async () => {
    const { app, dialog } = await openLeaving({
      'POST /api/member/:id/leave': [
        refusal(422, 'ValidationFailed', 'Prüfe …', {
          fields: { date: 'Das Datum liegt vor dem Eintritt.' },
        }),
        refusal(422, 'ValidationFailed', 'Prüfe …', {
          fields: { 'dutyIds.0': 'Dieses Amt beginnt erst später.' },
        }),
      ],
    })
    await dialog.findAllByRole('checkbox')
    await app.person.click(ok(dialog))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Das Mitglied konnte nicht gespeichert werden',
    )
    expect(dialog.getByLabelText(/^Datum/)).toHaveAccessibleDescription(
      'Das Datum liegt vor dem Eintritt.',
    )
    await app.person.click(ok(dialog))
    expect(await dialog.findByText('Dieses Amt beginnt erst später.')).toBeVisible()
  })
})

describe('a future exit', () => {
  const leaver = (changes: Partial<StoredMember> = {}) =>
    aStoredMember({
      dateLeft: '2026-12-31',
      membershipActiveTimespan: [{ from: '1986-01-01', to: '2026-12-31' }],
      exit: { state: 'Left', date: '2026-12-31', effective: false },
      ...changes,
    })
  const undoCall = 'DELETE /api/member/41/leave'
  const undoButton = () => screen.findByRole('button', { name: 'Austritt zurücknehmen' })

  test('The exit dialog explains the effect of the chosen day and state; afterwards the page shows the future exit', async () => {
    const { app, dialog } = await openLeaving({
      'POST /api/member/:id/leave': json(leaver()),
      'GET /api/member/:id': [json(aStoredMember()), json(aStoredMember()), json(leaver())],
    })
    await dialog.findAllByRole('checkbox')
    expect(dialog.getByText(/^Der Austritt gilt sofort\./)).toBeVisible()
    await app.person.clear(dialog.getByLabelText(/^Datum/))
    await app.person.type(dialog.getByLabelText(/^Datum/), '31.12.2026')
    expect(
      dialog.getByText(/^Der 31\.12\.2026 ist der letzte Tag: .* auch der Beitrag\./),
    ).toBeVisible()
    await app.person.selectOptions(dialog.getByLabelText('Mitgliedsstatus'), 'Verstorben')
    expect(
      screen.getByText(/Er lässt sich auf der Seite des Mitglieds zurücknehmen\.$/),
    ).toBeVisible()
    await app.person.selectOptions(screen.getByLabelText('Mitgliedsstatus'), 'Ausgetreten')
    await app.person.click(ok(dialog))
    expect(await screen.findByText('Austritt zum 31.12.2026 eingetragen')).toBeVisible()
    expect(bodies(app, leaveCall)).toMatchObject([{ state: 'Left', date: '2026-12-31' }])
    expect(await screen.findByText('tritt aus zum 31.12.2026')).toBeVisible()
    expect(screen.getByText('Tritt aus zum 31.12.2026')).toBeVisible()
    expect(screen.getByText('Aktiv')).toBeVisible()
  })

  test('When a future exit is changed, the entries that end with it are offered again, and a note says that the old day no longer applies', async () => {
    const app = openDetails({
      'GET /api/member/:id': json(leaver()),
      'GET /api/member/:id/duties': json([aDutyEntry({ to: '2026-12-31' })]),
      'GET /api/member/:id/costumes': json([aCostumeOfMember({ ownedTo: '2026-12-31' })]),
    })
    await app.person.click(await screen.findByRole('button', { name: 'Austritt ändern' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Austritt eintragen' }))
    expect(await ticks(dialog)).toEqual([
      ['Mitgliedszeit seit 01.01.1986', true],
      ['Amt Kleiderchef 14.04.2018 – 31.12.2026', true],
      ['Kleid Schellenhansel 118 seit 06.01.1999', true],
    ])
    expect(dialog.getByLabelText(/^Datum/)).toHaveValue('31.12.2026')
    const notThen = /Der Austritt zum 31\.12\.2026 gilt dann nicht mehr\.$/
    expect(dialog.queryByText(notThen)).not.toBeInTheDocument()
    await app.person.clear(dialog.getByLabelText(/^Datum/))
    await app.person.type(dialog.getByLabelText(/^Datum/), '1.12.2026')
    expect(dialog.getByText(notThen)).toBeVisible()
  })

  test('A future exit is taken back after a question; if that fails, it can be tried again', async () => {
    const app = openDetails({
      'GET /api/member/:id': [json(leaver()), json(aStoredMember())],
      'DELETE /api/member/:id/leave': [offline, json({ ...aStoredMember(), kept: [] })],
    })
    await app.person.click(await undoButton())
    const dialog = within(screen.getByRole('alertdialog', { name: 'Austritt zurücknehmen?' }))
    const yes = dialog.getByRole('button', { name: 'Austritt zurücknehmen' })
    await app.person.click(yes)
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Der Austritt konnte nicht zurückgenommen werden',
    )
    await app.person.click(yes)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(app.wire.sent(undoCall)).toHaveLength(2)
    expect(await screen.findByText('Austritt zurückgenommen')).toBeVisible()
    // The button is gone with the leave.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Austritt eintragen' })).toHaveFocus(),
    )
    expect(screen.queryByText('tritt aus zum 31.12.2026')).not.toBeInTheDocument()
  })

  test('If some entries cannot be restored when an exit is undone, they are listed in a dialog until it is closed', async () => {
    const title = 'Schellenhansel 114 gehört inzwischen Ute Sauter.'
    const app = openDetails({
      'GET /api/member/:id': [
        json(leaver({ membershipState: 'Left', exit: { ...exit, effective: true } })),
        json(aStoredMember()),
      ],
      'DELETE /api/member/:id/leave': json({
        ...aStoredMember(),
        kept: [{ kind: 'costume', id: 9, title }],
      }),
    })
    await app.person.click(await undoButton())
    const asked = within(screen.getByRole('alertdialog'))
    await app.person.click(asked.getByRole('button', { name: 'Austritt zurücknehmen' }))
    const result = within(
      await screen.findByRole('alertdialog', { name: 'Der Austritt ist zurückgenommen' }),
    )
    expect(result.getByText(title)).toBeVisible()
    await screen.findByText('Aktiv')
    expect(result.getByText(title)).toBeVisible()
    await app.person.click(result.getByRole('button', { name: 'Schließen' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('A read-only user cannot change a future exit', async () => {
    openDetails({ 'GET /api/member/:id': json(leaver()) }, 'readonly')
    expect(await screen.findByText('Tritt aus zum 31.12.2026')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Austritt/ })).not.toBeInTheDocument()
  })
})

const exit = { state: 'Left', date: '2026-12-31' } as const
