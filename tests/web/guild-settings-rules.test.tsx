import { configure, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someRules, someSettings } from '#tests/support/guild-settings.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/guild/settings-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { HonorRule } from '#worker/domain/honors.ts'

const load = 'GET /api/guild/settings'
const save = 'PUT /api/guild/settings'
const preview = 'POST /api/statistics/honors/preview'

const gruber = { id: 41, firstName: 'Annegret', lastName: 'Gruber', birthday: null }
const loeffler = { id: 42, firstName: 'Bernd', lastName: 'Löffler', birthday: null }
const schaeuffele = { id: 43, firstName: 'Dieter', lastName: 'Schäuffele', birthday: null }

fixToday()
// The preview comes only after a rest, and a busy machine takes its time on top.
configure({ asyncUtilTimeout: 10_000 })

function openSettings(wire: WireTable = {}) {
  return renderApp({
    path: '/guild',
    user: withRoles('management'),
    wire: { [load]: json(someSettings()), [preview]: json([]), ...wire },
  })
}

async function openRule(label: string, wire: WireTable = {}) {
  const app = openSettings(wire)
  await app.person.click(await screen.findByRole('button', { name: `${label} ändern` }))
  const dialog = within(screen.getByRole('dialog', { name: 'Regel ändern' }))
  const years = () => dialog.getByLabelText(/^Ab so vielen/)
  // Sets the text in one event, since the requests while typing depend on the speed.
  const retype = async (field: HTMLElement, text: string) => {
    if (!text) return app.person.clear(field)
    await app.person.tripleClick(field)
    await app.person.paste(text)
  }
  const press = () => app.person.click(dialog.getByRole('button', { name: 'OK' }))
  return { ...app, dialog, years, retype, press }
}

type Dialog = Awaited<ReturnType<typeof openRule>>

const changed = (change: Partial<HonorRule> & Pick<HonorRule, 'type'>) =>
  someRules.map((rule) => (rule.type === change.type ? { ...rule, ...change } : rule))
const saved = ({ wire }: Dialog) => wire.sent(save).map(({ body }) => body)
const statusText = ({ dialog }: Dialog) => dialog.getByRole('status').textContent

test('The honor rules are listed in a table with name, basis, threshold and offices', async () => {
  openSettings({
    [load]: json(someSettings({ honorRules: changed({ type: 'Parades_50', label: 'Goldfuchs' }) })),
  })
  const table = within(await screen.findByRole('table', { name: 'Regeln für Ehrungen' }))
  const rows = table.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .slice(0, 4)
      .map((cell) => cell.textContent),
  )
  expect(rows).toEqual([
    [],
    ['Goldfuchssonst: Sprungorden 50 Sprünge', 'Sprünge', '50', '–'],
    ['Sprungorden 100 Sprünge', 'Sprünge', '100', '–'],
    ['25 Jahre Mitgliedschaft', 'Mitgliedsjahre', '25', '–'],
    ['40 Jahre Mitgliedschaft', 'Mitgliedsjahre', '40', '–'],
    ['Sonderurkunde', 'Von Hand', '–', '–'],
    ['Ehrennarr (20 Jahre)', 'Amtsjahre', '20', 'alle außer Gründungsmitglied'],
    ['Ehrennarr (30 Jahre)', 'Amtsjahre', '30', 'alle außer Gründungsmitglied'],
    ['Obernarr (15 Jahre)', 'Amtsjahre', '15', 'Kassier, Schriftführer'],
  ])
})

