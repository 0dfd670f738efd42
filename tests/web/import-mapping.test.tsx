import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { calls, renderImport } from '#tests/support/import-pages.ts'
import { aPreview, aRow, aStagedImport } from '#tests/support/imported.ts'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import { TypedInput } from '#web/imports/typed-input.tsx'
import type {
  ImportPreview,
  ImportQuestion,
  StagedImport,
} from '#worker/imports/imports.contract.ts'

const change = 'PUT /api/imports/7'

async function open(
  staged: Partial<StagedImport> = {},
  preview: ImportPreview = aPreview([aRow()]),
  wire: WireTable = {},
) {
  const app = renderImport(aStagedImport(staged), preview, wire)
  await screen.findByRole('heading', { name: /^Welche Spalte ist was\?/ })
  return app
}

const column = (heading: string) => screen.getByRole('combobox', { name: `Feld für ${heading}` })
const next = () => screen.getByRole('button', { name: 'Weiter zum Prüfen' })

const aQuestion = (more: Partial<ImportQuestion> = {}): ImportQuestion => ({
  place: 'words',
  field: 'membershipState',
  question: 'Was ist „Ehrenmitglied“?',
  word: 'Ehrenmitglied',
  rows: 12,
  options: [
    { value: 'Active', label: 'Aktiv' },
    { value: 'Passive', label: 'Passiv' },
  ],
  answer: null,
  ...more,
})

