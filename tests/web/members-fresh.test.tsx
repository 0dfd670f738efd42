import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import '#web/costumes/costume-details-page.tsx'
import { anOwnership, aStoredCostume } from '#tests/support/costume-pages.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { anHonor, aStoredMember } from '#tests/support/member-details.ts'
import {
  type App,
  bodies,
  field,
  openAt,
  saveButton,
  saveCall,
} from '#tests/support/member-pages.ts'
import { aMemberRow, baisch, gruber } from '#tests/support/member-rows.ts'
import { cells, shownNames } from '#tests/support/members-page.tsx'
import { json, later, noContent, offline, type WireTable } from '#tests/support/wire.ts'

// Cached data show at once and are refreshed in the background; a write refreshes every page.

fixToday()

const list = 'GET /api/member'
const member = 'GET /api/member/:id'
const details = '/members/details/41'

const listIsThere = () => waitFor(() => expect(shownNames()).not.toHaveLength(0))
const titleIs = (name: RegExp) => screen.findByRole('heading', { level: 1, name })
const press = async ({ person }: App, name: string) =>
  person.click(await screen.findByRole('button', { name }))
const ok = async (app: App, dialog: string) =>
  app.person.click(
    within(
      await screen.findByRole(/\?$/.test(dialog) ? 'alertdialog' : 'dialog', { name: dialog }),
    ).getByRole('button', { name: 'OK' }),
  )
const goTo = ({ router }: App, to: string | -1) =>
  act(() => (to === -1 ? router.navigate(-1) : router.navigate(to)))

/** Moves the clock past the time in which data count as fresh. */
function someTimePasses() {
  vi.setSystemTime(Date.now() + 60_000)
}

async function openListThenMember(wire: WireTable = {}) {
  const app = openAt('/members', { [list]: json([baisch, gruber]), ...wire })
  await listIsThere()
  await app.person.click(screen.getByRole('link', { name: 'Gruber, Annegret' }))
  await titleIs(/^Annegret Gruber/)
  return app
}

