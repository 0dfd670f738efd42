import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  card,
  choose,
  field,
  paradeBox,
  paradesCall,
  submitButton,
  typesCall,
} from '#tests/support/enrolment-page.tsx'
import {
  aCostumeOfMember,
  enrolledInCall,
  membersCall,
  openStall,
  pick,
  picker,
  renderStall,
  wardrobeCall,
} from '#tests/support/internal-enrolment.ts'
import { aMemberRow } from '#tests/support/member-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, refusal } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  return () => vi.useRealTimers()
})

const number = (title: string) => card(title).getByRole('textbox', { name: /^Kleidernummer/ })
const type = (title: string) => card(title).getByRole('combobox', { name: /^Kleidertyp/ })
const summary = () => within(screen.getByRole('complementary', { name: 'Anmeldung' }))
const missing = () => summary().getByText((_, element) => element?.role === 'status')
const sum = () => summary().getByText(/€$/, { selector: 'output *' })
const moosriedTitle = 'Ringtreffen Moosried'
const hohenkirchTitle = 'Jubiläumsumzug 60 Jahre'

describe('the internal enrolment page', () => {
  test("The internal enrolment requests its own list of parades, with the user's token", async () => {
    const { wire } = await openStall()
    expect(
      screen.getByRole('heading', { level: 1, name: 'Umzugsanmeldung im Stall' }),
    ).toBeVisible()
    const [call] = wire.sent(paradesCall)
    expect(call?.query.get('door')).toBe('internal')
    expect(call?.headers.get('Authorization')).toBe('Bearer token-of-sabine')
  })

  test('The internal enrolment asks for neither an e-mail address nor a payment', async () => {
    await openStall()
    expect(screen.queryByRole('textbox', { name: /E-Mail/ })).not.toBeInTheDocument()
    expect(screen.queryByText(/[Bb]ezahl/)).not.toBeInTheDocument()
    expect(screen.queryByText(/Anmeldung bis/)).not.toBeInTheDocument()
  })

  test.each<Role>(['readonly', 'helper'])(
    'The internal enrolment page is closed to the role %s',
    async (role) => {
      const { wire } = renderApp({ path: '/internal-parade-enrolment', user: withRoles(role) })
      expect(await screen.findByText('Diese Seite ist nicht für Dich freigegeben')).toBeVisible()
      expect(wire.sent(paradesCall)).toEqual([])
    },
  )

  test('The internal enrolment shows a note when there is no upcoming parade', async () => {
    renderStall({ [paradesCall]: json([]) })
    expect(await screen.findByText('Es steht kein Umzug an')).toBeVisible()
  })

  test.each([
    ['Die Umzüge konnten nicht geladen werden', paradesCall],
    ['Die Mitglieder konnten nicht geladen werden', membersCall],
    ['Die Kleidertypen konnten nicht geladen werden', typesCall],
  ] as const)(
    'The internal enrolment shows the error "%s", and loading can be repeated',
    async (sentence, call) => {
      const { person, wire } = renderStall({ [call]: refusal(500, 'InternalError') })
      const alert = await screen.findByRole('alert')
      expect(alert).toHaveTextContent(sentence)
      wire.answer({ [call]: json([]) })
      await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
      await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    },
  )
})

describe('choosing a member', () => {
  test('Choosing a member fills in names and birthday and shows the address', async () => {
    const app = await openStall()
    await pick(app, 'grub', 'Gruber')
    expect(field('Vorname')).toHaveValue('Annegret')
    expect(field('Nachname')).toHaveValue('Gruber')
    expect(field('Geburtstag')).toHaveValue('14.03.1968')
    expect(picker()).toHaveValue('Gruber, Annegret')
    expect(picker()).toHaveAccessibleDescription('14.03.1968 · Klosterweg 3, 88999 Moosried')
  })

  test('Passive members can be chosen, former and dead ones cannot', async () => {
    const { person } = await openStall()
    await person.type(picker(), 'moosried')
    const options = screen.getAllByRole('option').map((option) => option.textContent)
    expect(options).toHaveLength(3)
    expect(options.join()).toContain('Baisch, Wolfgang')
    expect(options.join()).not.toContain('Zoller')
  })

  test.each([
    ['Vorname', 'AnnegretX'],
    ['Nachname', 'GruberX'],
    ['Geburtstag', '14.03.1968X'],
  ])('Editing %s of a chosen member clears the choice but not the fields', async (name, value) => {
    const app = await openStall()
    await pick(app, 'grub', 'Gruber')
    await app.person.type(field(name), 'X')
    expect(picker()).toHaveValue('')
    expect(field(name)).toHaveValue(value)
    expect(field('Vorname')).toHaveValue(name === 'Vorname' ? value : 'Annegret')
  })

  test('When a member is chosen, an incomplete birthday in the field is replaced', async () => {
    const app = await openStall()
    await app.person.type(field('Geburtstag'), '31.02.')
    await pick(app, 'leo', 'Öttinger')
    expect(field('Geburtstag')).toHaveValue('')
    expect(missing()).toHaveTextContent(/^Wähle mindestens einen Umzug\.$/)
  })

  test('When another member is searched for, the fields filled in from the previous one are cleared', async () => {
    const app = await openStall()
    await app.person.click(paradeBox(moosriedTitle))
    await pick(app, 'grub', 'Gruber')
    await waitFor(() => expect(number(moosriedTitle)).toHaveValue('118'))
    await app.person.type(picker(), '{Backspace}')
    expect(field('Nachname')).toHaveValue('')
    expect(number(moosriedTitle)).toHaveValue('')
  })
})

