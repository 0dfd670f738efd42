import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anOwnership, aStoredCostume, openCostume, wolfgang } from '#tests/support/costume-pages.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { baisch, gruber, zoller } from '#tests/support/member-rows.ts'
import { json, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'

fixToday()

const owners = 'GET /api/costume/:id/ownerships'
const put = 'PUT /api/costume/:id/ownerships/:ownershipId'
const remove = 'DELETE /api/costume/:id/ownerships/:ownershipId'

const now = anOwnership({ id: 8, member: wolfgang, ownedFrom: '2021-05-01' })
const before = anOwnership({ id: 7, ownedTo: '2021-05-01' })

const open = (wire: WireTable = {}) =>
  openCostume({
    wire: {
      'GET /api/member': json([gruber, baisch, zoller]),
      [owners]: json([now, before]),
      ...wire,
    },
  })

type App = Awaited<ReturnType<typeof open>>

const button = (name: string) => screen.getByRole('button', { name })
const editOld = 'Annegret Gruber, 11.11.2019 – 01.05.2021: Bearbeiten'
const removeNow = 'Wolfgang Baisch, seit 01.05.2021: Entfernen'
const removeOld = 'Annegret Gruber, 11.11.2019 – 01.05.2021: Entfernen'
const ok = () => screen.getByRole('button', { name: 'OK' })
const picker = () => screen.getByRole('combobox', { name: /^Mitglied/ })
const sent = ({ wire }: App, method: string) => wire.calls.filter((one) => one.method === method)

describe('an entry of the owners', () => {
  test('Management sees buttons to change and to remove an ownership', async () => {
    await open()
    expect(button(editOld)).toBeVisible()
    expect(button(removeNow)).toBeVisible()
  })

  test('A read-only user sees the owners of a costume without actions', async () => {
    await openCostume({ role: 'readonly', wire: { [owners]: json([now, before]) } })
    expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument()
  })

  test('The owners of a deregistered costume can be corrected; a time at the guild has no button for that', async () => {
    await open({
      'GET /api/costume/:id': json(aStoredCostume({ registeredUntil: '2026-10-31' })),
      [owners]: json([before]),
    })
    expect(screen.getByText('bei der Zunft')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /Bearbeiten$/ })).toHaveLength(1)
  })
})

describe('changing an owner', () => {
  async function openDialog(wire: WireTable = {}) {
    const app = await open(wire)
    await app.person.click(button(editOld))
    await screen.findByRole('dialog', { name: 'Besitzer berichtigen' })
    return app
  }

  test('The owner can be changed to any member, also without an end', async () => {
    const app = await openDialog({ [put]: json(before) })
    await app.person.clear(picker())
    expect(ok()).toBeDisabled()
    await app.person.type(picker(), 'zol{Enter}')
    await app.person.clear(screen.getByLabelText('Bis'))
    await app.person.click(ok())
    await waitFor(() =>
      expect(sent(app, 'PUT')).toMatchObject([{ body: { memberId: 44, ownedTo: null } }]),
    )
  })

  test('If a change of an ownership is rejected, errors are shown beside the fields and the input stays', async () => {
    const fields = {
      memberId: 'Dieses Mitglied ist verstorben.',
      ownedFrom: 'Bis 06.01.2018 hatte Ottmar Zoller das Kleid.',
      ownedTo: 'Ab 01.05.2021 hatte Wolfgang Baisch das Kleid.',
    }
    const app = await openDialog({
      [put]: refusal(422, 'ValidationFailed', 'Nein.', { fields }),
    })
    await app.person.clear(screen.getByLabelText('Bis'))
    await app.person.type(screen.getByLabelText('Bis'), '2.5.2021')
    await app.person.click(ok())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Der Eintrag konnte nicht gespeichert werden$/,
    )
    expect(picker()).toHaveAccessibleDescription(fields.memberId)
    expect(screen.getByLabelText(/^Von/)).toHaveAccessibleDescription(fields.ownedFrom)
    expect(screen.getByLabelText('Bis')).toHaveAccessibleDescription(
      `${fields.ownedTo} Leer: hat es noch`,
    )
    expect(screen.getByLabelText('Bis')).toHaveValue('02.05.2021')
  })

  test('Cancelling the change of an ownership returns the focus to its button', async () => {
    const app = await openDialog()
    await app.person.click(button('Abbrechen'))
    await waitFor(() => expect(button(editOld)).toHaveFocus())
  })
})

