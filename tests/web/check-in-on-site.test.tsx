import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  actsCall,
  aRow,
  baisch,
  dorn,
  hansel,
  hohenkirch,
  openCheckIn,
  press,
  rowOf,
  shownNames,
  straßer,
  wears,
} from '#tests/support/check-in-page.tsx'
import { offline } from '#tests/support/wire.ts'

type Opening = Parameters<typeof openCheckIn>[0]

async function openSheet(opening: Opening = {}) {
  const app = await openCheckIn(opening)
  await app.person.click(screen.getByRole('button', { name: 'Vor Ort eintragen' }))
  return { ...app, sheet: screen.getByRole('dialog', { name: 'Teilnahme vor Ort eintragen' }) }
}

const okButton = () => screen.getByRole('button', { name: 'OK' })
const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })

async function fillInLena(opening: Opening = {}) {
  const app = await openSheet(opening)
  await app.person.type(field('Vorname'), 'Lena')
  await app.person.type(field('Nachname'), 'Eberle')
  await app.person.selectOptions(screen.getByRole('combobox'), 'Bachhexe')
  return app
}

describe('the sheet of an entry on site', () => {
  test('A name that is already on the list, in any spelling, prompts the question whether it is that person', async () => {
    const beate = aRow({ id: 12, memberName: 'Bäntle, Beate', costume: wears(hansel, '89') })
    const { person, sheet } = await openSheet({ rows: [baisch, beate] })
    await person.type(field('Vorname'), ' beate')
    await person.type(field('Nachname'), 'Baentl')
    expect(sheet).not.toHaveTextContent('Ist das')
    await person.type(field('Nachname'), 'e')
    expect(within(sheet).getByText(/^Ist das Beate Bäntle, .* 89\?$/)).toBeVisible()
    // It may be another person of that name, so the page asks instead of rejecting.
    await person.selectOptions(screen.getByRole('combobox'), 'Bachhexe')
    expect(okButton()).toBeEnabled()
  })

  test('The sheet of an entry on site lists the missing fields and enables OK once names and costume type are typed', async () => {
    const { person, sheet } = await openSheet()
    expect(sheet).toHaveTextContent(
      /Wird als „Nicht bezahlt“ eingetragen, zu zahlen sind 8,00\s€\./,
    )
    expect(sheet).toHaveTextContent('Es fehlen Vorname, Nachname und Kleidertyp.')
    await person.type(field('Vorname'), 'Lena')
    await person.type(field('Nachname'), ' ')
    await person.selectOptions(screen.getByRole('combobox'), 'Bachhexe')
    expect(okButton()).toBeDisabled()
    expect(sheet).toHaveTextContent('Es fehlt der Nachname.')
    await person.type(field('Nachname'), 'Eberle')
    expect(okButton()).toBeEnabled()
  })

  test('An invalid birthday is reported and disables the OK of an entry on site', async () => {
    const { person, sheet } = await openSheet()
    await person.type(field('Vorname'), 'Lena')
    await person.type(field('Nachname'), 'Eberle')
    await person.selectOptions(screen.getByRole('combobox'), 'Bachhexe')
    await person.type(field('Geburtstag'), '31.02.2010')
    expect(okButton()).toBeDisabled()
    expect(sheet).toHaveTextContent('Der Geburtstag ist kein gültiges Datum.')
  })
})

