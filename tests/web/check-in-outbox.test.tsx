import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  actsCall,
  aRow,
  baisch,
  confirmButton,
  confirmed,
  confirmPerson,
  dorn,
  hansel,
  listCall,
  onTheStreet,
  openCheckIn,
  press,
  rowOf,
  setFilters,
  shownNames,
  straßer,
  wears,
} from '#tests/support/check-in-page.tsx'
import { json, later, noContent, offline, refusal } from '#tests/support/wire.ts'
import { outbox } from '#web/parades/check-in/outbox/use-outbox.ts'
import '#web/auth/login-page.tsx'
import '#web/home/home-page.tsx'
import '#web/shell/sign-in-shell.tsx'
import { berlinDay } from '#worker/domain/dates.ts'

type App = Awaited<ReturnType<typeof openCheckIn>>

const without = { wire: { [actsCall]: offline } }

const isOnline = () => act(() => void window.dispatchEvent(new Event('online')))

/** Back online: waiting actions are sent. */
function mend({ wire, street }: App) {
  wire.answer({ [actsCall]: street.acts })
  isOnline()
}

/** Makes the server reject the session. */
const over = (reason: string) => refusal(401, 'AuthenticationError', '', { reason })

describe('the status bar of the check-in', () => {
  test('The status bar shows offline how many actions wait, and online that all are sent', async () => {
    const app = await openCheckIn(without)
    await confirmPerson(app, 'Baisch, Wolfgang')
    expect(await screen.findByText('Kein Internet.')).toBeVisible()
    expect(screen.getByText(/^1 wartet · zuletzt abgeglichen \d\d:\d\d$/)).toBeVisible()
    mend(app)
    expect(await screen.findByText(/^Alles gesendet · abgeglichen \d\d:\d\d$/)).toBeVisible()
    expect(screen.queryByText('Kein Internet.')).not.toBeInTheDocument()
  })

  test('The late answer to an earlier request for the list does not hide that the phone is offline since', async () => {
    const app = await openCheckIn(without)
    const list = later(app.street.list)
    app.wire.answer({ [listCall]: list.answer })
    const asked = app.wire.sent(listCall).length
    isOnline()
    await waitFor(() => expect(app.wire.sent(listCall).length).toBeGreaterThan(asked))
    await confirmPerson(app, 'Baisch, Wolfgang')
    const notice = await screen.findByText('Kein Internet.')
    const shown = vi.fn()
    onTestFinished(outbox.subscribe(shown))
    list.come()
    await waitFor(() => expect(shown).toHaveBeenCalled())
    expect(outbox.state().isOffline).toBe(true)
    expect(notice).toBeVisible()
  })

  test('With an expired session the status bar leads to the sign-in and back to the list, and the waiting action is sent', async () => {
    const app = await openCheckIn({
      wire: { [actsCall]: over('expired'), 'POST /api/v1/auth/login': json(onTheStreet('helper')) },
    })
    await confirmPerson(app, 'Dorn, Christa')
    await app.person.click(await screen.findByRole('link', { name: '1 wartet · Anmelden' }))
    expect(await screen.findByText('Deine Anmeldung ist abgelaufen.')).toBeVisible()
    await app.person.type(screen.getByLabelText(/^E-Mail Adresse/), 'lena@example.de')
    await app.person.type(screen.getByLabelText(/^Passwort/, { selector: 'input' }), 'geheim')
    app.wire.answer({ [actsCall]: app.street.acts })
    await app.person.click(screen.getByRole('button', { name: 'Anmelden' }))
    await waitFor(() => expect(rowOf('Dorn, Christa').getByText(/13:50 Uhr/)).toBeVisible())
    expect(app.router.state.location.pathname).toBe('/parades/participation/check/5')
    expect(app.street.sentActs).toHaveLength(1)
  })

  test('If only the request for the list is rejected (401), the status bar offers the sign-in as well', async () => {
    const app = await openCheckIn()
    app.wire.answer({ [listCall]: over('expired') })
    isOnline()
    expect(
      await screen.findByRole('link', { name: /Anmeldung ist abgelaufen.*nmelden$/ }),
    ).toBeVisible()
    expect(shownNames()).toHaveLength(3)
  })
})

