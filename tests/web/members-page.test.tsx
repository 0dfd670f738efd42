import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { gruber } from '#tests/support/member-rows.ts'
import {
  downloadCall,
  heads,
  listCall,
  openMembers,
  renderMembers,
  shownNames,
} from '#tests/support/members-page.tsx'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { json, later, noContent, offline, refusal } from '#tests/support/wire.ts'

const download = () => screen.getByRole('button', { name: 'Mitgliederliste herunterladen' })

describe('the page of members', () => {
  test('The member page shows its title, also as the title of the document', async () => {
    await openMembers()
    expect(screen.getByRole('heading', { level: 1, name: 'Mitgliederliste' })).toBeVisible()
    expect(screen.getByText('Hier sind alle Vereinsmitglieder aufgelistet')).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Mitgliederliste · Narrenzunft Schellental'))
  })

  test('Table head and search are shown while the members load, and a typed search is applied afterwards', async () => {
    const rows = later(json([gruber]))
    const { person } = renderMembers({ wire: { [listCall]: rows.answer } })
    await person.type(await screen.findByRole('searchbox'), 'gru')
    expect(screen.getByText('Laden...')).toBeInTheDocument()
    expect(screen.getByText('Mitgliedsstatus')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
    rows.come()
    await waitFor(() => expect(shownNames()).toEqual(['Gruber, Annegret']))
    expect(screen.getByRole('searchbox')).toHaveValue('gru')
    expect(heads()).toHaveLength(4)
  })

  test('Members that fail to load can be loaded again', async () => {
    const { person } = renderMembers({ wire: { [listCall]: [offline, json([gruber])] } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Mitglieder konnten nicht geladen werden',
    )
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    await waitFor(() => expect(shownNames()).toEqual(['Gruber, Annegret']))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('An empty member list offers to create or import members and has no search', async () => {
    renderMembers({ rows: [] })
    expect(await screen.findByRole('heading', { name: 'Noch kein Mitglied' })).toBeVisible()
    expect(screen.getByText(/^Lege das erste an, oder übernimm/)).toBeVisible()
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
  })
})

describe('creating a member', () => {
  test('A user of the management sees the link to create a member', async () => {
    await openMembers()
    expect(screen.getByRole('link', { name: '+ Mitglied Anlegen' })).toHaveAttribute(
      'href',
      '/members/create',
    )
  })

  test('A read-only user cannot create a member but sees and downloads the list', async () => {
    await openMembers({ roles: ['readonly'] })
    expect(shownNames()).toHaveLength(4)
    expect(download()).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled()
    expect(screen.queryByRole('link', { name: '+ Mitglied Anlegen' })).not.toBeInTheDocument()
  })
})

test('A helper sees neither the list nor a link to it and sends no request', async () => {
  const { wire } = renderMembers({ roles: ['helper'] })
  expect(await screen.findByText('Diese Seite ist nicht für Dich freigegeben')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Mitglieder' })).not.toBeInTheDocument()
  expect(wire.sent(listCall)).toEqual([])
})

describe('downloading the members', () => {
  test('The member list is downloaded with the access token and saved unchanged', async () => {
    const saved = catchSavedFiles()
    const csv = '\uFEFFMitgliedsnummer;Nachname\r\n118;Häußler\r\n'
    const { person, wire } = await openMembers({
      wire: { [downloadCall]: () => new Response(csv) },
    })
    await person.click(download())
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('Mitgliederliste.csv')
    expect([...((await saved[0]?.bytes()) ?? [])]).toEqual([...new TextEncoder().encode(csv)])
    expect(wire.sent(downloadCall)[0]?.headers.get('Authorization')).toBe('Bearer token-of-sabine')
  })

  test('Several clicks download the member list once', async () => {
    const saved = catchSavedFiles()
    const file = later(() => new Response('x'))
    const { person, wire } = await openMembers({ wire: { [downloadCall]: file.answer } })
    await person.click(download())
    expect(download()).toHaveAttribute('aria-busy', 'true')
    await person.click(download())
    file.come()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(download()).not.toHaveAttribute('aria-busy')
    expect(wire.sent(downloadCall)).toHaveLength(1)
  })

  test.each([
    ['204', noContent],
    ['an empty file', () => new Response('')],
  ])(
    'A member list without content (%s) saves no file and shows no error',
    async (_what, answer) => {
      const saved = catchSavedFiles()
      const { person } = await openMembers({ wire: { [downloadCall]: answer } })
      await person.click(download())
      await waitFor(() => expect(download()).not.toHaveAttribute('aria-busy'))
      expect(saved).toEqual([])
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    },
  )

  test('If the download of the member list fails (503), an error is shown and the list can still be used', async () => {
    const { person } = await openMembers({
      wire: { [downloadCall]: refusal(503, 'Busy', 'Gerade ist zu viel los.') },
    })
    await person.click(download())
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Mitgliederliste konnte nicht heruntergeladen werden')
    expect(alert).toHaveTextContent('Gerade ist zu viel los.')
    expect(shownNames()).toHaveLength(4)
  })
})