describe('an entry on site', () => {
  const names = ['Baisch, Wolfgang', 'Dorn, Christa', 'Eberle, Lena', 'Straßer, Jörg']

  test('An entry on site whose OK is pressed twice is sent once and appears in the sorted list, confirmed', async () => {
    const { street, wire } = await fillInLena()
    act(() => {
      okButton().click()
      okButton().click()
    })
    expect(await screen.findByText('Lena Eberle ist eingetragen.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(shownNames()).toEqual(names)
    expect(screen.getByText('2 von 4')).toBeVisible()
    await waitFor(() => expect(street.sentActs).toHaveLength(1))
    expect(street.sentActs).toMatchObject([
      {
        kind: 'enter',
        paradeId: 5,
        entry: {
          firstName: 'Lena',
          lastName: 'Eberle',
          birthday: null,
          costumeNumber: '',
          selectedCostumeTypeId: 3,
        },
      },
    ])
    await waitFor(() => expect(rowOf('Eberle, Lena').getByText(/13:50 Uhr/)).toBeVisible())
    expect(wire.sent(actsCall)).toHaveLength(1)
  })

  test('An offline entry on site appears in the list and waits to be sent', async () => {
    const app = await fillInLena({ wire: { [actsCall]: offline } })
    await app.person.click(okButton())
    expect(await screen.findByText('Lena Eberle ist eingetragen.')).toBeVisible()
    expect(shownNames()).toEqual(names)
    expect(rowOf('Eberle, Lena').getByText('Wartet noch')).toBeVisible()
    expect(rowOf('Eberle, Lena').getByText('Nicht bezahlt')).toBeVisible()
  })

  test('An entry on site with cash shows the price for the age; the entry is sent first, then the payment', async () => {
    const app = await fillInLena({ wire: { [actsCall]: offline } })
    await app.person.type(field('Geburtstag'), '01.02.2020')
    await app.person.click(screen.getByRole('switch', { name: /^Bar bezahlt: 4,00\s€$/ }))
    expect(app.sheet).toHaveTextContent(/Wird als „Bezahlt“ eingetragen, mit 4,00\s€\./)
    await app.person.click(okButton())
    expect(await screen.findByText('Lena Eberle ist eingetragen.')).toBeVisible()
    expect(rowOf('Eberle, Lena').getByText('Bezahlt')).toBeVisible()
    app.wire.answer({ [actsCall]: app.street.acts })
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() =>
      expect(app.street.sentActs.map(({ kind }) => kind)).toEqual(['enter', 'pay']),
    )
    await waitFor(() => expect(rowOf('Eberle, Lena').getByText(/13:50 Uhr/)).toBeVisible())
    expect(rowOf('Eberle, Lena').getByText('Bezahlt')).toBeVisible()
  })

  test('If the guild does not record cash, an entry on site offers no cash payment', async () => {
    await openSheet({ parade: { takesCash: false } })
    expect(screen.queryByRole('switch')).not.toBeInTheDocument()
  })

  test('If an entry on site is cancelled, the list is unchanged and nothing is sent', async () => {
    const { person, street } = await fillInLena()
    await person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(shownNames()).toEqual([baisch, dorn, straßer].map(({ memberName }) => memberName))
    expect(street.sentActs).toEqual([])
  })
})

describe('the extras of an entry on site', () => {
  const bus = {
    id: 4,
    title: 'Bus ab Rathaus',
    kind: 'bus',
    priceForAdultsInCent: 500,
    priceForChildrenInCent: 200,
    freePlaces: 3,
    departure: null,
  } as const
  const badge = { ...bus, id: 6, title: 'Plakette', kind: 'item', freePlaces: null } as const
  const busTick = () => screen.getByRole('checkbox', { name: /^Bus ab Rathaus/ })
  const overTick = () => screen.queryByRole('checkbox', { name: /^Trotzdem anmelden/ })
  const seats = () => screen.getByRole('combobox', { name: 'Plätze: Bus ab Rathaus' })
  async function fillInWithExtras(opening: Opening = {}) {
    const app = await openSheet({ parade: { extras: [bus, badge] }, ...opening })
    await app.person.type(field('Vorname'), 'Lena')
    await app.person.type(field('Nachname'), 'Eberle')
    await app.person.selectOptions(screen.getByLabelText(/^Kleidertyp/), 'Bachhexe')
    return app
  }

  test('Extras chosen at an entry on site raise the cash by age and quantity, and are sent with the entry', async () => {
    const app = await fillInWithExtras()
    expect(busTick()).toHaveAccessibleName(/5,00.€ · noch 3 Plätze/)
    await app.person.click(busTick())
    await app.person.selectOptions(seats(), '2 Plätze')
    await app.person.click(screen.getByRole('checkbox', { name: /^Plakette/ }))
    expect(app.sheet).toHaveTextContent(/zu zahlen sind 23,00\s€\./)
    await app.person.type(field('Geburtstag'), '01.02.2020')
    await app.person.click(screen.getByRole('switch', { name: /^Bar bezahlt: 13,00\s€$/ }))
    expect(overTick()).not.toBeInTheDocument()
    await app.person.click(okButton())
    await waitFor(() => expect(app.street.sentActs).toHaveLength(2))
    const [enter] = app.street.sentActs
    expect(enter).toMatchObject({
      entry: {
        extras: [
          { id: 4, quantity: 2 },
          { id: 6, quantity: 1 },
        ],
      },
    })
  })

  test('Offline the entered seats count at once: in the row, in the filter, and for the next entry, which has to be confirmed', async () => {
    const app = await fillInWithExtras({ wire: { [actsCall]: offline } })
    await app.person.click(busTick())
    await app.person.selectOptions(seats(), '2 Plätze')
    await app.person.click(okButton())
    expect(await screen.findByText('Lena Eberle ist eingetragen.')).toBeVisible()
    await app.person.click(screen.getByRole('button', { name: /^Filter/ }))
    const filters = screen.getByRole('dialog')
    expect(filters).toHaveTextContent(/Bus ab Rathaus.*2/)
    await app.person.keyboard('{Escape}')
    await app.person.click(screen.getByRole('button', { name: 'Vor Ort eintragen' }))
    expect(busTick()).toHaveAccessibleName(/noch 1 Platz/)
    await app.person.type(field('Vorname'), 'Otto')
    await app.person.type(field('Nachname'), 'Eberle')
    await app.person.selectOptions(screen.getByLabelText(/^Kleidertyp/), 'Bachhexe')
    await app.person.click(busTick())
    expect(overTick()).not.toBeInTheDocument()
    await app.person.selectOptions(seats(), '2 Plätze')
    expect(okButton()).toBeDisabled()
    const reason = 'Dafür sind nicht genug Plätze frei: Hake „Trotzdem anmelden“ an.'
    expect(screen.getByText(reason)).toBeVisible()
    await app.person.click(overTick() ?? document.body)
    await app.person.click(okButton())
    await screen.findByText('Otto Eberle ist eingetragen.')
    app.wire.answer({ [actsCall]: app.street.acts })
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(app.street.sentActs).toHaveLength(2))
    expect(app.street.sentActs[1]).toMatchObject({
      entry: { extras: [{ id: 4, quantity: 2 }], overCapacity: true },
    })
  })

  test('A refused entry is changed with the extras that were chosen', async () => {
    const app = await fillInWithExtras()
    app.street.refuse(() => ({ outcome: 'refused', code: 'ParadeFull', message: 'Ausgebucht.' }))
    await app.person.click(busTick())
    await app.person.click(screen.getByRole('checkbox', { name: /^Plakette/ }))
    await app.person.click(okButton())
    await app.person.click(await screen.findByRole('button', { name: /zu klären/ }))
    app.street.refuse(() => null)
    await press(app, 'Ändern')
    expect(busTick()).toBeChecked()
    expect(screen.getByRole('checkbox', { name: /^Plakette/ })).toBeChecked()
    await app.person.click(screen.getByRole('checkbox', { name: /^Plakette/ }))
    await app.person.click(overTick() ?? document.body)
    await app.person.click(okButton())
    await waitFor(() => expect(app.street.sentActs).toHaveLength(2))
    expect(app.street.sentActs[1]).toMatchObject({
      entry: { extras: [{ id: 4, quantity: 1 }], overCapacity: true },
    })
  })

  test('A list that an earlier release stored has no extras, and the sheet opens without them', async () => {
    const { extras: _, ...before } = hohenkirch
    await openSheet({ parade: { ...before, extras: undefined as never } })
    expect(screen.queryByText('Zusätze')).not.toBeInTheDocument()
  })
})
