import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aStoredMember } from '#tests/support/member-details.ts'
import { bodies, openDetails, whereabouts } from '#tests/support/member-pages.ts'
import { json, later, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'

const call = 'DELETE /api/member/:id'
const notDeleted = 'Das Mitglied konnte nicht gelöscht werden'

const none = json([])
const withoutHistory: WireTable = {
  'GET /api/member/:id/costumes': none,
  'GET /api/member/:id/honors': none,
  'GET /api/member/:id/duties': none,
  'GET /api/member/:id/parades': none,
}

async function askToDelete(wire: WireTable = {}, history = withoutHistory) {
  const app = openDetails({ ...history, ...wire })
  await waitFor(() => expect(screen.queryByText('Laden...')).not.toBeInTheDocument())
  await app.person.click(await screen.findByRole('button', { name: 'Löschen' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'Mitglied löschen?' }))
  const confirm = () => app.person.click(dialog.getByRole('button', { name: 'OK' }))
  return { app, dialog, confirm }
}

const inUse = refusal(409, 'MemberInUse', 'Zu diesem Mitglied gibt es Einträge.', {
  references: { participations: 137, ownerships: 1, honors: 0, duties: 3 },
})

describe('deleting a member', () => {
  test('Before a member is deleted, a question is asked, and "Abbrechen" deletes nothing', async () => {
    const { app, dialog } = await askToDelete()
    expect(dialog.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
    expect(dialog.getByText(/^Annegret Gruber wird gelöscht\./)).toBeVisible()
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(bodies(app, 'DELETE /api/member/41')).toEqual([])
  })

  test('Deleting a member leads to the list', async () => {
    const answer = later(noContent)
    const { app, dialog, confirm } = await askToDelete({ [call]: answer.answer })
    await confirm()
    expect(dialog.getByRole('button', { name: 'OK' })).toHaveAttribute('aria-busy', 'true')
    answer.come()
    await waitFor(() => expect(whereabouts(app)).toBe('/members'))
    expect(screen.getByText('Mitglied gelöscht')).toBeVisible()
  })

  test('If a history prevents the deletion, the dialog lists it and offers to enter an exit', async () => {
    const { app, dialog } = await askToDelete({}, {})
    expect(dialog.getByText('Das Mitglied kann nicht gelöscht werden.')).toBeVisible()
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '2 Umzüge',
      '2 Kleider',
      '1 Ehrung',
      '2 Einträge im Dienstbuch',
    ])
    expect(dialog.queryByRole('button', { name: 'OK' })).not.toBeInTheDocument()
    await app.person.click(dialog.getByRole('button', { name: 'Als ausgetreten eintragen' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    const leaving = within(screen.getByRole('dialog', { name: 'Austritt eintragen' }))
    expect(await leaving.findAllByRole('checkbox')).toHaveLength(3)
    expect(bodies(app, 'DELETE /api/member/41')).toEqual([])
  })

  test('If the server rejects a deletion because of a history unknown to the page (409), the dialog lists what the server found', async () => {
    const { dialog, confirm } = await askToDelete({ [call]: inUse })
    await confirm()
    expect(await dialog.findByRole('alert')).toHaveTextContent(notDeleted)
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '137 Umzüge',
      '1 Kleid',
      '3 Einträge im Dienstbuch',
    ])
    expect(dialog.queryByRole('button', { name: 'OK' })).not.toBeInTheDocument()
  })

  test('For a member who has left, the dialog of a rejected deletion offers no exit', async () => {
    const { dialog, confirm } = await askToDelete({
      [call]: inUse,
      'GET /api/member/:id': json(aStoredMember({ membershipState: 'Left' })),
    })
    await confirm()
    expect(await dialog.findByText(/bleibt das Mitglied im Bestand\.$/)).toBeVisible()
    expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual(['Schließen'])
  })

  test('After a deletion failed without a connection, it can be tried again', async () => {
    const { app, dialog, confirm } = await askToDelete({ [call]: [offline, noContent] })
    await confirm()
    expect(await dialog.findByRole('alert')).toHaveTextContent(`${notDeleted}Der Server ist nicht`)
    await confirm()
    await waitFor(() => expect(whereabouts(app)).toBe('/members'))
  })
})
