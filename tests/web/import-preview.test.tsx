import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { calls, renderImport } from '#tests/support/import-pages.ts'
import { anImport, aPreview, aRow, aStagedImport } from '#tests/support/imported.ts'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import type { ImportPreview, PreviewRow } from '#worker/imports/imports.contract.ts'

const mapped = { columns: ['memberNumber', 'lastName', 'firstName', 'birthday', null] }
const save = 'PUT /api/imports/7/rows'
const commit = 'POST /api/imports/7/commit'

const fresh = aRow({
  row: 1,
  title: 'Sauter, Paul',
  fields: [{ field: 'memberNumber', label: 'Mitgliedsnummer', old: null, new: '1412' }],
})
const changed = aRow({
  row: 12,
  verdict: 'changes',
  title: 'Gruber, Annegret',
  fields: [{ field: 'phoneMobile', label: 'Mobil', old: '01555 0100142', new: '01555 0100199' }],
})
const same = aRow({ row: 3, verdict: 'same', title: 'Hepp, Manuel' })
const jasmin = { memberId: 5, name: 'Mauch, Jasmin', birthday: '1995-09-16', memberNumber: 1243 }
const doubtful = aRow({
  row: 41,
  verdict: 'duplicate',
  title: 'Mauch, Jasmine',
  reasons: [{ field: null, text: 'Es gibt schon Jasmin Mauch, 16.09.1995, Nr. 1243.' }],
  candidates: [jasmin],
})
const wrongDay = (row: number, change: Partial<PreviewRow> = {}) =>
  aRow({
    row,
    verdict: 'error',
    title: `Binder, Leonie ${row}`,
    reasons: [{ field: 'birthday', text: '„31.02.2004“ ist kein Tag.' }],
    cells: [{ field: 'birthday', label: 'Geburtstag', text: '31.02.2004', corrected: false }],
    ...change,
  })

async function open(preview: ImportPreview, wire: WireTable = {}) {
  const app = renderImport(aStagedImport({ mapping: mapped }), preview, wire)
  await app.person.click(await screen.findByRole('button', { name: 'Weiter zum Prüfen' }))
  await screen.findByRole('group', { name: 'Zeilen nach Urteil' })
  return app
}

const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const rowsOf = (...list: PreviewRow[]) => aPreview(list)
const takeOver = () => screen.getByRole('button', { name: /übernehmen$|^Übernehmen$/ })
const decision = (row: number) =>
  screen.getByRole('combobox', { name: `Entscheidung für Zeile ${row}` })
const cell = (label: string, row: number) =>
  screen.getByRole('textbox', { name: `${label} in Zeile ${row}` })
const tile = (name: RegExp) => screen.getByRole('button', { name })

describe('the rows of an import file', () => {
  test('In the preview of an import the rows that need a decision come first, each with the reason', async () => {
    await open(rowsOf(fresh, same, changed, doubtful, wrongDay(87)))
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^87Fehler.*„31\.02\.2004“ ist kein Tag\./),
      expect.stringMatching(
        /^41Doppelt\?Mauch, Jasmine.*Es gibt schon Jasmin Mauch, 16\.09\.1995, Nr\. 1243\./,
      ),
      expect.stringMatching(/^12Ändert.*Mobil bisher 01555 0100142, neu 01555 0100199/),
      expect.stringMatching(/^1NeuSauter, Paul.*Wird angelegt, 1 Angabe/),
      expect.stringMatching(/^3Unverändert.*Steht schon genau so da\./),
    ])
    expect(tile(/^Fehler ?1$/)).toBeVisible()
  })

  test('Rows of an import are filtered by verdict and found by name', async () => {
    const { person } = await open(rowsOf(fresh, same, changed))
    await person.click(tile(/^Ändert/))
    expect(rows()).toHaveLength(1)
    expect(tile(/^Ändert/)).toHaveAttribute('aria-pressed', 'true')
    await person.click(tile(/^Ändert/))
    expect(rows()).toHaveLength(3)
    await person.type(screen.getByRole('searchbox', { name: 'Suchen' }), 'hepp')
    expect(rows()).toHaveLength(1)
    await person.type(screen.getByRole('searchbox', { name: 'Suchen' }), 'xyz')
    expect(screen.getByText('Keine Zeile passt dazu.')).toBeVisible()
  })

  test('Rows of a large import file are shown on pages', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => aRow({ row: index + 2 }))
    const { person } = await open(aPreview(many))
    expect(rows()).toHaveLength(25)
    expect(screen.getByText('1–25 von 2.000')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Nächste Seite' }))
    expect(rows()[0]).toHaveTextContent(/^27Neu/)
    await person.selectOptions(screen.getByRole('combobox', { name: 'Rows per page:' }), '100')
    expect(rows()).toHaveLength(100)
  })
})