describe('a changed honor rule', () => {
  test('When an honor rule is changed, the dialog lists the members who are added to the lists and removed from them', async () => {
    const app = await openRule('Ehrennarr (20 Jahre)', {
      [preview]: json([
        { honor: 'Ehrennarr_20', added: [gruber, loeffler], removed: [schaeuffele] },
        { honor: 'Ehrennarr_30', added: [schaeuffele], removed: [] },
      ]),
    })
    expect(statusText(app)).toMatch(/^Wenn Du die Regel änderst/)
    await app.retype(app.years(), '15')
    await waitFor(() =>
      expect(app.dialog.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
        'Ehrennarr (20 Jahre): 2 kommen dazu (Gruber, Annegret; Löffler, Bernd), 1 fällt weg (Schäuffele, Dieter)',
        'Ehrennarr (30 Jahre): 1 kommt dazu (Schäuffele, Dieter)',
      ]),
    )
    expect(app.dialog.getByRole('heading', { level: 3 })).toHaveTextContent(
      'Listen zum Sa 10.04.2027',
    )
    expect(app.wire.sent(preview).at(-1)?.body).toEqual({
      honorRules: changed({ type: 'Ehrennarr_20', threshold: 15 }),
      date: '2027-04-10',
    })
  })

  test('When only the name of an honor rule is changed, no preview is requested', async () => {
    const app = await openRule('Ehrennarr (20 Jahre)')
    await app.retype(app.dialog.getByLabelText(/^Name/), 'Narr in Ehren')
    expect(statusText(app)).toMatch(/^Wenn Du die Regel änderst/)
    await app.retype(app.years(), '22')
    await waitFor(() =>
      expect(statusText(app)).toBe('Es kommt niemand dazu, und niemand fällt weg.'),
    )
    expect(app.wire.sent(preview).map(({ body }) => body)).toEqual([
      {
        honorRules: changed({ type: 'Ehrennarr_20', threshold: 22, label: 'Narr in Ehren' }),
        date: '2027-04-10',
      },
    ])
  })

  test('Long lists of members in the preview are shortened to six names and a count', async () => {
    const many = Array.from({ length: 8 }, (_, id) => ({ ...gruber, id, firstName: `A${id}` }))
    const app = await openRule('Ehrennarr (20 Jahre)', {
      [preview]: json([{ honor: 'Ehrennarr_20', added: many, removed: [] }]),
    })
    await app.retype(app.years(), '5')
    expect(
      await app.dialog.findByText(/8 kommen dazu \(.*Gruber, A5 und 2 weitere\)$/),
    ).toBeVisible()
  })

  test('While the preview is loading, OK is enabled; a preview that failed can be loaded again', async () => {
    const slow = later(offline)
    const app = await openRule('Ehrennarr (20 Jahre)', {
      [preview]: [slow.answer, json([])],
    })
    await app.retype(app.years(), '5')
    expect(statusText(app)).toBe(' Wird berechnet …')
    expect(app.dialog.getByRole('button', { name: 'OK' })).toBeEnabled()
    await waitFor(() => expect(app.wire.sent(preview)).toHaveLength(1))
    slow.come()
    const alert = await app.dialog.findByRole('alert')
    expect(alert).toHaveTextContent('Was sich in den Listen ändert, konnte nicht berechnet werden')
    await app.person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    await waitFor(() =>
      expect(statusText(app)).toBe('Es kommt niemand dazu, und niemand fällt weg.'),
    )
  })

  const before = { honorRules: someSettings().honorRules }

  test('When an honor rule is changed, the rules of all honors are sent', async () => {
    const honorRules = changed({ type: 'Obernarr_15', threshold: 12, label: 'Obernarr (12 Jahre)' })
    const app = await openRule('Obernarr (15 Jahre)', {
      [load]: [json(someSettings()), json(someSettings({ honorRules }))],
      [save]: json(someSettings({ honorRules })),
    })
    await app.retype(app.dialog.getByLabelText(/^Name/), 'Obernarr (12 Jahre)')
    await app.retype(app.years(), '12')
    await app.press()
    expect(await screen.findByText('Regel geändert')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Obernarr (12 Jahre) ändern' })).toBeVisible()
    expect(saved(app)).toEqual([{ honorRules, before }])
  })

  test('The ticked offices are saved with the honor rule', async () => {
    const app = await openRule('Obernarr (15 Jahre)', { [save]: json(someSettings()) })
    await app.person.click(app.dialog.getByRole('checkbox', { name: 'Kassier' }))
    await app.person.click(app.dialog.getByRole('checkbox', { name: '1. Präsident' }))
    await app.press()
    await waitFor(() => expect(saved(app)).toHaveLength(1))
    expect(saved(app)).toEqual([
      {
        honorRules: changed({ type: 'Obernarr_15', duties: ['_1_Praesident', 'Schriftfuehrer'] }),
        before,
      },
    ])
  })

  test('An honor awarded by hand is saved without threshold and offices', async () => {
    const app = await openRule('Obernarr (15 Jahre)', { [save]: json(someSettings()) })
    await app.person.selectOptions(app.dialog.getByLabelText('Grundlage'), 'Von Hand')
    expect(app.dialog.queryByLabelText(/^Ab so vielen/)).not.toBeInTheDocument()
    expect(app.dialog.queryByRole('checkbox')).not.toBeInTheDocument()
    await app.press()
    await waitFor(() => expect(saved(app)).toHaveLength(1))
    expect(saved(app)).toEqual([
      {
        honorRules: changed({ type: 'Obernarr_15', basis: 'manual', threshold: null, duties: [] }),
        before,
      },
    ])
  })

  test('Issuer and certificate text of an honor rule are saved without a request for the preview', async () => {
    const honorRules = changed({
      type: 'Obernarr_15',
      issuer: 'VSAN',
      certificateText: 'für {Jahre} Jahre',
    })
    const app = await openRule('Obernarr (15 Jahre)', {
      [load]: [json(someSettings()), json(someSettings({ honorRules }))],
      [save]: json(someSettings({ honorRules })),
    })
    const text = app.dialog.getByLabelText('Text der Urkunde')
    expect(text).toHaveAttribute(
      'placeholder',
      expect.stringMatching(/^für \{Jahre\} Jahre im Amt/),
    )
    expect(text).toHaveAccessibleDescription(
      '{Name}, {Ehrung}, {Jahre}, {Ämter}, {Datum} werden ausgefüllt. Leer steht der graue Text da.',
    )
    await app.retype(app.dialog.getByLabelText('Verliehen von'), 'VSAN')
    await app.retype(text, 'für {Jahre} Jahre')
    await app.press()
    expect(await screen.findByText('Regel geändert')).toBeVisible()
    expect(await screen.findByText('verliehen von VSAN')).toBeVisible()
    expect(saved(app)).toEqual([{ honorRules, before }])
    expect(app.wire.sent(preview)).toEqual([])
  })

  test('Below the certificate text the placeholders available for the chosen basis are listed', async () => {
    const app = await openRule('Obernarr (15 Jahre)')
    await app.person.selectOptions(app.dialog.getByLabelText('Grundlage'), 'Von Hand')
    const text = app.dialog.getByLabelText('Text der Urkunde')
    expect(text).toHaveAccessibleDescription(/^\{Name\}, \{Ehrung\}, \{Datum\} werden ausgefüllt\./)
    await app.person.selectOptions(app.dialog.getByLabelText('Grundlage'), 'Sprünge')
    expect(text).toHaveAccessibleDescription(/\{Jahre\} ist hier die Zahl der Sprünge\./)
  })

  test('A threshold that is not a number shows an error and disables OK, and no preview is requested', async () => {
    const app = await openRule('Ehrennarr (20 Jahre)')
    await app.retype(app.years(), 'zwanzig')
    expect(app.years()).toHaveAccessibleDescription(/^Das ist keine ganze Zahl/)
    expect(app.dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
    expect(app.wire.sent(preview)).toEqual([])
  })
})

describe('a rejected honor rule', () => {
  const notAcceptable = (fields: Record<string, string>) =>
    refusal(422, 'ValidationFailed', 'Prüfe die Angaben.', { fields })
  const missing = 'Gib an, ab wie vielen die Ehrung fällig ist.'
  const disorder = 'Diese Stufe kommt nach „Ehrennarr (20 Jahre)“ und muss darüber liegen.'

  test('A rejected honor rule (422) shows the error beside its field', async () => {
    const no = notAcceptable({ 'honorRules.5.threshold': missing })
    const app = await openRule('Ehrennarr (20 Jahre)', { [save]: no, [preview]: no })
    await app.retype(app.years(), '')
    await app.press()
    const alert = await app.dialog.findByRole('alert')
    expect(alert).toHaveTextContent(/^Die Regel konnte nicht gespeichert werden$/)
    expect(app.years()).toHaveAccessibleDescription(missing)
  })

  test('An unknown placeholder in the certificate text (422) shows an error beside the text', async () => {
    const error = '{Datm} kennen wir nicht. Es gibt {Name}, {Ehrung}, {Jahre}, {Datum}.'
    const no = notAcceptable({ 'honorRules.5.certificateText': error })
    const app = await openRule('Ehrennarr (20 Jahre)', { [save]: no })
    const text = app.dialog.getByLabelText('Text der Urkunde')
    await app.retype(text, 'am {Datm}')
    await app.press()
    await waitFor(() => expect(text).toBeInvalid())
    expect(text).toHaveAccessibleDescription(expect.stringContaining(error))
  })

  test('If the preview rejects a threshold (422), the error is shown before saving and disappears after the correction', async () => {
    const no = notAcceptable({ 'honorRules.5.threshold': 'Die Schwelle ist mindestens 1.' })
    const app = await openRule('Ehrennarr (20 Jahre)', { [preview]: [no, json([])] })
    await app.retype(app.years(), '0')
    await waitFor(() => expect(app.years()).toBeInvalid())
    await app.retype(app.years(), '19')
    await waitFor(() => expect(app.years()).toBeValid())
  })

  test('If the threshold conflicts with another step of the honor (422), the error mentions that step', async () => {
    const no = notAcceptable({ 'honorRules.6.threshold': disorder })
    const app = await openRule('Ehrennarr (20 Jahre)', { [save]: no, [preview]: no })
    await app.retype(app.years(), '31')
    const words = `Ehrennarr (30 Jahre): ${disorder}`
    expect(await app.dialog.findByText(words)).toBeVisible()
    await app.press()
    expect(await app.dialog.findByRole('alert')).toHaveTextContent(
      `Die Regel konnte nicht gespeichert werden${words}`,
    )
    expect(app.years()).toBeValid()
  })

  test('An honor rule that could not be sent shows that the server is unreachable', async () => {
    const app = await openRule('Sonderurkunde', { [save]: offline })
    await app.press()
    expect(await app.dialog.findByRole('alert')).toHaveTextContent(
      'Der Server ist nicht erreichbar.',
    )
  })
})
