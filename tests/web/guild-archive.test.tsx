import { screen, within } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { someSettings } from '#tests/support/guild-settings.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/guild/settings-page.tsx'
import '#web/lib/pack-archive.ts'
import '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'

const load = 'GET /api/guild/settings'
const take = 'GET /api/export'

const sent = (text: string) => () => new Response(text)
const twoFiles = '\u001eLIESMICH.txt\n\uFEFFHallo\r\n\u001emitglieder.csv\n\uFEFFID\r\n1\r\n'
const whole = sent(`${twoFiles}\u001eWHOLE\n`)

async function open(wire: WireTable = {}, role: Role = 'management') {
  const app = renderApp({
    path: '/guild',
    user: withRoles(role),
    wire: { [load]: json(someSettings()), ...wire },
  })
  await screen.findByRole('heading', { name: 'Beiträge' })
  return app
}

const button = () => screen.getByRole('button', { name: 'Alles herunterladen' })

describe('Alles herunterladen', () => {
  test("The archive is saved as a ZIP file whose name contains today's date", async () => {
    const saved = catchSavedFiles()
    const { person } = await open({ [take]: whole })
    await person.click(button())
    await expect.poll(() => saved.length).toBe(1)
    expect(saved[0]?.name).toMatch(/^zunft-\d{4}-\d{2}-\d{2}\.zip$/)
    const files = unzipSync((await saved[0]?.bytes()) ?? new Uint8Array())
    expect(Object.keys(files)).toEqual(['LIESMICH.txt', 'mitglieder.csv'])
    expect([...(files['mitglieder.csv'] ?? [])]).toEqual([
      ...new TextEncoder().encode('\uFEFFID\r\n1\r\n'),
    ])
  })

  test('If data changed during the download, the archive is requested again', async () => {
    const saved = catchSavedFiles()
    const changed = sent(`${twoFiles}\u001eCHANGED\n`)
    const { person, wire } = await open({ [take]: [changed, whole] })
    await person.click(button())
    await expect.poll(() => saved.length).toBe(1)
    expect(wire.sent(take)).toHaveLength(2)
  })

  test('If the data changed in three downloads, the archive shows an error', async () => {
    const saved = catchSavedFiles()
    const { person, wire } = await open({ [take]: sent(`${twoFiles}\u001eCHANGED\n`) })
    await person.click(button())
    expect(await screen.findByText(/Gerade wird zu viel geändert/)).toBeInTheDocument()
    expect(wire.sent(take)).toHaveLength(3)
    expect(saved).toEqual([])
  })

  test.each([
    ['is cut off', sent(twoFiles)],
    ['never comes', offline],
    ['is refused', refusal(500, 'InternalError', 'Das hat nicht geklappt.')],
  ])('An archive whose download %s is not saved', async (_what, answer) => {
    const saved = catchSavedFiles()
    const { person } = await open({ [take]: answer })
    await person.click(button())
    expect(await screen.findByText('Das Archiv konnte nicht geladen werden')).toBeInTheDocument()
    expect(saved).toEqual([])
  })

  test('If the server asks for a confirmation (403), the password is asked for and the download continues', async () => {
    const saved = catchSavedFiles()
    const { person } = await open({
      [take]: [refusal(403, 'ConfirmNeeded'), whole],
      'GET /api/v1/auth/passkey': () => Response.json([]),
      'POST /api/v1/auth/confirm': () => Response.json({}),
    })
    await person.click(button())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText(/^Passwort\*?$/)).toHaveFocus()
    await person.keyboard('Fasnet-2026!{Enter}')
    await expect.poll(() => saved.length).toBe(1)
  })

  test('A second click during the download of the archive sends no request', async () => {
    catchSavedFiles()
    const { answer, come } = later(whole)
    const { person, wire } = await open({ [take]: answer })
    await person.click(button())
    await person.click(button())
    expect(wire.sent(take)).toHaveLength(1)
    come()
  })

  test('A read-only user has no button for the archive', async () => {
    await open({}, 'readonly')
    expect(screen.queryByRole('button', { name: 'Alles herunterladen' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Daten' })).toBeNull()
  })
})
