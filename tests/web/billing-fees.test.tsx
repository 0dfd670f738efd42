import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  aBooking,
  aClaim,
  aFee,
  aRun,
  aYear,
  closedWire,
  dorn,
  feesCall,
  figuresCall,
  fileCall,
  gruber,
  makeCall,
  openFees,
  runsCall,
  someFees,
  yearsCall,
  zoller,
} from '#tests/support/billing.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { detailsWire } from '#tests/support/members-page.tsx'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { json, offline, refusal } from '#tests/support/wire.ts'
import { computeFigures, rowsOfClaims } from '#web/billing/fee-rows.ts'
import '#web/billing/membership-fees-page.tsx'
import '#web/members/member-details-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import type { Role } from '#worker/domain/codes.ts'
import { claimsPerPage } from '#worker/domain/limits.ts'

fixToday()

/** Amounts contain a no-break space. */
const space = '\u00a0'
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const grid = () => section('Beiträge')
const cellsOf = (rows: HTMLElement[]) =>
  rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, -1)
      .map((cell) => cell.textContent),
  )
const gridCells = async () => cellsOf((await grid()).getAllByRole('row').slice(1))
const uncollected = async () =>
  cellsOf(
    within(await screen.findByRole('table', { name: /^Nicht einziehbar/ }))
      .getAllByRole('row')
      .slice(1),
  )

describe('the page of membership fees', () => {
  test.each<[Role, boolean]>([
    ['management', true],
    ['readonly', true],
    ['helper', false],
  ])('The role %s sees the membership fees: %s', async (role, isThere) => {
    openFees({ role })
    const title = isThere ? 'Mitgliedsbeiträge 2026' : /./
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.queryByText('Mitgliedsbeiträge 2026') !== null).toBe(isThere)
  })

  test('The overview of fees shows the sum of the year and the collectible part', async () => {
    openFees()
    const overview = await section('Überblick')
    expect(overview.getByText('5 Beiträge, davon 1 beitragsfrei')).toBeVisible()
    expect(overview.getAllByRole('definition').map((sum) => sum.textContent)).toEqual([
      `55,00${space}€5 Beiträge, davon 1 beitragsfrei`,
      `0,00${space}€0 Beiträge`,
      `0,00${space}€0 Beiträge`,
      `55,00${space}€4 offen`,
    ])
    expect(overview.getByText(/^1 Beitrag einziehbar/)).toHaveTextContent('zusammen 20,00 €')
    expect(
      overview.getByText('3 Beiträge nicht einziehbar: 1 ohne SEPA-Mandat, 2 aus anderem Grund.'),
    ).toBeVisible()
  })

  test('Membership fees that fail to load show an error and can be loaded again', async () => {
    const { person } = openFees({ wire: { [feesCall]: [offline, json(someFees())] } })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Mitgliedsbeiträge konnten nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('5 Beiträge, davon 1 beitragsfrei')).toBeVisible()
  })

  test('The fee page of a guild without members says that there are no fees', async () => {
    openFees({
      wire: {
        [feesCall]: json(someFees([])),
        [yearsCall]: json([aYear({ count: 0, sumInCent: 0 })]),
      },
    })
    expect(await screen.findByText('Noch keine Beiträge')).toBeVisible()
    expect(screen.queryByRole('button', { name: /herunterladen/ })).not.toBeInTheDocument()
  })
})

describe('the fees that the file leaves out', () => {
  test('Every fee that is not in the SEPA file is listed with the reason, missing data first', async () => {
    openFees()
    expect(await uncollected()).toEqual([
      ['Abele, Rosa', `20,00${space}€`, 'IBAN fehlt'],
      ['Blum, Eva', '–', 'Dafür gibt es keine Zeile in der Beitragstabelle'],
      ['Zoller, Xaver', `15,00${space}€`, 'Kein SEPA-Mandat'],
    ])
  })

  test('In the list of fees that are not in the SEPA file, each links to its member', async () => {
    const { person, router } = openFees({ wire: detailsWire })
    const table = within(await screen.findByRole('table', { name: /^Nicht einziehbar/ }))
    await person.click(table.getByText('IBAN fehlt'))
    expect(router.state.location.pathname).toBe('/members/details/43')
  })

  test('A long list of fees that are not in the SEPA file can be unfolded', async () => {
    const fees = Array.from({ length: 30 }, (_, index) =>
      aFee({ memberId: index + 1, obstacle: 'IBAN fehlt' }),
    )
    const { person } = openFees({ wire: { [feesCall]: json(someFees(fees)) } })
    expect(await uncollected()).toHaveLength(8)
    await person.click(screen.getByRole('button', { name: 'Alle 30 zeigen' }))
    expect(await uncollected()).toHaveLength(30)
    expect(screen.queryByRole('button', { name: /zeigen/ })).not.toBeInTheDocument()
  })

  test('The printed page contains all fees that are not in the SEPA file', async () => {
    const fees = Array.from({ length: 30 }, (_, index) =>
      aFee({ memberId: index + 1, obstacle: 'IBAN fehlt' }),
    )
    openFees({ wire: { [feesCall]: json(someFees(fees)) } })
    expect(await uncollected()).toHaveLength(8)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(await uncollected()).toHaveLength(30)
    act(() => void window.dispatchEvent(new Event('afterprint')))
  })

  test('If the SEPA file contains all fees, a note says so', async () => {
    openFees({ wire: { [feesCall]: json(someFees([gruber])) } })
    expect(await screen.findByText('Die SEPA-Datei enthält alle Beiträge.')).toBeVisible()
  })
})

