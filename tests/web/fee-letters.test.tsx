import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aClaimOf, account, aLetterTo, aYear, home, rosa } from '#tests/support/fee-letters.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, noContent, refusal, type WireTable } from '#tests/support/wire.ts'
import { chosenPayers } from '#web/billing/letters/recipients.ts'
import type { Role } from '#worker/domain/codes.ts'

fixToday()

const homeless = aMemberRow({
  id: 62,
  firstName: 'Xaver',
  lastName: 'Zoller',
  ...home,
  addressTown: '',
  eMail: 'xaver@example.de',
})
const collected = aMemberRow({ id: 63, firstName: 'Ida', lastName: 'Mayer', ...home, eMail: '' })
const members = [rosa, collected, homeless]
const claims = [
  aClaimOf(rosa),
  aClaimOf(collected, { obstacle: null }),
  aClaimOf(homeless, { openInCent: 1000 }),
]

/** No fee is collected. */
const uncollected = { 'GET /api/billing/claims': json(members.map((member) => aClaimOf(member))) }

const write = 'POST /api/billing/letters'

function open({
  wire = {},
  role = 'management',
  search = '',
  state,
}: {
  wire?: WireTable
  role?: Role
  search?: string
  /** The state of the history entry. */
  state?: unknown
} = {}) {
  return renderApp({
    path: `/billing/letters${search}`,
    state,
    user: withRoles(role),
    wire: {
      'GET /api/billing/years': json([aYear()]),
      'GET /api/billing/claims': json(claims),
      'GET /api/billing/letters': json([]),
      'GET /api/billing/letter-texts': json([]),
      'GET /api/member': json(members),
      'GET /api/guild/settings': json(someSettings(account)),
      ...wire,
    },
  })
}

/** The table of those who get a letter by mail, or on paper. */
const group = (name: 'Per E-Mail' | 'Auf Papier') =>
  screen.findByRole('table', { name: new RegExp(`^${name}`) })
const recipients = () => screen.findByRole('region', { name: /^Wer ein Schreiben bekommt/ })
const choose = async (person: ReturnType<typeof open>['person'], way: string) =>
  person.selectOptions(await screen.findByRole('combobox', { name: 'Weg' }), way)
/** The button that writes the letters; it asks a question first. */
const writeButton = (letters: string) =>
  screen.findByRole('button', { name: `${letters} schreiben` })
async function sendLetters(person: ReturnType<typeof open>['person'], letters: string) {
  await person.click(await writeButton(letters))
  const question = within(screen.getByRole('alertdialog', { name: `${letters} schreiben?` }))
  await person.click(question.getByRole('button', { name: /^(Senden|Drucken)/ }))
}
const fold = (name: RegExp) => screen.findByRole('button', { name, expanded: false })

