import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { aDutyEntry, anHonor, ended, memberPageOfParts } from '#tests/support/member-details.ts'
import { bodies, openDetails } from '#tests/support/member-pages.ts'
import { json, later, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import { honorTypes } from '#worker/domain/codes.ts'

fixToday()

/** Presses a button of the page, then fills the dialog that it opens. */
async function open(button: string, title: string, wire: WireTable = {}) {
  const app = openDetails(wire)
  await app.person.click(await screen.findByRole('button', { name: button }))
  const dialog = within(
    await screen.findByRole(/löschen\?$/.test(title) ? 'alertdialog' : 'dialog', { name: title }),
  )
  const ok = () => dialog.getByRole('button', { name: 'OK' })
  return { app, dialog, ok, confirm: () => app.person.click(ok()) }
}

const gone = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

describe('an honor of a member', () => {
  const list = 'GET /api/member/:id/honors'
  const post = 'POST /api/member/:id/honors'
  const add = (wire: WireTable = {}) => open('Ehrung eintragen', 'Ehrung eintragen', wire)

  test('An honor cannot be entered without a date', async () => {
    const { app, dialog, ok } = await add()
    await app.person.type(dialog.getByLabelText(/^Ehrung/), 'Obernarr (15 Jahre){Enter}')
    expect(ok()).toBeDisabled()
    expect(dialog.getByText('Es fehlt noch das Datum.')).toBeVisible()
    await app.person.type(dialog.getByLabelText(/^Datum/), '31.2.2026')
    await app.person.tab()
    expect(ok()).toBeDisabled()
    expect(dialog.getByLabelText(/^Datum/)).toHaveAccessibleDescription(/^Das ist kein gültiges/)
    expect(dialog.queryByText('Es fehlt noch das Datum.')).not.toBeInTheDocument()
    await app.person.clear(dialog.getByLabelText(/^Datum/))
    await app.person.type(dialog.getByLabelText(/^Datum/), '21.11.2026')
    expect(ok()).toBeEnabled()
  })

  test('After an honor is entered, the honors and the fee of the member are loaded again', async () => {
    const added = anHonor({ id: 6, type: 'Honorary_Member_25', date: '2026-11-21', comment: '' })
    const { app, dialog, ok, confirm } = await add({
      [list]: [json([anHonor()]), json([added, anHonor()])],
      'GET /api/member/:id/membershipfee': [
        json({ amountInCent: 1800, reason: 'Aktiv ab 18' }),
        json({ amountInCent: 0, reason: 'Ehrenmitglied: beitragsfrei' }),
      ],
      [post]: later(json(added, 201)).answer,
    })
    const answer = later(json(added, 201))
    app.wire.answer({ [post]: answer.answer })
    await app.person.click(dialog.getByLabelText(/^Ehrung/))
    // All but the one that the member has.
    expect(dialog.getAllByRole('option')).toHaveLength(honorTypes.length - 1)
    await app.person.type(dialog.getByLabelText(/^Ehrung/), 'Ehrenmitglied (25 Jahre){Enter}')
    await app.person.type(dialog.getByLabelText(/^Datum/), '21.11.2026')
    await app.person.type(dialog.getByLabelText('Kommentar'), 'Urkunde')
    await confirm()
    expect(ok()).toHaveAttribute('aria-busy', 'true')
    answer.come()
    await gone()
    expect(bodies(app, 'POST /api/member/41/honors')).toEqual([
      { type: 'Honorary_Member_25', date: '2026-11-21', comment: 'Urkunde' },
    ])
    expect(screen.getByText('Ehrung eingetragen')).toBeVisible()
    expect(await screen.findByText('Ehrenmitglied: beitragsfrei')).toBeVisible()
    expect(await screen.findByRole('cell', { name: 'Ehrenmitglied (25 Jahre)' })).toBeVisible()
  })

  test('An honor that is not chosen, or that the member already has (409), shows an error beside its field', async () => {
    const message = 'Diese Ehrung hat das Mitglied schon.'
    const { app, dialog, confirm } = await add({
      [post]: refusal(409, 'HonorExists', message, { fields: { type: message } }),
    })
    await app.person.type(dialog.getByLabelText(/^Datum/), '21.11.2026')
    await confirm()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /^Die Ehrung konnte nicht eingetragen werden$/,
    )
    expect(dialog.getByLabelText(/^Ehrung/)).toHaveAccessibleDescription('Wähle eine Ehrung.')
    await app.person.type(dialog.getByLabelText(/^Ehrung/), 'Sprungorden 150 Sprünge{Enter}')
    await confirm()
    await waitFor(() =>
      expect(dialog.getByLabelText(/^Ehrung/)).toHaveAccessibleDescription(message),
    )
  })

  test('Honors that the member has are not offered again, except the certificate', async () => {
    const { app, dialog } = await add({
      [list]: json([anHonor(), anHonor({ id: 6, type: 'Extra_Certificate' })]),
    })
    const honor = dialog.getByLabelText(/^Ehrung/)
    await app.person.click(honor)
    const offered = dialog.getAllByRole('option').map((option) => option.textContent)
    expect(offered).not.toContain('Sprungorden 100 Sprünge')
    expect(offered).toContain('Sprungorden 150 Sprünge')
    expect(offered).toContain('Sonderurkunde')
    // Typing the name of one that the member has does not offer to add a second of this name.
    await app.person.type(honor, 'sprungorden 100 sprünge')
    expect(dialog.queryByRole('option')).not.toBeInTheDocument()
    expect(dialog.getByText('„Sprungorden 100 Sprünge“ hat das Mitglied schon.')).toBeVisible()
  })

  test('A certificate that the member already has is entered only after a confirmation', async () => {
    const certificate = anHonor({ id: 6, type: 'Extra_Certificate', date: '2020-11-11' })
    const { app, dialog, confirm } = await add({
      [list]: json([certificate]),
      [post]: json(certificate, 201),
    })
    await app.person.type(dialog.getByLabelText(/^Ehrung/), 'Sonderurkunde{Enter}')
    await app.person.type(dialog.getByLabelText(/^Datum/), '21.11.2026')
    await confirm()
    expect(dialog.getByText(/hat das Mitglied schon, vom 11\.11\.2020\.$/)).toBeVisible()
    expect(bodies(app, 'POST /api/member/41/honors')).toEqual([])
    await app.person.click(dialog.getByRole('button', { name: 'Trotzdem eintragen' }))
    await gone()
    expect(bodies(app, 'POST /api/member/41/honors')).toHaveLength(1)
  })

  test('If an honor is dated more than a year ahead, a question is asked; with an earlier date it is entered at once', async () => {
    const { app, dialog, confirm } = await add({ [post]: json(anHonor(), 201) })
    const date = dialog.getByLabelText(/^Datum/)
    await app.person.type(dialog.getByLabelText(/^Ehrung/), 'Sprungorden 150 Sprünge{Enter}')
    await app.person.type(date, '22.11.2027')
    await confirm()
    expect(dialog.getByText('Das Datum liegt mehr als ein Jahr in der Zukunft.')).toBeVisible()
    await app.person.clear(date)
    await app.person.type(date, '21.11.2027')
    await confirm()
    await gone()
    expect(bodies(app, 'POST /api/member/41/honors')).toEqual([
      { type: 'Parades_150', date: '2027-11-21', comment: '' },
    ])
  })

  test('When an honor is edited, only the changed field is sent, also by a second attempt', async () => {
    const { app, dialog, confirm } = await open(
      'Sprungorden 100 Sprünge vom 16.04.2016 bearbeiten',
      'Ehrung ändern',
      { 'PUT /api/member/:id/honors/:honor': [offline, json(anHonor())] },
    )
    expect(dialog.getByLabelText(/^Datum/)).toHaveValue('16.04.2016')
    await app.person.clear(dialog.getByLabelText('Kommentar'))
    await confirm()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /^Die Ehrung konnte nicht geändert werdenDer Server ist nicht erreichbar/,
    )
    await confirm()
    await gone()
    // Unchanged fields are not sent, since another user may have changed them.
    expect(bodies(app, 'PUT /api/member/41/honors/5').at(-1)).toEqual({
      comment: '',
      before: { comment: 'Nadel' },
    })
    expect(screen.getByText('Ehrung geändert')).toBeVisible()
  })

  test('An honor is deleted after a question', async () => {
    const { dialog, confirm } = await open(
      'Sprungorden 100 Sprünge vom 16.04.2016 löschen',
      'Ehrung löschen?',
      {
        [list]: [json([anHonor()]), json([])],
        'DELETE /api/member/:id/honors/:honor': [offline, noContent],
      },
    )
    expect(
      dialog.getByText(/^„Sprungorden 100 Sprünge vom 16\.04\.2016“ wird gelöscht/),
    ).toBeVisible()
    await confirm()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Die Ehrung konnte nicht gelöscht werden',
    )
    await confirm()
    await gone()
    expect(await screen.findByText('Noch keine Ehrung.')).toBeVisible()
    const enter = screen.getByRole('button', { name: 'Ehrung eintragen' })
    await waitFor(() => expect(enter).toHaveFocus())
    expect(screen.getByText('Ehrung gelöscht')).toBeVisible()
  })
})

