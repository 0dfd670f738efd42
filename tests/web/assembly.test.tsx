import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { anAssembly, anAssemblyRow } from '#tests/support/assembly-rows.ts'
import { home } from '#tests/support/fee-letters.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { aMemberRow, baisch, gruber, oettinger } from '#tests/support/member-rows.ts'
import { guildName, renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/assembly/call-up-list-page.tsx'
import '#web/assembly/certificates-page.tsx'
import '#web/assembly/invitations-page.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import type { Role } from '#worker/domain/codes.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import type { DutyHolder } from '#worker/statistics/statistics.contract.ts'

const assemblyCall = 'GET /api/assembly'
const rowsCall = 'PUT /api/assembly/2027-04-10/rows'
const settingsCall = 'GET /api/guild/settings'
const presidentsCall = 'GET /api/duties/_1_Praesident/members'

type Opening = { rows?: AssemblyRow[]; wire?: WireTable; search?: string; role?: Role }

function openPage(page: string, { rows = [], wire = {}, search = '', role = 'readonly' }: Opening) {
  return renderApp({
    path: `/assembly/${page}${search}`,
    user: withRoles(role),
    wire: {
      [settingsCall]: json(someSettings()),
      [assemblyCall]: json(anAssembly({ rows })),
      'GET /api/member': json([gruber, baisch, oettinger]),
      [presidentsCall]: json([]),
      'GET /api/duties/Schriftfuehrer/members': json([]),
      ...wire,
    },
  })
}

const elferrat = {
  type: 'Ehrennarr_20',
  basis: 'dutyYears',
  count: 22,
  reason: 'Schriftführer 1998–2004, Elferrat 2004–2020, 22 Jahre',
  offices: [{ duty: 'Elferratsmitglied', label: 'Elferrat', years: '2004–2020' }],
} satisfies Partial<AssemblyRow>
const parades = {
  type: 'Parades_100',
  basis: 'parades',
  count: 103,
  reason: '103 Sprünge',
} satisfies Partial<AssemblyRow>

/** All headings and names of the list in order. */
const called = () =>
  [...document.querySelectorAll('main :is(h2, h3, li > a)')].map(({ textContent }) => textContent)

describe('the call-up list', () => {
  fixToday()
  const open = (opening: Opening = {}) => openPage('call-up', opening)

  test('Honors are called up from the lowest step of each series to the highest, people by name', async () => {
    const extra = { type: 'Extra_Certificate', basis: 'manual', count: null, reason: '' } as const
    open({
      rows: [
        anAssemblyRow(oettinger, { type: 'Member_for_40_Years' }),
        anAssemblyRow(oettinger, extra),
        anAssemblyRow(oettinger, parades),
        anAssemblyRow(gruber, { ...parades, type: 'Parades_50' }),
        anAssemblyRow(gruber, elferrat),
        anAssemblyRow(gruber),
        anAssemblyRow(baisch),
      ],
    })
    await screen.findByText('Mitgliedschaften')
    expect(called()).toEqual([
      'Mitgliedschaften',
      '25 Jahre Mitgliedschaft',
      'Wolfgang Baisch',
      'Annegret Gruber',
      '40 Jahre Mitgliedschaft',
      'Leonie Öttinger',
      'Dienstbuch',
      'Ehrennarr (20 Jahre)',
      'Annegret Gruber',
      'Sprünge',
      'Sprungorden 50 Sprünge',
      'Annegret Gruber',
      'Sprungorden 100 Sprünge',
      'Leonie Öttinger',
      'Weitere',
      screen.getAllByRole('heading', { level: 3 }).at(-1)?.textContent,
      'Leonie Öttinger',
    ])
    expect(screen.getByText(elferrat.reason)).toBeVisible()
    expect(screen.getByText(/^7 Ehrungen für 3 Personen\. /)).toBeVisible()
  })

  test('The call-up list shows the name of the guild and the day of the assembly', async () => {
    const { wire } = open({ rows: [anAssemblyRow(gruber)], search: '?date=2027-04-10' })
    expect(await screen.findByText('Generalversammlung am Sa 10.04.2027')).toBeVisible()
    expect((await screen.findAllByText(guildName)).length).toBeGreaterThan(0)
    expect(wire.sent(assemblyCall)[0]?.query.get('date')).toBe('2027-04-10')
  })

  test.each(['', '?date=morgen', '?date=2027-02-30'])(
    'If the address contains no valid day (%s), the call-up list is for the day in the settings',
    async (search) => {
      const { wire } = open({ search })
      await screen.findByText('Niemand ist zu ehren')
      expect(wire.sent(assemblyCall)[0]?.query.has('date')).toBe(false)
    },
  )

  test('Excused members are listed only at the end with their honors', async () => {
    open({
      rows: [anAssemblyRow(gruber, { attendance: 'excused' }), anAssemblyRow(baisch, parades)],
    })
    const part = within(await screen.findByRole('region', { name: 'Entschuldigt' }))
    expect(part.getByText('Annegret Gruber')).toBeVisible()
    expect(part.getByText('25 Jahre Mitgliedschaft')).toBeVisible()
    expect(called()).toEqual([
      'Sprünge',
      'Sprungorden 100 Sprünge',
      'Wolfgang Baisch',
      'Entschuldigt',
      'Annegret Gruber',
    ])
  })

  test("The call-up list also shows the lower steps that are due, with the guild's names of the honors", async () => {
    const honorRules = someSettings().honorRules.map((rule) =>
      rule.type === 'Member_for_25_Years' ? { ...rule, label: 'Silberne Nadel' } : rule,
    )
    open({
      rows: [
        anAssemblyRow(gruber, { type: 'Member_for_40_Years', alsoDue: ['Member_for_25_Years'] }),
      ],
      wire: { [settingsCall]: json(someSettings({ honorRules })) },
    })
    expect(await screen.findByText('Auch fällig: Silberne Nadel')).toBeVisible()
  })

  test('An empty call-up list says that no honor is due', async () => {
    open()
    expect(await screen.findByText('Niemand ist zu ehren')).toBeVisible()
    expect(screen.getByText('Bis Sa 10.04.2027 wird keine Ehrung fällig.')).toBeVisible()
  })

  test('The button "Drucken" prints the call-up list', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const { person } = open({ rows: [anAssemblyRow(gruber)] })
    await person.click(await screen.findByRole('button', { name: 'Drucken' }))
    await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
  })

  test("If the settings with the guild's names of honors fail to load, the call-up list is not shown", async () => {
    open({ rows: [anAssemblyRow(gruber)], wire: { [settingsCall]: offline } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Einstellungen konnten nicht geladen werden',
    )
    expect(screen.queryByText('25 Jahre Mitgliedschaft')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Drucken' })).not.toBeInTheDocument()
  })

  test('A call-up list that fails to load shows an error and can be loaded again', async () => {
    const { person, wire } = open({ wire: { [assemblyCall]: offline } })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Generalversammlung konnte nicht geladen werden')
    expect(screen.queryByRole('button', { name: 'Drucken' })).not.toBeInTheDocument()
    wire.answer({ [assemblyCall]: json(anAssembly()) })
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Niemand ist zu ehren')).toBeVisible()
  })
})

describe('the certificates', () => {
  fixToday()
  const open = (opening: Opening = {}) => openPage('certificates', opening)
  const preview = () => screen.findByRole('region', { name: 'Vorschau' })
  const stubPrint = () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    return print
  }
  const printed = () => [...document.querySelectorAll('body > .letter-print article')]

  test('A certificate contains the guild, the honor, the name, the default text and the day', async () => {
    open({ rows: [anAssemblyRow(gruber, elferrat)] })
    const sheet = within(await preview()).getByRole('article')
    for (const words of [
      guildName,
      'Urkunde',
      'Ehrennarr (20 Jahre)',
      'Annegret Gruber',
      'für 22 Jahre im Amt: Elferrat 2004–2020.',
      '10. April 2027',
    ]) {
      expect(sheet).toHaveTextContent(words)
    }
  })

  test("A certificate of the guild's own honor is chosen and printed with the guild's names of honor and office", async () => {
    const print = stubPrint()
    const own = {
      type: 'own_27',
      label: 'Häsnadel',
      basis: 'dutyYears',
      threshold: 25,
      duties: ['own_14'],
      issuer: '',
      certificateText: '',
    } satisfies HonorRule
    const { person } = open({
      rows: [
        anAssemblyRow(gruber, {
          ...elferrat,
          type: 'own_27',
          offices: [{ duty: 'own_14', label: 'Häswart', years: '1990–2019' }],
        }),
      ],
      wire: {
        [settingsCall]: json(someSettings({ honorRules: [...someSettings().honorRules, own] })),
      },
    })
    await preview()
    await person.click(screen.getByRole('button', { name: '1 drucken' }))
    await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
    const [sheet] = printed()
    expect(sheet).toHaveAccessibleName('Urkunde für Annegret Gruber: Häsnadel')
    expect(sheet).toHaveTextContent('für 22 Jahre im Amt: Häswart 1990–2019.')
  })

  test("The guild's own certificate text replaces the default", async () => {
    const certificateText = '{Name} trägt {Ehrung} seit {Datum}.'
    const honorRules = someSettings().honorRules.map((rule) =>
      rule.type === 'Parades_100' ? { ...rule, certificateText } : rule,
    )
    open({
      rows: [anAssemblyRow(gruber, parades)],
      wire: { [settingsCall]: json(someSettings({ honorRules })) },
    })
    expect(await preview()).toHaveTextContent(
      'Annegret Gruber trägt Sprungorden 100 Sprünge seit 10. April 2027.',
    )
  })

  const held = (lastName: string, from: string, to: string | null): DutyHolder => ({
    member: { id: 7, firstName: 'Otto', lastName, birthday: null },
    from,
    to,
    years: 1,
  })
  test.each<[string, DutyHolder[], string]>([
    [
      'the current holder of the office',
      [held('Jetzt', '2020-01-01', null)],
      'Otto Jetzt1. Präsident',
    ],
    [
      'a holder whose term ends on the day',
      [held('Noch', '2020-01-01', '2027-04-10')],
      'Otto Noch1. Präs',
    ],
    ['no holder whose term has ended', [held('Vorbei', '2020-01-01', '2027-04-09')], '20271. Präs'],
    ['no holder whose term begins later', [held('Später', '2027-04-11', null)], '20271. Präsident'],
    [
      'the former holder on the day of a change',
      [held('Neu', '2027-04-10', null), held('Alt', '2020-01-01', '2027-04-10')],
      'Otto Alt1. Präsident',
    ],
  ])('The signature line of a certificate names %s', async (_, holders, words) => {
    open({ rows: [anAssemblyRow(gruber)], wire: { [presidentsCall]: json(holders) } })
    expect(await preview()).toHaveTextContent(words)
  })

  test('A read-only user prints the ticked certificates and nothing is stored', async () => {
    const print = stubPrint()
    const { person, wire } = open({
      rows: [anAssemblyRow(gruber), anAssemblyRow(gruber, parades), anAssemblyRow(baisch)],
    })
    await preview()
    expect(
      screen.getByRole('checkbox', { name: 'Gruber, Annegret, Sprungorden 100 Sprünge' }),
    ).not.toBeChecked()
    await person.click(screen.getByRole('button', { name: '2 drucken' }))
    await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(printed().map((sheet) => sheet.getAttribute('aria-label'))).toEqual([
      'Urkunde für Wolfgang Baisch: 25 Jahre Mitgliedschaft',
      'Urkunde für Annegret Gruber: 25 Jahre Mitgliedschaft',
    ])
    window.dispatchEvent(new Event('afterprint'))
    await vi.waitFor(() => expect(printed()).toEqual([]))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(wire.sent(rowsCall)).toEqual([])
  })

  test('Certificates are printed in the order of the call-up list, excused members last', async () => {
    const print = stubPrint()
    const { person } = open({
      rows: [
        anAssemblyRow(oettinger, { type: 'Member_for_40_Years' }),
        anAssemblyRow(baisch, { attendance: 'excused' }),
        anAssemblyRow(gruber),
        anAssemblyRow(gruber, { ...parades, type: 'Parades_50' }),
      ].reverse(),
    })
    await preview()
    await person.click(
      screen.getByRole('checkbox', { name: 'Gruber, Annegret, Sprungorden 50 Sprünge' }),
    )
    await person.click(screen.getByRole('button', { name: '4 drucken' }))
    await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(printed().map((sheet) => sheet.getAttribute('aria-label'))).toEqual([
      'Urkunde für Annegret Gruber: 25 Jahre Mitgliedschaft',
      `Urkunde für ${oettinger.firstName} ${oettinger.lastName}: 40 Jahre Mitgliedschaft`,
      'Urkunde für Annegret Gruber: Sprungorden 50 Sprünge',
      'Urkunde für Wolfgang Baisch: 25 Jahre Mitgliedschaft',
    ])
  })

  test('A certificate shows the association that awards it, and can be printed without the frame', async () => {
    const honorRules = someSettings().honorRules.map((rule) => ({ ...rule, issuer: 'VSAN' }))
    const { person } = open({
      rows: [anAssemblyRow(gruber)],
      wire: { [settingsCall]: json(someSettings({ honorRules })) },
    })
    // The association has certificates of its own.
    const tick = await screen.findByRole('checkbox', { name: /^Gruber, Annegret/ })
    expect(tick).not.toBeChecked()
    await person.click(tick)
    const sheet = await preview()
    expect(screen.getByText('Verliehen von VSAN')).toBeVisible()
    expect(sheet.querySelector('.certificate-frame')).not.toBeNull()
    await person.click(screen.getByRole('checkbox', { name: /^Ohne Rahmen/ }))
    expect(sheet.querySelector('.certificate-frame')).toBeNull()
  })
})

describe('the invitations', () => {
  fixToday()
  const homeless = aMemberRow({
    id: 62,
    firstName: 'Xaver',
    lastName: 'Zoller',
    ...home,
    addressTown: '',
  })
  const open = (opening: Opening = {}) =>
    openPage('invitations', {
      role: 'management',
      ...opening,
      wire: { 'GET /api/member': json([gruber, baisch, oettinger, homeless]), ...opening.wire },
    })
  const ticks = async () => {
    await screen.findByRole('region', { name: /^Wer eine bekommt/ })
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
    return boxes.map((box) => {
      const state = box.disabled ? 'nicht' : box.checked ? 'ja' : 'nein'
      return `${box.getAttribute('aria-label') ?? 'Alle'}: ${state}`
    })
  }
  const printed = () => [...document.querySelectorAll('body > .letter-print article')]

  test('A person with several honors gets one invitation; members without an address or with an entered honor get none', async () => {
    open({
      rows: [
        anAssemblyRow(oettinger, { attendance: 'excused' }),
        anAssemblyRow(gruber),
        anAssemblyRow(gruber, parades),
        anAssemblyRow(baisch, { honorId: 5, act: 'act' }),
        anAssemblyRow(homeless),
        anAssemblyRow({ ...aMemberRow({ id: 99, lastName: 'Fremd' }) }),
      ],
    })
    expect(await ticks()).toEqual([
      'Alle: nein',
      'Fremd, Annegret, 25 Jahre Mitgliedschaft: nicht',
      'Zoller, Xaver, 25 Jahre Mitgliedschaft: nicht',
      'Gruber, Annegret, 25 Jahre Mitgliedschaft, Sprungorden 100 Sprünge: ja',
      'Öttinger, Leonie, 25 Jahre Mitgliedschaft: nein',
    ])
    expect(screen.getAllByText('Keine vollständige Anschrift')).toHaveLength(2)
  })

  test('An invitation contains the typed place, time and text, which are stored in the browser', async () => {
    const rows = [anAssemblyRow(gruber), anAssemblyRow(gruber, parades)]
    const { person } = open({ rows })
    await person.type(await screen.findByLabelText('Ort'), 'Bürgersaal')
    await person.type(screen.getByLabelText('Uhrzeit'), '19:30')
    await person.type(screen.getByLabelText('Was Du noch schreibst'), 'Komm im Häs.')
    const sheet = screen.getByRole('region', { name: 'Vorschau' })
    for (const words of ['Hallo Annegret,', 'Sa 10.04.2027', '19:30 Uhr', 'Bürgersaal']) {
      expect(sheet).toHaveTextContent(words)
    }
    expect(sheet).toHaveTextContent('25 Jahre Mitgliedschaft (Mitglied 2001–2026, 25 Jahre)')
    expect(sheet).toHaveTextContent('Sprungorden 100 Sprünge (103 Sprünge)Komm im Häs.')
    open({ rows })
    expect((await screen.findAllByLabelText('Ort')).at(-1)).toHaveValue('Bürgersaal')
  })

  async function printAll(role: Role) {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const rows = [
      anAssemblyRow(gruber),
      anAssemblyRow(gruber, parades),
      anAssemblyRow(baisch, { invitedOn: '2026-11-01' }),
    ]
    const opened = open({ rows, role, wire: { [rowsCall]: noContent } })
    await opened.person.click(await screen.findByRole('button', { name: '1 drucken' }))
    await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(printed()).toHaveLength(1)
    window.dispatchEvent(new Event('afterprint'))
    await vi.waitFor(() => expect(printed()).toEqual([]))
    return opened
  }

  test('Invitations are marked as sent only after confirmation, for all honors of the person', async () => {
    const { person, wire } = await printAll('management')
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Ist die Einladung gedruckt?' }),
    )
    expect(wire.sent(rowsCall)).toEqual([])
    await person.click(dialog.getByRole('button', { name: 'Als eingeladen merken' }))
    expect(await screen.findByText('1 Person als eingeladen gemerkt')).toBeVisible()
    expect(wire.sent(rowsCall).map(({ body }) => body)).toEqual([
      {
        rows: [
          { memberId: 41, type: 'Member_for_25_Years' },
          { memberId: 41, type: 'Parades_100' },
        ],
        set: { invitedOn: '2026-11-21' },
      },
    ])
    expect(wire.sent(assemblyCall)).toHaveLength(2)
  })

  test('If marking the invitations fails, an error is shown and it can be tried again', async () => {
    const { person, wire } = await printAll('management')
    wire.answer({ [rowsCall]: refusal(500, 'Internal') })
    await person.click(await screen.findByRole('button', { name: 'Als eingeladen merken' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Das konnte nicht gespeichert werden',
    )
    wire.answer({ [rowsCall]: noContent })
    await person.click(screen.getByRole('button', { name: 'Als eingeladen merken' }))
    expect(await screen.findByText('1 Person als eingeladen gemerkt')).toBeVisible()
  })

  test('A read-only user prints invitations without being asked to mark them', async () => {
    await printAll('readonly')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
})

describe('the printed pages of the assembly', () => {
  test.each(['call-up', 'certificates', 'invitations'])(
    'Helpers cannot open the page %s of the assembly',
    async (page) => {
      const { wire } = openPage(page, { role: 'helper' })
      await screen.findByRole('heading', { level: 1 })
      expect(wire.sent(assemblyCall)).toEqual([])
    },
  )
})
