import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { readFilesHere } from '#tests/support/file-reader.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { calls } from '#tests/support/import-pages.ts'
import { anImport, aStagedImport } from '#tests/support/imported.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { json, noContent, refusal, type WireTable } from '#tests/support/wire.ts'
import { csvFile } from '#worker/domain/csv.ts'
import type { Import } from '#worker/imports/imports.contract.ts'

async function open(imports: Import[] = [], wire: WireTable = {}) {
  const app = renderApp({
    path: '/guild/import',
    user: withRoles('management'),
    wire: { [calls.list]: json(imports), ...wire },
  })
  await screen.findByRole('heading', { name: /^Bisherige Übernahmen/ })
  return app
}

const region = (name: string | RegExp) => screen.getByRole('region', { name })

describe('the kinds of data to import', () => {
  test('Seven kinds of data can be imported, and each has a template', async () => {
    const saved = catchSavedFiles()
    const { person } = await open()
    const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)
    expect(names).toEqual([
      expect.stringMatching(/^Mitglieder/),
      expect.stringMatching(/^Kleider und Besitzer/),
      expect.stringMatching(/^Ehrungen/),
      expect.stringMatching(/^Dienstbuch/),
      expect.stringMatching(/^Sprünge vor der Erfassung/),
      expect.stringMatching(/^Umzüge/),
      expect.stringMatching(/^Teilnahmen/),
    ])
    await person.click(screen.getByRole('button', { name: 'Vorlage: Kleider und Besitzer' }))
    expect(saved[0]?.name).toBe('Vorlage Kleider und Besitzer.csv')
    expect(new TextDecoder().decode(await saved[0]?.bytes())).toMatch(/^Kleidertyp;Kleidernummer;/)
  })

  test.each(['readonly', 'helper'] as const)('The role %s cannot open the import', async (role) => {
    const { wire } = renderApp({ path: '/guild/import', user: withRoles(role) })
    expect(await screen.findByRole('heading', { level: 1, name: /nicht für Dich/ })).toBeVisible()
    expect(wire.sent('GET /api/imports')).toEqual([])
  })

  test('Only the management finds the import in the settings', async () => {
    const wire = { [calls.list]: json([]), 'GET /api/guild/settings': json(someSettings()) }
    const { person, router, unmount } = renderApp({
      path: '/guild',
      user: withRoles('management'),
      wire,
    })
    await person.click(await screen.findByRole('link', { name: 'Daten übernehmen' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/guild/import'))
    unmount()
    renderApp({ path: '/guild', user: withRoles('readonly'), wire })
    expect(await screen.findByRole('heading', { name: /^Impressum/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Daten übernehmen' })).not.toBeInTheDocument()
  })
})

describe('the file of a new import', () => {
  const file = () =>
    new File(
      [
        csvFile(
          ['Nr', 'Nachname', 'Vorname'],
          [
            ['7', 'Gruber', 'Annegret'],
            ['8', 'Hepp', 'Manuel'],
          ],
        ),
      ],
      'liste.csv',
    )

  const arriving: WireTable = {
    [calls.create]: json(anImport({ id: 9, state: 'staged' }), 201),
    [calls.part]: noContent,
    [calls.one]: json(aStagedImport({ id: 9, fileName: 'liste.csv' })),
    [calls.change]: json(aStagedImport({ id: 9 })),
    [calls.preview]: refusal(500, 'InternalError'),
  }

  test('A file to import is read in the browser and sent in parts; then the page to assign its columns opens', async () => {
    readFilesHere()
    const { person, wire, router } = await open([], arriving)
    await person.click(screen.getByRole('radio', { name: /^Ehrungen/ }))
    await person.upload(screen.getByLabelText('Datei'), file())
    await waitFor(() => expect(router.state.location.pathname).toBe('/guild/import/9'))
    expect(wire.sent('POST /api/imports')[0]?.body).toMatchObject({
      kind: 'honors',
      fileName: 'liste.csv',
      fileSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      headings: ['Nr', 'Nachname', 'Vorname'],
      rowCount: 2,
      parts: 1,
    })
    expect(wire.sent('PUT /api/imports/9/parts/1')[0]?.body).toEqual({
      rows: [
        { row: 2, cells: ['7', 'Gruber', 'Annegret'] },
        { row: 3, cells: ['8', 'Hepp', 'Manuel'] },
      ],
    })
    expect(await screen.findByRole('heading', { name: /^Welche Spalte ist was\?/ })).toBeVisible()
  })

  test('A file to import can be dropped on the page', async () => {
    readFilesHere()
    const { router } = await open([], arriving)
    const place = screen.getByText(/oder hierher ziehen/)
    fireEvent.drop(place, { dataTransfer: { files: [file()] } })
    await waitFor(() => expect(router.state.location.pathname).toBe('/guild/import/9'))
  })

  test('An unreadable import file shows what to do, and another one can be chosen', async () => {
    readFilesHere()
    const { person, wire } = await open()
    const picture = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0])], 'x.csv')
    await person.upload(screen.getByLabelText('Datei'), picture)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(
      'Das ist ein Bild. Daraus lässt sich keine Tabelle lesen. Wähle die Excel-Datei (.xlsx) oder CSV, aus der es stammt.',
    )
    expect(alert).toHaveFocus()
    expect(wire.sent('POST /api/imports')).toEqual([])
    expect(screen.getByRole('button', { name: 'Datei auswählen' })).toBeEnabled()
  })

  test('A file that contains headings only cannot be imported', async () => {
    readFilesHere()
    const { person, wire } = await open()
    await person.upload(screen.getByLabelText('Datei'), new File(['Nr;Name;Ort\n'], 'x.csv'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'In dieser Datei stehen nur Überschriften.',
    )
    expect(wire.sent('POST /api/imports')).toEqual([])
  })

  test('If the encoding of a file is ambiguous, the user chooses how a word is spelled, and the file is read accordingly', async () => {
    readFilesHere()
    const { person, wire } = await open([], arriving)
    // "Gaál" of Windows, "Gaßl" of DOS.
    const bytes = Uint8Array.from('Nr;Nachname;Vorname\n1;Ga\xe1l;Eva\n', (one) =>
      one.charCodeAt(0),
    )
    const choose = () => person.upload(screen.getByLabelText('Datei'), new File([bytes], 'alt.csv'))
    await choose()
    const question = await screen.findByRole('group', { name: 'Wie heißt es richtig?' })
    expect(
      within(question)
        .getAllByRole('radio')
        .map((one) => one.closest('label')?.textContent),
    ).toEqual(expect.arrayContaining(['Gaßl', 'Gaál']))
    expect(screen.getByRole('button', { name: 'Weiter' })).toBeDisabled()
    expect(wire.sent('POST /api/imports')).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Andere Datei' }))
    await choose()
    await person.click(await screen.findByRole('radio', { name: 'Gaál' }))
    await person.click(screen.getByRole('button', { name: 'Weiter' }))
    await waitFor(() => expect(wire.sent('PUT /api/imports/9/parts/1')).toHaveLength(1))
    expect(wire.sent('PUT /api/imports/9/parts/1')[0]?.body).toEqual({
      rows: [{ row: 2, cells: ['1', 'Gaál', 'Eva'] }],
    })
  })
})

describe('an unfinished import', () => {
  const begun = anImport({
    id: 5,
    state: 'staged',
    fileName: 'ehrungen.csv',
    kind: 'honors',
    counts: null,
    doneAt: null,
    doneBy: null,
  })

  test('An unfinished import can be continued, or discarded after confirmation', async () => {
    const { person, wire } = await open([begun], { [calls.discard]: noContent })
    const card = within(region('Angefangen'))
    expect(card.getByText('Ehrungen, 21.11.2026, 18:03 Uhr, Sabine Kächele')).toBeVisible()
    expect(card.getByRole('link', { name: 'Weiter mit ehrungen.csv' })).toHaveAttribute(
      'href',
      '/guild/import/5',
    )
    await person.click(card.getByRole('button', { name: 'Verwerfen: ehrungen.csv' }))
    const dialog = await screen.findByRole('alertdialog')
    wire.answer({ [calls.list]: json([]) })
    await person.click(within(dialog).getByRole('button', { name: 'Verwerfen' }))
    await waitFor(() => expect(screen.queryByText('Angefangen')).not.toBeInTheDocument())
    expect(wire.sent('DELETE /api/imports/5')).toHaveLength(1)
  })
})

describe('the log of imports', () => {
  test('The log of imports shows user, file and time of each import and of its undo', async () => {
    await open([
      anImport({
        id: 8,
        fileName: 'kleider.csv',
        kind: 'costumes',
        state: 'undone',
        undoable: false,
        undoneAt: '2026-11-22T09:00:00.000Z',
        undoneBy: 'Bernd Löffler',
      }),
      anImport(),
    ])
    const rows = within(region(/^Bisherige Übernahmen/))
      .getAllByRole('row')
      .slice(1)
    expect(rows[0]).toHaveTextContent(
      /kleider\.csvKleider und Besitzer.*Zurückgenommen 22\.11\.2026, 10:00 Uhr, Bernd Löffler/,
    )
    expect(rows[0]).not.toHaveTextContent('Zurücknehmen')
    expect(rows[1]).toHaveTextContent(
      'mitglieder.xlsxMitglieder137 neu, 12 geändert21.11.2026, 18:20 Uhr, Sabine KächeleZurücknehmen',
    )
  })

  test('An import is undone from the log after confirmation', async () => {
    const { person, wire } = await open([anImport()], {
      [calls.undo]: json(anImport({ state: 'undone' })),
    })
    await person.click(screen.getByRole('button', { name: 'Zurücknehmen: mitglieder.xlsx' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Übernahme zurücknehmen?' })
    expect(dialog).toHaveTextContent('mitglieder.xlsx: 137 neu, 12 geändert.')
    expect(within(dialog).getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
    await person.click(within(dialog).getByRole('button', { name: 'Zurücknehmen' }))
    expect(await screen.findByText('Übernahme zurückgenommen')).toBeVisible()
    expect(wire.sent('POST /api/imports/7/undo')[0]?.body).toEqual({ others: false })
  })

  test('If rows of an import are in use (409), they are listed when it is undone, and all other rows can be undone', async () => {
    const inUse = refusal(409, 'ImportInUse', 'Es steht etwas im Weg.', {
      obstacles: ['Beate Bantle: 3 Teilnahmen, 1 Beitrag'],
    })
    const { person, wire } = await open([anImport()], {
      [calls.undo]: [inUse, json(anImport({ state: 'undone' }))],
    })
    await person.click(screen.getByRole('button', { name: 'Zurücknehmen: mitglieder.xlsx' }))
    const dialog = await screen.findByRole('alertdialog')
    await person.click(within(dialog).getByRole('button', { name: 'Zurücknehmen' }))
    expect(await within(dialog).findByText('Beate Bantle: 3 Teilnahmen, 1 Beitrag')).toBeVisible()
    await person.click(within(dialog).getByRole('button', { name: 'Alle anderen zurücknehmen' }))
    expect(await screen.findByText('Alle anderen zurückgenommen')).toBeVisible()
    expect(wire.sent('POST /api/imports/7/undo').map(({ body }) => body)).toEqual([
      { others: false },
      { others: true },
    ])
  })
})