describe('the page of fee letters', () => {
  test('By default a letter is sent by mail; for members without an e-mail address it is printed', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const silent = aMemberRow({ id: 64, firstName: 'Eva', lastName: 'Silber', ...home, eMail: '' })
    const lost = aMemberRow({
      id: 65,
      firstName: 'Uwe',
      lastName: 'Weg',
      addressTown: '',
      eMail: '',
    })
    const all = [...members, silent, lost]
    const answers = [aLetterTo(silent), aLetterTo(rosa, { channel: 'mail', mailState: 'waiting' })]
    const { person, wire } = open({
      wire: {
        'GET /api/billing/claims': json([...claims, aClaimOf(silent), aClaimOf(lost)]),
        'GET /api/member': json(all),
        [write]: json(answers, 201),
      },
    })
    const byMail = within(await group('Per E-Mail'))
    expect(byMail.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Äbele, Rosa',
      'Zoller, Xaver',
    ])
    const onPaper = within(await group('Auf Papier'))
    expect(onPaper.getByRole('checkbox', { name: 'Silber, Eva' })).toBeChecked()
    await person.click(await fold(/^Nicht erreichbar/))
    expect(screen.getByText('Weder E-Mail Adresse noch vollständige Anschrift')).toBeVisible()
    expect(screen.queryByRole('checkbox', { name: 'Weg, Uwe' })).toBeNull()
    await person.click(await fold(/^Bekommt keines/))
    expect(
      screen.getByText(
        'Was bei Ida Mayer für 2026 offen ist, wird mit der nächsten Datei eingezogen.',
      ),
    ).toBeVisible()
    const preview = screen.getByRole('region', { name: /^Vorschau/ })
    expect(within(preview).getByText('Hallo Rosa,')).toBeVisible()
    expect(within(preview).getByText(/MB2026-4711 Mitgliedsbeitrag Rosa Äbele/)).toBeVisible()

    await sendLetters(person, '3 Rechnungen')
    await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    expect(wire.sent(write).map(({ body }) => body)).toEqual([
      {
        kind: 'invoice',
        year: 2026,
        payerIds: [61, 62, 64],
        channel: 'mailElseLetter',
        dueOn: '2026-12-05',
      },
    ])
    // The mail is not printed.
    const sheets = document.querySelectorAll('body > .letter-print article')
    expect([...sheets].map((sheet) => sheet.textContent)).toEqual([
      expect.stringContaining('Eva Silber'),
    ])
    window.dispatchEvent(new Event('afterprint'))
    await vi.waitFor(() => expect(document.querySelector('.letter-print')).toBeNull())
  })

  test('A single person can be moved to the printed letters and back to the mails', async () => {
    const { person, wire } = open({ wire: { [write]: json([aLetterTo(rosa)], 201) } })
    await group('Per E-Mail')
    await person.click(screen.getByRole('button', { name: 'Äbele, Rosa: Lieber drucken' }))
    expect(within(await group('Auf Papier')).getByRole('link')).toHaveTextContent('Äbele, Rosa')
    await person.click(screen.getByRole('button', { name: 'Äbele, Rosa: Lieber mailen' }))
    expect(screen.getByText(/ausgewählt: 2 per E-Mail$/)).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Äbele, Rosa: Lieber drucken' }))
    expect(screen.getByText(/ausgewählt: 1 per E-Mail, 1 als Brief zum Drucken$/)).toBeVisible()
    await sendLetters(person, '2 Rechnungen')
    await vi.waitFor(() => expect(wire.sent(write)).toHaveLength(1))
    expect(wire.sent(write)[0]?.body).toMatchObject({ payerIds: [62, 61], onPaper: [61] })
  })

  test('If all letters are printed, members without a complete address cannot be ticked', async () => {
    const { person } = open()
    await choose(person, 'Nur gedruckt')
    await person.click(await fold(/^Nicht erreichbar/))
    expect(screen.getByText('Keine vollständige Anschrift')).toBeVisible()
    expect(screen.queryByRole('checkbox', { name: 'Zoller, Xaver' })).toBeNull()
    expect(screen.getByText(/ausgewählt: 1 als Brief zum Drucken$/)).toBeVisible()
  })

  test('A member without an e-mail address cannot be ticked for a letter by mail', async () => {
    const silent = aMemberRow({ id: 64, firstName: 'Eva', lastName: 'Silber', ...home, eMail: '' })
    const wire = {
      'GET /api/billing/claims': json([...claims, aClaimOf(silent)]),
      'GET /api/member': json([...members, silent]),
    }
    const { person } = open({ wire })
    await choose(person, 'Nur per E-Mail')
    await person.click(await fold(/^Nicht erreichbar/))
    expect(screen.getByText('Keine E-Mail Adresse')).toBeVisible()
    expect(screen.queryByRole('checkbox', { name: 'Silber, Eva' })).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Zoller, Xaver' })).toBeChecked()
    expect(await writeButton('2 Rechnungen')).toBeEnabled()
  })

  test('If the server rejects some members (409), these are listed, and "Nur die anderen" sends the letters to the rest', async () => {
    const rows = [{ id: 62, code: 'NotYet' as const, message: 'Xaver Zoller hat noch Zeit.' }]
    const refused = refusal(409, 'RowsRefused', 'Bei 1 von 2 geht das nicht.', { rows })
    const { person, wire } = open({ wire: { [write]: [refused, json([aLetterTo(rosa)], 201)] } })
    await choose(person, 'Nur per E-Mail')
    await sendLetters(person, '2 Rechnungen')
    expect(await screen.findByText('Xaver Zoller hat noch Zeit.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Nur die anderen 1' }))
    await vi.waitFor(() => expect(wire.sent(write)).toHaveLength(2))
    expect(wire.sent(write)[1]?.body).toMatchObject({ payerIds: [61], channel: 'mail' })
  })

  test('Before letters are written a question tells how many are mailed and how many printed', async () => {
    const silent = aMemberRow({ id: 64, firstName: 'Eva', lastName: 'Silber', ...home, eMail: '' })
    const { person, wire } = open({
      wire: {
        'GET /api/billing/claims': json([...claims, aClaimOf(silent)]),
        'GET /api/member': json([...members, silent]),
        [write]: json([], 201),
      },
    })
    await person.click(await writeButton('3 Rechnungen'))
    const question = screen.getByRole('alertdialog', { name: '3 Rechnungen schreiben?' })
    expect(question).toHaveTextContent('2 per E-Mail, 1 als Brief zum Drucken.')
    expect(wire.sent(write)).toEqual([])
    await person.click(within(question).getByRole('button', { name: 'Senden und drucken' }))
    await vi.waitFor(() => expect(wire.sent(write)).toHaveLength(1))
  })

  test('The question names the chosen who have got no invoice yet, for one or for all of the fees', async () => {
    const twoFees = [aClaimOf(homeless), aClaimOf(homeless, { id: 9999, year: 2025 })]
    const invoiced = aLetterTo(rosa, { dueOn: '2026-11-01', createdAt: '2026-10-01T08:00:00.000Z' })
    const half = { ...invoiced, id: 98, payer: homeless, claims: aLetterTo(homeless).claims }
    const { person } = open({
      search: '?kind=reminder',
      wire: {
        'GET /api/billing/claims': json([aClaimOf(rosa), aClaimOf(collected), ...twoFees]),
        'GET /api/billing/letters': json([invoiced, half]),
      },
    })
    const asked = async (letters: string) => {
      await person.click(await writeButton(letters))
      const question = screen.getByRole('alertdialog', { name: `${letters} schreiben?` })
      const { textContent } = question
      await person.click(within(question).getByRole('button', { name: 'Abbrechen' }))
      return textContent
    }
    await person.click(await screen.findByRole('checkbox', { name: 'Äbele, Rosa' }))
    expect(await asked('1 Erinnerung')).not.toMatch(/Rechnung/)
    await person.click(screen.getByRole('checkbox', { name: 'Mayer, Ida' }))
    expect(await asked('2 Erinnerungen')).toContain('1 davon hat noch keine Rechnung bekommen.')
    await person.click(screen.getByRole('checkbox', { name: 'Zoller, Xaver' }))
    const words = await asked('3 Erinnerungen')
    expect(words).toContain('1 davon hat noch keine Rechnung bekommen.')
    expect(words).toContain('Bei 1 davon gab es noch nicht für jeden Beitrag eine Rechnung.')
  })

  test('The list says how many are ticked, and the box of a group is half ticked when only some are', async () => {
    const { person } = open({ search: '?kind=reminder', wire: uncollected })
    await screen.findByRole('region', { name: 'Wer ein Schreiben bekommt 0 von 3' })
    const box = screen.getByRole('checkbox', { name: 'Alle 2: Per E-Mail' })
    expect(box).not.toBePartiallyChecked()
    await person.click(screen.getByRole('checkbox', { name: 'Äbele, Rosa' }))
    expect(box).toBePartiallyChecked()
    await person.click(screen.getByRole('checkbox', { name: 'Zoller, Xaver' }))
    expect(box).not.toBePartiallyChecked()
    expect(box).toBeChecked()
    expect(screen.getByRole('region', { name: 'Wer ein Schreiben bekommt 2 von 3' })).toBeVisible()
  })

  test('The list of reminders is open however many there are', async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      aMemberRow({ id: 1000 + index, lastName: `M${index}`, ...home, eMail: '' }),
    )
    open({
      search: '?kind=reminder',
      wire: {
        'GET /api/member': json(many),
        'GET /api/billing/claims': json(many.map((member) => aClaimOf(member))),
      },
    })
    expect(within(await group('Auf Papier')).getAllByRole('checkbox')).toHaveLength(40)
  })

  test.each([
    ['', 'Mitgliedsbeiträge', '/billing/membershipfees'],
    ['?year=2026&from=treasury', 'Kasse', '/treasury?year=2026'],
  ])('The way back of the letters with "%s" is called "%s"', async (search, label, to) => {
    open({ search })
    await recipients()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: label })).toHaveAttribute('href', to)
  })

  test('Payers who come from the list of fees with "Erinnern" are asked about at once', async () => {
    const { person, wire } = open({
      search: '?kind=reminder',
      state: chosenPayers([61, 63], { asks: true }),
      wire: { ...uncollected, [write]: json([], 201) },
    })
    const question = await screen.findByRole('alertdialog', { name: '2 Erinnerungen schreiben?' })
    await person.click(within(question).getByRole('button', { name: 'Senden und drucken' }))
    await vi.waitFor(() => expect(wire.sent(write)).toHaveLength(1))
    expect(wire.sent(write)[0]?.body).toMatchObject({ payerIds: [61, 63] })
  })

  test('On the page of reminders no recipient is ticked at first, and Shift ticks a range', async () => {
    const { person } = open({ search: '?kind=reminder', wire: uncollected })
    await group('Per E-Mail')
    const bar = within(screen.getByRole('region', { name: 'Ausgewählt' }))
    expect(bar.getByText(/^0 von 3/)).toHaveTextContent('0 von 3 ausgewählt')
    await person.click(screen.getByRole('checkbox', { name: 'Äbele, Rosa' }))
    await person.keyboard('{Shift>}')
    await person.click(screen.getByRole('checkbox', { name: 'Mayer, Ida' }))
    await person.keyboard('{/Shift}')
    expect(await writeButton('3 Erinnerungen')).toBeEnabled()
  })

  test('The button "Bereich" ticks all recipients from the last ticked to the next pressed, as Shift does', async () => {
    const { person } = open({ search: '?kind=reminder', wire: uncollected })
    await group('Per E-Mail')
    await person.click(screen.getByRole('checkbox', { name: 'Äbele, Rosa' }))
    await person.click(screen.getByRole('button', { name: 'Von – bis' }))
    await person.click(screen.getByRole('checkbox', { name: 'Mayer, Ida' }))
    expect(await writeButton('3 Erinnerungen')).toBeEnabled()
    // It is for one range only.
    await person.click(screen.getByRole('checkbox', { name: 'Äbele, Rosa' }))
    expect(await writeButton('2 Erinnerungen')).toBeEnabled()
  })

  test('Payers who were chosen in the list of fees are ticked for a reminder and shown alone, and the others on request', async () => {
    const { person, wire } = open({
      search: '?kind=reminder',
      state: chosenPayers([61, 63, 61]),
      wire: { ...uncollected, [write]: json([], 201) },
    })
    expect(await writeButton('2 Erinnerungen')).toBeEnabled()
    expect(screen.queryByRole('checkbox', { name: 'Zoller, Xaver' })).toBeNull()
    await sendLetters(person, '2 Erinnerungen')
    await vi.waitFor(() => expect(wire.sent(write)).toHaveLength(1))
    expect(wire.sent(write)[0]?.body).toMatchObject({ kind: 'reminder', payerIds: [61, 63] })
    await person.click(screen.getByRole('button', { name: 'Alle Zahler zeigen' }))
    expect(await screen.findByRole('checkbox', { name: 'Zoller, Xaver' })).not.toBeChecked()
  })

  test('The task of the overview shows and ticks only the payers whose last letter is 30 days old, and asks at once whether to write', async () => {
    const older = aLetterTo(rosa, { dueOn: '2026-11-05', createdAt: '2026-10-22T08:00:00.000Z' })
    const younger = aLetterTo(collected, {
      dueOn: '2026-11-05',
      createdAt: '2026-10-23T08:00:00.000Z',
    })
    const { person } = open({
      search: '?kind=reminder&due=yes&from=treasury',
      state: { asks: true },
      wire: { ...uncollected, 'GET /api/billing/letters': json([younger, older]) },
    })
    const question = await screen.findByRole('alertdialog', { name: '1 Erinnerung schreiben?' })
    await person.click(within(question).getByRole('button', { name: 'Abbrechen' }))
    expect(screen.getByRole('checkbox', { name: 'Äbele, Rosa' })).toBeChecked()
    expect(screen.queryByRole('checkbox', { name: 'Mayer, Ida' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Zoller, Xaver' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Alle Zahler zeigen' }))
    expect(await screen.findByRole('checkbox', { name: 'Zoller, Xaver' })).not.toBeChecked()
  })

  test('A payer who got a letter within 30 days is ticked for a reminder neither by "Alle" nor by the choice in the list of fees, but alone', async () => {
    const younger = aLetterTo(rosa, {
      kind: 'reminder',
      step: 1,
      dueOn: '2026-11-10',
      createdAt: '2026-10-23T08:00:00.000Z',
    })
    const older = { ...younger, id: 99, payer: collected, createdAt: '2026-10-22T08:00:00.000Z' }
    const lettersOf = [younger, { ...older, claims: aLetterTo(collected).claims }]
    const { person } = open({
      search: '?kind=reminder',
      state: chosenPayers([61, 63]),
      wire: { ...uncollected, 'GET /api/billing/letters': json(lettersOf) },
    })
    expect(await writeButton('1 Erinnerung')).toBeEnabled()
    const young = within(
      await screen.findByRole('table', {
        name: /^In den letzten 30 Tagen schon geschrieben 0 von 1/,
      }),
    )
    expect(young.getByRole('checkbox', { name: 'Äbele, Rosa' })).not.toBeChecked()
    await person.click(screen.getByRole('button', { name: 'Keine auswählen' }))
    await person.click(screen.getByRole('button', { name: 'Alle auswählen' }))
    expect(await writeButton('1 Erinnerung')).toBeEnabled()
    await person.click(young.getByRole('checkbox', { name: 'Äbele, Rosa' }))
    expect(await writeButton('2 Erinnerungen')).toBeEnabled()
  })

  test('The search narrows the list of recipients and keeps the ticks of the others', async () => {
    const many = Array.from({ length: 9 }, (_, index) =>
      aMemberRow({
        id: 1000 + index,
        firstName: 'Mia',
        lastName: `Maier${index}`,
        ...home,
        eMail: '',
      }),
    )
    const { person } = open({
      search: '?kind=reminder',
      wire: {
        'GET /api/member': json([rosa, ...many]),
        'GET /api/billing/claims': json([rosa, ...many].map((member) => aClaimOf(member))),
      },
    })
    await person.click(await screen.findByRole('checkbox', { name: 'Äbele, Rosa' }))
    await person.type(screen.getByRole('searchbox', { name: 'Suchen' }), 'maier7')
    expect(screen.queryByRole('checkbox', { name: 'Äbele, Rosa' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Alle auswählen' }))
    expect(await writeButton('2 Erinnerungen')).toBeEnabled()
    await person.type(screen.getByRole('searchbox', { name: 'Suchen' }), 'x')
    expect(screen.getByText('Niemand gefunden')).toBeVisible()
  })

  test('The page of reminders shows the last letter of each debtor, and lists the members who still have time to pay', async () => {
    const last = aLetterTo(rosa, { kind: 'reminder', step: 1, dueOn: '2026-11-20' })
    const running = aLetterTo(collected, { dueOn: '2026-11-21' })
    const { person } = open({
      search: '?kind=reminder',
      wire: { 'GET /api/billing/letters': json([last, running]) },
    })
    await recipients()
    await person.click(await fold(/^Bekommt keines/))
    expect(
      screen.getByText('Ida Mayer hat noch Zeit bis 21.11.2026: Rechnung vom 21.11.2026.'),
    ).toBeVisible()
    await person.click(await fold(/^In den letzten 30 Tagen schon geschrieben/))
    await person.click(screen.getByRole('checkbox', { name: 'Äbele, Rosa' }))
    expect(screen.getByRole('heading', { name: /^Mahnung: Mitgliedsbeitrag 2026/ })).toBeVisible()
    expect(screen.getByText('Zahlungserinnerung vom 21.11.2026, fällig 20.11.2026')).toBeVisible()
  })

  test('One button unticks all recipients and then ticks them again', async () => {
    const { person } = open({ wire: uncollected })
    await recipients()
    await person.click(await screen.findByRole('button', { name: 'Keine auswählen' }))
    expect(await writeButton('Rechnungen')).toBeDisabled()
    await person.click(screen.getByRole('button', { name: 'Alle auswählen' }))
    expect(await writeButton('3 Rechnungen')).toBeEnabled()
    // The head of a group ticks its own.
    await person.click(screen.getByRole('checkbox', { name: 'Alle 2: Per E-Mail' }))
    expect(await writeButton('1 Rechnung')).toBeEnabled()
  })

  test('501 letters can be printed at once; their list is folded at first', async () => {
    const many = Array.from({ length: 501 }, (_, index) =>
      aMemberRow({ id: 1000 + index, lastName: `M${index}`, ...home, eMail: '' }),
    )
    open({
      wire: {
        'GET /api/member': json(many),
        'GET /api/billing/claims': json(many.map((member) => aClaimOf(member))),
      },
    })
    expect(await writeButton('501 Rechnungen')).toBeEnabled()
    expect(screen.queryByText(/Auf einmal gehen höchstens/)).toBeNull()
    expect(await fold(/^Auf Papier 501 von 501/)).toBeVisible()
  })

  test('Letters that were written together can be printed again together, in their order', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const round = [aLetterTo(collected, { id: 92 }), aLetterTo(rosa, { id: 91 })]
    const alone = aLetterTo(homeless, { id: 90, createdAt: '2026-11-01T08:00:00.000Z' })
    const { person } = open({ wire: { 'GET /api/billing/letters': json([...round, alone]) } })
    await person.click(await screen.findByText(/^Zuletzt 2 Rechnungen am/))
    await person.click(
      await screen.findByRole('button', { name: /Die 2 Briefe noch einmal drucken/ }),
    )
    await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    const sheets = document.querySelectorAll('body > .letter-print article')
    expect([...sheets].map((sheet) => sheet.textContent)).toEqual([
      expect.stringContaining('Rosa'),
      expect.stringContaining('Ida'),
    ])
    window.dispatchEvent(new Event('afterprint'))
    await vi.waitFor(() => expect(document.querySelector('.letter-print')).toBeNull())
  })

  test.each([
    [[1, 1], 'Erinnerungen'],
    [[2, 2], 'Mahnungen'],
    [[3, 3], 'Letzte Mahnungen'],
    [[1, 3], 'Erinnerungen und Mahnungen'],
  ])(
    'Reminders of the steps %j that were written together are called "%s"',
    async (steps, words) => {
      const reminders = steps.map((step, index) =>
        aLetterTo(index === 0 ? collected : rosa, { id: 92 - index, kind: 'reminder', step }),
      )
      const { person } = open({ wire: { 'GET /api/billing/letters': json(reminders) } })
      await person.click(await screen.findByText(`Zuletzt 2 ${words} am 21.11.2026`))
      const again = `${words} vom 21.11.2026, 13:00 Uhr: Die 2 Briefe noch einmal drucken`
      expect(await screen.findByRole('button', { name: again })).toBeVisible()
    },
  )

  test('Letters written together are listed with day, time and ways; only those on paper and mails that failed are printed again', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const round = [
      aLetterTo(collected, { id: 92, channel: 'mail', mailState: 'sent' }),
      aLetterTo(rosa, { id: 91 }),
      aLetterTo(homeless, { id: 90, channel: 'mail', mailState: 'failed' }),
    ]
    const createdAt = '2026-11-21T08:30:00.000Z'
    const mails = [collected, rosa].map((member, index) =>
      aLetterTo(member, { id: 80 + index, createdAt, channel: 'mail', mailState: 'sent' }),
    )
    const { person } = open({ wire: { 'GET /api/billing/letters': json([...round, ...mails]) } })
    await person.click(await screen.findByText(/^Zuletzt 3 Rechnungen am/))
    expect(
      screen.getByText('Rechnungen vom 21.11.2026, 13:00 Uhr, 1 als Brief, 2 per E-Mail'),
    ).toBeVisible()
    expect(screen.getByText('Rechnungen vom 21.11.2026, 09:30 Uhr, 2 per E-Mail')).toBeVisible()
    // The round of mails that all were sent has nothing to print.
    await person.click(screen.getByRole('button', { name: /Briefe noch einmal drucken$/ }))
    await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    expect(document.querySelectorAll('body > .letter-print article')).toHaveLength(2)
  })

  test('Printed letters that were written together can be withdrawn together; the table offers this neither for sent mails nor for withdrawn letters', async () => {
    const voidCall = 'POST /api/billing/letters/void'
    const round = [aLetterTo(collected, { id: 92 }), aLetterTo(rosa, { id: 91 })]
    const createdAt = '2026-11-01T08:00:00.000Z'
    const mail = aLetterTo(homeless, { id: 90, createdAt, channel: 'mail', mailState: 'sent' })
    const gone = aLetterTo(homeless, { id: 89, voidedAt: '2026-11-20T08:00:00.000Z' })
    const { person, wire } = open({
      wire: { 'GET /api/billing/letters': json([...round, mail, gone]), [voidCall]: noContent },
    })
    await person.click(await screen.findByText(/^Zuletzt 2 Rechnungen am/))
    const written = within(await screen.findByRole('table', { name: /Geschrieben/ }))
    expect(written.getByText('Zurückgenommen am 20.11.2026')).toBeVisible()
    // Neither sent mails nor letters already withdrawn have the button.
    expect(written.getAllByRole('button', { name: /zurücknehmen$/ })).toHaveLength(2)
    await person.click(screen.getByRole('button', { name: /alle 2 zurücknehmen$/ }))
    const question = within(screen.getByRole('alertdialog'))
    expect(wire.sent(voidCall)).toEqual([])
    await person.click(question.getByRole('button', { name: 'Zurücknehmen' }))
    await person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    expect(await screen.findByText('Die Schreiben gelten wieder.')).toBeVisible()
    expect(wire.sent(voidCall).map(({ body }) => body)).toEqual([
      { ids: [92, 91], voided: true },
      { ids: [92, 91], voided: false },
    ])
  })

  test('Members whose letters were withdrawn are offered as recipients again', async () => {
    const letters = members.map((member) =>
      aLetterTo(member, { voidedAt: '2026-11-20T08:00:00.000Z' }),
    )
    open({ wire: { ...uncollected, 'GET /api/billing/letters': json(letters) } })
    expect(await writeButton('3 Rechnungen')).toBeEnabled()
  })

  test('When all members have their letter, the page of letters shows a note', async () => {
    const letters = members.map((member) => aLetterTo(member))
    open({ wire: { ...uncollected, 'GET /api/billing/letters': json(letters) } })
    expect(await screen.findByText('Alle haben es schon.')).toBeVisible()
  })

  test('A member who still has time to pay the last letter is not offered a reminder', async () => {
    const letters = members.map((member) => aLetterTo(member))
    open({
      search: '?kind=reminder',
      wire: { ...uncollected, 'GET /api/billing/letters': json(letters) },
    })
    expect(
      await screen.findByText('Bei allen läuft noch die Frist des letzten Schreibens.'),
    ).toBeVisible()
  })

  test('A read-only user sees the letters without actions', async () => {
    open({ role: 'readonly' })
    await recipients()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /schreiben$/ })).toBeNull()
  })
})