describe('the table of fees', () => {
  test('The table of fees shows name, fee, reason, grouped IBAN, BIC and the SEPA date or "Nein"', async () => {
    openFees()
    const heads = (await grid()).getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads.slice(0, -1)).toEqual([
      'Name',
      'Beitrag',
      'Zustand',
      'Wann und wie',
      'IBAN',
      'BIC',
      'SEPA seit',
    ])
    const iban = 'DE89 3704 0044 0532 0130 00'
    const noRow = 'Dafür gibt es keine Zeile in der Beitragstabelle'
    const free = 'Ehrenmitglied: beitragsfrei'
    const euros = (amount: string) => `${amount},00${space}€`
    expect(await gridCells()).toEqual([
      ['Abele, Rosa', euros('20'), 'Offen', 'IBAN fehlt', '–', 'COBADEFFXXX', 'ohne Datum'],
      ['Blum, Eva', '–', 'Offen', noRow, iban, 'COBADEFFXXX', 'Nein'],
      ['Dorn, Christa', euros('0'), 'Beitragsfrei', free, iban, 'COBADEFFXXX', '01.02.2014'],
      [
        'Gruber, Annegret',
        euros('20'),
        'Offen',
        'SEPA-Mandat da',
        iban,
        'COBADEFFXXX',
        '01.02.2014',
      ],
      ['Zoller, Xaver', euros('15'), 'Offen', 'Kein SEPA-Mandat', iban, '–', 'Nein'],
    ])
  })

  test('The amounts of the fees are sorted as numbers', async () => {
    const amounts = [10_000, 500, 2000].map((amountInCent, memberId) =>
      aFee({ memberId, amountInCent }),
    )
    openFees({
      path: '/billing/membershipfees?sort=amount',
      wire: { [feesCall]: json(someFees(amounts)) },
    })
    expect((await gridCells()).map(([, amount]) => amount)).toEqual([
      `5,00${space}€`,
      `20,00${space}€`,
      `100,00${space}€`,
    ])
  })

  test('A filtered table of fees shows the number and sum of the fees found', async () => {
    openFees({ path: '/billing/membershipfees?filter.state=open' })
    expect((await gridCells()).map(([name]) => name)).toEqual([
      'Abele, Rosa',
      'Blum, Eva',
      'Gruber, Annegret',
      'Zoller, Xaver',
    ])
    expect(screen.getByRole('heading', { name: /^Gefundene Beiträge/ })).toHaveTextContent(
      '4 · 55,00 €',
    )
  })

  test.each(['zoller xaver', 'Xaver Z', 'DE89 3704', 'de893704'])(
    'The search in the table of fees finds names and IBANs: %s',
    async (wanted) => {
      openFees({ path: `/billing/membershipfees?q=${wanted}` })
      expect((await gridCells()).map(([name]) => name)).toContain('Zoller, Xaver')
    },
  )
})

describe('the log of SEPA files', () => {
  test('The log of SEPA files shows time, user and contents of each file', async () => {
    openFees({ wire: { [runsCall]: json([aRun()]) } })
    const table = within(await screen.findByRole('table', { name: 'Erzeugte Dateien' }))
    const cells = table.getAllByRole('cell').slice(0, -1)
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '20.11.2026, 13:42 Uhr',
      'Sabine Kächele',
      '07.12.2026',
      '237 Beiträge',
      `4.445,00${space}€`,
      'MB2026-20261120134205',
      'Erzeugt',
    ])
  })

  test('The log of a year without SEPA files shows a hint', async () => {
    openFees()
    expect(await screen.findByText('Für 2026 wurde noch keine Datei erzeugt.')).toBeVisible()
  })

  test('If the log of SEPA files fails to load, the table of fees can still be used', async () => {
    openFees({ wire: { [runsCall]: offline } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die erzeugten Dateien konnten nicht geladen werden',
    )
    expect(await gridCells()).toHaveLength(5)
  })
})

