import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  baisch,
  dorn,
  openCheckIn,
  rowOf,
  setFilters,
  shownNames,
  straßer,
} from '#tests/support/check-in-page.tsx'
import {
  choose,
  enrolCall,
  field,
  fillPerson,
  moosried,
  openEnrolment,
  submitButton,
} from '#tests/support/enrolment-page.tsx'
import { openParade, participantsCall } from '#tests/support/parade-page.ts'
import { aParticipation } from '#tests/support/parade-rows.ts'
import { json, unanswered } from '#tests/support/wire.ts'

// docs/rules.md, "Kinder und Jugendliche": the age on the day of the parade, 10 January 2027, counts.

const consentText = 'Ich begleite die Minderjährigen.'
const guarded = { ...moosried, guardianBelow: 16, minAge: 6 }

describe('the guardian in the public form', () => {
  const open = () =>
    openEnrolment(
      { [enrolCall]: unanswered },
      { parades: [guarded], consentText, consentVersion: 3 },
    )
  const born = async ({ person }: ReturnType<typeof open>, birthday: string) => {
    await person.clear(field('Geburtstag'))
    await person.type(field('Geburtstag'), birthday)
    await person.tab()
  }
  const isAsked = () => screen.queryByRole('heading', { name: 'Begleitung' }) !== null

  test('A guardian is asked for below 16 on the day of the parade, and not from the birthday on', async () => {
    const app = open()
    await fillPerson(app)
    await choose(app, moosried.title)
    expect(isAsked()).toBe(false)
    await born(app, '11.01.2011')
    expect(isAsked()).toBe(true)
    expect(screen.getByText('Wer unter 16 ist, braucht eine Begleitung.')).toBeVisible()
    await born(app, '10.01.2011')
    expect(isAsked()).toBe(false)
    await born(app, '11.01.2021')
    expect(document.body).toHaveTextContent(
      'Für „Ringtreffen Moosried“ muss man am Umzugstag mindestens 6 Jahre alt sein.',
    )
    await born(app, '10.01.2021')
    expect(document.body).not.toHaveTextContent('mindestens 6 Jahre alt')
  })

  test('Name, telephone and consent are needed one after the other, shown before sending, and sent with the version of the text that was ticked', async () => {
    const app = open()
    await fillPerson(app)
    await choose(app, moosried.title)
    await born(app, '11.01.2011')
    expect(submitButton()).toBeDisabled()
    await app.person.type(field('Name der Begleitung'), 'Eva Straßer')
    await app.person.type(field('Telefon am Umzugstag'), '0171 2345678')
    expect(submitButton()).toBeDisabled()
    await app.person.click(screen.getByRole('checkbox', { name: consentText }))
    expect(submitButton()).toBeEnabled()
    await app.person.click(submitButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Stimmt alles?' }))
    expect(dialog.getByText(/^Begleitung:/)).toHaveTextContent(
      'Begleitung: Eva Straßer, 0171 2345678',
    )
    await app.person.click(dialog.getByRole('button', { name: /anmelden$/ }))
    const guardian = { name: 'Eva Straßer', phone: '0171 2345678', consent: true, version: 3 }
    expect(app.wire.sent(enrolCall).map(({ body }) => body)).toMatchObject([{ guardian }])
  })

  test('A guardian who was typed for a child is neither shown nor sent once no person of the form needs one', async () => {
    const app = open()
    await fillPerson(app)
    await choose(app, moosried.title)
    await born(app, '11.01.2011')
    await app.person.type(field('Name der Begleitung'), 'Eva Straßer')
    await born(app, '10.01.2011')
    await app.person.click(submitButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Stimmt alles?' }))
    expect(dialog.queryByText(/^Begleitung:/)).toBeNull()
    await app.person.click(dialog.getByRole('button', { name: /anmelden$/ }))
    expect(app.wire.sent(enrolCall)[0]?.body).not.toHaveProperty('guardian')
  })
})

describe('minors at the check-in', () => {
  const eva = { below: 16, guardian: { name: 'Eva Straßer', phone: '0171 2345678' } }
  const rows = [
    { ...baisch, minor: eva },
    { ...dorn, minor: { below: 16, guardian: null } },
    straßer,
  ]

  test('A badge tells who accompanies a minor or that no one does, and others have none', async () => {
    await openCheckIn({ rows })
    expect(rowOf('Baisch, Wolfgang').getByText(/unter 16/)).toHaveTextContent(
      'unter 16 · Begleitung: Eva Straßer, 0171 2345678',
    )
    expect(rowOf(dorn.memberName).getByText(/unter 16/)).toHaveTextContent(
      'unter 16 · ohne Begleitung',
    )
    expect(rowOf(straßer.memberName).queryByText(/unter/)).toBeNull()
  })

  test('The filter "Minderjährige" shows only them', async () => {
    const app = await openCheckIn({ rows })
    await setFilters(app, 'Minderjährige')
    expect(shownNames()).toEqual(['Baisch, Wolfgang', dorn.memberName])
  })

  test('The filter "Minderjährige" is missing where there are none', async () => {
    const { person } = await openCheckIn()
    await person.click(screen.getByRole('button', { name: /^Filter/ }))
    expect(screen.queryByRole('switch', { name: 'Minderjährige' })).toBeNull()
  })

  test('The printed list has the guardians, and the departures above it', async () => {
    vi.spyOn(window, 'print').mockImplementation(() => {})
    const departures = [
      { time: '11:30', place: 'Zunftstüble' },
      { time: '11:40', place: 'Bahnhof' },
    ]
    const { person } = await openCheckIn({ rows, parade: { departures } })
    await person.click(screen.getByRole('button', { name: /^Filter/ }))
    await person.click(screen.getByRole('button', { name: 'Liste drucken' }))
    const sheet = document.querySelector('[data-slot=printed-list]')
    expect(sheet).toHaveTextContent('Abfahrt 11:30 Uhr Zunftstüble, 11:40 Uhr Bahnhof')
    expect(
      [...(sheet?.querySelectorAll('tr') ?? [])].map((row) => row.children[3]?.textContent),
    ).toEqual([
      'Begleitung',
      'unter 16 · Begleitung: Eva Straßer, 0171 2345678',
      'unter 16 · ohne Begleitung',
      '',
    ])
  })
})

describe('minors among the participants', () => {
  const minor = { below: 16, guardian: { name: 'Eva', phone: '0171 9' } }

  test('The column "Begleitung" names the guardian of each minor, and is missing without minors', async () => {
    const people = [
      aParticipation({ id: 1, memberName: 'Abele, Anna', minor }),
      aParticipation({ id: 2, memberName: 'Bantle, Ben', minor: { below: 16, guardian: null } }),
      aParticipation({ id: 3, memberName: 'Cober, Cem' }),
    ]
    const { unmount } = openParade({ wire: { [participantsCall]: json(people) } })
    await screen.findByText('1–3 von 3')
    const table = screen.getByLabelText('Teilnehmer')
    const heads = within(table).getAllByRole('columnheader')
    const at = heads.findIndex((head) => head.textContent === 'Begleitung')
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.children[at]?.textContent)
    expect(cells).toEqual(['Eva, 0171 9', 'ohne Begleitung', '–'])
    unmount()
    openParade({ wire: { [participantsCall]: json(people.slice(2)) } })
    await screen.findByText('1–1 von 1')
    expect(screen.queryByRole('columnheader', { name: 'Begleitung' })).toBeNull()
  })
})