describe('a duty begun at a young age', () => {
  const call = 'POST /api/member/41/duties'

  async function begin(from: string, wire: WireTable = {}) {
    const opened = await open('Dienst eintragen', 'Dienst eintragen', {
      'POST /api/member/:id/duties': json(aDutyEntry(), 201),
      ...wire,
    })
    const { app, dialog } = opened
    await app.person.type(dialog.getByLabelText(/^Amt/), 'Kassier{Enter}')
    await app.person.clear(dialog.getByLabelText(/^Von/))
    await app.person.type(dialog.getByLabelText(/^Von/), from)
    await opened.confirm()
    return opened
  }

  // Born on 14 March 1968.
  test('If a duty began before the age of 14, a question is asked', async () => {
    const { app, dialog } = await begin('13.3.1982')
    expect(
      dialog.getByText('Das Mitglied war zu Beginn dieses Amts erst 13 Jahre alt.'),
    ).toBeVisible()
    expect(bodies(app, call)).toEqual([])
    await app.person.click(dialog.getByRole('button', { name: 'Trotzdem eintragen' }))
    await gone()
    expect(bodies(app, call)).toMatchObject([{ from: '1982-03-13' }])
  })

  test('A duty begun at 14, or without a birthday, is saved without a question', async () => {
    const { app } = await begin('14.3.1982')
    await gone()
    expect(bodies(app, call)).toHaveLength(1)
  })

  test('If a duty began before the birthday, a question is asked', async () => {
    const { dialog } = await begin('1.1.1960')
    expect(dialog.getByText('Das Amt beginnt vor dem Geburtstag des Mitglieds.')).toBeVisible()
  })
})

