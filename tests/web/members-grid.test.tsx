import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { baisch, gruber, manyMembers, zoller } from '#tests/support/member-rows.ts'
import { cells, detailsWire, heads, openMembers, shownNames } from '#tests/support/members-page.tsx'
import { berlinDay } from '#worker/domain/dates.ts'

async function filterPanel(person: Awaited<ReturnType<typeof openMembers>>['person']) {
  await person.click(screen.getByRole('button', { name: /^Filter( \d aktiv)?$/ }))
  return within(await screen.findByRole('dialog', { name: 'Filter' }))
}

describe('the columns of the member list', () => {
  test('By default the member list has the columns of names, birthday and state', async () => {
    await openMembers()
    expect(heads()).toEqual(['Nachname', 'Vorname', 'Geburtstag', 'Mitgliedsstatus'])
    expect(cells()[0]).toEqual(['Baisch, Wolfgang', 'Wolfgang', '22.08.1959', 'Passiv'])
  })

  test('An organisation is shown by its name alone, without a comma', async () => {
    const krone = { ...baisch, firstName: '', lastName: 'Gasthaus Krone GmbH', birthday: null }
    await openMembers({ rows: [krone] })
    expect(cells()[0]).toEqual(['Gasthaus Krone GmbH', '–', '–', 'Passiv'])
    expect(screen.getByRole('link', { name: 'Gasthaus Krone GmbH' })).toBeInTheDocument()
  })

  test('The member list shows the birth name in small print after the last name', async () => {
    await openMembers()
    const geb = screen.getByText('(geb: Häußler)')
    expect(geb.closest('td')).toHaveTextContent(/^Gruber \(geb: Häußler\)/)
    expect(geb).toHaveClass('text-xs')
    expect(screen.getAllByText(/geb:/)).toHaveLength(1)
  })

  test('Years of membership are counted over all periods; they and the age are whole years', async () => {
    const year = Number(berlinDay(new Date()).slice(0, 4))
    await openMembers({
      path: '/members?columns=age,membershipYears',
      rows: [
        {
          ...baisch,
          birthday: `${year - 40}-01-01`,
          dateJoined: `${year - 30}-01-01`,
          timespans: [
            { from: `${year - 30}-01-01`, to: `${year - 21}-12-31` },
            { from: `${year - 5}-01-01`, to: null },
          ],
        },
        { ...gruber, birthday: null, dateJoined: `${year - 25}-01-01` },
        {
          ...zoller,
          membershipState: 'Died',
          birthday: '1930-06-15',
          dateJoined: null,
          dateLeft: '2000-06-14',
        },
      ],
    })
    expect(cells().map((row) => row.slice(2))).toEqual([
      ['40', '15'],
      ['–', '25'],
      ['69', '–'],
    ])
  })

  test('In the column of the state a leaving member is shown with the day of the exit', async () => {
    await openMembers({ rows: [gruber, { ...baisch, exitDate: '2026-12-31' }] })
    expect(cells()[0]?.at(-1)).toBe('Passivtritt aus zum 31.12.2026')
    expect(cells()[1]?.at(-1)).toBe('Aktiv')
  })

  test('All columns of the member list except the two names can be hidden', async () => {
    const { person } = await openMembers()
    await person.click(screen.getByRole('button', { name: 'Spalten' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Spalten' }))
    expect(panel.getByRole('switch', { name: 'Nachname, immer sichtbar' })).toBeDisabled()
    expect(panel.getByRole('switch', { name: 'Vorname, immer sichtbar' })).toBeDisabled()
    await person.click(panel.getByRole('switch', { name: 'Geburtstag' }))
    await person.click(panel.getByRole('switch', { name: 'Telefon' }))
    await person.keyboard('{Escape}')
    expect(heads()).toEqual(['Nachname', 'Vorname', 'Mitgliedsstatus', 'Telefon'])
    expect(cells()[0]?.at(-1)).toBe('07523 1234')
  })

  test('All columns of the member list can be shown at once and reset', async () => {
    const { person } = await openMembers()
    await person.click(screen.getByRole('button', { name: 'Spalten' }))
    await person.click(await screen.findByRole('button', { name: 'Alle zeigen' }))
    const everything = [
      'Nachname',
      'Vorname',
      'Mädchenname',
      'Geburtstag',
      'Mitgliedsstatus',
      'Eintrittsdatum',
      'Austrittsdatum',
      'Telefon',
      'E-Mail',
      'Mobil',
      'Straße',
      'PLZ',
      'Ort',
      'Mitgliedsnummer',
      'Alter',
      'Mitgliedsjahre',
      'SEPA-Mandat',
      'Tritt aus am',
    ]
    const shown = () =>
      Array.from(document.querySelectorAll('th'), (head) => head.textContent).slice(1, -1)
    expect(shown()).toEqual(everything)
    await person.click(screen.getByRole('button', { name: 'Zurücksetzen' }))
    expect(shown()).toEqual(['Nachname', 'Vorname', 'Geburtstag', 'Mitgliedsstatus'])
  })
})

describe('the search in the member list', () => {
  test.each([
    ['gruber, ann', 'Gruber, Annegret'],
    ['Annegret Gr', 'Gruber, Annegret'],
    ['gruber a', 'Gruber, Annegret'],
    ['häuß grub', 'Gruber, Annegret'],
    ['annegret.gr', 'Gruber, Annegret'],
    ['HÄUSS', 'Gruber, Annegret'],
    ['annegret hä', 'Gruber, Annegret'],
    ['oett', 'Öttinger, Leonie'],
    ['ötti', 'Öttinger, Leonie'],
    ['gruber-häu', 'Gruber, Annegret'],
    ['gruber haeu', 'Gruber, Annegret'],
    ['219', 'Öttinger, Leonie'],
    ['07523 98', 'Zoller, Ottmar'],
    ['14.3.1968', 'Gruber, Annegret'],
    ['14.03.19', 'Gruber, Annegret'],
  ])('The search for "%s" in the member list finds %s', async (typed, name) => {
    const { person } = await openMembers()
    await person.type(screen.getByRole('searchbox'), typed)
    expect(shownNames()).toEqual([name])
  })

  test('A search for members without a result shows a note and can be cleared', async () => {
    const { person } = await openMembers()
    await person.type(screen.getByRole('searchbox'), 'Xaver ')
    expect(screen.getByRole('heading', { name: 'Kein Mitglied gefunden' })).toBeVisible()
    expect(screen.getByText('Zur Suche „Xaver“ passt kein Eintrag.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Suche leeren' }))
    expect(shownNames()).toHaveLength(4)
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })
})

describe('the filters of the member list', () => {
  test('The filters of the member list by text, date and choice are combined', async () => {
    const { person } = await openMembers()
    const panel = await filterPanel(person)
    await person.click(panel.getByRole('button', { name: /^Mitgliedsstatus/ }))
    await person.click(panel.getByRole('checkbox', { name: 'Aktiv' }))
    await person.click(panel.getByRole('checkbox', { name: 'Passiv' }))
    await person.click(panel.getByRole('button', { name: /^Geburtstag/ }))
    await person.type(panel.getByLabelText('Von'), '1.1.45')
    await person.tab()
    await person.type(panel.getByLabelText('Bis'), '31.12.1970')
    await person.tab()
    await person.click(panel.getByRole('button', { name: /^Nachname/ }))
    await person.type(panel.getByLabelText('Enthält'), 'UB')
    await person.keyboard('{Escape}')
    expect(shownNames()).toEqual(['Gruber, Annegret'])
    const chips = within(screen.getByRole('list', { name: 'Filter' }))
    expect(chips.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual([
      'Nachname: UB',
      'Geburtstag: 01.01.1945–31.12.1970',
      'Mitgliedsstatus: Aktiv, Passiv',
    ])
    expect(screen.getByRole('button', { name: 'Filter 3 aktiv' })).toBeVisible()
  })

  test('The filters of the member list are removed one by one or all at once', async () => {
    const { person } = await openMembers({
      path: '/members?filter.membershipState=Active&filter.lastName=gru&filter.birthday=..2000-01-01',
    })
    expect(shownNames()).toEqual(['Gruber, Annegret'])
    await person.click(screen.getByRole('button', { name: 'Filter Nachname entfernen' }))
    await person.click(screen.getByRole('button', { name: 'Filter Geburtstag entfernen' }))
    expect(shownNames()).toEqual(['Gruber, Annegret', 'Öttinger, Leonie'])
    expect(screen.queryByRole('button', { name: 'Alle Filter entfernen' })).not.toBeInTheDocument()
    const panel = await filterPanel(person)
    await person.click(panel.getByRole('button', { name: 'Alle Filter entfernen' }))
    await person.keyboard('{Escape}')
    expect(shownNames()).toHaveLength(4)
  })

  test('If the end of a date filter is before its start, an error is shown', async () => {
    const { person } = await openMembers({
      path: '/members?filter.birthday=1990-01-01..1980-01-01',
    })
    const panel = await filterPanel(person)
    await person.click(panel.getByRole('button', { name: /^Geburtstag/ }))
    expect(panel.getByLabelText('Bis')).toHaveAccessibleDescription('Das liegt vor „Von“.')
  })

  test('The printed list shows search and filters as text in place of the toolbar', async () => {
    await openMembers({ path: '/members?q=an&filter.membershipState=Active,Passive' })
    expect(screen.getByText('Suche: an · Mitgliedsstatus: Aktiv, Passiv')).toHaveClass(
      'hidden',
      'print:block',
    )
  })

  test('A date filter excludes members without that date', async () => {
    await openMembers({ path: '/members?filter.birthday=1900-01-01..2099-12-31' })
    expect(shownNames()).not.toContain('Öttinger, Leonie')
    expect(shownNames()).toHaveLength(3)
  })

  test('The filters of the member list also apply to hidden columns', async () => {
    await openMembers({ path: '/members?filter.maidenName=haeuss' })
    expect(shownNames()).toEqual(['Gruber, Annegret'])
  })

  test('If search and filters find no member, a note mentions both and offers to clear them', async () => {
    const { person } = await openMembers({ path: '/members?filter.membershipState=Left&q=Gruber' })
    expect(
      screen.getByText('Zur Suche „Gruber“ mit diesen Filtern passt kein Eintrag.'),
    ).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Suche und Filter leeren' }))
    expect(shownNames()).toHaveLength(4)
  })
})

describe('the order of the member list', () => {
  test('By default the member list is sorted by last name in German order', async () => {
    await openMembers()
    expect(screen.getByRole('columnheader', { name: 'Nachname' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    expect(shownNames()).toEqual([
      'Baisch, Wolfgang',
      'Gruber, Annegret',
      'Öttinger, Leonie',
      'Zoller, Ottmar',
    ])
  })

  test('A click on a heading sorts the members and another click reverses the order; empty values are last', async () => {
    const { person } = await openMembers()
    await person.click(screen.getByRole('button', { name: 'Geburtstag' }))
    const head = screen.getByRole('columnheader', { name: 'Geburtstag' })
    expect(head).toHaveAttribute('aria-sort', 'ascending')
    expect(shownNames()).toEqual([
      'Zoller, Ottmar',
      'Baisch, Wolfgang',
      'Gruber, Annegret',
      'Öttinger, Leonie',
    ])
    await person.click(screen.getByRole('button', { name: 'Geburtstag' }))
    expect(head).toHaveAttribute('aria-sort', 'descending')
    expect(shownNames()).toEqual([
      'Gruber, Annegret',
      'Baisch, Wolfgang',
      'Zoller, Ottmar',
      'Öttinger, Leonie',
    ])
  })
})

describe('the pages of the member list', () => {
  test('A page of the member list has 25, 50 or 100 rows', async () => {
    const { person } = await openMembers({ rows: manyMembers(120) })
    const size = screen.getByRole('combobox', { name: 'Rows per page:' })
    expect(
      within(size)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['25', '50', '100'])
    expect(screen.getByText('Rows per page:')).toHaveAttribute('lang', 'en')
    expect(shownNames()).toHaveLength(25)
    await person.selectOptions(size, '50')
    expect(shownNames()).toHaveLength(50)
    expect(screen.getByText('1–50 von 120')).toBeVisible()
  })

  test('Buttons lead to the last page of the member list and back', async () => {
    const { person } = await openMembers({ path: '/members?size=50', rows: manyMembers(120) })
    const [back, on] = [/Vorherige/, /Nächste/].map((name) => screen.getByRole('button', { name }))
    if (!back || !on) throw new Error('There is nothing to turn the pages with')
    expect(back).toBeDisabled()
    await person.click(on)
    await person.click(on)
    expect(screen.getByText('101–120 von 120')).toBeVisible()
    expect(shownNames()).toHaveLength(20)
    expect(on).toBeDisabled()
    await person.click(back)
    expect(screen.getByText('51–100 von 120')).toBeVisible()
  })

  test('A search leads back to the first page of the member list', async () => {
    const { person } = await openMembers({ path: '/members?page=4', rows: manyMembers(120) })
    expect(screen.getByText('76–100 von 120')).toBeVisible()
    await person.type(screen.getByRole('searchbox'), 'Nr0')
    expect(screen.getByText('1–25 von 99')).toBeVisible()
  })

  test('Numbers have German thousands separators', async () => {
    await openMembers({ rows: manyMembers(1234) })
    expect(screen.getByText('1–25 von 1.234')).toBeVisible()
  })
})

describe('a row of the member list', () => {
  test.each([0, 1, 2, 3, 4])(
    'A click on cell %i of the member list opens the member',
    async (index) => {
      const { person, router } = await openMembers({ wire: detailsWire })
      const row = screen.getByRole('link', { name: 'Gruber, Annegret' }).closest('tr')
      const cell = row?.querySelectorAll('td')[index]
      if (!cell) throw new Error('There is no such cell')
      await person.click(cell)
      await waitFor(() => expect(router.state.location.pathname).toBe('/members/details/41'))
    },
  )

  test('A click on a row opens the member without selecting the row, and the name is a link', async () => {
    await openMembers()
    const link = screen.getByRole('link', { name: 'Gruber, Annegret' })
    expect(link).toHaveAttribute('href', '/members/details/41')
    expect(link.closest('tr')).not.toHaveAttribute('aria-selected')
  })

  test('The density of the rows of the member list can be changed', async () => {
    const { person } = await openMembers()
    await person.click(screen.getByRole('button', { name: 'Dichte' }))
    await person.click(await screen.findByRole('radio', { name: 'Kompakt' }))
    await person.keyboard('{Escape}')
    expect(screen.getByRole('table')).toHaveAttribute('data-density', 'compact')
  })
})

test('The printed member list has the rows of all pages with guild and day', async () => {
  await openMembers({ path: '/members?filter.lastName=Nr&page=2', rows: manyMembers(120) })
  expect(shownNames()).toHaveLength(25)
  fireEvent(window, new Event('beforeprint'))
  expect(shownNames()).toHaveLength(120)
  expect(screen.getByText('Narrenzunft Schellental', { selector: 'p > span' })).toBeInTheDocument()
  expect(screen.getByText(/^Stand \d\d\.\d\d\.\d{4}$/)).toBeInTheDocument()
  fireEvent(window, new Event('afterprint'))
  expect(shownNames()).toHaveLength(25)
})

test('On a phone sorting, filters, columns, density and export are behind one button', async () => {
  const { person, router } = await openMembers()
  await person.click(screen.getByRole('button', { name: 'Liste einstellen' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Liste einstellen' }))
  await person.selectOptions(sheet.getByLabelText('Sortieren nach'), 'Geburtstag')
  await person.selectOptions(sheet.getByLabelText('Reihenfolge'), 'Absteigend')
  await person.click(sheet.getByRole('button', { name: 'Filter' }))
  await person.click(sheet.getByRole('button', { name: /^Mitgliedsstatus/ }))
  await person.click(sheet.getByRole('checkbox', { name: 'Aktiv' }))
  await person.click(sheet.getByRole('button', { name: 'Spalten' }))
  await person.click(sheet.getByRole('switch', { name: 'E-Mail' }))
  await person.click(sheet.getByRole('button', { name: 'Dichte' }))
  await person.click(sheet.getByRole('radio', { name: 'Weit' }))
  expect(sheet.getByRole('button', { name: 'Export' })).toBeEnabled()
  await person.click(sheet.getByRole('button', { name: 'Fertig' }))
  expect(shownNames()).toEqual(['Gruber, Annegret', 'Öttinger, Leonie'])
  expect(router.state.location.search).toBe(
    '?sort=-birthday&filter.membershipState=Active&columns=birthday,membershipState,eMail&density=comfortable',
  )
})
