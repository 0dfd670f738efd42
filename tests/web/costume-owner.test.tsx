import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anOwnership, aStoredCostume, openCostume, wolfgang } from '#tests/support/costume-pages.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { aMemberRow, baisch, gruber } from '#tests/support/member-rows.ts'
import { json, later, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'

fixToday()

const change = 'POST /api/costume/:id/owner'
const owners = 'GET /api/costume/:id/ownerships'
const removal = 'DELETE /api/costume/:id/ownerships/:ownershipId'
const correction = 'PUT /api/costume/:id/ownerships/:ownershipId'
const toWolfgang = anOwnership({ id: 8, member: wolfgang, ownedFrom: '2026-11-21' })

async function openDialog(wire: WireTable = {}) {
  const app = await openCostume({ wire: { 'GET /api/member': json([gruber, baisch]), ...wire } })
  await app.person.click(screen.getByRole('button', { name: 'Besitzer ändern' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Besitzer ändern' })) }
}

const picker = () => screen.getByRole('combobox', { name: /^Mitglied/ })
const ok = () => screen.getByRole('button', { name: 'OK' })
const sent = ({ wire }: Awaited<ReturnType<typeof openDialog>>) =>
  wire.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

describe('a new owner', () => {
  test('A new owner is chosen by name and appears first in the history', async () => {
    const app = await openDialog({
      [owners]: [json([anOwnership()]), json([toWolfgang, anOwnership({ ownedTo: '2026-11-21' })])],
      [change]: json(toWolfgang, 201),
    })
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'Flecklesbutz 12 gehört seit 11.11.2019 Annegret Gruber.',
    )
    expect(ok()).toBeDisabled()
    expect(picker()).toHaveFocus()
    expect(picker()).toHaveAccessibleDescription(
      'Wähle ein Mitglied. Du findest es über seinen Namen oder seinen Ort.',
    )
    await app.person.type(picker(), 'bai{Enter}')
    await app.person.click(ok())
    expect(await screen.findByText('Besitzer geändert')).toBeVisible()
    expect(sent(app)).toEqual([['/api/costume/12/owner', { newMemberId: 42, from: '2026-11-21' }]])
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
        'Wolfgang BaischHeuteseit 21.11.2026',
        'Annegret Gruber11.11.2019 – 21.11.2026',
      ]),
    )
  })

  test('A change of owner can be undone in the message about it, and the focus is on the button that began it', async () => {
    const app = await openDialog({
      [change]: json(toWolfgang, 201),
      [removal]: noContent,
    })
    await app.person.type(picker(), 'bai{Enter}')
    await app.person.click(ok())
    const undo = await screen.findByRole('button', { name: 'Rückgängig' })
    expect(screen.getByRole('button', { name: 'Besitzer ändern' })).toHaveFocus()
    await app.person.click(undo)
    expect(await screen.findByText('Rückgängig gemacht.')).toBeVisible()
    const [removed] = app.wire.sent('DELETE /api/costume/12/ownerships/8')
    expect(removed?.params).toEqual({ id: '12', ownershipId: '8' })
    expect(removed?.query.get('reopenPrevious')).toBe('true')
  })

  test('A return to the guild can be undone: the same owner goes on', async () => {
    const ended = anOwnership({ ownedTo: '2026-11-21' })
    const app = await openDialog({
      [change]: json(ended),
      [correction]: json(anOwnership()),
    })
    await app.person.click(screen.getByRole('radio', { name: 'Zurück an die Zunft' }))
    await app.person.click(ok())
    await app.person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    await waitFor(() =>
      expect(app.wire.sent('PUT /api/costume/12/ownerships/7')).toMatchObject([
        { body: { ownedTo: null } },
      ]),
    )
  })

  test('A costume that goes on the day on which its owner got it has no undo, since the earlier ownership is gone', async () => {
    const app = await openDialog({
      [owners]: json([anOwnership({ ownedFrom: '2026-11-21' })]),
      [change]: json(toWolfgang, 201),
    })
    await app.person.type(picker(), 'bai{Enter}')
    await app.person.click(ok())
    expect(await screen.findByText('Besitzer geändert')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Rückgängig' })).toBeNull()
  })

  test('A change that continues an earlier ownership of the same member has no undo', async () => {
    const app = await openDialog({
      [change]: json({ ...toWolfgang, ownedFrom: '2020-01-01' }, 201),
    })
    await app.person.type(picker(), 'bai{Enter}')
    await app.person.click(ok())
    expect(await screen.findByText('Besitzer geändert')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Rückgängig' })).toBeNull()
  })

  test('A costume of the guild is asked for its new owner at once', async () => {
    const { dialog } = await openDialog({ [owners]: json([]) })
    expect(screen.getByRole('dialog')).toHaveTextContent('Flecklesbutz 12 gehört der Zunft.')
    expect(dialog.queryByRole('radio')).not.toBeInTheDocument()
    expect(picker()).toHaveFocus()
  })

  test('A member who has died is not offered as the new owner', async () => {
    const dead = aMemberRow({ id: 51, lastName: 'Baier', membershipState: 'Died' })
    const left = aMemberRow({ id: 52, lastName: 'Baiker', membershipState: 'Left' })
    const app = await openDialog({ 'GET /api/member': json([gruber, baisch, dead, left]) })
    await app.person.type(picker(), 'bai')
    const offered = screen.getAllByRole('option').map((one) => one.textContent)
    expect(offered).toHaveLength(2)
    expect(offered.join()).toContain('Baiker')
    expect(offered.join()).not.toContain('Baier')
  })

  test('If the chosen new owner has left the guild, a note is shown, but the costume can be given', async () => {
    const app = await openDialog({
      'GET /api/member': json([aMemberRow({ id: 50, membershipState: 'Left' })]),
    })
    await app.person.type(picker(), 'gru{Enter}')
    expect(picker()).toHaveAccessibleDescription('Dieses Mitglied ist ausgetreten.')
    expect(ok()).toBeEnabled()
  })

  test('If the new owner is rejected (422), the error is shown at the member field', async () => {
    const fields = { newMemberId: 'Dieses Mitglied ist verstorben.' }
    const app = await openDialog({
      [change]: refusal(422, 'ValidationFailed', 'Nein.', { fields }),
    })
    await app.person.type(picker(), 'bai{Enter}')
    await app.person.click(ok())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Das Mitglied konnte nicht geändert werden$/,
    )
    expect(picker()).toHaveAccessibleDescription(fields.newMemberId)
    expect(picker()).toHaveValue('Baisch, Wolfgang')
  })

  test('Choosing the current owner as the new one (409) shows an error above the field', async () => {
    const said = 'Dieses Mitglied besitzt das Kleid schon.'
    const app = await openDialog({ [change]: refusal(409, 'AlreadyOwner', said) })
    await app.person.type(picker(), 'gru{Enter}')
    await app.person.click(ok())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Das Mitglied konnte nicht geändert werden${said}`,
    )
  })

  test('A failed change of the owner can be tried again', async () => {
    const app = await openDialog({ [change]: [offline, json(toWolfgang, 201)] })
    await app.person.type(picker(), 'bai{Enter}')
    await app.person.click(ok())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Das Mitglied konnte nicht geändert werden',
    )
    await app.person.click(ok())
    expect(await screen.findByText('Besitzer geändert')).toBeVisible()
  })
})

describe('the date of a change of owner', () => {
  const since = () => screen.getByLabelText(/^Seit/)
  const takesBack = { [change]: json(anOwnership({ ownedTo: '2026-11-01' })) }

  test('A costume can be returned to the guild with a past date', async () => {
    const app = await openDialog(takesBack)
    await app.person.click(screen.getByRole('radio', { name: 'Zurück an die Zunft' }))
    expect(since()).toHaveValue('21.11.2026')
    await app.person.clear(since())
    await app.person.type(since(), '1.11.2026')
    await app.person.click(ok())
    expect(await screen.findByText('Kleid zurückgegeben')).toBeVisible()
    expect(sent(app)).toEqual([
      ['/api/costume/12/owner', { newMemberId: null, from: '2026-11-01' }],
    ])
  })

  test('If the date of an owner change is rejected (422), the error is shown at its field and the date stays', async () => {
    const fields = { from: 'Danach hatte das Kleid schon jemand: ändere dort.' }
    const app = await openDialog({
      [change]: refusal(422, 'ValidationFailed', 'Nein.', { fields }),
    })
    await app.person.type(picker(), 'bai{Enter}')
    await app.person.clear(since())
    await app.person.type(since(), '1.11.2010')
    await app.person.click(ok())
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(since()).toHaveAccessibleDescription(fields.from)
    expect(since()).toHaveValue('01.11.2010')
  })

  test('An owner change with a missing or unreadable date is not sent', async () => {
    const app = await openDialog(takesBack)
    await app.person.click(screen.getByRole('radio', { name: 'Zurück an die Zunft' }))
    await app.person.clear(since())
    await app.person.click(ok())
    expect(since()).toHaveAccessibleDescription('Gib an, seit wann.')
    await app.person.type(since(), 'gestern')
    await app.person.click(ok())
    expect(since()).toBeInvalid()
    expect(sent(app)).toEqual([])
  })

  test('If an owner change is dated on the first day of the last owner, a note says that this owner is removed from the list', async () => {
    const app = await openDialog()
    await app.person.clear(since())
    await app.person.type(since(), '11.11.2019')
    expect(since()).toHaveAccessibleDescription(
      'Annegret Gruber hatte das Kleid dann an keinem Tag und steht nicht mehr in der Liste.',
    )
  })
})

describe('the members to choose from as the new owner', () => {
  test('If the members arrive late, the text already typed finds the new owner', async () => {
    const members = later(json([gruber, baisch]))
    const app = await openDialog({ 'GET /api/member': members.answer })
    await app.person.type(picker(), 'bai')
    expect(screen.getByText('Laden...', { selector: 'p' })).toBeVisible()
    members.come()
    expect(await screen.findByRole('option', { name: /Baisch, Wolfgang/ })).toBeVisible()
  })

  test('Without the list of members, a costume can still be returned to the guild', async () => {
    const app = await openDialog({
      'GET /api/member': [offline, json([gruber])],
      [change]: json(anOwnership({ ownedTo: '2026-11-21' })),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Mitglieder konnten nicht geladen werden',
    )
    await app.person.click(screen.getByRole('radio', { name: 'Zurück an die Zunft' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(ok()).toBeEnabled()
  })
})

describe('the return to the guild', () => {
  test('A deregistered costume can only be returned to the guild', async () => {
    const app = await openDialog({
      'GET /api/costume/:id': json(aStoredCostume({ registeredUntil: '2026-10-31' })),
      [change]: json(anOwnership({ ownedTo: '2026-11-21' })),
    })
    expect(app.dialog.getByText(/bekommt keinen neuen Besitzer/)).toBeVisible()
    expect(app.dialog.queryByRole('radio')).not.toBeInTheDocument()
    await app.person.click(ok())
    expect(await screen.findByText('Kleid zurückgegeben')).toBeVisible()
  })
})
