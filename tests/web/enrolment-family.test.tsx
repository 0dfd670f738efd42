import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type App,
  card,
  choose,
  enrolCall,
  field,
  fillPerson,
  openEnrolment,
  paradeBox,
  submitButton,
} from '#tests/support/enrolment-page.tsx'
import { watchLeaving } from '#tests/support/leaving.ts'
import { json, refusal } from '#tests/support/wire.ts'

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  return () => vi.useRealTimers()
})

const moosried = 'Ringtreffen Moosried'
const hohenkirch = 'Jubiläumsumzug 60 Jahre'
const button = (name: string) => screen.getByRole('button', { name })
const add = ({ person }: App) => person.click(button('Weitere Person'))
const cards = () => [...document.querySelectorAll<HTMLElement>('[data-person]')]
const texts = () => cards().map((one) => one.textContent.replaceAll('\u00a0', ' '))
const missing = () => screen.getByRole('complementary').querySelector('[role=status]')

/** Jörg in two parades, and a second card for Emma. */
async function openTwo(wire = {}) {
  const app = openEnrolment(wire)
  await fillPerson(app)
  await choose(app, moosried, '118')
  await app.person.click(paradeBox(hohenkirch))
  await add(app)
  return app
}

async function fillEmma({ person }: App) {
  await person.type(field('Vorname'), 'Emma')
  await person.type(field('Geburtstag'), '03.08.2019')
  const number = card(moosried).getByRole('textbox', { name: /^Kleidernummer/ })
  await person.type(number, '31')
  const type = card(moosried).getByRole('combobox', { name: /^Kleidertyp/ })
  await person.selectOptions(type, 'Schellenhansel')
}

describe('another person in the form', () => {
  test('A new person gets a card that is open, and the previous card becomes a summary line', async () => {
    const app = await openTwo()
    expect(screen.getByRole('group', { name: '2. Person' })).toContainElement(field('Vorname'))
    await fillEmma(app)
    expect(screen.getByRole('group', { name: 'Emma Straßer' })).toBeVisible()
    const [jörg = ''] = texts()
    expect(jörg).toContain('Jörg Straßer Erwachsen')
    expect(jörg).toContain('2 Umzüge, Bachhexe 118')
    expect(jörg).toContain('Bestätigung an joerg.strasser@example.de')
    expect(jörg).toContain('14,00 €')
    expect(screen.getAllByRole('group')).toHaveLength(1)
  })

  test('A costume typed for one parade is filled in at the other parades of the person', async () => {
    const app = await openTwo()
    await fillEmma(app)
    const number = card(hohenkirch).getByRole('textbox', { name: /^Kleidernummer/ })
    expect(number).toHaveValue('31')
    await app.person.click(button('Fertig'))
    expect(texts()[1]).toContain('2 Umzüge, Schellenhansel 31')
    expect(texts()[1]).toContain('Emma Straßer Kind')
    expect(texts()[1]).toContain('4,50 €')
    expect(button('Emma Straßer ändern')).toHaveFocus()
  })

  test('The card of a person can be opened again, and then the others are closed', async () => {
    const app = await openTwo()
    await fillEmma(app)
    await app.person.click(button('Jörg Straßer ändern'))
    expect(field('Vorname')).toHaveFocus()
    expect(field('Vorname')).toHaveValue('Jörg')
    expect(field('E-Mail Adresse')).toHaveValue('joerg.strasser@example.de')
    expect(screen.getAllByRole('group')).toHaveLength(1)
  })

  test('At most eight people can be enrolled at once', async () => {
    const app = openEnrolment()
    for (let count = 1; count < 8; count++) await add(app)
    expect(cards()).toHaveLength(8)
    expect(button('Weitere Person')).toBeDisabled()
    expect(screen.getByText('Höchstens 8 Personen auf einmal.')).toBeVisible()
  })
})

describe('missing entries of a family', () => {
  test("The first missing entry of a family is shown with the person's name; once nothing is missing, the button counts the people", async () => {
    const app = await openTwo()
    expect(missing()).toHaveTextContent(/^2\. Person: Es fehlt der Vorname\.$/)
    expect(submitButton()).toBeDisabled()
    await app.person.type(field('Vorname'), 'Emma')
    expect(missing()).toHaveTextContent(
      'Emma Straßer: Es fehlt die Kleidernummer für „Ringtreffen Moosried“.',
    )
    await app.person.click(button('Fertig'))
    expect(texts()[1]).toContain('Es fehlt die Kleidernummer für „Ringtreffen Moosried“.')
    await app.person.click(button('Emma Straßer ändern'))
    await fillEmma(app)
    expect(missing()).toBeEmptyDOMElement()
    expect(submitButton()).toBeEnabled()
    expect(submitButton()).toHaveTextContent('Für 2 Personen anmelden')
    const sum = within(screen.getByRole('complementary')).getByText(/€$/, { selector: 'output *' })
    expect(sum).toHaveTextContent('18,50 €')
  })
})