describe('a duty of a member', () => {
  test('A button in the head of the member opens the form for an office', async () => {
    const { app, dialog } = await open('Amt eintragen', 'Dienst eintragen', {
      'POST /api/member/:id/duties': json(aDutyEntry(), 201),
    })
    await app.person.type(dialog.getByLabelText(/^Amt/), 'Kassier{Enter}')
    await app.person.click(dialog.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Amt eintragen' })).toHaveFocus())
    expect(bodies(app, 'POST /api/member/41/duties')).toMatchObject([{ duty: 'Kassier' }])
  })

  const list = 'GET /api/member/:id/duties'
  const post = 'POST /api/member/:id/duties'
  const add = (wire: WireTable = {}) => open('Dienst eintragen', 'Dienst eintragen', wire)

  test('A duty that has not ended begins today unless another day is typed, and is entered without an end', async () => {
    const added = aDutyEntry({ id: 12, duty: 'Kassier', from: '2026-11-21' })
    const { app, dialog, confirm } = await add({
      [list]: [json([aDutyEntry(), ended]), json([added])],
      [post]: json(added, 201),
    })
    await app.person.type(dialog.getByLabelText(/^Amt/), 'Kassier{Enter}')
    expect(dialog.getByLabelText(/^Von/)).toHaveValue('21.11.2026')
    await confirm()
    await gone()
    expect(bodies(app, 'POST /api/member/41/duties')).toEqual([
      { duty: 'Kassier', from: '2026-11-21', to: null, comment: '' },
    ])
    expect(screen.getByText('Dienst eingetragen')).toBeVisible()
    expect(await screen.findByRole('cell', { name: 'Kassier' })).toBeVisible()
  })

  const offices = 'POST /api/guild/offices'
  const own = {
    code: 'own_14',
    label: 'Häswart',
    builtIn: false,
    hidden: false,
    position: 14,
    inUse: false,
  }

  test('An office that the guild does not have is added by typing its name, and the focus moves to "Von"', async () => {
    const { app, dialog, confirm } = await add({
      [offices]: [
        refusal(409, 'LabelExists', 'x', { fields: { label: 'Gibt es schon.' } }),
        json(own, 201),
      ],
      'GET /api/guild/offices': json([]),
      [post]: json(aDutyEntry({ duty: 'own_14' }), 201),
    })
    const office = dialog.getByLabelText(/^Amt/)
    await app.person.type(office, 'wart')
    // Part of a name: the matches come first, and adding is offered last.
    const options = () => dialog.getAllByRole('option').map((option) => option.textContent)
    expect(options().at(-1)).toBe('„wart“ neu anlegen')
    await app.person.clear(office)
    await app.person.type(office, ' Häswart ')
    expect(options()).toEqual(['„Häswart“ neu anlegen'])
    await app.person.keyboard('{Enter}')
    await waitFor(() => expect(office).toHaveAccessibleDescription('Gibt es schon.'))
    expect(office).toHaveValue(' Häswart ')
    await app.person.click(office)
    await app.person.click(dialog.getByRole('option', { name: '„Häswart“ neu anlegen' }))
    await waitFor(() => expect(dialog.getByLabelText(/^Von/)).toHaveFocus())
    expect(office).toHaveValue('Häswart')
    expect(office).toHaveAccessibleDescription('')
    expect(bodies(app, offices)).toEqual([{ label: 'Häswart' }, { label: 'Häswart' }])
    await confirm()
    await gone()
    expect(bodies(app, 'POST /api/member/41/duties')).toMatchObject([{ duty: 'own_14' }])
  })

  test('OK with a new name asks whether to add it, and one more press adds and enters it', async () => {
    const { app, dialog, confirm } = await add({
      [offices]: json(own, 201),
      [post]: json(aDutyEntry({ duty: 'own_14' }), 201),
    })
    const office = dialog.getByLabelText(/^Amt/)
    await app.person.type(office, 'Häswart')
    await confirm()
    expect(office).toHaveAccessibleDescription('„Häswart“ gibt es noch nicht: neu anlegen?')
    expect(office).toHaveValue('Häswart')
    await app.person.click(dialog.getByRole('button', { name: 'Neu anlegen' }))
    await gone()
    expect(bodies(app, offices)).toEqual([{ label: 'Häswart' }])
    expect(bodies(app, 'POST /api/member/41/duties')).toMatchObject([{ duty: 'own_14' }])
  })

  test('An office typed in full is chosen without the list, whatever the case, and OK enters it', async () => {
    const { app, dialog, confirm } = await add({ [post]: json(aDutyEntry(), 201) })
    const office = dialog.getByLabelText(/^Amt/)
    await confirm()
    expect(office).toHaveAccessibleDescription('Wähle ein Amt.')
    await app.person.type(office, 'kassier ')
    // The error goes while typing: a field that shrinks when it is left moves OK away from the pointer.
    expect(office).toHaveAccessibleDescription('')
    expect(office).toHaveValue('kassier ')
    await confirm()
    await gone()
    expect(bodies(app, 'POST /api/member/41/duties')).toMatchObject([{ duty: 'Kassier' }])
  })

  test('If another user has just added an office of the same name, the list is loaded again and that office is chosen', async () => {
    const { app, dialog, confirm } = await add({
      [offices]: refusal(409, 'LabelExists', 'x', { fields: { label: 'Gibt es schon.' } }),
      'GET /api/guild/offices': json([own]),
      [post]: json(aDutyEntry({ duty: 'own_14' }), 201),
    })
    const office = dialog.getByLabelText(/^Amt/)
    await app.person.type(office, 'häswart{Enter}')
    await waitFor(() => expect(office).toHaveValue('Häswart'))
    expect(office).toHaveAccessibleDescription('')
    await confirm()
    await gone()
    expect(bodies(app, 'POST /api/member/41/duties')).toMatchObject([{ duty: 'own_14' }])
  })

  test('A hidden office is not offered, and typing its name says so', async () => {
    const { app, dialog } = await add({
      'GET /api/member/:id/page': async (call) => {
        const page = (await (await memberPageOfParts(call)).json()) as object
        return Response.json({ ...page, offices: [{ ...own, hidden: true }] })
      },
    })
    const office = dialog.getByLabelText(/^Amt/)
    await app.person.type(office, 'häswart')
    expect(await dialog.findByText(/^„Häswart“ ist ausgeblendet\./)).toBeVisible()
    expect(dialog.queryByRole('option')).not.toBeInTheDocument()
  })

  test('A duty is not sent without an office, without a beginning or with an invalid end', async () => {
    const { app, dialog, confirm } = await add()
    await app.person.clear(dialog.getByLabelText(/^Von/))
    await app.person.type(dialog.getByLabelText('Bis'), '31.2.2026')
    await confirm()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /^Der Dienst konnte nicht eingetragen werden$/,
    )
    expect(dialog.getByLabelText(/^Amt/)).toHaveAccessibleDescription('Wähle ein Amt.')
    expect(dialog.getByLabelText(/^Von/)).toHaveAccessibleDescription('Gib an, ab wann.')
    expect(dialog.getByLabelText('Bis')).toBeInvalid()
    expect(bodies(app, 'POST /api/member/41/duties')).toEqual([])
  })

  test('A duty can be edited; a rejected value shows an error beside its field', async () => {
    const message = 'Dieses Amt hat das Mitglied in einem Teil dieser Zeit schon.'
    const { app, dialog, confirm } = await open(
      'Kleiderchef ab 14.04.2018 bearbeiten',
      'Dienst ändern',
      {
        'PUT /api/member/:id/duties/:duty': [
          refusal(422, 'ValidationFailed', '', { fields: { from: message } }),
          json(aDutyEntry()),
        ],
      },
    )
    await app.person.type(dialog.getByLabelText('Bis'), '1.5.2026')
    await confirm()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /^Der Dienst konnte nicht geändert werden$/,
    )
    expect(dialog.getByLabelText(/^Von/)).toHaveAccessibleDescription(message)
    await confirm()
    await gone()
    expect(bodies(app, 'PUT /api/member/41/duties/7').at(-1)).toEqual({
      to: '2026-05-01',
      before: { to: null },
    })
  })

  test('A duty is deleted after a question', async () => {
    const { app, dialog, confirm } = await open(
      'Schriftführer ab 10.04.2004 löschen',
      'Eintrag löschen?',
      { 'DELETE /api/member/:id/duties/:duty': [offline, noContent] },
    )
    await confirm()
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Der Eintrag konnte nicht gelöscht werden',
    )
    await confirm()
    await gone()
    expect(bodies(app, 'DELETE /api/member/41/duties/8')).toHaveLength(2)
    expect(screen.getByText('Eintrag gelöscht')).toBeVisible()
  })
})
