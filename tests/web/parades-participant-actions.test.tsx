import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  binder,
  choose,
  countsShown,
  fact,
  gruber,
  kopp,
  openParticipants,
  participantsCall,
  shownCells,
  shownNames,
} from '#tests/support/parade-page.ts'
import { aParticipation } from '#tests/support/parade-rows.ts'
import {
  json,
  later,
  noContent,
  offline,
  refusal,
  unanswered,
  type WireTable,
} from '#tests/support/wire.ts'

const paidCall = 'POST /api/participation/:id/paid'
const costumeCall = 'POST /api/participation/:id/costumeType'
const unconfirmCall = 'POST /api/parade/:id/participation/:participationId/unconfirm'
const deleteCall = 'DELETE /api/paradeParticipation/:id'
const notChanged = 'Die Umzugsteilnahme konnte nicht geändert werden'

const types = json([
  { id: 1, name: 'Schellenhansel' },
  { id: 2, name: 'Flecklesbutz' },
])

type Paths = ReturnType<Awaited<ReturnType<typeof openParticipants>>['wire']['sent']>

const sentBy = (calls: Paths, method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }))

/** The reload after an action is never answered, so that only the action's own answer shows. */
async function open(wire: WireTable = {}) {
  return openParticipants({
    wire: {
      'GET /api/costumeType': types,
      [participantsCall]: [json([gruber, binder, kopp]), unanswered],
      ...wire,
    },
  })
}

describe('the menu of a row', () => {
  test('The menu of a participant contains only the actions that are possible with the payment and the confirmation', async () => {
    const { person } = await open({
      [participantsCall]: json([gruber, binder, { ...kopp, feePayedByHand: true }]),
    })
    const items = async (name: string) => {
      await person.click(screen.getByRole('button', { name: `${name}: Aktionen` }))
      const found = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
      await person.keyboard('{Escape}')
      return found
    }
    // Paid online, which only a refund can reverse.
    expect(await items('Gruber, Annegret')).toEqual([
      'Kleid ändern',
      'Zuordnung ändern …',
      'Streichen',
    ])
    expect(await items('Kopp, Finn')).toEqual([
      'Kleid ändern',
      'Zuordnung ändern …',
      'Bezahlung zurücknehmen',
      'Bestätigung zurücknehmen',
      'Streichen',
    ])
    expect(await items('Binder, Leonie')).toEqual([
      'Kleid ändern',
      'Zuordnung ändern …',
      'Als bezahlt markieren',
      'Bestätigung zurücknehmen',
      'Streichen',
    ])
  })

  test('Only management sees the menu of a participant', async () => {
    await openParticipants({ roles: ['readonly', 'helper'] })
    expect(screen.queryByRole('button', { name: /Aktionen$/ })).not.toBeInTheDocument()
    expect(screen.queryByText('Aktionen')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Teilnahme eintragen' })).not.toBeInTheDocument()
  })
})

describe('changing the costume', () => {
  async function change(wire: WireTable) {
    const app = await open(wire)
    await choose(app.person, 'Gruber, Annegret', 'Kleid ändern')
    const dialog = within(await screen.findByRole('dialog', { name: 'Kleid ändern' }))
    await dialog.findByRole('option', { name: 'Flecklesbutz' })
    return { ...app, dialog, ok: dialog.getByRole('button', { name: 'OK' }) }
  }

  test('The dialog for changing a costume is filled with the stored one, and saving updates the list', async () => {
    const changed = { ...gruber, costumeType: { id: 2, name: 'Flecklesbutz' }, costumeNumber: '7' }
    const { person, dialog, ok, wire } = await change({ [costumeCall]: json(changed) })
    expect(dialog.getByText('Annegret Gruber')).toBeVisible()
    expect(dialog.getByLabelText(/^Kleidertyp/)).toHaveDisplayValue('Schellenhansel')
    await person.selectOptions(dialog.getByLabelText(/^Kleidertyp/), 'Flecklesbutz')
    await person.clear(dialog.getByLabelText('Kleidernummer'))
    await person.type(dialog.getByLabelText('Kleidernummer'), '7')
    await person.click(ok)
    expect(await screen.findByText('Kleid geändert')).toBeVisible()
    expect(shownCells()[1]?.slice(0, 3)).toEqual(['Gruber, Annegret', 'Flecklesbutz 7', '7'])
    expect(countsShown()).toEqual(['Flecklesbutz 2', 'Schellenhansel 1'])
    expect(sentBy(wire.calls, 'POST')).toEqual([
      {
        path: '/api/participation/1/costumeType',
        body: { newCostumeTypeId: 2, newCostumeNumber: '7' },
      },
    ])
    expect(wire.sent('GET /api/parade/7/participation')).toHaveLength(2)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Gruber, Annegret: Aktionen' })).toHaveFocus(),
    )
  })

  test("If the costume is already enrolled (409), the server's messages are shown", async () => {
    const worn = 'Dieses Kleid ist für diesen Umzug schon angemeldet.'
    const reason = 'Das Kleid mit der Nummer 9 ist schon angemeldet.'
    const { person, dialog, ok } = await change({
      [costumeCall]: refusal(409, 'CostumeAlreadyEnrolled', reason, {
        fields: { newCostumeNumber: worn },
      }),
    })
    await person.click(ok)
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent(notChanged)
    expect(alert).toHaveTextContent(reason)
    expect(dialog.getByLabelText('Kleidernummer')).toHaveAccessibleDescription(worn)
  })

  test('If the costume types fail to load, an error is shown and the stored one stays chosen', async () => {
    const app = await open({ 'GET /api/costumeType': [offline, types] })
    await choose(app.person, 'Kopp, Finn', 'Kleid ändern')
    const dialog = within(await screen.findByRole('dialog', { name: 'Kleid ändern' }))
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent('Die Kleidertypen konnten nicht geladen werden')
    expect(dialog.getByLabelText(/^Kleidertyp/)).toHaveDisplayValue('Flecklesbutz')
    await app.person.click(dialog.getByRole('button', { name: 'Erneut laden' }))
    expect(await dialog.findByRole('option', { name: 'Schellenhansel' })).toBeInTheDocument()
  })
})

