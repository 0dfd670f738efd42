import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  anOpenParade,
  card,
  choose,
  field,
  fillPerson,
  openEnrolment,
  paradeBox,
  submitButton,
} from '#tests/support/enrolment-page.tsx'

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  return () => vi.useRealTimers()
})

const summary = () => within(screen.getByRole('complementary', { name: 'Deine Anmeldung' }))
const missing = () => summary().getByText((_, element) => element?.role === 'status')
const sum = () => summary().getByText(/€$/, { selector: 'output *' })

describe('the button of the enrolment form', () => {
  test('Beside the disabled button the next missing entry of the enrolment is shown, one at a time', async () => {
    const app = openEnrolment()
    expect(submitButton()).toBeDisabled()
    expect(missing()).toHaveTextContent(/^Es fehlt der Vorname\.$/)
    await fillPerson(app)
    expect(missing()).toHaveTextContent(/^Wähle mindestens einen Umzug\.$/)
    await app.person.click(paradeBox('Ringtreffen Moosried'))
    expect(missing()).toHaveTextContent(/^Es fehlt die Kleidernummer für „Ringtreffen Moosried“\.$/)
    const { getByRole } = card('Ringtreffen Moosried')
    await app.person.type(getByRole('textbox', { name: /^Kleidernummer/ }), '118a')
    expect(missing()).toHaveTextContent('Es fehlt der Kleidertyp für „Ringtreffen Moosried“.')
    expect(submitButton()).toBeDisabled()
    await app.person.selectOptions(getByRole('combobox', { name: /^Kleidertyp/ }), 'Bachhexe')
    expect(missing()).toBeEmptyDOMElement()
    expect(submitButton()).toBeEnabled()
    expect(submitButton()).toHaveTextContent('Für 1 Umzug anmelden')
  })

  test('Blank names and an incomplete e-mail address count as missing', async () => {
    const app = openEnrolment()
    await choose(app, 'Ringtreffen Moosried')
    await app.person.type(field('Vorname'), ' ')
    await app.person.type(field('Nachname'), 'Straßer')
    await app.person.type(field('E-Mail Adresse'), 'joerg@example')
    expect(missing()).toHaveTextContent(/^Es fehlt der Vorname\.$/)
    expect(field('E-Mail Adresse')).toBeValid()
    await app.person.type(field('Vorname'), 'Jörg')
    expect(missing()).toHaveTextContent(/^Die E-Mail Adresse ist noch nicht vollständig\.$/)
    expect(field('E-Mail Adresse')).toBeInvalid()
    expect(field('E-Mail Adresse')).toHaveAccessibleDescription(
      'Gib eine gültige E-Mail Adresse an.',
    )
    expect(submitButton()).toBeDisabled()
    await app.person.type(field('E-Mail Adresse'), '.de')
    expect(field('E-Mail Adresse')).toBeValid()
    expect(submitButton()).toBeEnabled()
  })

  test.each(['   ', '\u00a0', '\u200b'])(
    'A costume number that consists of %o counts as missing',
    async (blank) => {
      const app = openEnrolment()
      await fillPerson(app)
      await choose(app, 'Ringtreffen Moosried')
      const number = card('Ringtreffen Moosried').getByRole('textbox', { name: /^Kleidernummer/ })
      await app.person.clear(number)
      await app.person.type(number, blank)
      expect(missing()).toHaveTextContent('Es fehlt die Kleidernummer für „Ringtreffen Moosried“.')
      expect(submitButton()).toBeDisabled()
      await app.person.type(number, '7')
      expect(submitButton()).toBeEnabled()
    },
  )

  test('An unreadable birthday disables the button, and the message states the allowed range', async () => {
    const app = openEnrolment()
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    expect(submitButton()).toBeEnabled()
    await app.person.type(field('Geburtstag'), '31.02.2012')
    expect(submitButton()).toBeDisabled()
    expect(missing()).toHaveTextContent(
      'Der Geburtstag muss ein Datum zwischen dem 01.01.1900 und heute sein.',
    )
  })

  test.each(['24.12.2027', '24.12.1899'])(
    'A birthday on %s is invalid and disables the enrolment',
    async (typed) => {
      const app = openEnrolment()
      await fillPerson(app)
      await choose(app, 'Ringtreffen Moosried')
      await app.person.type(field('Geburtstag'), typed)
      await app.person.tab()
      expect(submitButton()).toBeDisabled()
      expect(field('Geburtstag')).toBeInvalid()
    },
  )
})

