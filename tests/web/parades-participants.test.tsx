import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAgain } from '#tests/support/look-again.ts'
import {
  binder,
  countsShown,
  gruber,
  kopp,
  openParade,
  openParticipants,
  paradeCall,
  participantsCall,
  shownCells,
  shownNames,
  titleShown,
} from '#tests/support/parade-page.ts'
import { aParade, aParticipation } from '#tests/support/parade-rows.ts'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { json, later, offline } from '#tests/support/wire.ts'
import type { Extra, PlacedExtra } from '#worker/domain/extras.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const people = [gruber, binder, kopp]

describe('the participants', () => {
  test('The participants are shown with costume, birthday, payment and time of confirmation', async () => {
    await openParticipants()
    expect(shownCells()).toEqual([
      ['Binder, Leonie', 'Schellenhansel 9', '9', '–', 'Nicht bezahlt', 'Bestätigt: 13:42 Uhr'],
      ['Gruber, Annegret', 'Schellenhansel 118', '118', '14.03.1968', 'Bezahlt', '–'],
      [
        'Kopp, Finn',
        'Flecklesbutz ',
        '–',
        '11.11.2011',
        'Bezahlt',
        'Bestätigt: 11.01.2027, 09:05 Uhr',
      ],
    ])
  })

  test('The participants are counted in all and by costume type', async () => {
    await openParticipants()
    expect(countsShown()).toEqual(['Flecklesbutz 1', 'Schellenhansel 2'])
    expect(screen.getByRole('heading', { level: 2, name: 'Teilnehmer 3' })).toBeVisible()
  })

  test('The participants are found by name in either order and by costume number', async () => {
    const { person } = await openParticipants()
    const search = screen.getByRole('searchbox')
    for (const typed of ['annegret gru', 'Gruber, A', '118']) {
      await person.clear(search)
      await person.type(search, typed)
      expect(shownNames()).toEqual(['Gruber, Annegret'])
    }
    expect(screen.getByRole('heading', { level: 2, name: 'Teilnehmer 1 von 3' })).toBeVisible()
    await person.type(search, 'x')
    expect(screen.getByRole('heading', { name: 'Kein Teilnehmer gefunden' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Suche leeren' }))
    expect(shownNames()).toHaveLength(3)
  })

  test('The participants can be sorted by any column; numbers are sorted by value, and missing ones are last', async () => {
    const { person } = await openParticipants()
    const head = (name: string) => screen.getByRole('columnheader', { name })
    expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
    await person.click(screen.getByRole('button', { name: 'Nummer' }))
    expect(shownNames()).toEqual(['Binder, Leonie', 'Gruber, Annegret', 'Kopp, Finn'])
    await person.click(screen.getByRole('button', { name: 'Nummer' }))
    expect(head('Nummer')).toHaveAttribute('aria-sort', 'descending')
    expect(shownNames()).toEqual(['Gruber, Annegret', 'Binder, Leonie', 'Kopp, Finn'])
    await person.click(screen.getByRole('button', { name: 'Bestätigt' }))
    expect(shownNames()).toEqual(['Binder, Leonie', 'Kopp, Finn', 'Gruber, Annegret'])
  })

  test('The participants are filtered by costume type, payment and confirmation', async () => {
    const { person, router } = await openParticipants()
    await person.click(screen.getByRole('button', { name: 'Filter' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filter' }))
    await person.click(panel.getByRole('button', { name: /^Kleidertyp/ }))
    await person.click(panel.getByRole('checkbox', { name: 'Schellenhansel' }))
    await person.click(panel.getByRole('button', { name: /^Bezahlung/ }))
    await person.click(panel.getByRole('checkbox', { name: 'Nicht bezahlt' }))
    await person.click(panel.getByRole('button', { name: /^Bestätigt/ }))
    await person.click(panel.getByRole('checkbox', { name: 'Ja' }))
    await person.keyboard('{Escape}')
    expect(shownNames()).toEqual(['Binder, Leonie'])
    expect(router.state.location.search).toBe(
      '?filter.costumeType=Schellenhansel&filter.payment=open&filter.confirmed=yes',
    )
  })

  test('A place that costs nothing reads as paid, is not among the unpaid, and its menu offers no payment', async () => {
    const free = { ...binder, priceInCent: 0 }
    const { person } = await openParticipants({
      wire: { [participantsCall]: json([gruber, free, kopp]) },
      search: '?filter.payment=paid',
    })
    expect(shownCells().map((cells) => cells[4])).toEqual(['Bezahlt', 'Bezahlt', 'Bezahlt'])
    await person.click(screen.getByRole('button', { name: 'Binder, Leonie: Aktionen' }))
    expect(await screen.findByRole('menuitem', { name: 'Kleid ändern' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: /bezahlt|Bezahlung/ })).toBeNull()
  })

  test('A filter in the address is applied to the participants without a second request', async () => {
    const { person, wire } = openParade({ search: '?filter.costumeType=Flecklesbutz' })
    expect(await screen.findByText('1–1 von 1')).toBeVisible()
    expect(shownNames()).toEqual(['Kopp, Finn'])
    await person.click(screen.getByRole('button', { name: 'Filter Kleidertyp entfernen' }))
    expect(shownNames()).toHaveLength(3)
    expect(wire.sent('GET /api/parade/7/participation')).toHaveLength(1)
  })

  test('A search typed while the participants are loading stays, with the focus, and is applied with the filter of the address', async () => {
    const { answer, come } = later(json(people))
    const { person } = openParade({
      wire: { [participantsCall]: answer },
      search: '?filter.costumeType=Flecklesbutz',
    })
    const search = await screen.findByRole('searchbox')
    await person.type(search, 'f')
    come()
    expect(await screen.findByText('1–1 von 1')).toBeVisible()
    expect(shownNames()).toEqual(['Kopp, Finn'])
    expect(search).toHaveFocus()
    expect(search).toHaveValue('f')
    expect(await screen.findByRole('button', { name: 'Filter Kleidertyp entfernen' })).toBeVisible()
  })

  test('A click on the row of a participant opens no page', async () => {
    const { person, router } = await openParticipants()
    await person.click(screen.getByText('Gruber, Annegret'))
    expect(router.state.location.pathname).toBe('/parades/details/7')
  })

  test('The export of the participants contains the rows and columns shown, except the column of actions', async () => {
    const saved = catchSavedFiles()
    const { person } = await openParticipants()
    await person.type(screen.getByRole('searchbox'), 'Gruber')
    await person.click(screen.getByRole('button', { name: 'Export' }))
    expect(saved.map(({ name }) => name)).toEqual(['Teilnehmer Ringtreffen Moosried.csv'])
    expect(new TextDecoder().decode(await saved[0]?.bytes())).toBe(
      'Name;Kleidertyp;Nummer;Geburtstag;Bezahlung;Bestätigt\r\nGruber, Annegret;Schellenhansel;118;14.03.1968;Bezahlt;Nein\r\n',
    )
  })

  test('If the server sends no birthdays, the participants have no column for them', async () => {
    const untold = people.map(({ birthday: _, ...row }) => row)
    await openParticipants({ wire: { [participantsCall]: json(untold) } })
    expect(screen.queryByText('Geburtstag')).not.toBeInTheDocument()
  })

  test('Extras and guardians have a column on screen and on paper, although it appears only with the loaded participants', async () => {
    const rows = [
      aParticipation({
        memberName: 'Bantle, Ben',
        extras: [
          { id: 1, title: 'Bus', kind: 'bus', departure: null, quantity: 2, priceInCent: 1000 },
        ],
        minor: { below: 16, guardian: { name: 'Eva', phone: '0171 9' } },
      }),
    ]
    const { answer, come } = later(json(rows))
    const { person } = openParade({ wire: { [participantsCall]: answer } })
    expect(await screen.findByRole('searchbox')).toBeVisible()
    come()
    const head = (name: string) => screen.findByRole('columnheader', { name })
    expect(await head('Zusätze')).not.toHaveClass('print:hidden')
    expect(await head('Begleitung')).not.toHaveClass('print:hidden')
    expect(screen.getByRole('cell', { name: 'Eva, 0171 9' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: /^Spalten/ }))
    expect(await screen.findByRole('switch', { name: 'Begleitung' })).toBeChecked()
  })

  test('A parade without participants shows a note without an error', async () => {
    openParade({ wire: { [participantsCall]: json([]) } })
    expect(await screen.findByText('Noch niemand angemeldet')).toBeVisible()
  })

  test('If the participants fail to load, the parade is visible and they can be loaded again', async () => {
    const { person } = openParade({ wire: { [participantsCall]: [offline, json(people)] } })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Teilnehmer konnten nicht geladen werden',
    )
    expect(await titleShown()).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Gruber, Annegret')).toBeVisible()
  })
})

test('If the participants cannot be refreshed, the old list stays with the time of its data', async () => {
  const { wire } = await openParticipants()
  vi.setSystemTime(Date.now() + 11_000)
  wire.answer({ [participantsCall]: offline })
  lookAgain()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Stand von 13:00 Uhr.')
  expect(alert).toHaveTextContent('Die Teilnehmer konnten nicht geladen werden')
  expect(within(alert).getByRole('button', { name: 'Erneut laden' })).toBeVisible()
  expect(shownNames()).toHaveLength(3)
})

describe('the printed list of the participants', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    aParticipation({ id: index + 1, memberName: `Maier, Nr${index}`, costumeNumber: `${index}` }),
  )

  test('The printed list contains all people found, under the guild, the parade and the day', async () => {
    openParade({ wire: { [participantsCall]: json(many) }, search: '?q=Nr' })
    expect(await screen.findByText('1–25 von 60')).toBeVisible()
    fireEvent(window, new Event('beforeprint'))
    expect(shownNames()).toHaveLength(60)
    expect(
      screen.getByText('Narrenzunft Schellental', { selector: 'p > span' }),
    ).toBeInTheDocument()
    expect(screen.getByText('Stand 21.11.2026')).toBeInTheDocument()
    const where = 'So 10.01.2027 · Butzenzunft Moosried · 72996 Moosried'
    expect(screen.getByText(where)).toBeInTheDocument()
    fireEvent(window, new Event('afterprint'))
    expect(shownNames()).toHaveLength(25)
  })

  test('The printed list has a box for each person, and no birthday or confirmation', async () => {
    await openParticipants()
    const head = (name: string) => screen.getByText(name, { selector: 'th, th *' }).closest('th')
    expect(head('Dabei')).toHaveClass('hidden', 'print:table-cell')
    expect(head('Geburtstag')).toHaveClass('print:hidden')
    expect(head('Bestätigt')).toHaveClass('print:hidden')
    expect(screen.getByRole('region', { name: 'Daten des Umzugs' })).toHaveClass('print:hidden')
  })

  test('A button prints the list', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const { person } = await openParticipants({ roles: ['readonly'] })
    await person.click(screen.getByRole('button', { name: 'Liste drucken' }))
    expect(print).toHaveBeenCalledOnce()
  })
})

describe('the bus list', () => {
  const at = (time: string, place: string) => ({ time, place })
  const bus = (id: number, title: string, departure: Extra['departure'], kind: Extra['kind']) => {
    const prices = { priceForAdultsInCent: 500, priceForChildrenInCent: 200 }
    return { id, title, kind, departure, capacity: 50, ...prices }
  }
  const extras = [
    bus(1, 'Bus ohne Zeit', null, 'bus'),
    bus(2, 'Bus B', at('12:25', 'Rathaus'), 'bus'),
    bus(3, 'Bus A', at('09:10', 'Schulhof'), 'bus'),
    bus(4, 'Bus A nur hin', at('09:10', 'Schulhof'), 'bus'),
    bus(5, 'Plakette', null, 'item'),
  ]
  const seats = (id: number, quantity = 1): PlacedExtra => {
    const extra = extras.find((one) => one.id === id)
    if (!extra) throw new Error(`No extra ${id}`)
    const { title, kind, departure } = extra
    return { id, quantity, priceInCent: 500, title, kind, departure }
  }
  const minor = { below: 16, guardian: { name: 'Eva', phone: '0171 9' } }
  const riders = [
    aParticipation({ id: 1, memberName: 'Abele, Anna', extras: [seats(3, 3)], phone: '0171 1/2' }),
    // 16 on the day after the parade.
    aParticipation({
      id: 2,
      memberName: 'Bantle, Ben',
      birthday: '2011-01-11',
      ageClass: 'Child',
      minor,
      extras: [seats(4), seats(5)],
      phone: null,
    }),
    aParticipation({ id: 3, memberName: 'Cober, Cem', extras: [seats(2), seats(1)] }),
    aParticipation({
      id: 4,
      memberName: 'Dorn, Dana',
      birthday: null,
      ageClass: 'Child',
      extras: [seats(2)],
    }),
    aParticipation({ id: 5, memberName: 'Ende, Elsa', extras: [seats(5)] }),
  ]
  const extraCounts: [number, number][] = [
    [1, 1],
    [2, 4],
    [3, 3],
    [4, 1],
    [5, 2],
  ]
  const openBuses = async () => {
    const app = openParade({
      wire: {
        [paradeCall]: json(aParade({ extras, extraCounts })),
        [participantsCall]: json(riders),
      },
      roles: ['readonly'],
    })
    await app.person.click(await screen.findByRole('heading', { name: 'Busliste' }))
    return app
  }
  const busOf = (name: string) => screen.getByRole('region', { name })
  const linesOf = (name: string) =>
    within(busOf(name))
      .getAllByRole('listitem')
      .map((item) => item.textContent)

  test('Buses that leave together have one list, the earliest first, those without a departure last; reserved seats are counted beside', async () => {
    await openBuses()
    expect(screen.getByText('7 Plätze')).toBeVisible()
    const titles = screen
      .getAllByRole('heading', { level: 3 })
      .map((one) => one.textContent?.trim())
    expect(titles.filter((title) => title?.includes('Bus'))).toEqual([
      '09:10 Uhr Schulhof · Bus A, Bus A nur hin',
      '12:25 Uhr Rathaus · Bus B',
      'Bus ohne Zeit',
    ])
    expect(busOf('12:25 Uhr Rathaus · Bus B')).toHaveTextContent(
      '2 Plätze für 2 Personen, 2 weitere vorgemerkt',
    )
    expect(busOf('Bus ohne Zeit')).toHaveTextContent('1 Platz für 1 Person')
    expect(busOf('Bus ohne Zeit')).not.toHaveTextContent('vorgemerkt')
  })

  test('Each person has seats, age on the day of the parade or "Kind", the guardian of a minor and a telephone to press', async () => {
    await openBuses()
    expect(linesOf('09:10 Uhr Schulhof · Bus A, Bus A nur hin')).toEqual([
      'Abele, Anna3 Plätze · 58 Jahre · Bus A0171 1/2',
      'Bantle, Ben1 Platz · 15 Jahre · Bus A nur hin · unter 16 · Begleitung: Eva, 0171 9ohne Telefon',
    ])
    expect(linesOf('12:25 Uhr Rathaus · Bus B')[1]).toBe('Dorn, Dana1 Platz · Kindohne Telefon')
    const link = screen.getByRole('link', { name: 'Abele, Anna anrufen: 0171 1/2' })
    expect(link).toHaveAttribute('href', 'tel:017112')
  })

  test('The printed bus list has one departure with a box for each person and the sum of its seats', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const { person } = await openBuses()
    const bus = busOf('09:10 Uhr Schulhof · Bus A, Bus A nur hin')
    await person.click(within(bus).getByRole('button', { name: 'Busliste drucken' }))
    expect(print).toHaveBeenCalledOnce()
    const sheet = document.querySelector('[data-slot=printed-list]')
    expect(sheet).toHaveTextContent(
      'Busliste 09:10 Uhr Schulhof · Bus A, Bus A nur hinRingtreffen Moosried, So 10.01.2027',
    )
    const cells = [...(sheet?.querySelectorAll('tr') ?? [])].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    )
    expect(cells).toEqual([
      ['Da', 'Name', 'Plätze', 'Alter', 'Telefon', 'Hinweis'],
      ['', 'Abele, Anna', '3', '58', '0171 1/2', 'Bus A'],
      ['', 'Bantle, Ben', '1', '15', '', 'Bus A nur hin · unter 16 · Begleitung: Eva, 0171 9'],
    ])
    expect(screen.getByText('0171 1/2', { selector: 'td *' })).toHaveClass('whitespace-nowrap')
    expect(sheet).toHaveTextContent('4 Plätze für 2 Personen')
    fireEvent(window, new Event('afterprint'))
    expect(document.querySelector('[data-slot=printed-list]')).toBeNull()
  })

  test('A parade without a bus has no bus list', async () => {
    await openParticipants()
    expect(screen.queryByRole('heading', { name: 'Busliste' })).toBeNull()
  })
})