describe('removing an owner', () => {
  async function openDialog(name: string, wire: WireTable = {}) {
    const app = await open({ [remove]: noContent, ...wire })
    await app.person.click(button(name))
    const dialog = await screen.findByRole('alertdialog', { name: 'Eintrag entfernen?' })
    return { ...app, dialog }
  }

  test('When an ownership is removed, the dialog asks who had the costume in that time, and proposes the previous owner', async () => {
    const app = await openDialog(removeNow, {
      [owners]: [json([now, before]), json([anOwnership()])],
    })
    expect(app.dialog).toHaveTextContent(
      '„Wolfgang Baisch, seit 01.05.2021“ wird aus den Besitzern von Flecklesbutz 12 entfernt.',
    )
    expect(button('Abbrechen')).toHaveFocus()
    expect(screen.getByRole('group')).toHaveAccessibleName('Wer hatte das Kleid in dieser Zeit?')
    expect(screen.getByRole('radio', { name: 'Annegret Gruber, wie davor' })).toBeChecked()
    await app.person.click(ok())
    expect(await screen.findByText('Eintrag entfernt')).toBeVisible()
    expect(sent(app, 'DELETE').map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/api/costume/12/ownerships/8?reopenPrevious=true',
    ])
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    await waitFor(() => expect(document.body).not.toHaveFocus())
  })

  test('The time of a removed ownership can be given to the guild', async () => {
    const app = await openDialog(removeNow)
    await app.person.click(screen.getByRole('radio', { name: 'Die Zunft' }))
    await app.person.click(ok())
    expect(await screen.findByText('Eintrag entfernt')).toBeVisible()
    expect(sent(app, 'DELETE').map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/api/costume/12/ownerships/8?reopenPrevious=false',
    ])
  })

  test('The first ownership is removed without a question about a previous owner', async () => {
    const app = await openDialog(removeOld)
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
    await app.person.click(ok())
    expect(await screen.findByText('Eintrag entfernt')).toBeVisible()
    expect(sent(app, 'DELETE').map(({ query }) => `${query}`)).toEqual(['reopenPrevious=false'])
  })

  test('When an ownership that follows a time at the guild is removed, the guild is proposed', async () => {
    await openDialog(removeNow, {
      [owners]: json([now, { ...before, ownedTo: '2020-01-06' }]),
    })
    expect(screen.getByRole('radio', { name: 'Die Zunft' })).toBeChecked()
  })

  test('If the removal of an ownership is rejected, the reason is shown and another answer can be chosen', async () => {
    const fields = {
      reopenPrevious: 'Wer das Kleid davor hatte, ist verstorben und kann es nicht weiter haben.',
    }
    const app = await openDialog(removeNow, {
      [remove]: [refusal(422, 'ValidationFailed', 'Nein.', { fields }), noContent],
    })
    await app.person.click(ok())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Der Eintrag konnte nicht entfernt werden$/,
    )
    expect(
      screen.getByRole('radio', { name: 'Annegret Gruber, wie davor' }),
    ).toHaveAccessibleDescription(fields.reopenPrevious)
    await app.person.click(screen.getByRole('radio', { name: 'Die Zunft' }))
    await app.person.click(ok())
    expect(await screen.findByText('Eintrag entfernt')).toBeVisible()
  })

  test('A failed removal of an ownership shows an error and can be tried again', async () => {
    const app = await openDialog(removeNow, { [remove]: offline })
    await app.person.click(ok())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Der Eintrag konnte nicht entfernt werden',
    )
    expect(ok()).toBeEnabled()
  })
})
