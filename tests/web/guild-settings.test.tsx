import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/guild/settings-page.tsx'
import '#web/home/home-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'

const load = 'GET /api/guild/settings'
const save = 'PUT /api/guild/settings'

function openSettings(wire: WireTable = {}, role: Role = 'management') {
  return renderApp({
    path: '/guild',
    user: withRoles(role),
    wire: { [load]: json(someSettings()), ...wire },
  })
}

describe('the settings', () => {
  test.each<[Role, boolean]>([
    ['management', true],
    ['readonly', true],
    ['helper', false],
  ])('The account menu of the role %s offers the settings: %s', async (role, isThere) => {
    const { person } = renderApp({ path: '/', user: withRoles(role) })
    await person.click(await screen.findByRole('button', { name: /^Account/ }))
    await screen.findByRole('menuitem', { name: 'Mein Account' })
    const entry = screen.queryByRole('menuitem', { name: 'Einstellungen' })
    if (isThere) expect(entry).toHaveAttribute('href', '/guild')
    else expect(entry).not.toBeInTheDocument()
  })

  test('A read-only user sees the settings without buttons', async () => {
    openSettings({}, 'readonly')
    expect(await screen.findByText('Sa 10.04.2027')).toBeVisible()
    expect(screen.getByRole('table', { name: 'Regeln für Ehrungen' })).toBeVisible()
    expect(within(screen.getByRole('main')).queryByRole('button')).not.toBeInTheDocument()
  })

  test('A link to a section of the settings scrolls to the section once it is loaded', async () => {
    const shown: unknown[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this)
    })
    renderApp({
      path: '/guild#honors',
      user: withRoles('management'),
      wire: { [load]: json(someSettings()) },
    })
    const heading = await screen.findByRole('heading', { name: 'Regeln für Ehrungen' })
    await waitFor(() => expect(shown).toEqual([heading.closest('#honors')]))
  })

  test.each<[Role, string[]]>([
    ['management', ['Online-Zahlung', 'Daten']],
    ['readonly', []],
  ])(
    'The index of the settings lists every section of the role %s, and the address keeps the chosen one',
    async (role, own) => {
      const { person, router } = openSettings({}, role)
      const index = within(await screen.findByRole('navigation', { name: 'Abschnitte' }))
      const links = index.getAllByRole('link')
      const names = links.map(({ textContent }) => textContent)
      expect(names.filter((name) => ['Online-Zahlung', 'Daten'].includes(name))).toEqual(own)
      for (const link of links) {
        const id = link.getAttribute('href')?.split('#')[1] ?? ''
        expect(document.getElementById(id)).toBeVisible()
      }
      expect(index.getByRole('link', { current: 'location' })).toHaveTextContent('Verein')
      await person.click(index.getByRole('link', { name: 'Regeln für Ehrungen' }))
      expect(router.state.location.hash).toBe('#honors')
      expect(index.getByRole('link', { current: 'location' })).toHaveTextContent(
        'Regeln für Ehrungen',
      )
    },
  )

  test('Settings that fail to load show an error and can be loaded again', async () => {
    const { person } = openSettings({ [load]: [offline, json(someSettings())] })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Einstellungen konnten nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Sa 10.04.2027')).toBeVisible()
  })
})

describe('the day of the assembly', () => {
  fixToday()

  const ofGuild = (assemblyDate: string | null) => json(someSettings({ assemblyDate }))

  test.each([
    ['2027-04-10', 'Sa 10.04.2027', 'Zu diesem Tag'],
    [null, 'Do 11.11.2027', 'Es ist kein Datum eingetragen, deshalb der nächste 11. November.'],
    [
      '2026-04-11',
      'Do 11.11.2027',
      'Eingetragen ist Sa 11.04.2026, das ist vorbei, deshalb der nächste 11. November.',
    ],
  ])('If the stored date is %s, the day shown is %s, with the reason', async (stored, day, why) => {
    openSettings({ [load]: ofGuild(stored) })
    expect(await screen.findByText(day)).toBeVisible()
    expect(screen.getByText(new RegExp(why))).toBeVisible()
  })

  async function openDialog(wire: WireTable = {}) {
    const app = openSettings(wire)
    await app.person.click(await screen.findByRole('button', { name: 'Datum ändern' }))
    return { ...app, field: screen.getByLabelText('Datum'), press: () => ok(app) }
  }
  const ok = ({ person }: ReturnType<typeof openSettings>) =>
    person.click(screen.getByRole('button', { name: 'OK' }))

  test('When the date of the assembly is changed, only this date is sent, and the new one is shown', async () => {
    const { person, wire, field, press } = await openDialog({
      [load]: [ofGuild(null), ofGuild('2027-04-17')],
      [save]: ofGuild('2027-04-17'),
    })
    expect(field).toHaveAccessibleDescription('Leer: der nächste 11. November, Do 11.11.2027.')
    await person.type(field, '17.4.2027')
    await press()
    expect(await screen.findByText('Sa 17.04.2027')).toBeVisible()
    expect(screen.getByText('Datum gespeichert')).toBeVisible()
    expect(wire.sent(save).map(({ body }) => body)).toEqual([
      { assemblyDate: '2027-04-17', before: { assemblyDate: null } },
    ])
  })

  test('An emptied date of the assembly is saved as null', async () => {
    const { person, wire, field, press } = await openDialog({ [save]: ofGuild(null) })
    await person.clear(field)
    await press()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(wire.sent(save).map(({ body }) => body)).toEqual([
      { assemblyDate: null, before: { assemblyDate: '2027-04-10' } },
    ])
  })

  test('An invalid date of the assembly cannot be saved', async () => {
    const { person, field } = await openDialog()
    await person.clear(field)
    await person.type(field, '31.2.2027{Tab}')
    expect(screen.getByRole('button', { name: 'OK' })).toBeDisabled()
    expect(field).toBeInvalid()
  })

  test('A date of the assembly that fails to save shows an error', async () => {
    const { press } = await openDialog({ [save]: offline })
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Einstellungen konnten nicht gespeichert werden',
    )
  })

  test('If the date of the assembly is rejected (422), the error is shown at its field', async () => {
    const why = 'Das Datum muss zwischen 1900 und 2099 liegen.'
    const { press, field } = await openDialog({
      [save]: refusal(422, 'ValidationFailed', 'Prüfe die Angaben.', {
        fields: { assemblyDate: why },
      }),
    })
    await press()
    await screen.findByRole('alert')
    expect(field).toHaveAccessibleDescription(expect.stringContaining(why))
  })
})