describe('removing a person', () => {
  test('A person without entries is removed at once', async () => {
    const app = await openTwo()
    await app.person.click(button('Person entfernen'))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(field('Vorname')).toHaveValue('Jörg')
    expect(submitButton()).toHaveTextContent('Für 2 Umzüge anmelden')
    expect(button('Weitere Person')).toHaveFocus()
  })

  test('A person with entries is removed after a question', async () => {
    const app = await openTwo()
    await fillEmma(app)
    await app.person.click(button('Emma entfernen'))
    const ask = screen.getByRole('alertdialog', { name: 'Emma entfernen?' })
    expect(ask).toHaveAccessibleDescription(
      'Emma Straßer fällt mit 2 Umzügen aus dieser Anmeldung. Jörg bleibt.',
    )
    await app.person.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(button('Emma entfernen')).toHaveFocus()
    await app.person.click(button('Emma entfernen'))
    await app.person.click(button('OK'))
    expect(cards()).toHaveLength(1)
    expect(field('Vorname')).toHaveValue('Jörg')
  })

  test('When the first person is removed, the e-mail address stays', async () => {
    const app = await openTwo()
    await fillEmma(app)
    await app.person.click(button('Jörg Straßer entfernen'))
    await app.person.click(button('OK'))
    expect(field('Vorname')).toHaveValue('Emma')
    expect(field('E-Mail Adresse')).toHaveValue('joerg.strasser@example.de')
  })
})

describe('enrolling a family', () => {
  async function confirm(app: App) {
    await app.person.click(submitButton())
    const dialog = await screen.findByRole('dialog', { name: 'Stimmt alles?' })
    await app.person.click(within(dialog).getByRole('button', { name: /^Zahlungspflichtig/ }))
    return dialog
  }

  test('A family is summed up in a confirmation and then sent as one order', async () => {
    const left = watchLeaving()
    const redirectUrl = 'https://pay.example/1'
    const app = await openTwo({ [enrolCall]: json({ enrolSuccessful: true, redirectUrl }) })
    await fillEmma(app)
    const dialog = await confirm(app)
    expect(dialog).toHaveTextContent('Jörg Straßer')
    expect(dialog).toHaveTextContent('Emma Straßer, geboren am 03.08.2019')
    expect(dialog).toHaveTextContent('So 17.01.2027 · Schellenhansel 31')
    expect(dialog).toHaveTextContent('Die Bestätigung geht an joerg.strasser@example.de.')
    expect(within(dialog).getByText('18,50 €')).toBeVisible()
    await waitFor(() => expect(left).toEqual([redirectUrl]))
    const body = app.wire.sent(enrolCall)[0]?.body
    expect(body).toMatchObject({
      emailAddress: 'joerg.strasser@example.de',
      people: [
        {
          firstName: 'Jörg',
          age: 'Adult',
          birthday: null,
          parades: [{ paradeId: 11 }, { paradeId: 12 }],
        },
        {
          firstName: 'Emma',
          lastName: 'Straßer',
          age: 'Child',
          birthday: '2019-08-03',
          parades: [
            { paradeId: 11, costumeTypeId: 1, costumeNumber: '31' },
            { paradeId: 12, costumeTypeId: 1, costumeNumber: '31' },
          ],
        },
      ],
      expectedTotalInCent: 1850,
    })
    expect(body).not.toHaveProperty('firstName')
    expect(body).not.toHaveProperty('parades')
  })

  test('A rejection (409) opens the person concerned and shows the error at the field', async () => {
    const onField = 'Dieses Kleid ist für diesen Umzug schon angemeldet.'
    const app = await openTwo({
      [enrolCall]: refusal(409, 'CostumeAlreadyEnrolled', 'Schon angemeldet.', {
        parades: [12],
        fields: { 'people.1.parades.1.costumeNumber': onField },
      }),
    })
    await fillEmma(app)
    await app.person.click(button('Jörg Straßer ändern'))
    await confirm(app)
    await screen.findByRole('alert')
    await app.person.click(button('Abbrechen'))
    expect(field('Vorname')).toHaveValue('Emma')
    const number = card(hohenkirch).getByRole('textbox', { name: /^Kleidernummer/ })
    expect(number).toHaveAccessibleDescription(onField)
    expect(number).toHaveFocus()
    expect(card(moosried).queryByText(onField)).not.toBeInTheDocument()
    await app.person.click(button('Fertig'))
    expect(texts()[1]).toContain(onField)
  })
})

test('After a reload a family is restored with the same card open', async () => {
  const app = await openTwo()
  await fillEmma(app)
  app.unmount()
  openEnrolment()
  expect(cards()).toHaveLength(2)
  expect(field('Vorname')).toHaveValue('Emma')
  expect(submitButton()).toHaveTextContent('Für 2 Personen anmelden')
  expect(submitButton()).toBeEnabled()
})

test('The whole enrolment form is cleared after a question', async () => {
  const app = await openTwo()
  await app.person.click(button('Alles leeren'))
  await app.person.click(button('OK'))
  expect(cards()).toHaveLength(1)
  expect(field('Vorname')).toHaveValue('')
  expect(field('E-Mail Adresse')).toHaveValue('')
  expect(paradeBox(moosried)).not.toBeChecked()
  expect(screen.queryByRole('button', { name: 'Alles leeren' })).not.toBeInTheDocument()
  expect(localStorage.getItem('parade-enrolment-draft')).toBeNull()
})