describe('the costume of the chosen member', () => {
  test('When a parade is ticked, the costume of the chosen member is filled in and can be changed', async () => {
    const app = await openStall()
    await pick(app, 'grub', 'Gruber')
    expect(await screen.findByText('Eigenes Kleid: Bachhexe 118')).toBeVisible()
    await app.person.click(paradeBox(moosriedTitle))
    expect(number(moosriedTitle)).toHaveValue('118')
    expect(type(moosriedTitle)).toHaveDisplayValue('Bachhexe')
    expect(submitButton()).toBeEnabled()
    await app.person.type(number(moosriedTitle), '9')
    expect(number(moosriedTitle)).toHaveValue('1189')
  })

  test('When a member is chosen, the costume is also filled in at parades already ticked, unless a number was typed there', async () => {
    const app = await openStall()
    await app.person.click(paradeBox(moosriedTitle))
    await app.person.click(paradeBox(hohenkirchTitle))
    await app.person.type(number(hohenkirchTitle), '7')
    await pick(app, 'grub', 'Gruber')
    await waitFor(() => expect(number(moosriedTitle)).toHaveValue('118'))
    expect(number(hohenkirchTitle)).toHaveValue('7')
  })

  test('When another member is chosen, the costume that was filled in is replaced', async () => {
    const app = await openStall({
      'GET /api/member/42/costumes': json([aCostumeOfMember({ number: '5' })]),
    })
    await app.person.click(paradeBox(moosriedTitle))
    await pick(app, 'grub', 'Gruber')
    await waitFor(() => expect(number(moosriedTitle)).toHaveValue('118'))
    await pick(app, 'bai', 'Baisch')
    await waitFor(() => expect(number(moosriedTitle)).toHaveValue('5'))
  })

  test('Costumes that arrive after another member was chosen are ignored', async () => {
    const slow = later(json([aCostumeOfMember()]))
    const app = await openStall({
      'GET /api/member/41/costumes': slow.answer,
      'GET /api/member/42/costumes': json([]),
    })
    await app.person.click(paradeBox(moosriedTitle))
    await pick(app, 'grub', 'Gruber')
    await pick(app, 'bai', 'Baisch')
    expect(await screen.findByText('Kein eigenes Kleid eingetragen.')).toBeVisible()
    slow.come()
    await app.person.click(paradeBox(hohenkirchTitle))
    expect(number(moosriedTitle)).toHaveValue('')
    expect(number(hohenkirchTitle)).toHaveValue('')
  })

  test('If a member has several costumes, each parade offers a choice of those not returned', async () => {
    // The ownership ends in the future, so the costume still belongs to the member.
    const hansel = aCostumeOfMember({
      id: 2,
      number: '7',
      type: { id: 1, name: 'Schellenhansel' },
      ownedTo: '2099-12-31',
    })
    const givenBack = aCostumeOfMember({ id: 3, number: '99', ownedTo: '2020-01-01' })
    const app = await openStall({
      [wardrobeCall]: json([aCostumeOfMember(), hansel, givenBack]),
    })
    await app.person.click(paradeBox(moosriedTitle))
    await app.person.click(paradeBox(hohenkirchTitle))
    await pick(app, 'grub', 'Gruber')
    const choice = within(await card(hohenkirchTitle).findByRole('group'))
    expect(choice.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Bachhexe 118',
      'Schellenhansel 7',
    ])
    expect(number(hohenkirchTitle)).toHaveValue('')
    await app.person.click(choice.getByRole('button', { name: 'Schellenhansel 7' }))
    // The other parade had none yet.
    expect(number(moosriedTitle)).toHaveValue('7')
    expect(type(moosriedTitle)).toHaveDisplayValue('Schellenhansel')
    await app.person.click(card(moosriedTitle).getByRole('button', { name: 'Bachhexe 118' }))
    expect(number(moosriedTitle)).toHaveValue('118')
    expect(number(hohenkirchTitle)).toHaveValue('7')
    expect(choice.getByRole('button', { pressed: true })).toHaveTextContent('Schellenhansel 7')
  })

  test('If the costumes of a member fail to load, the enrolment can be sent all the same', async () => {
    const app = await openStall({ [wardrobeCall]: refusal(500, 'InternalError') })
    await pick(app, 'grub', 'Gruber')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Kleider konnten nicht geladen werden')
    await choose(app, moosriedTitle)
    expect(submitButton()).toBeEnabled()
    app.wire.answer({ [wardrobeCall]: json([]) })
    await app.person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Kein eigenes Kleid eingetragen.')).toBeVisible()
  })
})