describe('a row that needs a decision', () => {
  test('A decision is stored at once, and its row stays at its place in the list', async () => {
    const taken = aRow({
      ...doubtful,
      verdict: 'same',
      reasons: [],
      candidates: [],
      decision: 'same',
      memberId: 5,
    })
    const { person, wire } = await open(rowsOf(fresh, doubtful, wrongDay(87)), {
      [calls.preview]: [
        json(rowsOf(fresh, doubtful, wrongDay(87))),
        json(rowsOf(fresh, taken, wrongDay(87))),
      ],
    })
    expect(
      within(decision(41))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Offen', 'Dasselbe', 'Neu', 'Überspringen'])
    await person.selectOptions(decision(41), 'Dasselbe')
    expect(wire.sent(save)[0]?.body).toEqual({
      rows: [{ row: 41, decision: 'same', memberId: 5 }],
    })
    await waitFor(() => expect(rows()[1]).toHaveTextContent('Unverändert'))
    expect(decision(41)).toHaveFocus()
    expect(decision(41)).toHaveDisplayValue('Dasselbe')
    // Choosing the filter again sorts the list by the current state.
    await person.click(tile(/^Neu/))
    await person.click(tile(/^Neu/))
    expect(rows().map((row) => row.textContent?.slice(0, 2))).toEqual(['87', '1N', '41'])
  })

  test('For a possible duplicate every member who may be meant can be chosen', async () => {
    const other = { memberId: 6, name: 'Mauch, Jasmine', birthday: null, memberNumber: 88 }
    const { person, wire } = await open(rowsOf({ ...doubtful, candidates: [jasmin, other] }))
    await person.selectOptions(decision(41), 'Dasselbe: Mauch, Jasmine, Nr. 88')
    expect(wire.sent(save)[0]?.body).toEqual({ rows: [{ row: 41, decision: 'same', memberId: 6 }] })
  })

  test('If a decision cannot be stored, the row is undecided again and an error is shown', async () => {
    const { person } = await open(rowsOf(doubtful), { [calls.rows]: offline })
    await person.selectOptions(decision(41), 'Neu')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Zeile konnte nicht gespeichert werden',
    )
    expect(decision(41)).toHaveDisplayValue('Offen')
  })

  test('All rows of the same kind of doubt can be decided at once, which can be undone', async () => {
    const question = {
      place: 'choices' as const,
      field: 'doubt:member:likeName',
      word: '',
      question: 'Gleicher Geburtstag, ähnlicher Name: 2 Zeilen sind vielleicht ein Mitglied.',
      rows: 2,
      options: [
        { value: 'new', label: 'Alle als neu (2)' },
        { value: 'same', label: 'Alle zusammenführen (2)' },
      ],
      answer: null,
    }
    const other = aRow({ ...doubtful, row: 42 })
    const asked = { ...rowsOf(doubtful, other), questions: [question] }
    const fresh = [doubtful, other].map((row) =>
      aRow({ ...row, verdict: 'new', ofAll: 'new', reasons: [] }),
    )
    const answered = { ...rowsOf(...fresh), questions: [{ ...question, answer: 'new' }] }
    const { person, wire } = await open(asked, {
      [calls.preview]: [json(asked), json(answered), json(asked)],
    })
    const all = () => screen.getByRole('combobox', { name: question.question })
    expect(all()).toHaveDisplayValue('Einzeln entscheiden')
    await person.selectOptions(all(), 'Alle als neu (2)')
    await waitFor(() => expect(decision(42)).toHaveDisplayValue('Wie alle: Neu'))
    expect(wire.sent('PUT /api/imports/7').at(-1)?.body).toMatchObject({
      answers: { choices: { 'doubt:member:likeName': 'new' } },
    })
    await person.selectOptions(all(), 'Einzeln entscheiden')
    await waitFor(() => expect(decision(42)).toHaveDisplayValue('Offen'))
    expect(wire.sent('PUT /api/imports/7').at(-1)?.body).toMatchObject({
      answers: { choices: {} },
    })
  })

  test('A valid row can be excluded from the import', async () => {
    const { person, wire } = await open(rowsOf(fresh))
    expect(decision(1)).toHaveDisplayValue('Übernehmen')
    await person.selectOptions(decision(1), 'Überspringen')
    expect(wire.sent(save)[0]?.body).toEqual({ rows: [{ row: 1, decision: 'skip' }] })
  })
})

