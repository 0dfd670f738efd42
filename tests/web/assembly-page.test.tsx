import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  aHonorToHandOver,
  anAssembly,
  anAssemblyRow,
  eisele,
  fourRows,
  knaepple,
} from '#tests/support/assembly.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someRules, someSettings } from '#tests/support/guild-settings.ts'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { gruber, strasser } from '#tests/support/statistics.ts'
import {
  json,
  later,
  named,
  noContent,
  offline,
  refusal,
  type WireTable,
} from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/assembly/assembly-page.tsx'
import '#web/assembly/assembly-orders-page.tsx'
import type { Assembly } from '#worker/assembly/assembly.contract.ts'
import type { Role } from '#worker/domain/codes.ts'

const list = 'GET /api/assembly'
const put = 'PUT /api/assembly/2026-11-21/rows'
const enter = 'POST /api/assembly/2026-11-21/enter'
const undo = 'POST /api/assembly/2026-11-21/undo'

fixToday()

type Opening = { assembly?: Assembly; wire?: WireTable; role?: Role; search?: string }

function openPage({
  assembly = anAssembly(),
  wire,
  role = 'management',
  search = '',
}: Opening = {}) {
  return renderApp({
    path: `/assembly${search}`,
    user: withRoles(role),
    wire: {
      [list]: json(assembly),
      'GET /api/guild/settings': json(someSettings({ assemblyDate: '2026-11-21' })),
      [put]: noContent,
      ...wire,
    },
  })
}

const ticks = (name: string) => screen.findAllByRole('checkbox', { name: `${name} ist da` })
const bar = async () => within(await screen.findByRole('region', { name: 'Eintragen' }))
const rowsTexts = async () => {
  const table = await screen.findByRole('table', { name: 'Erreicht' })
  return within(table)
    .getAllByRole('row')
    .map((row) => row.textContent)
}
const bodies = (wire: ReturnType<typeof openPage>['wire'], call: typeof put) =>
  wire.sent(call).map(({ body }) => body)
const withAttendance = (attendance: 'present' | 'excused', ...members: { id: number }[]) =>
  anAssembly({
    rows: fourRows.map((row) =>
      members.some(({ id }) => id === row.member.id) ? { ...row, attendance } : row,
    ),
  })

describe('the list of honors', () => {
  test('A member whose exit takes effect before the assembly is marked with the day of the exit', async () => {
    const [first, ...others] = fourRows
    if (!first) throw new Error('no rows')
    openPage({ assembly: anAssembly({ rows: [{ ...first, leavesOn: '2026-10-31' }, ...others] }) })
    expect(await screen.findByText('tritt aus zum 31.10.2026')).toBeVisible()
  })

  test('The list shows the honors of each series in a group, each with its reason, and the total', async () => {
    openPage()
    expect(await rowsTexts()).toEqual([
      'DaNameEhrungWarumAktionen',
      'Reihe: Mitgliedschaften',
      'Gruber, Annegret25 Jahre MitgliedschaftMitglied 2001–2026, 25 Jahre',
      'Knäpple, Irmgard25 Jahre MitgliedschaftMitglied 2001–2026, 25 Jahre',
      'Reihe: Dienstbuch',
      'Gruber, AnnegretEhrennarr (30 Jahre)Elferrat 1995–2026, 31 JahreAuch fällig: Ehrennarr (20 Jahre)',
      'Reihe: Sprünge',
      'Straßer, JörgSprungorden 50 Sprünge51 Sprünge',
    ])
    expect(screen.getByText('4 Ehrungen für 3 Personen.')).toBeVisible()
  })

  test.each([
    ['', null],
    ['?date=2027-04-17', '2027-04-17'],
    ['?date=2027-02-31', null],
  ])(
    'The list of honors is requested for the day in the address; without a valid one it is requested without a day: %j',
    async (search, day) => {
      const { wire } = openPage({ search })
      await ticks('Straßer, Jörg')
      expect(wire.sent(list)[0]?.query.get('date')).toBe(day)
    },
  )

  test('The links to the printed papers contain the day of the list', async () => {
    openPage()
    for (const [name, path] of [
      ['Aufrufliste', '/assembly/call-up'],
      ['Einladungen', '/assembly/invitations'],
      ['Urkunden', '/assembly/certificates'],
    ] as const) {
      expect(await screen.findByRole('link', { name })).toHaveAttribute(
        'href',
        `${path}?date=2026-11-21`,
      )
    }
  })

  test('A read-only user sees who is present, without controls to change it', async () => {
    openPage({ role: 'readonly', assembly: withAttendance('present', strasser) })
    expect((await rowsTexts()).at(-1)).toBe('Straßer, JörgSprungorden 50 Sprüngeda51 Sprünge')
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    for (const name of [/eintragen$/, /Alle sind da/, /hinzufügen/, /Aktionen$/, /merken/]) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    }
  })

  test('An assembly without due honors shows a note', async () => {
    openPage({ assembly: anAssembly({ rows: [] }) })
    expect(await screen.findByText('Niemand ist zu ehren')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Eintragen' })).not.toBeInTheDocument()
  })

  test('The honors of an assembly that fail to load show an error and can be loaded again', async () => {
    const { person } = openPage({ wire: { [list]: [offline, json(anAssembly())] } })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Generalversammlung konnte nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await ticks('Straßer, Jörg')).toHaveLength(1)
  })
})