describe('the payment', () => {
  test('A participant who is marked as paid is shown as paid at once', async () => {
    const { person, wire } = await open({
      [paidCall]: json({ ...binder, participationFeePayed: true }),
    })
    await choose(person, 'Binder, Leonie', 'Als bezahlt markieren')
    expect(await screen.findByText('Als bezahlt markiert')).toBeVisible()
    expect(shownCells()[0]?.[4]).toBe('Bezahlt')
    expect(sentBy(wire.calls, 'POST')).toEqual([
      { path: '/api/participation/2/paid', body: { paid: true } },
    ])
  })

  test('Two participants marked as paid at the same time are both shown as paid', async () => {
    const slow = later(json({ ...binder, participationFeePayed: true }))
    const unpaid = { ...kopp, participationFeePayed: false }
    const { person } = await open({
      [participantsCall]: [json([gruber, binder, unpaid]), unanswered],
      [paidCall]: (call) => (call.params.id === '2' ? slow.answer(call) : Response.json(kopp)),
    })
    await choose(person, 'Binder, Leonie', 'Als bezahlt markieren')
    await choose(person, 'Kopp, Finn', 'Als bezahlt markieren')
    await waitFor(() => expect(shownCells()[2]?.[4]).toBe('Bezahlt'))
    slow.come()
    await waitFor(() => expect(shownCells()[0]?.[4]).toBe('Bezahlt'))
  })

  test("If a payment cannot be marked, the error above the list contains the person's name", async () => {
    const { person } = await open({ [paidCall]: offline })
    await choose(person, 'Binder, Leonie', 'Als bezahlt markieren')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(notChanged)
    expect(alert).toHaveTextContent('Leonie Binder ist noch nicht als bezahlt markiert.')
    expect(alert).toHaveTextContent('Der Server ist nicht erreichbar.')
    expect(shownCells()[0]?.[4]).toBe('Nicht bezahlt')
  })

  test('A payment is undone after a question', async () => {
    const inCash = { ...gruber, feePayedByHand: true }
    const { person, wire } = await open({
      [participantsCall]: [json([inCash, binder, kopp]), unanswered],
      [paidCall]: json({ ...gruber, participationFeePayed: false }),
    })
    await choose(person, 'Gruber, Annegret', 'Bezahlung zurücknehmen')
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Bezahlung zurücknehmen?' }),
    )
    expect(dialog.getByText(/^Annegret Gruber steht dann als „Nicht bezahlt“/)).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(shownCells()[1]?.[4]).toBe('Nicht bezahlt'))
    expect(sentBy(wire.calls, 'POST')[0]?.body).toEqual({ paid: false })
  })
})

