import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { aStoredMember } from '#tests/support/member-details.ts'
import { openAt, openDetails, openStoredMember } from '#tests/support/member-pages.ts'
import { binder, choose, gruber, kopp, openParticipants } from '#tests/support/parade-page.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, named, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'

fixToday()

// The last action is undone from its message.

const undo = 'POST /api/history/:requestId/undo'
const undone = json({ entries: [] })

const message = (text: string) =>
  waitFor(() => {
    const found = screen.getAllByRole('status').find((one) => one.textContent?.includes(text))
    if (!found) throw new Error(`nothing says ${text}`)
    return within(found)
  })

const offer = { name: 'Rückgängig' }

/** The honor of the member's page is deleted. */
async function deleteHonor(wire: WireTable) {
  const app = openDetails(wire)
  await app.person.click(await screen.findByRole('button', { name: /^Sprungorden.* löschen$/ }))
  await app.person.click(screen.getByRole('button', { name: 'OK' }))
  return app
}

describe('undo from a message', () => {
  const remove = 'DELETE /api/member/:id/honors/:honorId'

  test('A deleted honor is restored with the id of the request that deleted it', async () => {
    const { person, wire } = await deleteHonor({
      [remove]: named('a-1', () => noContent()),
      [undo]: undone,
    })
    await person.click((await message('Ehrung gelöscht')).getByRole('button', offer))
    await message('Rückgängig gemacht.')
    expect(wire.calls.filter(({ path }) => path.endsWith('/undo')).map(({ path }) => path)).toEqual(
      ['/api/history/a-1/undo'],
    )
    // What is on the screen is asked for again.
    await waitFor(() => expect(wire.sent('GET /api/member/41/honors').length).toBeGreaterThan(2))
  })

  test("If an undo is rejected (409), the server's reason is shown", async () => {
    const reason = 'Daran wurde inzwischen etwas geändert.'
    const { person } = await deleteHonor({
      [remove]: named('a-1', () => noContent()),
      [undo]: refusal(409, 'ChangedSince', reason),
    })
    await person.click((await message('Ehrung gelöscht')).getByRole('button', offer))
    await message(`Das konnte nicht rückgängig gemacht werden. ${reason}`)
  })

  test('If an undo is tried offline, a message says that the server is unreachable', async () => {
    const { person } = await deleteHonor({
      [remove]: named('a-1', () => noContent()),
      [undo]: offline,
    })
    await person.click((await message('Ehrung gelöscht')).getByRole('button', offer))
    await message('Der Server ist nicht erreichbar.')
  })

  test('If the answer to an action has no request id, no undo is offered', async () => {
    await deleteHonor({ [remove]: noContent })
    expect((await message('Ehrung gelöscht')).queryByRole('button', offer)).toBeNull()
  })
})

describe('undo of changes to a member', () => {
  const save = 'PUT /api/member/:id'

  async function saved(label: string, text: string) {
    const app = await openStoredMember({
      [save]: named('m-1', json(aStoredMember())),
      [undo]: undone,
    })
    const input = screen.getByLabelText(label)
    await app.person.clear(input)
    await app.person.type(input, text)
    await app.person.click(screen.getByRole('button', { name: 'Speichern' }))
    return { ...app, toast: await message('Mitglied gespeichert') }
  }

  test('After a member is saved, the message on the next page offers an undo', async () => {
    const { toast, person, wire } = await saved('Straße', 'Bachstraße')
    await person.click(toast.getByRole('button', offer))
    await message('Rückgängig gemacht.')
    expect(wire.sent('POST /api/history/m-1/undo')).toHaveLength(1)
  })

  test('After a change of bank data no undo is offered, since the history stores only the last digits', async () => {
    const { toast } = await saved('Kontoinhaber', 'Karl Gruber')
    expect(toast.queryByRole('button', offer)).toBeNull()
  })
})

describe('undo of a deleted member', () => {
  const nothing: WireTable = {
    'GET /api/member/:id/costumes': json([]),
    'GET /api/member/:id/honors': json([]),
    'GET /api/member/:id/duties': json([]),
    'GET /api/member/:id/parades': json([]),
    'DELETE /api/member/:id': named('d-1', () => noContent()),
  }
  const bankless = {
    bankingIban: '',
    bankingBic: '',
    bankingAccountOwner: '',
    bankingBank: '',
    bankingSepaAllowed: false,
    mandateReference: '',
  }

  async function deleted(change: Parameters<typeof aStoredMember>[0]) {
    const { person } = openAt('/members/details/41', {
      ...nothing,
      'GET /api/member/:id': json(aStoredMember(change)),
    })
    await person.click(await screen.findByRole('button', { name: 'Löschen' }))
    const dialog = await screen.findByRole('alertdialog')
    const asked = dialog.textContent
    await person.click(within(dialog).getByRole('button', { name: 'OK' }))
    return { asked, toast: await message('Mitglied gelöscht') }
  }

  test('For a member without bank data, the question before deleting and the message afterwards offer an undo', async () => {
    const { asked, toast } = await deleted(bankless)
    expect(asked).toContain('Das lässt sich 30 Tage lang rückgängig machen.')
    expect(toast.getByRole('button', offer)).toBeVisible()
  })

  test('For a member with bank data, the question before deleting says that there is no undo, and the message offers none', async () => {
    const { asked, toast } = await deleted({ ...bankless, bankingIban: 'DE89370400440532013000' })
    expect(asked).toContain('Wegen der Bankdaten lässt sich das nicht rückgängig machen.')
    expect(toast.queryByRole('button', offer)).toBeNull()
  })
})