describe('an attendance tick', () => {
  test('Ticking one row of a person ticks all rows of that person with one request', async () => {
    const { person, wire } = openPage({
      wire: { [list]: [json(anAssembly()), json(withAttendance('present', gruber))] },
    })
    const [first, second] = await ticks('Gruber, Annegret')
    await person.click(second as HTMLElement)
    expect(first).toBeChecked()
    expect(second).toBeChecked()
    await waitFor(() => expect(wire.sent(put)).toHaveLength(1))
    expect(bodies(wire, put)).toEqual([
      {
        rows: [
          { memberId: 41, type: 'Member_for_25_Years' },
          { memberId: 41, type: 'Ehrennarr_30' },
        ],
        set: { attendance: 'present' },
      },
    ])
  })

  test('A ticked attendance is shown before the server has answered, and after the reload of the list', async () => {
    const stored = later(noContent)
    const { person, wire } = openPage({
      wire: {
        [put]: stored.answer,
        [list]: [json(anAssembly()), json(withAttendance('present', strasser))],
      },
    })
    const [tick] = await ticks('Straßer, Jörg')
    await person.click(tick as HTMLElement)
    expect(tick).toBeChecked()
    stored.come()
    await waitFor(() => expect(wire.sent(list)).toHaveLength(2))
    expect(tick).toBeChecked()
    expect((await bar()).getByText('1 von 3 ist da.')).toBeVisible()
  })

  test('An attendance tick that cannot be stored is removed again, and an error is shown', async () => {
    const { person } = openPage({ wire: { [put]: offline } })
    const [tick] = await ticks('Straßer, Jörg')
    await person.click(tick as HTMLElement)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Straßer, Jörg:Das konnte nicht gespeichert werden')
    expect(tick).not.toBeChecked()
  })

  test('Attendance ticks made while a request is running are sent together in the next one', async () => {
    const stored = later(noContent)
    const { person, wire } = openPage({ wire: { [put]: [stored.answer, noContent] } })
    for (const name of ['Straßer, Jörg', 'Knäpple, Irmgard', 'Gruber, Annegret']) {
      const [tick] = await ticks(name)
      await person.click(tick as HTMLElement)
      expect(tick).toBeChecked()
    }
    expect(wire.sent(put)).toHaveLength(1)
    stored.come()
    await waitFor(() => expect(wire.sent(put)).toHaveLength(2))
    expect(bodies(wire, put)[1]).toEqual({
      rows: [
        { memberId: 41, type: 'Member_for_25_Years' },
        { memberId: 43, type: 'Member_for_25_Years' },
        { memberId: 41, type: 'Ehrennarr_30' },
      ],
      set: { attendance: 'present' },
    })
  })

  test('The error about an attendance tick that could not be stored stays until the same tick is stored', async () => {
    const failing = later(offline)
    const { person, wire } = openPage({
      wire: {
        [put]: [failing.answer, noContent],
        [list]: [json(anAssembly()), json(withAttendance('present', strasser))],
      },
    })
    const [failed] = await ticks('Knäpple, Irmgard')
    const [stored] = await ticks('Straßer, Jörg')
    await person.click(failed as HTMLElement)
    await person.click(stored as HTMLElement)
    failing.come()
    await waitFor(() => expect(wire.sent(list)).toHaveLength(2))
    expect(await screen.findByRole('alert')).toHaveTextContent('Knäpple, Irmgard:Das konnte nicht')
    await waitFor(() => expect(failed).not.toBeChecked())
    expect(stored).toBeChecked()
    await person.click(failed as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    expect(wire.sent(put)).toHaveLength(3)
  })

  test('The undo of "Alle sind da" undoes only that request, not a tick changed while the request was running', async () => {
    const all = later(named('request-1', noContent))
    const undone = 'POST /api/history/request-1/undo'
    const { person, wire } = openPage({
      wire: {
        [put]: [all.answer, named('request-2', noContent)],
        [undone]: noContent,
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Alle sind da' }))
    const [tick] = await ticks('Straßer, Jörg')
    await person.click(tick as HTMLElement)
    all.come()
    await waitFor(() => expect(wire.sent(put)).toHaveLength(2))
    expect(bodies(wire, put)[1]).toEqual({
      rows: [{ memberId: 42, type: 'Parades_50' }],
      set: { attendance: null },
    })
    await person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    await waitFor(() => expect(wire.sent(undone)).toHaveLength(1))
  })

  test('"Alle sind da" does not tick excused members, and can be undone', async () => {
    const { person, wire } = openPage({
      assembly: withAttendance('excused', knaepple),
      wire: {
        [put]: named('request-1', noContent),
        'POST /api/history/request-1/undo': noContent,
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Alle sind da' }))
    await waitFor(() => expect(wire.sent(put)).toHaveLength(1))
    expect(bodies(wire, put)[0]).toMatchObject({
      rows: [{ memberId: 41 }, { memberId: 41 }, { memberId: 42 }],
      set: { attendance: 'present' },
    })
    await person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    await waitFor(() => expect(wire.sent('POST /api/history/request-1/undo')).toHaveLength(1))
  })
})

describe('the menu of a row', () => {
  const openMenu = async (
    person: ReturnType<typeof openPage>['person'],
    item: string,
    row = 'Straßer, Jörg: Sprungorden 50 Sprünge',
  ) => {
    await person.click(await screen.findByRole('button', { name: `${row}: Aktionen` }))
    await person.click(await screen.findByRole('menuitem', { name: item }))
  }

  test('The menu of a row marks a member as excused', async () => {
    const { person, wire } = openPage({
      wire: { [list]: [json(anAssembly()), json(withAttendance('excused', strasser))] },
    })
    await openMenu(person, 'Entschuldigt')
    await waitFor(() =>
      expect(bodies(wire, put)).toMatchObject([{ set: { attendance: 'excused' } }]),
    )
    expect((await bar()).getByText('0 von 3 sind da, 1 entschuldigt.')).toBeVisible()
  })

  test('"Diesmal nicht" in the menu of a row removes the honor from this assembly', async () => {
    const { person, wire } = openPage()
    await openMenu(person, 'Diesmal nicht')
    await waitFor(() =>
      expect(bodies(wire, put)).toEqual([
        { rows: [{ memberId: 42, type: 'Parades_50' }], set: { choice: 'left_out' } },
      ]),
    )
  })

  test('A second honor can be left out while the first is being sent; if the first fails, it is named and the second is sent all the same', async () => {
    const first = later(offline)
    const { person, wire } = openPage({ wire: { [put]: [first.answer, noContent] } })
    await openMenu(person, 'Diesmal nicht', 'Gruber, Annegret: Ehrennarr (30 Jahre)')
    await openMenu(person, 'Diesmal nicht')
    first.come()
    await waitFor(() => expect(wire.sent(put)).toHaveLength(2))
    expect(bodies(wire, put)).toMatchObject([
      { rows: [{ memberId: 41, type: 'Ehrennarr_30' }] },
      { rows: [{ memberId: 42, type: 'Parades_50' }] },
    ])
    expect(await screen.findByText('Diesmal nicht geehrt')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Gruber, Annegret: Ehrennarr (30 Jahre).')
  })

  test('Saving note and days of an honor sends only the changed fields', async () => {
    const { person, wire } = openPage()
    await openMenu(person, 'Notiz und Tage eintragen')
    const dialog = within(await screen.findByRole('dialog', { name: 'Notiz und Tage' }))
    expect(dialog.getByRole('button', { name: 'Speichern' })).toBeDisabled()
    await person.type(dialog.getByLabelText('Notiz'), 'Gravur fehlt')
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    await waitFor(() =>
      expect(bodies(wire, put)).toEqual([
        { rows: [{ memberId: 42, type: 'Parades_50' }], set: { note: 'Gravur fehlt' } },
      ]),
    )
  })
})

describe('entering honors', () => {
  const ready = anAssembly({
    rows: fourRows.map((row) =>
      row.member.id === 41
        ? { ...row, attendance: 'present' }
        : row.member.id === 43
          ? { ...row, attendance: 'excused' }
          : row,
    ),
  })
  const done = anAssembly({
    rows: ready.rows.map((row, index) =>
      row.attendance
        ? { ...row, act: 'act-1', honorId: 500 + index, handedOverOn: '2026-11-21' }
        : row,
    ),
  })
  const confirm = async (person: ReturnType<typeof openPage>['person'], name: string) => {
    await person.click((await bar()).getByRole('button', { name: '3 Ehrungen eintragen' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: '3 Ehrungen eintragen?' }))
    await person.click(dialog.getByRole('button', { name }))
    return dialog
  }

  test('The bar for entering honors shows who is absent and therefore remains on the list', async () => {
    openPage({ assembly: ready })
    expect((await bar()).getByRole('status')).toHaveTextContent(
      '1 von 3 ist da, 1 entschuldigt. Jörg Straßer bleibt auf der Liste.',
    )
  })

  test('A warning is shown before honors are entered if the day of the list differs from the assembly day in the settings', async () => {
    const open = async (assemblyDate: string | null) => {
      const settings = json(someSettings({ assemblyDate }))
      const app = openPage({ assembly: ready, wire: { 'GET /api/guild/settings': settings } })
      await app.person.click((await bar()).getByRole('button', { name: '3 Ehrungen eintragen' }))
      const question = await screen.findByRole('alertdialog')
      return { question, close: app.unmount }
    }
    const other = await open('2027-04-24')
    expect(other.question).toHaveTextContent('Als Tag der Zunft ist der 24.04.2027 eingestellt.')
    other.close()
    for (const own of ['2026-11-21', null]) {
      const { question, close } = await open(own)
      expect(question).not.toHaveTextContent('Tag der Zunft')
      close()
    }
  })

  test('Honors of present and excused members are entered together with the lower steps of each honor', async () => {
    const { person, wire } = openPage({
      wire: {
        [list]: [json(ready), json(done)],
        [enter]: json({ act: 'act-1', entered: 4 }, 201),
      },
    })
    await confirm(person, 'Eintragen')
    await waitFor(() =>
      expect(bodies(wire, enter as typeof put)).toEqual([
        {
          rows: [
            { memberId: 41, types: ['Member_for_25_Years'] },
            { memberId: 43, types: ['Member_for_25_Years'] },
            { memberId: 41, types: ['Ehrennarr_30', 'Ehrennarr_20'] },
          ],
        },
      ]),
    )
    await waitFor(() => expect(screen.queryAllByRole('checkbox')).toHaveLength(1))
    // Once in the message and once in the remaining line.
    expect(screen.getAllByText('3 Ehrungen eingetragen')).toHaveLength(2)
    expect(screen.getAllByText('eingetragen')).toHaveLength(3)
  })

  test('Honors are entered without their lower steps when the checkbox for these is unticked', async () => {
    const { person, wire } = openPage({
      assembly: ready,
      wire: { [enter]: json({ act: 'act-1', entered: 3 }, 201) },
    })
    await person.click((await bar()).getByRole('button', { name: '3 Ehrungen eintragen' }))
    await person.click(
      await screen.findByRole('checkbox', { name: 'Auch die niedrigeren Stufen eintragen (1)' }),
    )
    await person.click(screen.getByRole('button', { name: 'Eintragen' }))
    await waitFor(() => expect(wire.sent(enter)).toHaveLength(1))
    expect(wire.sent(enter)[0]?.body).toMatchObject({
      rows: [{}, {}, { memberId: 41, types: ['Ehrennarr_30'] }],
    })
  })

  test('Entering the last honors of the list moves the focus to the page, since the bar with the button disappears', async () => {
    const all = anAssembly({
      rows: fourRows.map((row) => ({ ...row, attendance: 'present' as const })),
    })
    const entered = anAssembly({
      rows: all.rows.map((row, index) => ({ ...row, act: 'act-1', honorId: 500 + index })),
    })
    const { person } = openPage({
      wire: {
        [list]: [json(all), json(entered)],
        [enter]: json({ act: 'act-1', entered: 5 }, 201),
      },
    })
    await person.click((await bar()).getByRole('button', { name: '4 Ehrungen eintragen' }))
    await person.click(screen.getByRole('button', { name: 'Eintragen' }))
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Eintragen' })).not.toBeInTheDocument(),
    )
    expect(screen.getByRole('main')).toHaveFocus()
  })

  test('Honors cannot be entered before the day of the assembly', async () => {
    openPage({ assembly: { ...ready, date: '2026-11-22' } })
    const entering = await bar()
    expect(entering.getByRole('button', { name: '3 Ehrungen eintragen' })).toBeDisabled()
    expect(entering.getByText(/erst am Tag der Versammlung, am So 22\.11\.2026/)).toBeVisible()
  })

  test('The button to enter honors is disabled until a person is ticked', async () => {
    openPage()
    const entering = await bar()
    expect(entering.getByRole('button', { name: '0 Ehrungen eintragen' })).toBeDisabled()
    expect(entering.getByText('Hake an, wer da ist.')).toBeVisible()
  })

  test('If another user has just entered the honors (409), an error is shown and the list is loaded again', async () => {
    const { person, wire } = openPage({
      assembly: ready,
      wire: {
        [enter]: refusal(409, 'HonorExists', 'Annegret Gruber hat diese Ehrung schon.'),
      },
    })
    const dialog = await confirm(person, 'Eintragen')
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Annegret Gruber hat diese Ehrung schon.',
    )
    await waitFor(() => expect(wire.sent(list)).toHaveLength(2))
  })

  test('When entered honors are undone, those that have been changed since remain entered and are listed by name', async () => {
    const { person, wire } = openPage({
      assembly: done,
      wire: {
        [undo]: json({ removed: 2, kept: [{ member: knaepple, type: 'Member_for_25_Years' }] }),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    await person.click(await screen.findByRole('button', { name: 'Zurücknehmen' }))
    expect(
      await screen.findByText('Zurückgenommen, aber 1 Ehrung bleibt eingetragen'),
    ).toBeVisible()
    expect(wire.sent(undo)[0]?.body).toEqual({ act: 'act-1' })
    expect(screen.getByText('Knäpple, Irmgard: 25 Jahre Mitgliedschaft')).toBeVisible()
  })

  test('After entered honors are undone, the message counts the rows of the list without lower steps', async () => {
    const { person } = openPage({
      wire: {
        [list]: [json(done), json(ready)],
        [undo]: json({ removed: 4, kept: [] }),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    await person.click(await screen.findByRole('button', { name: 'Zurücknehmen' }))
    expect(await screen.findByText('3 Ehrungen zurückgenommen')).toBeVisible()
    await waitFor(() => expect(screen.queryAllByRole('checkbox')).toHaveLength(4))
    expect(screen.getByRole('main')).toHaveFocus()
  })

  test('Undoing honors that another user has already undone shows an error and loads the list again', async () => {
    const { person, wire } = openPage({
      assembly: done,
      wire: { [undo]: refusal(404, 'NotFound', 'Das gibt es nicht (mehr).') },
    })
    await person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    await person.click(await screen.findByRole('button', { name: 'Zurücknehmen' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Das gibt es nicht (mehr).')
    await waitFor(() => expect(wire.sent(list)).toHaveLength(2))
  })

  test('"Rückgängig" in the message undoes entered honors without a question, and lists those that remain entered', async () => {
    const { person, wire } = openPage({
      wire: {
        [list]: [json(ready), json(done), json(ready)],
        [enter]: json({ act: 'act-1', entered: 4 }, 201),
        [undo]: json({ removed: 3, kept: [{ member: knaepple, type: 'Member_for_25_Years' }] }),
      },
    })
    await confirm(person, 'Eintragen')
    const message = () => document.querySelector<HTMLElement>('[data-slot=toast]')
    await waitFor(() => expect(message()).toHaveTextContent('3 Ehrungen eingetragen'))
    await person.click(within(message() as HTMLElement).getByRole('button', { name: 'Rückgängig' }))
    await waitFor(() =>
      expect(message()).toHaveTextContent('Zurückgenommen, aber 1 Ehrung bleibt eingetragen'),
    )
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(wire.sent(undo).map(({ body }) => body)).toEqual([{ act: 'act-1' }])
    expect(screen.getByText('Knäpple, Irmgard: 25 Jahre Mitgliedschaft')).toBeVisible()
    await waitFor(() => expect(screen.queryAllByRole('checkbox')).toHaveLength(4))
  })
})

describe('adding an honor that is not due', () => {
  async function addTo(wire: WireTable) {
    const opened = openPage({
      wire: { 'GET /api/member': json([aMemberRow({ id: 44, ...eiseleRow })]), ...wire },
    })
    const { person } = opened
    await person.click(await screen.findByRole('button', { name: 'Ehrung hinzufügen' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ehrung hinzufügen' }))
    const send = () => person.click(dialog.getByRole('button', { name: 'Hinzufügen' }))
    const choose = async () => {
      await person.type(dialog.getByRole('combobox', { name: 'Mitglied' }), 'Eis')
      await person.click(await screen.findByRole('option', { name: /Eisele/ }))
      await person.selectOptions(
        dialog.getByRole('combobox', { name: /^Ehrung/ }),
        'Extra_Certificate',
      )
    }
    return { ...opened, dialog, send, choose }
  }
  const eiseleRow = { firstName: eisele.firstName, lastName: eisele.lastName }

  test('"Ehrung hinzufügen" offers honors awarded by hand in a group of their own, and puts the chosen one on the list', async () => {
    const { dialog, choose, send, wire } = await addTo({})
    await waitFor(() =>
      expect(
        within(dialog.getByRole('group', { name: 'Von Hand verliehen' })).getAllByRole('option'),
      ).not.toHaveLength(0),
    )
    await choose()
    await send()
    expect(await screen.findByText(/^Eisele, Tobias: .* steht auf der Liste$/)).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(bodies(wire, put)).toEqual([
      { rows: [{ memberId: 44, type: 'Extra_Certificate' }], set: { choice: 'added' } },
    ])
  })

  test('Adding an honor without a chosen member shows an error at the member field and sends nothing', async () => {
    const { dialog, send, wire } = await addTo({})
    await send()
    expect(await dialog.findByText('Wähle ein Mitglied aus der Liste.')).toBeVisible()
    expect(dialog.getByRole('combobox', { name: 'Mitglied' })).toBeInvalid()
    expect(wire.sent(put)).toEqual([])
  })

  test('An honor that is already on the list cannot be added again: the dialog shows an error', async () => {
    const rows = [anAssemblyRow({ member: eisele, type: 'Extra_Certificate', basis: 'manual' })]
    const { dialog, choose, send, wire } = await addTo({ [list]: json(anAssembly({ rows })) })
    await choose()
    await send()
    expect(await dialog.findByText('Diese Ehrung steht schon auf der Liste.')).toBeVisible()
    expect(wire.sent(put)).toEqual([])
  })

  test('If the member already has the added honor (409), the error says so', async () => {
    const { dialog, choose, send } = await addTo({
      [put]: refusal(409, 'HonorExists', 'Tobias Eisele hat diese Ehrung schon.'),
    })
    await choose()
    await send()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Tobias Eisele hat diese Ehrung schon.',
    )
  })

  test('If the member of an added honor has been deleted (422), the error is shown beside the member field', async () => {
    const { dialog, choose, send } = await addTo({
      [put]: refusal(422, 'ValidationFailed', 'Prüfe die Angaben.', {
        fields: { 'rows.0.memberId': 'Dieses Mitglied gibt es nicht (mehr).' },
      }),
    })
    await choose()
    await send()
    await waitFor(() =>
      expect(dialog.getByRole('combobox', { name: 'Mitglied' })).toHaveAccessibleDescription(
        /Dieses Mitglied gibt es nicht \(mehr\)\./,
      ),
    )
  })
})

describe('the cards beside the list', () => {
  test('An honor of an earlier assembly that is marked as handed over is stored with that assembly, not with the shown one', async () => {
    const { person, wire } = openPage({
      assembly: anAssembly({
        toHandOver: [aHonorToHandOver()],
        rows: [anAssemblyRow({ attendance: 'excused', act: 'a', honorId: 7 })],
      }),
      wire: { 'PUT /api/assembly/2025-11-11/rows': noContent },
    })
    expect(await screen.findByRole('heading', { name: 'Noch zu übergeben 2' })).toBeVisible()
    await person.click(
      screen.getByRole('button', { name: 'Übergeben: Eisele, Tobias: Sprungorden 50 Sprünge' }),
    )
    await waitFor(() => expect(wire.sent('PUT /api/assembly/2025-11-11/rows')).toHaveLength(1))
    expect(wire.sent('PUT /api/assembly/2025-11-11/rows')[0]?.body).toEqual({
      rows: [{ memberId: 44, type: 'Parades_50' }],
      set: { handedOverOn: '2026-11-21' },
    })
  })

  test('An honor that was left out of the assembly can be put back on the list', async () => {
    const row = anAssemblyRow({ member: eisele, choice: 'left_out' })
    const { person, wire } = openPage({ assembly: anAssembly({ leftOut: [row] }) })
    await person.click(await screen.findByText('Diesmal nicht'))
    await person.click(screen.getByRole('button', { name: /^Wieder aufnehmen/ }))
    await waitFor(() =>
      expect(bodies(wire, put)).toEqual([
        { rows: [{ memberId: 44, type: 'Member_for_25_Years' }], set: { choice: null } },
      ]),
    )
  })

  test('An honor that was ordered but is no longer due has no checkbox, and disappears when its day of ordering is removed', async () => {
    const row = anAssemblyRow({ member: eisele, orderedOn: '2026-10-01' })
    const { person, wire } = openPage({
      wire: { [list]: [json(anAssembly({ rows: [], noLongerDue: [row] })), json(anAssembly())] },
    })
    expect(await screen.findByText('bestellt am 01.10.2026')).toBeVisible()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    await person.click(
      screen.getByRole('button', {
        name: 'Notiz und Tage: Eisele, Tobias: 25 Jahre Mitgliedschaft',
      }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Notiz und Tage' }))
    await person.clear(dialog.getByLabelText('Bestellt am'))
    await person.click(dialog.getByRole('button', { name: 'Speichern' }))
    await waitFor(() =>
      expect(bodies(wire, put)).toEqual([
        { rows: [{ memberId: 44, type: 'Member_for_25_Years' }], set: { orderedOn: null } },
      ]),
    )
    await waitFor(() => expect(screen.queryByText('Nicht mehr fällig')).not.toBeInTheDocument())
    expect(document.activeElement).not.toBe(document.body)
  })

  test('An honor not yet reached has no checkbox and is not counted as an honor to order', async () => {
    const { person } = openPage({
      assembly: anAssembly({
        rows: [],
        reachable: [
          { member: eisele, type: 'Parades_100', threshold: 100, confirmed: 97, booked: 6 },
        ],
        next: { years: [], parades: [{ member: knaepple, type: 'Parades_50', missing: 1 }] },
      }),
    })
    await person.click(await screen.findByText('Noch nicht erreicht'))
    expect(screen.getByText('97 bestätigt, 6 angemeldet')).toBeVisible()
    expect(screen.getByText('noch 1 Sprung')).toBeVisible()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(await screen.findByText(/ist nichts mehr zu bestellen/)).toBeVisible()
  })

  test('The list of honors to order can still be downloaded after all of them were marked as ordered', async () => {
    const ordered = anAssembly({
      rows: fourRows.map((row) => ({ ...row, orderedOn: '2026-11-21' })),
    })
    const { person } = openPage({
      wire: { [list]: [json(anAssembly()), json(ordered)] },
    })
    await person.click(await screen.findByRole('button', { name: /: Als bestellt merken$/ }))
    expect(await screen.findByText(/ist nichts mehr zu bestellen/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Bestellung Ehrungen herunterladen' })).toBeEnabled()
    // The pressed button is gone.
    expect(document.activeElement).toHaveTextContent('Bestellen')
  })

  test('If the settings fail to load, the card of the honors to order offers to load them again', async () => {
    const { person, wire } = openPage({ wire: { 'GET /api/guild/settings': offline } })
    const card = within(
      (await screen.findByRole('heading', { name: /^Bestellen/ })).closest(
        'section',
      ) as HTMLElement,
    )
    const again = await card.findByRole('button', { name: 'Erneut laden' })
    wire.answer({ 'GET /api/guild/settings': json(someSettings()) })
    await person.click(again)
    expect(await card.findByText('2 ×')).toBeVisible()
  })

  test('The honors to order are counted for each issuer without those already ordered, and can be marked as ordered for each issuer', async () => {
    const honorRules = someRules.map((rule) =>
      rule.type === 'Ehrennarr_30' ? { ...rule, issuer: 'VSAN' } : rule,
    )
    const rows = fourRows.map((row) =>
      row.type === 'Parades_50' ? { ...row, orderedOn: '2026-10-01' } : row,
    )
    const { person, wire } = openPage({
      assembly: anAssembly({ rows }),
      wire: { 'GET /api/guild/settings': json(someSettings({ honorRules })) },
    })
    const guild = within(await screen.findByRole('region', { name: 'Narrenzunft Schellental' }))
    expect(guild.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      '2 ×25 Jahre Mitgliedschaft',
    ])
    const issuer = within(screen.getByRole('region', { name: 'VSAN' }))
    expect(issuer.getByRole('listitem')).toHaveTextContent('1 ×Ehrennarr (30 Jahre)')
    await person.click(issuer.getByRole('button', { name: 'VSAN: Als bestellt merken' }))
    await waitFor(() =>
      expect(bodies(wire, put)).toEqual([
        {
          rows: [{ memberId: gruber.id, type: 'Ehrennarr_30' }],
          set: { orderedOn: '2026-11-21' },
        },
      ]),
    )
  })
})

describe('the list of ordered honors', () => {
  test('The orders of all assemblies are listed, the newest first; the name of an anonymised member is missing', async () => {
    const order = { date: '2025-11-11', type: 'Parades_50', orderedOn: '2025-10-01' } as const
    renderApp({
      path: '/assembly/orders',
      user: withRoles('readonly'),
      wire: {
        'GET /api/guild/settings': json(someSettings()),
        'GET /api/assembly/orders': json([
          { ...order, issuer: '', member: null, handedOverOn: null },
          {
            ...order,
            issuer: 'VSAN',
            member: eisele,
            orderedOn: '2026-10-02',
            handedOverOn: '2026-11-21',
          },
        ]),
      },
    })
    await screen.findByRole('link', { name: 'Eisele, Tobias' })
    const [, ...rows] = screen.getAllByRole('row').map((row) => row.textContent)
    expect(rows[0]).toMatch(/^Eisele, TobiasSprungorden 50 SprüngeVSAN.*02\.10\.2026.*21\.11\.2026/)
    expect(rows[1]).toMatch(/^Nicht mehr bekanntSprungorden 50 SprüngeNarrenzunft Schellental/)
  })
})