test('On a shared device the list is deleted after 15 minutes without input, but actions not yet sent are not', async () => {
  localStorage.setItem('sharedDevice', 'yes')
  onTestFinished(() => localStorage.removeItem('sharedDevice'))
  const app = await openCheckIn({
    wire: {
      ...without.wire,
      'POST /api/v1/auth/input': noContent,
      'POST /api/v1/auth/login': json(onTheStreet('helper')),
    },
  })
  await confirmPerson(app, 'Baisch, Wolfgang')
  await rowOf('Baisch, Wolfgang').findByText('Wartet noch')
  app.wire.answer({ [listCall]: over('expired') })
  localStorage.setItem('lastInput', String(Date.now() - 15 * 60_000))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'lastInput' })))
  const dialog = within(await screen.findByRole('dialog', { name: 'Wieder anmelden' }))
  await waitFor(() => expect(outbox.state().lists).toEqual([]))
  expect(outbox.state().acts).toHaveLength(1)
  expect(document.body).not.toHaveTextContent('Baisch')

  // It is sent as soon as there is a network, before the next sign-in.
  mend(app)
  await waitFor(() => expect(app.street.sentActs).toHaveLength(1))
  expect(outbox.state().lists).toEqual([])

  app.wire.answer({ [listCall]: app.street.list })
  await app.person.type(dialog.getByLabelText(/^E-Mail Adresse/), 'lena@example.de')
  await app.person.type(dialog.getByLabelText(/^Passwort/, { selector: 'input' }), 'geheim')
  await app.person.click(dialog.getByRole('button', { name: 'Anmelden' }))
  expect(await screen.findByText('Baisch, Wolfgang')).toBeVisible()
  await waitFor(() => expect(rowOf('Baisch, Wolfgang').getByText(/13:50 Uhr/)).toBeVisible())
  expect(app.router.state.location.pathname).toBe('/parades/participation/check/5')
})