describe('actions with an undo of their own', () => {
  test('The undo of a future exit sends the request that takes the exit back', async () => {
    const exit = { id: 3, state: 'Left', date: '2026-12-31', effective: false, ended: [] }
    const { person, wire } = openDetails({
      'POST /api/member/:id/leave': named('l-1', json(aStoredMember({ exit } as never))),
      'DELETE /api/member/:id/leave': json({ ...aStoredMember(), kept: [] }),
    })
    await person.click(await screen.findByRole('button', { name: /ausgetreten|Austritt/i }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: /^OK|Austritt/ })).toBeEnabled(),
    )
    await person.click(within(dialog).getByRole('button', { name: /^OK|Austritt/ }))
    await person.click((await message('eingetragen')).getByRole('button', offer))
    await message('Austritt zurückgenommen')
    expect(wire.calls.some(({ path }) => path.endsWith('/undo'))).toBe(false)
  })

  test('The undo of a payment sends the request that takes the payment back', async () => {
    const paid = 'POST /api/participation/:id/paid'
    const open = { ...binder, participationFeePayed: false, feePayedByHand: false }
    const { person, wire } = await openParticipants({
      wire: {
        [paid]: named('p-1', ({ body }) =>
          Response.json({ ...open, participationFeePayed: (body as { paid: boolean }).paid }),
        ),
      },
    })
    await choose(person, 'Binder, Leonie', 'Als bezahlt markieren')
    await person.click((await message('Als bezahlt markiert')).getByRole('button', offer))
    await message('Bezahlung zurückgenommen')
    expect(wire.calls.filter(({ path }) => path.endsWith('/paid')).map(({ body }) => body)).toEqual(
      [{ paid: true }, { paid: false }],
    )
  })
})

describe('undo of a participation', () => {
  const remove = 'DELETE /api/paradeParticipation/:id'

  test.each([
    [
      'An unpaid participation can be restored',
      { participationFeePayed: false, feePayedByHand: false },
      true,
    ],
    [
      'A participation paid in cash can be restored',
      { participationFeePayed: true, feePayedByHand: true },
      true,
    ],
    [
      'A participation paid online cannot be restored',
      { participationFeePayed: true, feePayedByHand: false },
      false,
    ],
  ])('%s after it is deleted', async (_, change, canComeBack) => {
    const row = { ...gruber, participationConfirmed: false, ...change }
    const { person } = await openParticipants({
      wire: {
        'GET /api/parade/:id/participation': json([row, binder, kopp]),
        [remove]: named('x-1', () => noContent()),
      },
    })
    await choose(person, 'Gruber, Annegret', 'Streichen')
    await person.click(screen.getByRole('button', { name: 'OK' }))
    const toast = await message('Teilnahme gestrichen')
    expect(toast.queryByRole('button', offer) !== null).toBe(canComeBack)
  })
})

test("After a change of the guild's name is undone, the old name is shown in the head", async () => {
  const { person, wire } = renderApp({
    path: '/guild',
    user: withRoles('management'),
    wire: {
      'GET /api/guild/settings': json(someSettings()),
      'PUT /api/guild/settings': named('g-1', json(someSettings({ name: 'Butzenzunft' }))),
      [undo]: undone,
    },
  })
  await person.click(await screen.findByRole('button', { name: 'Verein ändern' }))
  const dialog = await screen.findByRole('dialog')
  await person.clear(within(dialog).getByLabelText('Name'))
  await person.type(within(dialog).getByLabelText('Name'), 'Butzenzunft')
  await person.click(within(dialog).getByRole('button', { name: 'OK' }))
  const banner = screen.getByRole('banner')
  await waitFor(() => expect(banner).toHaveTextContent('Butzenzunft'))
  await person.click((await message('Verein gespeichert')).getByRole('button', offer))
  await message('Rückgängig gemacht.')
  expect(banner).toHaveTextContent('Narrenzunft Schellental')
  expect(wire.sent('POST /api/history/g-1/undo')).toHaveLength(1)
})