describe('the columns of an import file', () => {
  test('The columns of an import file are assigned by their headings, and the assignment is stored at once', async () => {
    const { wire } = await open()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Mitglieder übernehmen')
    expect(screen.getByText('mitglieder-2026.csv, 412 Zeilen')).toBeVisible()
    expect(screen.getByRole('heading', { name: /^Welche Spalte/ })).toHaveTextContent(
      '4 von 5 erkannt',
    )
    expect(column('Name')).toHaveDisplayValue('Nachname')
    expect(column('geb')).toHaveDisplayValue('Geburtstag')
    expect(column('Häsabnahme')).toHaveDisplayValue('Nicht übernehmen')
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows[4]).toHaveTextContent('14.3.68 · 01.11.1991')
    expect(rows[4]).toHaveTextContent('erkannt')
    expect(rows[5]).toHaveTextContent('Wähle ein Feld, oder lass die Spalte weg')
    await waitFor(() =>
      expect(wire.sent(change)[0]?.body).toEqual({
        mapping: { columns: ['memberNumber', 'lastName', 'firstName', 'birthday', null] },
        answers: { words: {}, empty: {}, choices: {} },
      }),
    )
  })

  test("A column named after the guild's own honor is recognised, and hidden honors are not offered", async () => {
    const { wire } = await open({
      kind: 'honors',
      headings: ['Nr', 'Goldene Narrenkappe', 'Sonstiges'],
      samples: [[1], ['6.1.2020'], ['']],
      honors: [
        { code: 'Ehrenelferrat', label: 'Ehrenelferrat', hidden: true },
        { code: 'own_27', label: 'Goldene Narrenkappe', hidden: false },
      ],
    })
    expect(column('Goldene Narrenkappe')).toHaveDisplayValue('Tag der Ehrung: Goldene Narrenkappe')
    expect(
      within(column('Sonstiges'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
        .filter((text) => text?.startsWith('Tag der Ehrung')),
    ).toEqual(['Tag der Ehrung: Goldene Narrenkappe'])
    await waitFor(() =>
      expect(wire.sent(change).at(-1)?.body).toMatchObject({
        mapping: { columns: ['memberNumber', 'honor:own_27', null] },
      }),
    )
  })

  test('If columns were assigned by hand in an earlier file with the same headings, the same assignment is proposed', async () => {
    const { wire } = await open({
      mapping: { columns: [null, 'lastName', 'firstName', 'dateJoined', 'comment'] },
    })
    expect(column('Nr')).toHaveDisplayValue('Nicht übernehmen')
    expect(column('geb')).toHaveDisplayValue('Eintrittsdatum')
    expect(column('Häsabnahme')).toHaveDisplayValue('In die Bemerkung')
    expect(wire.sent(change)).toEqual([])
  })

  test('When several columns of an import are changed, the last request contains all changes', async () => {
    const { person, wire } = await open()
    await person.selectOptions(column('Häsabnahme'), 'In die Bemerkung')
    await person.selectOptions(column('geb'), 'Eintrittsdatum')
    await waitFor(() =>
      expect(wire.sent(change).at(-1)?.body).toMatchObject({
        mapping: { columns: ['memberNumber', 'lastName', 'firstName', 'dateJoined', 'comment'] },
      }),
    )
  })

  test('A change of columns that is not yet stored is sent when the page is left', async () => {
    const { person, wire } = await open({
      mapping: { columns: ['memberNumber', 'lastName', 'firstName', null, null] },
    })
    await person.selectOptions(column('geb'), 'Geburtstag')
    window.dispatchEvent(new Event('pagehide'))
    // Earlier than the delay of the automatic save.
    const soon = { timeout: 200 }
    await waitFor(() => expect(wire.sent(change)).toHaveLength(1), soon)
    expect(wire.sent(change)[0]?.body).toMatchObject({
      mapping: { columns: ['memberNumber', 'lastName', 'firstName', 'birthday', null] },
    })
  })

  test('Two columns with the same field disable the next step and show the reason', async () => {
    const { person } = await open()
    await person.selectOptions(column('Häsabnahme'), 'Geburtstag')
    expect(screen.getAllByText('Schon eine andere Spalte ist dieses Feld')).toHaveLength(2)
    expect(screen.getByText('Zwei Spalten sind dasselbe Feld.')).toBeVisible()
    expect(next()).toBeDisabled()
    await person.selectOptions(column('Häsabnahme'), 'Nicht übernehmen')
    await person.selectOptions(column('Name'), 'Nicht übernehmen')
    expect(screen.getByText(/^Ordne noch zu.*: Nachname\.$/)).toBeVisible()
    expect(next()).toBeDisabled()
    await person.selectOptions(column('Name'), 'Nachname und Vorname')
    expect(next()).toBeEnabled()
  })

  test('If the columns of an import cannot be stored, an error is shown and they can be sent again', async () => {
    const { person, wire } = await open({}, aPreview([]), {
      [calls.change]: refusal(500, 'InternalError'),
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Zuordnung konnte nicht gespeichert werden')
    expect(wire.sent(change)).toHaveLength(1)
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    await waitFor(() => expect(wire.sent(change)).toHaveLength(2))
    expect(column('Name')).toHaveDisplayValue('Nachname')
  })
})

describe('questions about missing data', () => {
  test('A question about missing data is asked once for all rows concerned', async () => {
    const day = aQuestion({
      place: 'empty',
      field: 'paradesBeforeUntil',
      word: '',
      question: 'Gezählt bis',
      options: [],
    })
    const { person, wire } = await open({}, aPreview([aRow()], { questions: [aQuestion(), day] }))
    const card = within(await screen.findByRole('region', { name: /^Was ist gemeint\?/ }))
    expect(card.getByRole('status')).toHaveTextContent('2 offen')
    expect(screen.getByText('2 Fragen sind noch offen.')).toBeVisible()
    await person.selectOptions(card.getByLabelText('Was ist „Ehrenmitglied“?'), 'Passiv')
    await person.type(card.getByLabelText('Gezählt bis'), '31.12.2024{Enter}')
    expect(card.getByRole('status')).toHaveTextContent('alles beantwortet')
    await waitFor(() =>
      expect(wire.sent(change).at(-1)?.body).toMatchObject({
        answers: {
          words: { membershipState: { Ehrenmitglied: 'Passive' } },
          empty: { paradesBeforeUntil: '31.12.2024' },
        },
      }),
    )
  })

  test('If the answer about missing data is not a date, an error is shown', async () => {
    const day = aQuestion({
      place: 'empty',
      field: 'bankingSepaAllowedDate',
      word: '',
      question: 'Wann wurden die SEPA-Mandate ohne Datum unterschrieben?',
      options: [],
    })
    const { person } = await open({}, aPreview([aRow()], { questions: [day] }))
    const asked = await screen.findByLabelText(day.question)
    await person.type(asked, 'weiß nicht{Enter}')
    expect(await screen.findByText('„weiß nicht“ ist kein Tag.')).toBeVisible()
    await person.clear(asked)
    await person.type(asked, '1.2.2014{Enter}')
    await waitFor(() => expect(screen.queryByText(/ist kein Tag/)).toBeNull())
  })

  test('A proposed answer about missing data is stored only once it is accepted, alone or with all others', async () => {
    const office = (word: string, proposal?: string) =>
      aQuestion({
        field: 'membershipState',
        word,
        question: `Was ist „${word}“?`,
        options: [
          { value: 'Active', label: 'Aktiv' },
          { value: 'Passive', label: 'Passiv' },
        ],
        proposal,
      })
    const questions = [office('Eins', 'Active'), office('Zwei', 'Passive'), office('Drei')]
    const { person, wire } = await open({}, aPreview([aRow()], { questions }))
    expect(await screen.findByLabelText('Was ist „Eins“?')).toHaveDisplayValue('Bitte wählen')
    expect(wire.sent(change).filter(({ body }) => JSON.stringify(body).includes('Eins'))).toEqual(
      [],
    )
    await person.click(screen.getByRole('button', { name: 'Alle 2 Vorschläge annehmen' }))
    await waitFor(() =>
      expect(wire.sent(change).at(-1)?.body).toMatchObject({
        answers: { words: { membershipState: { Eins: 'Active', Zwei: 'Passive' } } },
      }),
    )
    await person.selectOptions(screen.getByLabelText('Was ist „Zwei“?'), 'Bitte wählen')
    await person.click(screen.getByRole('button', { name: 'Vorschlag annehmen: Passiv' }))
    expect(screen.getByLabelText('Was ist „Zwei“?')).toHaveDisplayValue('Passiv')
    expect(screen.getByLabelText('Was ist „Drei“?')).toHaveDisplayValue('Bitte wählen')
  })

  test('An answer given earlier about missing data can be changed', async () => {
    const order = aQuestion({
      place: 'choices',
      field: 'nameOrder',
      word: '',
      question: 'In welcher Reihenfolge?',
    })
    const { person, wire } = await open({}, undefined, {
      [calls.preview]: [json(aPreview([aRow()], { questions: [order] })), json(aPreview([aRow()]))],
    })
    const select = await screen.findByLabelText('In welcher Reihenfolge?')
    await person.selectOptions(select, 'Passiv')
    await waitFor(() => expect(wire.sent('GET /api/imports/7/preview')).toHaveLength(2))
    await person.selectOptions(screen.getByLabelText('In welcher Reihenfolge?'), 'Aktiv')
    await waitFor(() =>
      expect(wire.sent(change).at(-1)?.body).toMatchObject({
        answers: { choices: { nameOrder: 'Active' } },
      }),
    )
  })

  test('For each field a value for empty cells can be set and removed', async () => {
    const { person, wire } = await open()
    const card = within(screen.getByRole('region', { name: 'Wert für leere Zellen' }))
    await person.selectOptions(card.getByLabelText('Feld mit Wert für leere Zellen'), 'SEPA-Datum')
    await person.type(card.getByLabelText('SEPA-Datum'), '1.2.2014{Tab}')
    await waitFor(() =>
      expect(wire.sent(change).at(-1)?.body).toMatchObject({
        answers: { empty: { bankingSepaAllowedDate: '1.2.2014' } },
      }),
    )
    await person.click(
      card.getByRole('button', { name: 'SEPA-Datum: keinen Wert für leere Zellen' }),
    )
    await waitFor(() =>
      expect(wire.sent(change).at(-1)?.body).toMatchObject({ answers: { empty: {} } }),
    )
    expect(card.queryByLabelText('SEPA-Datum')).not.toBeInTheDocument()
  })

  test('Until a column is assigned to the membership state, a hint says that no column tells who is active', async () => {
    const { person } = await open()
    const hint = () => screen.queryByText('Keine Spalte sagt, wer aktiv und wer passiv ist')
    expect(hint()).toBeVisible()
    await person.selectOptions(column('Häsabnahme'), 'Mitgliedsstatus')
    await waitFor(() => expect(hint()).toBeNull())
  })

  test('An import recognises existing members by number or only by name and birthday', async () => {
    const { person, wire } = await open()
    const same = within(screen.getByRole('radiogroup', { name: 'Wer ist schon da?' }))
    expect(same.getByLabelText('Gleiche Mitgliedsnummer, sonst Name und Geburtstag')).toBeChecked()
    await person.click(same.getByLabelText('Nur Name und Geburtstag'))
    await waitFor(() =>
      expect(wire.sent(change).at(-1)?.body).toMatchObject({
        answers: { choices: { matchBy: 'name' } },
      }),
    )
  })

  test('Rows of the file that were not read are listed', async () => {
    const { person } = await open({ skipped: [{ row: 4, text: 'Summe', reason: 'Summenzeile' }] })
    await person.click(screen.getByText('1 Zeile der Datei ausgelassen'))
    expect(screen.getByText(/„Summe“, Summenzeile/)).toBeVisible()
  })
})

describe('the import file', () => {
  test('If the same file was imported before, the day of that import is shown', async () => {
    await open({ before: '2026-11-21' })
    expect(screen.getByText('Am 21.11.2026 schon übernommen')).toBeVisible()
  })

  test('If a file looks like another kind of data, the page offers to switch to that kind', async () => {
    const headings = ['Mitgliedsnummer', 'Name', 'Ehrung', 'verliehen am']
    const { person, wire } = await open({ headings, samples: [[], [], [], []] })
    await person.click(await screen.findByRole('button', { name: 'Als Ehrungen übernehmen' }))
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Ehrungen übernehmen' }),
    ).toBeVisible()
    expect(column('Ehrung')).toHaveDisplayValue('Ehrung')
    await waitFor(() =>
      expect(wire.sent(change).at(-1)?.body).toMatchObject({
        mapping: { columns: ['memberNumber', 'fullName', 'honor', 'date'] },
      }),
    )
  })

  test('If the upload of a file is incomplete, the file must be chosen again', async () => {
    renderImport(aStagedImport({ parts: { received: [1], expected: 3 } }), aPreview([]))
    expect(await screen.findByText('Die Datei ist nicht ganz angekommen')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Datei auswählen' })).toBeEnabled()
  })

  test('The page of an import that has been finished says that it no longer exists', async () => {
    renderImport(aStagedImport(), aPreview([]), { [calls.one]: refusal(404, 'NotFound') })
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Diese Übernahme gibt es nicht (mehr)',
    )
  })
})

describe('the next step of an import', () => {
  test('"Weiter" stores pending changes and shows the preview from its beginning', async () => {
    const { person, wire } = await open()
    await person.selectOptions(column('Häsabnahme'), 'In die Bemerkung')
    await person.click(next())
    expect(await screen.findByRole('group', { name: 'Zeilen nach Urteil' })).toBeVisible()
    expect(wire.sent(change).at(-1)?.body).toMatchObject({
      mapping: { columns: ['memberNumber', 'lastName', 'firstName', 'birthday', 'comment'] },
    })
    const steps = within(screen.getByRole('list', { name: 'Schritte' }))
    expect(steps.getByText('Prüfen').closest('li')).toHaveAttribute('aria-current', 'step')
    expect(document.activeElement).toContainElement(screen.getByRole('list', { name: 'Schritte' }))
  })

  test('The step of an import is in the address, so that a reload shows it again', async () => {
    const { person, router } = await open()
    await person.click(next())
    await screen.findByRole('group', { name: 'Zeilen nach Urteil' })
    expect(router.state.location.search).toBe('?step=preview')
  })
})

test('The preview of an import is not requested before all required columns are assigned', async () => {
  const { wire } = await open({ headings: ['A', 'B'], samples: [['x'], ['y']] }, aPreview([]), {
    [calls.preview]: json(null),
  })
  expect(next()).toBeDisabled()
  await waitFor(() => expect(wire.sent(change)).toHaveLength(1))
  expect(wire.sent('GET /api/imports/7/preview')).toEqual([])
})

test('Text typed just before its field disappears is stored', async () => {
  const done = vi.fn()
  const { unmount } = render(<TypedInput aria-label="Tag" value="" onDone={done} />)
  await userEvent.type(screen.getByLabelText('Tag'), '1.2.2014')
  expect(done).not.toHaveBeenCalled()
  unmount()
  expect(done.mock.calls).toEqual([['1.2.2014']])
})

test('Text that is already stored is not sent again when its field disappears', async () => {
  const done = vi.fn()
  const { unmount } = render(<TypedInput aria-label="Tag" value="" onDone={done} />)
  await userEvent.type(screen.getByLabelText('Tag'), '1.2.2014{Enter}')
  unmount()
  expect(done).toHaveBeenCalledTimes(1)
})