describe('downloading the SEPA file', () => {
  const xml = () => new Response('<Document/>', { headers: { 'Content-Type': 'application/xml' } })
  const asked = ({ wire }: ReturnType<typeof openFees>) =>
    wire.sent(fileCall).map(({ query }) => query.toString())
  const press = async ({ person }: ReturnType<typeof openFees>) => {
    await person.click(await screen.findByRole('button', { name: 'SEPA-Datei erzeugen' }))
    // Asked before the first file of a year.
    const confirm = screen.queryByRole('button', { name: 'Festschreiben und Datei laden' })
    if (confirm) await person.click(confirm)
  }

  test('The SEPA file is saved under the file name of the specification, and the log lists it', async () => {
    const saved = catchSavedFiles()
    const app = openFees({ wire: { [runsCall]: [json([]), json([aRun()])], [fileCall]: xml } })
    await press(app)
    expect(await screen.findByText('20.11.2026, 13:42 Uhr')).toBeVisible()
    expect(await screen.findByText('SEPA-Datei heruntergeladen')).toBeVisible()
    expect(saved.map(({ name }) => name)).toEqual(['Mitgliedsbeiträge_2026.xml'])
    expect(new TextDecoder().decode(await saved[0]?.bytes())).toBe('<Document/>')
    const order = {
      year: 2026,
      dueDate: '2026-12-07',
      after: null,
      expected: { count: 1, sumInCent: 2000 },
      includeReturned: [],
      confirmClosing: true,
    }
    expect(app.wire.sent(makeCall).map(({ body }) => body)).toEqual([order])
    expect(asked(app)).toEqual(['run=1'])
  })

  test('The proposed due date of a SEPA file is as many days ahead as the guild has set, and the last day to announce it is shown', async () => {
    openFees()
    expect(await screen.findByLabelText('Fällig am')).toHaveValue('07.12.2026')
    expect(screen.getByText(/^Kündige den Einzug 14 Tage vorher an/)).toHaveTextContent(
      'also bis Mo 23.11.2026, wenn',
    )
  })

  test('The due date typed for a SEPA file is sent', async () => {
    catchSavedFiles()
    const app = openFees({ wire: { [fileCall]: xml } })
    const field = await screen.findByLabelText('Fällig am')
    await app.person.clear(field)
    await app.person.type(field, '1.12.2026')
    expect(screen.getByText(/^Kündige/)).toHaveTextContent('bis Di 17.11.2026 (das ist vorbei)')
    await press(app)
    await screen.findByText('SEPA-Datei heruntergeladen')
    expect(app.wire.sent(makeCall)[0]?.body).toMatchObject({ dueDate: '2026-12-01' })
  })

  test('If the due date of a SEPA file is emptied, none is sent and the server chooses it', async () => {
    catchSavedFiles()
    const app = openFees({ wire: { [fileCall]: xml } })
    await app.person.clear(await screen.findByLabelText('Fällig am'))
    await press(app)
    await screen.findByText('SEPA-Datei heruntergeladen')
    expect(app.wire.sent(makeCall)[0]?.body).not.toHaveProperty('dueDate')
  })

  test("A due date on which banks do not collect is explained at its field, as is the server's rejection (422)", async () => {
    const sentence = 'An diesem Tag ziehen die Banken nicht ein.'
    const app = openFees({
      wire: { [makeCall]: refusal(422, 'DueDateImpossible', sentence) },
    })
    const field = await screen.findByLabelText('Fällig am')
    await app.person.clear(field)
    await app.person.type(field, '25.12.2026')
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Mo 28.12.2026'))
    await press(app)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die SEPA-Datei konnte nicht erzeugt werden')
    expect(alert).toHaveTextContent(sentence)
  })

  test.each([
    ['NothingToCollect', 'Es gibt keine einziehbaren Beiträge', false],
    [
      'SepaSettingsMissing',
      'Für den SEPA-Export fehlen Angaben zum Verein: Name, IBAN, Gläubiger-ID',
      true,
    ],
  ])(
    'If a SEPA file is rejected with %s (422), the message is shown',
    async (code, sentence, leadsToSettings) => {
      const app = openFees({ wire: { [makeCall]: refusal(422, code, sentence) } })
      await press(app)
      const alert = within(await screen.findByRole('alert'))
      expect(alert.getByText(sentence)).toBeVisible()
      const link = alert.queryByRole('link', { name: 'Einstellungen öffnen' })
      if (leadsToSettings) expect(link).toHaveAttribute('href', '/guild#sepa')
      else expect(link).not.toBeInTheDocument()
    },
  )

  const exists = (run = aRun()) =>
    refusal(409, 'RunExists', 'Für 2026 wurde schon eine Datei erzeugt.', { run })

  test('A second SEPA file in the same year is made only after a question, which can be cancelled', async () => {
    const saved = catchSavedFiles()
    const second = json(aRun({ id: 2 }), 201)
    const app = openFees({ wire: { [makeCall]: [exists(), exists(), second], [fileCall]: xml } })
    await press(app)
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/Bereits am 20.11.2026, 13:42 Uhr erzeugt/)).toHaveTextContent(
      'von Sabine Kächele: 237 Beiträge, 4.445,00 €, fällig am Mo 07.12.2026.',
    )
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(saved).toEqual([])
    expect(app.wire.sent(fileCall)).toEqual([])
    await press(app)
    await app.person.click(
      await screen.findByRole('button', { name: 'Nur noch nicht eingezogene einziehen' }),
    )
    expect(await screen.findByText('SEPA-Datei heruntergeladen')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(saved).toHaveLength(1)
    expect(app.wire.sent(makeCall)[2]?.body).toMatchObject({ after: 1 })
    expect(asked(app)).toEqual(['run=2'])
  })

  test('The question about a second SEPA file is asked again if another user has made a file while the question was open', async () => {
    const newer = exists(aRun({ id: 2, createdBy: 'Josef Rapp' }))
    const app = openFees({ wire: { [makeCall]: [exists(), newer] } })
    await press(app)
    await app.person.click(
      await screen.findByRole('button', { name: 'Nur noch nicht eingezogene einziehen' }),
    )
    expect(await screen.findByText(/von Josef Rapp/)).toBeVisible()
    expect(app.wire.sent(makeCall)).toHaveLength(2)
    expect(app.wire.sent(fileCall)).toEqual([])
  })

  test('If a second SEPA file fails after it was confirmed, the error is shown in the dialog', async () => {
    const app = openFees({ wire: { [makeCall]: [exists(), offline] } })
    await press(app)
    await app.person.click(
      await screen.findByRole('button', { name: 'Nur noch nicht eingezogene einziehen' }),
    )
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Die SEPA-Datei konnte nicht erzeugt werden',
    )
  })

  test('A SEPA file whose download failed is downloaded again without being created a second time', async () => {
    const saved = catchSavedFiles()
    const app = openFees({ wire: { [fileCall]: [offline, offline, xml] } })
    await press(app)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die SEPA-Datei konnte nicht erzeugt werden',
    )
    const again = await screen.findByRole('button', { name: 'Datei noch einmal laden' })
    await app.person.click(again)
    await app.person.click(again)
    expect(await screen.findByText('SEPA-Datei heruntergeladen')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(saved).toHaveLength(1)
    expect(app.wire.sent(makeCall)).toHaveLength(1)
    expect(asked(app)).toEqual(['run=1', 'run=1', 'run=1'])
  })

  test('After a failed download another due date creates a second SEPA file', async () => {
    catchSavedFiles()
    const second = json(aRun({ id: 2 }), 201)
    const app = openFees({
      wire: { [makeCall]: [json(aRun(), 201), exists(), second], [fileCall]: [offline, xml] },
    })
    await press(app)
    await screen.findByRole('alert')
    await app.person.clear(screen.getByLabelText('Fällig am'))
    await app.person.type(screen.getByLabelText('Fällig am'), '8.12.2026')
    await press(app)
    await app.person.click(
      await screen.findByRole('button', { name: 'Nur noch nicht eingezogene einziehen' }),
    )
    await screen.findByText('SEPA-Datei heruntergeladen')
    expect(app.wire.sent(makeCall)[2]?.body).toMatchObject({ dueDate: '2026-12-08', after: 1 })
    expect(asked(app)).toEqual(['run=1', 'run=2'])
  })

  test('Nothing is downloaded when a SEPA file could not be created', async () => {
    const app = openFees({ wire: { [makeCall]: offline, [fileCall]: xml } })
    await press(app)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die SEPA-Datei konnte nicht erzeugt werden',
    )
    expect(app.wire.sent(fileCall)).toEqual([])
  })

  test('A user who may not make the SEPA file sees no button for it', async () => {
    openFees({ role: 'readonly', wire: { [runsCall]: json([aRun()]) } })
    expect(await screen.findByText('20.11.2026, 13:42 Uhr')).toBeVisible()
    expect(await screen.findByText(/einziehbar, zusammen/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Datei|Aktionen|Verwerfen/ })).toBeNull()
    expect(screen.queryByLabelText('Fällig am')).toBeNull()
  })

  test('Before the first SEPA file of a year a question states number and sum, the day and the fees not collected; after a yes the file is made', async () => {
    catchSavedFiles()
    const app = openFees({ wire: { [fileCall]: xml } })
    await app.person.click(await screen.findByRole('button', { name: 'SEPA-Datei erzeugen' }))
    const asking = within(await screen.findByRole('alertdialog'))
    expect(asking.getByRole('heading')).toHaveTextContent('SEPA-Datei für 2026 erzeugen?')
    expect(asking.getByText(/^Die Datei zieht/)).toHaveTextContent(
      /1 Beitrag ein, zusammen 20,00.€, fällig am Mo 07\.12\.2026\. Das Jahr 2026 wird festgeschrieben/,
    )
    expect(asking.getByText(/^Nicht dabei/)).toBeVisible()
    expect(asking.getByText(/Kein SEPA-Mandat/)).toBeVisible()
    await app.person.click(asking.getByRole('button', { name: 'Abbrechen' }))
    expect(app.wire.sent(makeCall)).toEqual([])
    await press(app)
    await screen.findByText('SEPA-Datei heruntergeladen')
    expect(app.wire.sent(makeCall)[0]?.body).toMatchObject({ confirmClosing: true })
  })

  test.each<[string, SepaRun[]]>([
    ['without a file', []],
    ['whose only file was discarded', [aRun({ voidedAt: '2026-11-20T13:00:00.000Z' })]],
  ])(
    'The first SEPA file of a closed year %s is made after the same question, which does not speak of closing the year',
    async (_, runs) => {
      catchSavedFiles()
      const paid = aClaim(dorn, { obstacle: 'Bezahlt', amountInCent: 2000, bookings: [aBooking()] })
      const claims = [aClaim(gruber), aClaim(zoller), paid]
      const app = openFees({ wire: { ...closedWire(claims, { runs }), [fileCall]: xml } })
      const button = await screen.findByRole('button', { name: 'SEPA-Datei erzeugen' })
      await app.person.click(button)
      expect(app.wire.sent(makeCall)).toEqual([])
      const asking = within(await screen.findByRole('alertdialog'))
      expect(asking.getByText(/^Die Datei zieht/)).toHaveTextContent(
        /^Die Datei zieht 1 Beitrag ein, zusammen 20,00.€, fällig am Mo 07\.12\.2026\.$/,
      )
      expect(asking.getByText(/^Nicht dabei/)).toHaveTextContent('Nicht dabei: 1')
      expect(asking.getByRole('listitem')).toHaveTextContent('Kein SEPA-Mandat (1): Zoller, Xaver')
      await app.person.click(asking.getByRole('button', { name: 'Erzeugen und laden' }))
      await screen.findByText('SEPA-Datei heruntergeladen')
      expect(app.wire.sent(makeCall)).toHaveLength(1)
    },
  )

  test('In a year with more fees than the page has loaded, the question before the first SEPA file counts all that are left out', async () => {
    const claims = Array.from({ length: claimsPerPage }, (_, index) =>
      aClaim({ ...zoller, memberId: index + 100 }),
    )
    const figures = {
      ...computeFigures(rowsOfClaims(claims)),
      collectible: { count: 40, sumInCent: 80_000 },
      leftOut: { withoutMandate: 612, others: 3 },
    }
    const wire = { ...closedWire(claims, { count: 655 }), [figuresCall]: json(figures) }
    const app = openFees({ wire })
    await app.person.click(await screen.findByRole('button', { name: 'SEPA-Datei erzeugen' }))
    const asking = within(await screen.findByRole('alertdialog'))
    expect(asking.getByText(/^Die Datei zieht 40 Beiträge ein/)).toBeVisible()
    expect(asking.getByText(/^Nicht dabei/)).toHaveTextContent('Nicht dabei: 615')
    expect(asking.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Kein SEPA-Mandat (612)',
      'anderer Grund (3)',
    ])
  })
})