describe('returning from a member to the list', () => {
  test('The member list is shown at once from the cache and then refreshed', async () => {
    const second = later(json([baisch]))
    const app = await openListThenMember({ [list]: [json([baisch, gruber]), second.answer] })
    someTimePasses()
    await goTo(app, -1)
    expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Gruber, Annegret'])
    expect(screen.queryByText('Laden...')).not.toBeInTheDocument()
    expect(app.wire.sent(list)).toHaveLength(2)
    second.come()
    await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang']))
  })

  test('If the member list cannot be refreshed, the old one stays with the time of its data', async () => {
    const app = await openListThenMember()
    someTimePasses()
    app.wire.answer({ [list]: offline })
    await goTo(app, -1)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(
      /^Stand von 13:00 Uhr\.Die Mitglieder konnten nicht geladen werden/,
    )
    expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Gruber, Annegret'])
    app.wire.answer({ [list]: json([gruber]) })
    await app.person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    await waitFor(() => expect(shownNames()).toEqual(['Gruber, Annegret']))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('the cached member list after a change', () => {
  test('After a name was changed, the member list shows the new one without a reload', async () => {
    const app = await openListThenMember({
      [list]: [json([gruber]), json([aMemberRow({ lastName: 'Gruber-Moos' })])],
      [member]: [
        json(aStoredMember()),
        json(aStoredMember()),
        json(aStoredMember({ lastName: 'Gruber-Moos' })),
      ],
    })
    await app.person.click(await screen.findByRole('link', { name: 'Bearbeiten' }))
    await screen.findByRole('button', { name: 'Speichern' })
    await app.person.type(field('Nachname'), '-Moos')
    await app.person.click(saveButton())
    await titleIs(/^Annegret Gruber-Moos/)
    await goTo(app, '/members')
    await waitFor(() => expect(shownNames()).toEqual(['Gruber-Moos, Annegret']))
  })

  test('After a member was created, the member list shows the member without a reload', async () => {
    const app = openAt('/members', { [list]: [json([gruber]), json([baisch, gruber])] })
    await listIsThere()
    await app.person.click(screen.getByRole('link', { name: '+ Mitglied Anlegen' }))
    await screen.findByRole('button', { name: 'Speichern' })
    await app.person.type(field('Vorname'), 'Wolfgang')
    await app.person.click(saveButton())
    await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Gruber, Annegret']))
  })

  test('After a member was deleted, the member list does not show the member, whose page is not loaded again', async () => {
    const none = json([])
    const app = await openListThenMember({
      [list]: [json([baisch, gruber]), json([baisch])],
      'GET /api/member/:id/costumes': none,
      'GET /api/member/:id/honors': none,
      'GET /api/member/:id/duties': none,
      'GET /api/member/:id/parades': none,
      'DELETE /api/member/:id': noContent,
    })
    await waitFor(() => expect(screen.queryByText('Laden...')).not.toBeInTheDocument())
    const before = app.wire.sent('GET /api/member/41').length
    await press(app, 'Löschen')
    await ok(app, 'Mitglied löschen?')
    await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang']))
    expect(app.wire.sent('GET /api/member/41')).toHaveLength(before)
  })

  test('After an exit the member list shows the new state without a reload', async () => {
    const app = await openListThenMember({
      [list]: [json([gruber]), json([{ ...gruber, membershipState: 'Left' }])],
    })
    await press(app, 'Austritt eintragen')
    const dialog = within(await screen.findByRole('dialog', { name: 'Austritt eintragen' }))
    await dialog.findAllByRole('checkbox')
    await ok(app, 'Austritt eintragen')
    await screen.findByText('Austritt eingetragen')
    await goTo(app, -1)
    await waitFor(() => expect(cells()[0]?.at(-1)).toBe('Ausgetreten'))
  })
})

describe('other cached pages after a change', () => {
  test('After the owner left the guild, the page of a costume shows no owner without a reload', async () => {
    const owners = 'GET /api/costume/:id/ownerships'
    const app = openAt('/costumes/details/12', {
      'GET /api/costume/:id': json(aStoredCostume()),
      [owners]: [json([anOwnership()]), json([])],
    })
    await screen.findByText('Annegret Gruber')
    await goTo(app, details)
    await press(app, 'Austritt eintragen')
    const dialog = within(await screen.findByRole('dialog', { name: 'Austritt eintragen' }))
    await dialog.findAllByRole('checkbox')
    await ok(app, 'Austritt eintragen')
    await screen.findByText('Austritt eingetragen')
    await goTo(app, -1)
    expect(await screen.findByText(/^Noch kein Besitzer/)).toBeVisible()
    expect(app.wire.calls.filter(({ path }) => path.endsWith('/ownerships'))).toHaveLength(2)
  })

  test("After an honor was deleted, every part of the member's page is loaded again", async () => {
    const honors = 'GET /api/member/:id/honors'
    const app = openAt(details, {
      [honors]: [json([anHonor()]), json([])],
      'DELETE /api/member/:id/honors/:honor': noContent,
    })
    await press(app, 'Sprungorden 100 Sprünge vom 16.04.2016 löschen')
    await ok(app, 'Ehrung löschen?')
    expect(await screen.findByText('Noch keine Ehrung.')).toBeVisible()
    // All data on the screen are reloaded, also those that the write has not changed.
    for (const part of ['', '/membershipfee', '/costumes', '/honors', '/duties', '/parades']) {
      expect(app.wire.sent(`GET /api/member/41${part}`), part).toHaveLength(2)
    }
  })
})

describe('an open form or dialog', () => {
  test('The member form is filled with the values of the server, not with cached ones', async () => {
    const app = await openListThenMember({
      [member]: [json(aStoredMember()), json(aStoredMember({ phone: '07523 99' }))],
    })
    await app.person.click(await screen.findByRole('link', { name: 'Bearbeiten' }))
    await screen.findByRole('button', { name: 'Speichern' })
    expect(field('Telefon')).toHaveValue('07523 99')
  })

  test('A change by a colleague does not alter an open form, and saving the form does not undo it', async () => {
    const app = openAt('/members/edit/41', {
      [member]: [json(aStoredMember()), json(aStoredMember({ phone: '07523 99' }))],
    })
    await screen.findByRole('button', { name: 'Speichern' })
    await app.person.type(field('Ort'), '-Nord')
    someTimePasses()
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    expect(field('Telefon')).toHaveValue('0700 123456')
    expect(field('Ort')).toHaveValue('Schellental-Nord')
    expect(app.wire.sent('GET /api/member/41')).toHaveLength(1)
    await app.person.click(saveButton())
    await titleIs(/^Annegret Gruber/)
    // The address as loaded is sent too, so that the server can detect a colleague's change of it.
    const before = {
      addressStreet: 'Lindengasse',
      addressNumber: '14',
      addressPlz: '72999',
      addressTown: 'Schellental',
    }
    expect(bodies(app, saveCall)).toEqual([{ addressTown: 'Schellental-Nord', before }])
    expect(await screen.findByRole('link', { name: '07523 99' })).toBeVisible()
  })

  test('The exit dialog lists the open entries of the server, not the cached ones', async () => {
    const app = openAt(details, {
      [member]: [json(aStoredMember()), json(aStoredMember({ membershipActiveTimespan: [] }))],
      'GET /api/member/:id/duties': [json([]), json([])],
    })
    await press(app, 'Austritt eintragen')
    const dialog = within(await screen.findByRole('dialog', { name: 'Austritt eintragen' }))
    const ticks = await dialog.findAllByRole<HTMLInputElement>('checkbox')
    expect(ticks.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      'Kleid Schellenhansel 118 seit 06.01.1999',
    ])
  })
})