describe('the button of the internal enrolment', () => {
  test('The missing entries of an internal enrolment are listed beside the disabled button', async () => {
    const { person } = await openStall()
    expect(submitButton()).toBeDisabled()
    expect(missing()).toHaveTextContent(
      'Es fehlen Vorname und Nachname. Wähle mindestens einen Umzug.',
    )
    await person.type(field('Vorname'), 'Lena')
    await person.type(field('Nachname'), '  ')
    expect(missing()).toHaveTextContent('Es fehlt der Nachname.')
    await person.type(field('Nachname'), 'Eberle')
    await person.click(paradeBox(moosriedTitle))
    expect(missing()).toHaveTextContent(`Es fehlen Kleidernummer und Kleidertyp für`)
  })

  test('A costume number of spaces counts as missing in an internal enrolment', async () => {
    const app = await openStall()
    await pick(app, 'leo', 'Öttinger')
    await choose(app, moosriedTitle, '   ')
    expect(missing()).toHaveTextContent(`Es fehlt die Kleidernummer für „${moosriedTitle}“.`)
    expect(submitButton()).toBeDisabled()
  })

  test('An unreadable birthday disables the internal enrolment', async () => {
    const app = await openStall()
    await pick(app, 'leo', 'Öttinger')
    await choose(app, moosriedTitle)
    await app.person.type(field('Geburtstag'), '31.02.2010')
    expect(submitButton()).toBeDisabled()
    expect(missing()).toHaveTextContent('Der Geburtstag muss ein Datum')
  })

  test('The button of the internal enrolment shows the number of parades', async () => {
    const app = await openStall()
    await pick(app, 'grub', 'Gruber')
    await app.person.click(paradeBox(moosriedTitle))
    expect(submitButton()).toHaveTextContent('Für 1 Umzug anmelden')
    await app.person.click(paradeBox(hohenkirchTitle))
    expect(submitButton()).toHaveTextContent('Für 2 Umzüge anmelden')
  })
})

describe('the sum of the internal enrolment', () => {
  test('The internal enrolment adds adult prices for adults and child prices for children', async () => {
    const finn = aMemberRow({ id: 50, lastName: 'Kopp', firstName: 'Finn', birthday: '2011-11-11' })
    const app = await openStall({ [membersCall]: json([finn]) })
    await app.person.click(paradeBox(moosriedTitle))
    await app.person.click(paradeBox(hohenkirchTitle))
    expect(sum()).toHaveTextContent('14,00 €')
    await pick(app, 'kopp', 'Kopp')
    expect(sum()).toHaveTextContent('4,50 €')
    expect(screen.getByText(`Es gelten die Preise für Kinder.`)).toBeVisible()
    expect(card(moosriedTitle).getByText('3,00 €')).toBeVisible()
  })
})

describe('the parades in which the chosen member is enrolled', () => {
  const inMoosried = json([{ id: 11 }])
  const mark = 'Nimmt schon teil'

  test('Parades in which the chosen member is enrolled are marked until another member is chosen', async () => {
    const app = await openStall({
      [enrolledInCall]: ({ params }) => Response.json(params.id === '41' ? [{ id: 11 }] : []),
    })
    expect(screen.queryByText(mark)).not.toBeInTheDocument()
    await pick(app, 'grub', 'Gruber')
    expect(await card(moosriedTitle).findByText(mark)).toBeVisible()
    expect(paradeBox(moosriedTitle)).toHaveAccessibleDescription(expect.stringContaining(mark))
    expect(card(hohenkirchTitle).queryByText(mark)).not.toBeInTheDocument()
    await pick(app, 'bai', 'Baisch')
    await waitFor(() => expect(screen.queryByText(mark)).not.toBeInTheDocument())
  })

  test('When a name of the chosen member is edited, no parade is marked any more', async () => {
    const app = await openStall({ [enrolledInCall]: inMoosried })
    await pick(app, 'grub', 'Gruber')
    await card(moosriedTitle).findByText(mark)
    await app.person.type(field('Vorname'), 'x')
    expect(screen.queryByText(mark)).not.toBeInTheDocument()
  })

  test('Each time a member is chosen, the parades in which the member is enrolled are loaded again', async () => {
    const app = await openStall({ [enrolledInCall]: [json([]), inMoosried] })
    await pick(app, 'grub', 'Gruber')
    await waitFor(() => expect(app.wire.sent('GET /api/member/41/parades')).toHaveLength(1))
    await app.person.type(field('Vorname'), 'x')
    await pick(app, 'grub', 'Gruber')
    expect(await card(moosriedTitle).findByText(mark)).toBeVisible()
  })

  test('If the parades of a chosen member fail to load, an error is shown', async () => {
    const app = await openStall({ [enrolledInCall]: refusal(500, 'InternalError') })
    await pick(app, 'grub', 'Gruber')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Umzüge konnten nicht geladen werden',
    )
  })
})