describe('rejected actions of the check-in', () => {
  const notYours = { outcome: 'notYours', participationId: 22, by: 'Jonas K.' } as const
  const sentence = 'Christa Dorn bleibt bestätigt: Den Haken hat Jonas K. gesetzt.'

  async function takeBackInVain() {
    const app = await openCheckIn({ rows: [baisch, confirmed(dorn, true), straßer] })
    app.street.refuse(() => ({ ...notYours, row: confirmed(dorn) }))
    await app.person.click(screen.getByRole('link', { name: 'Dorn, Christa' }))
    await press(app, 'Bestätigung zurücknehmen')
    await press(app, 'OK')
    await press(app, 'Schließen')
    return app
  }

  test('A rejected action is shown on its row until dismissed', async () => {
    const app = await takeBackInVain()
    expect(await rowOf('Dorn, Christa').findByText(sentence)).toBeVisible()
    await app.person.click(await rowOf('Dorn, Christa').findByRole('button', { name: 'Gut' }))
    await waitFor(() => expect(screen.queryByText(sentence)).not.toBeInTheDocument())
  })

  test('Rejected actions are listed in the sheet "Zu klären", which closes once the last one is dismissed', async () => {
    const app = await takeBackInVain()
    await app.person.click(await screen.findByRole('button', { name: '1 zu klären' }))
    const sheet = within(screen.getByRole('dialog', { name: 'Zu klären' }))
    expect(sheet.getByText(sentence)).toBeVisible()
    await press(app, 'Gut')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('A rejected entry on site is corrected in its form and sent again', async () => {
    const app = await openCheckIn()
    app.street.refuse((one) =>
      one.kind === 'enter' && one.entry.costumeNumber === '87'
        ? {
            outcome: 'refused',
            code: 'CostumeAlreadyEnrolled',
            message: 'Das Kleid läuft schon mit.',
          }
        : null,
    )
    await app.person.click(screen.getByRole('button', { name: 'Vor Ort eintragen' }))
    await app.person.type(screen.getByRole('textbox', { name: /^Vorname/ }), 'Lena')
    await app.person.type(screen.getByRole('textbox', { name: /^Nachname/ }), 'Eberle')
    await app.person.type(screen.getByRole('textbox', { name: 'Kleidernummer' }), '87')
    await app.person.selectOptions(screen.getByRole('combobox'), 'Schellenhansel')
    await press(app, 'OK')
    await app.person.click(await screen.findByRole('button', { name: '1 zu klären' }))
    expect(screen.getByText('Das Kleid läuft schon mit.')).toBeVisible()
    await press(app, 'Ändern')
    const number = await screen.findByRole('textbox', { name: 'Kleidernummer' })
    expect(number).toHaveValue('87')
    await app.person.clear(number)
    await app.person.type(number, '88')
    await press(app, 'OK')
    await waitFor(() => expect(rowOf('Eberle, Lena').getByText(/13:50 Uhr/)).toBeVisible())
    expect(screen.queryByText('1 zu klären')).not.toBeInTheDocument()
  })
})

test('A person with a waiting action stays visible when confirmed people are hidden', async () => {
  const app = await openCheckIn(without)
  await confirmPerson(app, 'Baisch, Wolfgang')
  await rowOf('Baisch, Wolfgang').findByText('Wartet noch')
  await setFilters(app, 'Bestätigte ausblenden')
  await waitFor(() => expect(shownNames()).toEqual(['Baisch, Wolfgang', 'Dorn, Christa']))
})

test('The sheet of a person entered on site stays open once the server has stored the entry', async () => {
  const app = await openCheckIn(without)
  await app.person.click(screen.getByRole('button', { name: 'Vor Ort eintragen' }))
  await app.person.type(screen.getByRole('textbox', { name: /^Vorname/ }), 'Lena')
  await app.person.type(screen.getByRole('textbox', { name: /^Nachname/ }), 'Eberle')
  await app.person.selectOptions(screen.getByRole('combobox'), 'Schellenhansel')
  await press(app, 'OK')
  await app.person.click(await screen.findByRole('link', { name: 'Eberle, Lena' }))
  await press(app, 'Bar bezahlt')
  mend(app)
  await waitFor(() => expect(app.street.sentActs.map(({ kind }) => kind)).toEqual(['enter', 'pay']))
  await waitFor(() => expect(outbox.state().acts).toEqual([]), { timeout: 5000 })
  expect(screen.getByRole('dialog', { name: 'Lena Eberle' })).toHaveTextContent('Bezahlt')
})

describe('a browser without storage', () => {
  test('In a browser without storage the check-in shows a note, and a confirmation that fails shows an error', async () => {
    const broken = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('', 'InvalidStateError')
    })
    onTestFinished(() => broken.mockRestore())
    const app = await openCheckIn(without)
    expect(screen.getByText('Dieser Browser merkt sich nichts: Haken brauchen Netz.')).toBeVisible()
    await confirmPerson(app, 'Baisch, Wolfgang')
    expect(await rowOf('Baisch, Wolfgang').findByRole('alert')).toHaveTextContent(
      'Die Umzugsteilnahme konnte nicht bestätigt werden. Stelle sicher, dass Du Internet hast.',
    )
    expect(confirmButton('Baisch, Wolfgang')).toBeVisible()
    app.wire.answer({ [actsCall]: app.street.acts })
    await confirmPerson(app, 'Baisch, Wolfgang')
    expect(await rowOf('Baisch, Wolfgang').findByText(/13:50 Uhr/)).toBeVisible()
  })
})

describe('pages around the check-in', () => {
  // Germany's day: between midnight there and in UTC they differ.
  const today = { date: berlinDay(new Date()) }

  test("If the server is unreachable, today's check-in opens with the stored list", async () => {
    const app = await openCheckIn({ parade: today, wire: { 'GET /api/parade/today': offline } })
    await app.person.click(screen.getByRole('link', { name: 'Zurück' }))
    await app.person.click(await screen.findByRole('link', { name: /Umzugsteilnahme abhaken/ }))
    expect(await screen.findByText('1 von 3')).toBeVisible()
    expect(app.router.state.location.pathname).toBe('/parades/participation/check/5')
  })
})

test('The search finds the beginning of a costume number', async () => {
  const uwe = aRow({ id: 31, memberName: 'Ziegler, Uwe', costume: wears(hansel, '9118') })
  const { person } = await openCheckIn({ rows: [baisch, uwe] })
  await person.type(screen.getByPlaceholderText('Name oder Nummer'), '91')
  await waitFor(() => expect(shownNames()).toEqual(['Ziegler, Uwe']))
})
