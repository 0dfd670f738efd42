import type { Page } from '@playwright/test'
import { anImport, aPreview, aRow, aStagedImport } from '#tests/support/imported.ts'
import { paths } from '#web/paths.ts'
import type {
  Import,
  ImportPreview,
  PreviewRow,
  StagedImport,
} from '#worker/imports/imports.contract.ts'
import type { Screen } from './screen.ts'

const id = 9
const mapped = ['memberNumber', 'lastName', 'firstName', 'birthday', null]

const day = { field: 'birthday', label: 'Geburtstag', text: '31.02.2004', corrected: false }
const wrongDay: Partial<PreviewRow> = {
  verdict: 'error',
  reasons: [{ field: 'birthday', text: '„31.02.2004“ ist kein Tag.' }],
  cells: [day],
}
const noMandate: Partial<PreviewRow> = {
  verdict: 'error',
  reasons: [
    {
      field: 'bankingSepaAllowedDate',
      text: 'Gib an, wann das SEPA-Mandat unterschrieben wurde.',
    },
  ],
  cells: [{ field: 'bankingSepaAllowedDate', label: 'SEPA-Datum', text: '', corrected: false }],
}

/** A row of each verdict, and an unknown word. */
const preview = aPreview(
  [
    aRow({ row: 87, title: 'Binder, Leonie', ...wrongDay }),
    aRow({ row: 88, title: 'Schellenberg-Hohenstein, Magdalena', ...wrongDay }),
    aRow({ row: 90, title: 'Karl, Otto', ...noMandate }),
    aRow({ row: 91, title: 'Karl, Frieda', ...noMandate }),
    aRow({
      row: 41,
      verdict: 'duplicate',
      title: 'Mauch, Jasmine',
      reasons: [{ field: null, text: 'Es gibt schon Jasmin Mauch, 16.09.1995, Nr. 1243.' }],
      candidates: [
        { memberId: 5, name: 'Mauch, Jasmin', birthday: '1995-09-16', memberNumber: 1243 },
      ],
    }),
    aRow({
      row: 12,
      verdict: 'changes',
      title: 'Gruber, Annegret',
      fields: [
        { field: 'phoneMobile', label: 'Mobil', old: '01555 0100142', new: '01555 0100199' },
        { field: 'addressStreet', label: 'Straße', old: 'Lindengasse', new: 'Bachstraße' },
      ],
      notes: [{ field: 'dateJoined', text: 'Jahr allein: 1. Januar 1979' }],
      cells: [{ field: 'dateJoined', label: 'Eintrittsdatum', text: '1979', corrected: false }],
    }),
    aRow({
      row: 1,
      title: 'Sauter, Paul',
      fields: [{ field: 'memberNumber', label: 'Mitgliedsnummer', old: null, new: '1412' }],
      cells: [{ ...day, text: '23.2.2012', corrected: true }],
    }),
    aRow({ row: 3, verdict: 'same', title: 'Hepp, Manuel' }),
    aRow({ row: 4, verdict: 'skipped', title: 'Hepp, Otto', decision: 'skip' }),
  ],
  {
    alsoHolds: ['costumes'],
    questions: [
      {
        place: 'words',
        field: 'membershipState',
        question: 'Welcher Mitgliedsstatus ist „Ehrenmitglied“?',
        word: 'Ehrenmitglied',
        rows: 12,
        options: [{ value: 'Active', label: 'Aktiv' }],
        answer: null,
      },
    ],
  },
)

const staged = aStagedImport({
  id,
  mapping: { columns: mapped },
  before: '2026-11-21',
  skipped: [{ row: 4, text: 'Summe', reason: 'Summenzeile' }],
})

const toImport = () => paths.import(id)

/** The screens of an import in every state. Importing itself is tested in import.spec.ts. */
export const importScreens: Screen[] = [
  {
    name: 'imports',
    role: 'management',
    path: () => paths.imports,
    act: (page) =>
      showLog(page, [
        { ...staged, createdAt: '2026-11-21T17:03:00.000Z' },
        anImport(),
        anImport({
          id: 5,
          kind: 'costumes',
          fileName: 'kleider-und-besitzer-der-letzten-zwanzig-jahre.xlsx',
          state: 'undone',
          undoable: false,
          undoneAt: '2026-11-22T08:00:00.000Z',
          undoneBy: 'Bernd Löffler',
        }),
      ]),
  },
  {
    name: 'imports-undo',
    role: 'management',
    path: () => paths.imports,
    act: async (page) => {
      await showLog(page, [anImport()])
      await page.route('**/api/imports/*/undo', (route) =>
        route.fulfill({
          status: 409,
          json: {
            error: {
              code: 'ImportInUse',
              message: '',
              obstacles: ['Beate Bantle: 3 Teilnahmen, 1 Beitrag', 'Karl Bantle: geändert'],
            },
          },
        }),
      )
      await page.getByRole('button', { name: /^Zurücknehmen/ }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: 'Zurücknehmen' }).click()
      await dialog.getByRole('button', { name: 'Alle anderen zurücknehmen' }).waitFor()
    },
  },
  {
    name: 'import-mapping',
    role: 'management',
    path: toImport,
    act: (page) => showImport(page, staged, preview),
  },
  { name: 'import-preview', role: 'management', path: toImport, act: showPreview },
  {
    name: 'import-done',
    role: 'management',
    path: toImport,
    act: (page) => showImport(page, { ...staged, ...anImport({ id }) }, preview),
  },
  {
    name: 'import-incomplete',
    role: 'management',
    path: toImport,
    act: (page) => showImport(page, { ...staged, parts: { received: [1], expected: 3 } }, preview),
  },
  {
    name: 'import-archive',
    role: 'management',
    path: toImport,
    act: (page) =>
      showImport(
        page,
        { ...staged, kind: 'archive', fileName: 'zunft-2026-11-21.zip', rowCount: 5120 },
        aPreview([
          aRow({
            row: 1,
            title: 'Mitglieder',
            fields: [{ field: 'members', label: 'Zeilen', old: null, new: '412' }],
          }),
          aRow({
            row: 2,
            verdict: 'error',
            title: 'mitglieder.csv, Zeile 7',
            reasons: [{ field: null, text: '„Geburtstag“: Das ist kein Tag.' }],
          }),
        ]),
      ),
  },
]

async function showLog(page: Page, imports: Import[]): Promise<void> {
  await page.route('**/api/imports', (route) => route.fulfill({ json: imports }))
  await page.reload()
  await page.getByRole('table', { name: /^Bisherige Übernahmen/ }).waitFor()
}

async function showImport(page: Page, of: StagedImport, preview: ImportPreview): Promise<void> {
  await page.route(`**/api/imports/${id}`, (route) => route.fulfill({ json: of }))
  await page.route(`**/api/imports/${id}/preview`, (route) => route.fulfill({ json: preview }))
  await page.reload()
  await page.getByRole('list', { name: 'Schritte' }).waitFor()
}

async function showPreview(page: Page): Promise<void> {
  await showImport(page, staged, preview)
  await page.getByRole('button', { name: 'Weiter zum Prüfen' }).click()
  await page.getByRole('group', { name: 'Zeilen nach Urteil' }).waitFor()
}