describe('an invalid cell', () => {
  test('An invalid cell of an import can be corrected in its place and reset to the file', async () => {
    const corrected = aRow({
      row: 87,
      title: 'Binder, Leonie',
      cells: [{ field: 'birthday', label: 'Geburtstag', text: '28.2.2004', corrected: true }],
    })
    const { person, wire } = await open(rowsOf(wrongDay(87)), {
      [calls.preview]: [
        json(rowsOf(wrongDay(87))),
        json(rowsOf(corrected)),
        json(rowsOf(wrongDay(87))),
      ],
    })
    expect(cell('Geburtstag', 87)).toBeInvalid()
    await person.clear(cell('Geburtstag', 87))
    await person.type(cell('Geburtstag', 87), '28.2.2004{Enter}')
    expect(wire.sent(save)[0]?.body).toEqual({
      rows: [{ row: 87, values: { birthday: '28.2.2004' } }],
    })
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Neu'))
    expect(cell('Geburtstag', 87)).toHaveFocus()
    await person.click(screen.getByRole('button', { name: 'Wie in der Datei' }))
    expect(wire.sent(save)[1]?.body).toEqual({ rows: [{ row: 87, values: null }] })
  })

  test('An invalid value can be emptied in all rows that have it, without changing other corrections', async () => {
    const elsewhere = { field: 'eMail', label: 'E-Mail', text: 'a@b.de', corrected: true }
    const { person, wire } = await open(
      rowsOf(
        wrongDay(87),
        wrongDay(88, { cells: [...wrongDay(88).cells, elsewhere] }),
        wrongDay(89, {
          cells: [{ field: 'birthday', label: 'Geburtstag', text: '30.2.1999', corrected: false }],
        }),
      ),
    )
    const buttons = screen.getAllByRole('button', { name: 'in allen 2 Zeilen leer lassen' })
    expect(buttons).toHaveLength(2)
    await person.click(buttons[0] as HTMLElement)
    expect(wire.sent(save)[0]?.body).toEqual({
      rows: [
        { row: 87, values: { birthday: '' } },
        { row: 88, values: { eMail: 'a@b.de', birthday: '' } },
      ],
    })
  })

  test('A value that is typed once is stored in the empty cells of a column in all rows', async () => {
    const noDay = (row: number) =>
      aRow({
        row,
        verdict: 'error',
        reasons: [{ field: 'bankingSepaAllowedDate', text: 'Das Datum des Mandats fehlt.' }],
        cells: [
          { field: 'bankingSepaAllowedDate', label: 'SEPA-Datum', text: '', corrected: false },
        ],
      })
    const { person, wire } = await open(rowsOf(noDay(5), noDay(6), noDay(7)))
    await person.type(
      screen.getByLabelText('SEPA-Datum in allen 3 leeren Zellen'),
      '1.2.2014{Enter}',
    )
    await waitFor(() =>
      expect(wire.sent('PUT /api/imports/7').at(-1)?.body).toMatchObject({
        answers: { empty: { bankingSepaAllowedDate: '1.2.2014' } },
      }),
    )
  })

  test('A cell that was repaired automatically can be changed', async () => {
    const repaired = aRow({
      notes: [{ field: 'birthday', text: 'Jahr allein: 1. Januar 1979' }],
      cells: [{ field: 'dateJoined', label: 'Eintrittsdatum', text: '1979', corrected: false }],
    })
    const { person, wire } = await open(rowsOf(repaired))
    expect(screen.getByText('Jahr allein: 1. Januar 1979')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Eintrittsdatum ändern in Zeile 2' }))
    await person.type(cell('Eintrittsdatum', 2), '{Backspace}8{Tab}')
    expect(wire.sent(save)[0]?.body).toEqual({ rows: [{ row: 2, values: { dateJoined: '1978' } }] })
  })

  test('The list of errors is a CSV file of the invalid rows with field, content and reason', async () => {
    const saved = catchSavedFiles()
    const { person } = await open(rowsOf(fresh, wrongDay(87)))
    await person.click(screen.getByRole('button', { name: 'Fehlerliste' }))
    expect(saved[0]?.name).toBe('Fehlerliste.csv')
    expect(new TextDecoder().decode(await saved[0]?.bytes())).toBe(
      'Zeile;Urteil;Name;Feld;Inhalt;Grund\r\n87;Fehler;Binder, Leonie 87;Geburtstag;31.02.2004;„31.02.2004“ ist kein Tag.\r\n',
    )
  })
})

describe('committing an import', () => {
  const many = (count: number, verdict: PreviewRow['verdict'], from = 2) =>
    Array.from({ length: count }, (_, index) => aRow({ row: index + from, verdict }))

  test.each([
    [137, 12, '137 neue, 12 geänderte Mitglieder übernehmen'],
    [1, 0, '1 neues Mitglied übernehmen'],
    [0, 1, '1 geändertes Mitglied übernehmen'],
    [2, 1, '2 neue, 1 geändertes Mitglied übernehmen'],
  ])(
    'The button to import %d new and %d changed rows shows both numbers',
    async (news, changes, name) => {
      await open(aPreview([...many(news, 'new'), ...many(changes, 'changes', 1000)]))
      expect(screen.getByRole('button', { name })).toBeEnabled()
    },
  )

  test('As long as rows are invalid or possible duplicates, the import is disabled and their numbers are shown', async () => {
    await open(rowsOf(fresh, doubtful, wrongDay(87), wrongDay(88)))
    expect(takeOver()).toBeDisabled()
    expect(
      screen.getByText('Erst noch zu entscheiden: 2 Zeilen mit Fehlern, 1 Zeile mit „doppelt?“.'),
    ).toBeVisible()
  })

  test('After an import its result is shown, with a hint to other kinds of data in the same file', async () => {
    const done = anImport({
      counts: { new: 1, changes: 0, same: 1, duplicate: 0, error: 0, skipped: 0 },
    })
    const waiting = later(json(done))
    const { person, wire } = await open(aPreview([fresh, same], { alsoHolds: ['costumes'] }), {
      [calls.commit]: waiting.answer,
    })
    await person.click(takeOver())
    expect(screen.getByText(/^Wird übernommen\./)).toBeVisible()
    wire.answer({ [calls.one]: json(aStagedImport({ ...done, mapping: mapped })) })
    waiting.come()
    const head = await screen.findByRole('heading', { name: 'Übernommen: 1 neu, 1 unverändert' })
    await waitFor(() => expect(head).toHaveFocus())
    expect(wire.sent(commit)[0]?.body).toEqual({ seen: 'hash-1' })
    expect(screen.getByRole('link', { name: 'Zur Mitgliederliste' })).toHaveAttribute(
      'href',
      '/members',
    )
    expect(screen.getByText('In dieser Datei stehen auch Kleidernummern.')).toBeVisible()
    expect(screen.getByText('Jetzt als Kleider übernehmen?')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Datei noch einmal wählen' })).toHaveAttribute(
      'href',
      '/guild/import?kind=costumes',
    )
    expect(screen.getByRole('button', { name: 'Zurücknehmen' })).toBeVisible()
  })

  test('If data has changed since the preview (409), the import shows a note and the new preview', async () => {
    const { person, wire } = await open(rowsOf(fresh), {
      [calls.commit]: refusal(409, 'ImportStale'),
      [calls.preview]: [json(rowsOf(fresh)), json(rowsOf({ ...fresh, verdict: 'same' }))],
    })
    await person.click(takeOver())
    const note = await screen.findByText(/^Seit der Prüfung hat sich/)
    expect(note.closest('[data-slot=alert]')).toHaveFocus()
    await waitFor(() => expect(rows()[0]).toHaveTextContent('Unverändert'))
    expect(wire.sent(commit)).toHaveLength(1)
  })

  test('If the answer of an import was lost, the result is read from the server and shown', async () => {
    const { person, wire } = await open(rowsOf(fresh), { [calls.commit]: offline })
    wire.answer({ [calls.one]: json(aStagedImport(anImport())) })
    await person.click(takeOver())
    expect(await screen.findByRole('heading', { name: /^Übernommen/ })).toBeVisible()
  })
})

describe('a house number converted to a date', () => {
  const becameDay = (row: number, ...offers: string[]) =>
    aRow({
      row,
      verdict: 'error',
      title: `Lang, Eva ${row}`,
      reasons: [{ field: 'addressNumber', text: 'Hier hat die Tabelle ein Datum.', offers }],
      cells: [
        { field: 'addressNumber', label: 'Hausnummer', text: '02.04.2026', corrected: false },
      ],
    })

  test('A house number that a spreadsheet converted to a date can be corrected with one click', async () => {
    const { person, wire } = await open(rowsOf(becameDay(3, '5-3', '3-5')))
    await person.click(screen.getByRole('button', { name: '„3-5“ in Zeile 3' }))
    expect(wire.sent(save)[0]?.body).toEqual({
      rows: [{ row: 3, values: { addressNumber: '3-5' } }],
    })
  })

  test('All house numbers converted to dates can be corrected at once, each to its most likely value', async () => {
    const { person, wire } = await open(rowsOf(becameDay(3, '2-4'), becameDay(4, '5-3', '3-5')))
    await person.click(screen.getByRole('button', { name: 'in allen 2 Zeilen so: 2-4, 5-3' }))
    expect(wire.sent(save)[0]?.body).toEqual({
      rows: [
        { row: 3, values: { addressNumber: '2-4' } },
        { row: 4, values: { addressNumber: '5-3' } },
      ],
    })
  })
})