test('After an action on a participant the list is loaded again, and so contains the changes of other users', async () => {
  const wanda = aParticipation({ id: 8, memberName: 'Wagner, Wanda' })
  const { person } = await open({
    [participantsCall]: [
      json([gruber, binder, kopp]),
      json([gruber, { ...binder, participationFeePayed: true }, kopp, wanda]),
    ],
    [paidCall]: json({ ...binder, participationFeePayed: true }),
  })
  await choose(person, 'Binder, Leonie', 'Als bezahlt markieren')
  await waitFor(() => expect(shownNames()).toContain('Wagner, Wanda'))
  expect(shownCells()[0]?.[4]).toBe('Bezahlt')
})

describe('the confirmation', () => {
  const ask = async (wire: WireTable) => {
    const app = await open(wire)
    await choose(app.person, 'Binder, Leonie', 'Bestätigung zurücknehmen')
    const name = 'Bestätigung zurücknehmen?'
    return { ...app, dialog: within(await screen.findByRole('alertdialog', { name })) }
  }

  test('A confirmation is undone after a question, and the number of confirmed people changes', async () => {
    const undone = { ...binder, participationConfirmed: false, participationConfirmedAt: null }
    const { person, dialog, wire } = await ask({ [unconfirmCall]: json(undone) })
    expect(fact('Bestätigt')).toHaveTextContent('2')
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(shownCells()[0]?.[5]).toBe('–'))
    expect(fact('Bestätigt')).toHaveTextContent('1')
    expect(sentBy(wire.calls, 'POST')[0]?.path).toBe('/api/parade/7/participation/2/unconfirm')
  })

  test('If a confirmation cannot be undone, it stays and the dialog shows an error', async () => {
    const { person, dialog } = await ask({ [unconfirmCall]: offline })
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(notChanged)
    await person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(shownCells()[0]?.[5]).toContain('13:42 Uhr')
  })
})

describe('deleting a participation', () => {
  const ask = async (name: string, wire: WireTable = {}) => {
    const app = await open(wire)
    await choose(app.person, name, 'Streichen')
    const title = { name: 'Teilnahme streichen?' }
    return { ...app, dialog: within(await screen.findByRole('alertdialog', title)) }
  }

  test('Before a participation is deleted, a question is asked; afterwards list and counts are updated', async () => {
    const { person, dialog, wire } = await ask('Binder, Leonie', { [deleteCall]: noContent })
    expect(dialog.getByText(/^Die Teilnahme von Leonie Binder wird gestrichen\./)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    expect(await screen.findByText('Teilnahme gestrichen')).toBeVisible()
    expect(shownNames()).toEqual(['Gruber, Annegret', 'Kopp, Finn'])
    expect(screen.getByRole('heading', { level: 2, name: 'Teilnehmer 2' })).toBeVisible()
    expect(fact('Anmeldungen')).toHaveTextContent('2')
    expect(sentBy(wire.calls, 'DELETE')[0]?.path).toBe('/api/paradeParticipation/2')
  })

  test('If a deletion is rejected (503), the reason is shown and the row stays', async () => {
    const { person, dialog } = await ask('Binder, Leonie', {
      [deleteCall]: refusal(503, 'Busy', 'Gerade ist viel los.'),
    })
    await person.click(dialog.getByRole('button', { name: 'OK' }))
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent('Die Teilnahme konnte nicht gestrichen werden')
    expect(alert).toHaveTextContent('Gerade ist viel los.')
    await person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(shownNames()).toHaveLength(3)
  })
})
