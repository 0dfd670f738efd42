import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderImport } from '#tests/support/import-pages.ts'
import { anImport, aPreview, aRow, aStagedImport } from '#tests/support/imported.ts'
import { json, later, refusal, type WireTable } from '#tests/support/wire.ts'
import type { PreviewRow } from '#worker/imports/imports.contract.ts'

const commit = 'POST /api/imports/7/commit'
const archive = aStagedImport({ kind: 'archive', fileName: 'zunft-2027-01-16.zip', headings: [] })

const table = (row: number, title: string, rows: string) =>
  aRow({ row, title, fields: [{ field: 'x', label: 'Zeilen', old: null, new: rows }] })
const members = table(1, 'Mitglieder mit Anschrift, Bankverbindung und Mandat', '5.000')
const places = table(2, 'Gebuchte Plätze, wer bezahlt hat und wer dabei war', '200.000')
const wrong = aRow({
  row: 3,
  verdict: 'error',
  title: 'dienstbuch.csv, Zeile 12',
  reasons: [{ field: null, text: '„Mitglied“: „777“ steht nicht in mitglieder.csv.' }],
})

async function open(rows: PreviewRow[], wire: WireTable = {}) {
  const app = renderImport(archive, aPreview(rows), wire)
  await screen.findByRole('heading', { name: 'Was im Archiv ist' })
  return app
}
const takeOver = () => screen.getByRole('button', { name: 'Archiv übernehmen' })

describe('the import of an archive', () => {
  test('The import of an archive shows what it contains, and that the guild must be empty', async () => {
    await open([members, places])
    const card = within(screen.getByRole('region', { name: 'Was im Archiv ist' }))
    expect(card.getByText('5.000')).toBeVisible()
    expect(card.getByText('200.000')).toBeVisible()
    expect(screen.getByText(/nur in eine Zunft ohne Mitglieder, Kleider und Umzüge/)).toBeVisible()
  })

  test('An archive is imported in the state that the preview showed, with a progress message', async () => {
    const done = { ...archive, ...anImport({ kind: 'archive', fileName: 'zunft.zip' }) }
    const { answer, come } = later(json(done))
    const { person, wire } = await open([members], { [commit]: answer })
    await person.click(takeOver())
    expect(await screen.findByText(/Wird übernommen/)).toBeVisible()
    wire.answer({ 'GET /api/imports/7': json(done) })
    come()
    await expect.poll(() => screen.queryByRole('button', { name: 'Archiv übernehmen' })).toBeNull()
    expect(wire.sent(commit)[0]?.body).toEqual({ seen: aPreview([members]).seen })
  })

  test('An archive with errors lists them by row and cannot be imported', async () => {
    await open([wrong, members])
    expect(
      screen.getByText(/dienstbuch\.csv, Zeile 12: „Mitglied“: „777“ steht nicht/),
    ).toBeVisible()
    expect(takeOver()).toBeDisabled()
  })

  test('A rejected archive (409) shows the reason', async () => {
    const message = 'Ein Archiv lässt sich nur in eine Zunft ohne Mitglieder übernehmen.'
    const { person } = await open([members], { [commit]: refusal(409, 'GuildNotEmpty', message) })
    await person.click(takeOver())
    expect(await screen.findByText(message)).toBeVisible()
  })
})