describe('the prices of the enrolment form', () => {
  test('The price for adults applies from the sixteenth birthday on', async () => {
    const app = openEnrolment()
    await choose(app, 'Ringtreffen Moosried')
    expect(summary().getByText('Preise für Erwachsene')).toBeVisible()
    expect(sum()).toHaveTextContent('8,00 €')

    await app.person.type(field('Geburtstag'), '22.11.2010')
    expect(summary().getByText('Preise für Kinder')).toBeVisible()
    expect(card('Jubiläumsumzug 60 Jahre').getByText('1,50 €')).toBeVisible()
    expect(sum()).toHaveTextContent('3,00 €')

    await app.person.clear(field('Geburtstag'))
    await app.person.type(field('Geburtstag'), '21.11.2010')
    expect(sum()).toHaveTextContent('8,00 €')
  })

  test('The prices of the chosen parades are added', async () => {
    const app = openEnrolment()
    await choose(app, 'Ringtreffen Moosried')
    await app.person.click(paradeBox('Jubiläumsumzug 60 Jahre'))
    expect(sum()).toHaveTextContent('14,00 €')
    expect(submitButton()).toHaveTextContent('Für 2 Umzüge anmelden')
  })
})

describe('a second parade in the form', () => {
  test('A second parade is filled in with the costume of the first one', async () => {
    const app = openEnrolment()
    await choose(app, 'Jubiläumsumzug 60 Jahre', '118', 'Bachhexe')
    await app.person.click(paradeBox('Ringtreffen Moosried'))
    const { getByRole } = card('Ringtreffen Moosried')
    expect(getByRole('textbox', { name: /^Kleidernummer/ })).toHaveValue('118')
    expect(getByRole('combobox', { name: /^Kleidertyp/ })).toHaveDisplayValue('Bachhexe')
  })

  test('If a parade is deselected and chosen again, its costume number is still there', async () => {
    const app = openEnrolment()
    await choose(app, 'Ringtreffen Moosried', '118')
    await choose(app, 'Jubiläumsumzug 60 Jahre', '7')
    await app.person.click(paradeBox('Jubiläumsumzug 60 Jahre'))
    await app.person.click(paradeBox('Jubiläumsumzug 60 Jahre'))
    const number = card('Jubiläumsumzug 60 Jahre').getByRole('textbox', { name: /^Kleidernummer/ })
    expect(number).toHaveValue('7')
  })
})

describe('the draft of the form', () => {
  test('The draft of the enrolment is restored after a reload, without parades no longer offered', async () => {
    const app = openEnrolment()
    await fillPerson(app)
    await app.person.type(field('Geburtstag'), '01.11.1991')
    await choose(app, 'Ringtreffen Moosried', '118')
    await choose(app, 'Jubiläumsumzug 60 Jahre', '7')
    app.unmount()

    openEnrolment({}, { parades: [anOpenParade()], costumeTypes: [{ id: 3, name: 'Bachhexe' }] })
    expect(await screen.findByRole('checkbox', { name: 'Ringtreffen Moosried' })).toBeChecked()
    expect(field('Vorname')).toHaveValue('Jörg')
    expect(field('E-Mail Adresse')).toHaveValue('joerg.strasser@example.de')
    expect(field('Geburtstag')).toHaveValue('01.11.1991')
    expect(field('Kleidernummer')).toHaveValue('118')
    expect(submitButton()).toHaveTextContent('Für 1 Umzug anmelden')
    expect(submitButton()).toBeEnabled()
  })

  test('An incomplete birthday is not restored', async () => {
    const app = openEnrolment()
    await fillPerson(app)
    await app.person.type(field('Geburtstag'), '01.11.')
    app.unmount()
    openEnrolment()
    expect(field('Vorname')).toHaveValue('Jörg')
    expect(field('Geburtstag')).toHaveValue('')
    expect(missing()).toHaveTextContent(/^Wähle mindestens einen Umzug\.$/)
  })

  test('An unreadable draft of the enrolment is ignored', async () => {
    const people = '[{"firstName":7,"chosen":"x","costumes":[null],"follows":7},null,"x"]'
    localStorage.setItem(
      'parade-enrolment-draft',
      `{"savedAt":${Date.now()},"open":7,"order":{"token":7},"people":${people}}`,
    )
    openEnrolment()
    expect(field('Vorname')).toHaveValue('')
    expect(paradeBox('Ringtreffen Moosried')).not.toBeChecked()
  })

  test('In a browser without storage the enrolment form can be used, and its input stays', async () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    const app = openEnrolment()
    await fillPerson(app)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(field('Vorname')).toHaveValue('Jörg')
  })
})

describe('an offer without parades', () => {
  test('Without an open parade the enrolment page shows a note and no form', async () => {
    openEnrolment({}, { parades: [] })
    const title = 'Zurzeit ist kein Umzug zur Anmeldung offen.'
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.queryByRole('textbox', { name: /^Vorname/ })).not.toBeInTheDocument()
  })
})

describe('the line below the title', () => {
  test('The line below the title mentions the season and the online payment', async () => {
    openEnrolment()
    const lead = 'Wähle Deine Umzüge der Fasnet 2027 und bezahle gleich online.'
    expect(screen.getByText(lead)).toBeVisible()
  })

  test('The line below the title does not mention a payment when all parades are free', async () => {
    const free = { priceForAdultsInCent: 0, priceForChildrenInCent: 0 }
    openEnrolment({}, { parades: [anOpenParade({ ...free, date: '2026-12-05' })] })
    expect(screen.getByText('Wähle Deine Umzüge der Fasnet 2027.')).toBeVisible()
  })
})
