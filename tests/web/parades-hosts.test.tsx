import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aParade } from '#tests/support/parade-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, offline, type WireTable } from '#tests/support/wire.ts'
import '#web/parades/hosts-page.tsx'
import '#web/parades/parade-details-page.tsx'
import '#web/parades/parades-page.tsx'
import '#web/shell/staff-shell.tsx'

const hosts = 'GET /api/parades/hosts'
const moosried = { id: 7, title: 'Ringtreffen', host: 'Butzenzunft Moosried', date: '2027-01-10' }
const older = { id: 3, title: 'Nachtumzug', host: 'Butzenzunft Moosried', date: '2019-02-08' }

const openHosts = (wire: WireTable = {}, path = '/parades/hosts') =>
  renderApp({
    path,
    user: withRoles('readonly'),
    wire: { [hosts]: json([moosried, older]), ...wire },
  })

const box = () => screen.findByRole('searchbox', { name: 'Gastgeber oder Ort' })
const button = () => within(screen.getByRole('main')).getByRole('button', { name: 'Suchen' })

describe('the search for hosts', () => {
  test('The search for hosts cannot be sent while the field is empty', async () => {
    const { person, wire } = openHosts()
    await person.type(await box(), '  {Enter}')
    expect(button()).toBeDisabled()
    await person.type(await box(), 'm')
    expect(button()).toBeEnabled()
    expect(wire.calls.filter(({ path }) => path === '/api/parades/hosts')).toEqual([])
  })

  test('The search for hosts counts the parades found, and each row links to its parade', async () => {
    const { person, router, wire } = openHosts({
      'GET /api/parade/:id': json(aParade()),
      'GET /api/parade/:id/participation': json([]),
    })
    await person.type(await box(), ' Moosried ')
    await person.click(button())
    expect(await screen.findByText('2 Umzüge gefunden')).toBeVisible()
    const [call] = wire.calls.filter(({ path }) => path === '/api/parades/hosts')
    expect(call?.query.get('search')).toBe('Moosried')
    expect(router.state.location.search).toBe('?search=Moosried')
    const row = screen.getByRole('link', { name: 'Ringtreffen' }).closest('tr') as HTMLElement
    expect(row).toHaveTextContent('Butzenzunft Moosried')
    expect(row).toHaveTextContent('So 10.01.2027')
    await person.click(within(row).getByText('Butzenzunft Moosried'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/parades/details/7'))
  })

  test('For one parade the result of the search for hosts is in the singular', async () => {
    openHosts({ [hosts]: json([moosried]) }, '/parades/hosts?search=ring')
    expect(await screen.findByText('1 Umzug gefunden')).toBeVisible()
    expect(await box()).toHaveValue('ring')
  })

  test('A search for hosts without a match shows a note', async () => {
    openHosts({ [hosts]: json([]) }, '/parades/hosts?search=xyz')
    expect(await screen.findByText('0 Umzüge gefunden')).toBeVisible()
    expect(screen.getByText(/^Zur Suche „xyz“ passt kein Gastgeber\./)).toBeVisible()
  })

  test('A search for hosts that fails shows an error and can be repeated', async () => {
    const wire = { [hosts]: [offline, json([moosried])] }
    const { person } = openHosts(wire, '/parades/hosts?search=ring')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Es konnte nicht nach Gastgeberzünfte gesucht werden',
    )
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('1 Umzug gefunden')).toBeVisible()
  })

  test('The search for hosts shows its heading while it loads', async () => {
    const slow = later(json([moosried]))
    openHosts({ [hosts]: slow.answer }, '/parades/hosts?search=ring')
    // Before the page there is the outline of any page.
    await screen.findByRole('heading', { level: 1, name: 'Gastgeberzunft-Suche' })
    expect(screen.getByText('Laden...')).toBeInTheDocument()
    slow.come()
    expect(await screen.findByText('1 Umzug gefunden')).toBeVisible()
  })

  test('A read-only user reaches the search for hosts from the list of parades', async () => {
    const wire: WireTable = { 'GET /api/parade/year/:year': json([]) }
    const { person, router } = openHosts(wire, '/parades')
    await person.click(await screen.findByRole('link', { name: 'Gastgeber suchen' }))
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Gastgeberzunft-Suche' }),
    ).toBeVisible()
    expect(router.state.location.pathname).toBe('/parades/hosts')
  })
})
