import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { gruber, settingsCall, someSettings, strasser } from '#tests/support/statistics.ts'
import { json, refusal, type WireCall, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/duty-holders-page.tsx'
import '#web/statistics/honor-holders-page.tsx'

const dutyCall = 'GET /api/duties/:duty/members'
const honorCall = 'GET /api/honors/:honor/members'

const active = [{ member: gruber, from: '2018-04-14', to: null, years: 9 }]
const inactive = [{ member: strasser, from: '2004-04-10', to: '2005-04-12', years: 1 }]

const byActivity = ({ query }: WireCall) =>
  Response.json(query.get('active') === 'true' ? active : inactive)

function openPage(path: string, wire: WireTable = {}) {
  return renderApp({
    path,
    user: withRoles('readonly'),
    wire: { [settingsCall]: json(someSettings()), ...wire },
  })
}

const sectionOf = async (title: RegExp) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  return within(heading.closest('section') as HTMLElement)
}
const cellsOf = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .slice(0, -1)
    .map((cell) => cell.textContent)

describe('the evaluation of the duty book', () => {
  const path = '/statistics/duties/members'

  test('After an office is chosen, its holders are loaded and the address contains the office', async () => {
    const { person, router, wire } = openPage(path, { [dutyCall]: byActivity })
    const choice = await screen.findByLabelText('Amt')
    expect(choice).toHaveAccessibleDescription(
      'Wähle ein Amt, dann siehst Du, wer es hat und wer es hatte.',
    )
    expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument()
    await person.selectOptions(choice, 'Kassier')
    await sectionOf(/^Aktive Amtsträger/)
    expect(router.state.location.search).toBe('?duty=Kassier')
    expect(wire.sent('GET /api/duties/Kassier/members').map(({ query }) => `${query}`)).toEqual([
      'active=true',
      'active=false',
    ])
  })

  test('Current and former holders of an office are listed with their years', async () => {
    openPage(`${path}?duty=Kassier`, { [dutyCall]: byActivity })
    const now = await sectionOf(/^Aktive Amtsträger/)
    expect(cellsOf((await now.findAllByRole('row'))[1])).toEqual([
      'Gruber, Annegret',
      '14.04.2018–heute',
      'heute',
      '9 Jahre',
    ])
    const before = await sectionOf(/^Ehemalige Amtsträger/)
    expect(cellsOf((await before.findAllByRole('row'))[1])).toEqual([
      'Straßer, Jörg',
      '10.04.2004–12.04.2005',
      '12.04.2005',
      '1 Jahr',
    ])
    expect(
      screen.getByText('Angefangene Dienstjahre werden ab dem 6. Monat aufgerundet.'),
    ).toBeVisible()
  })

  test('Both lists of an office without holders show a note', async () => {
    openPage(`${path}?duty=Kassier`, { [dutyCall]: json([]) })
    await waitFor(() =>
      expect(screen.getAllByText('Keine Mitlieder mit diesem Amt!')).toHaveLength(2),
    )
  })

  test('If the list of former holders fails to load, it can be loaded again on its own', async () => {
    const { person } = openPage(`${path}?duty=Kassier`, {
      [dutyCall]: [json(active), refusal(500, 'InternalError'), json(inactive)],
    })
    const before = await sectionOf(/^Ehemalige Amtsträger/)
    expect(await before.findByRole('alert')).toHaveTextContent(
      'Das Dienstbuch konnten nicht geladen werden',
    )
    expect(screen.getByRole('link', { name: 'Gruber, Annegret' })).toBeVisible()
    await person.click(before.getByRole('button', { name: 'Erneut laden' }))
    expect(await before.findByRole('link', { name: 'Straßer, Jörg' })).toBeVisible()
  })

  test('If the address contains an unknown office, it is ignored', async () => {
    openPage(`${path}?duty=Kaiser`)
    expect(await screen.findByLabelText('Amt')).toHaveValue('')
  })
})

describe('the evaluation of honors', () => {
  const path = '/statistics/honors/members'
  const holder = { member: gruber, date: '2016-04-16', comment: 'mit Nadel' }

  test('After an honor is chosen, its holders are listed and the address contains the honor', async () => {
    const { person, router } = openPage(path, { [honorCall]: json([holder]) })
    await person.selectOptions(await screen.findByLabelText('Ehrung'), 'Ehrenkassier')
    const holders = await sectionOf(/^Ehrenkassier/)
    expect(router.state.location.search).toBe('?honor=Honorary_Cashier')
    expect(cellsOf((await holders.findAllByRole('row'))[1])).toEqual([
      'Gruber, Annegret',
      '16.04.2016',
      'mit Nadel',
    ])
    expect(holders.getByRole('link')).toHaveAttribute('href', '/members/details/41')
  })

  test('An honor without holders shows a note', async () => {
    openPage(`${path}?honor=Parades_300`, { [honorCall]: json([]) })
    expect(await screen.findByText('Diese Ehrung hat noch niemand erhalten.')).toBeVisible()
  })

  test('If the holders of an honor fail to load, they can be loaded again', async () => {
    const { person } = openPage(`${path}?honor=Parades_25`, {
      [honorCall]: [refusal(500, 'InternalError'), json([holder])],
    })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Ehrungen konnten nicht geladen werden')
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByRole('link', { name: 'Gruber, Annegret' })).toBeVisible()
  })
})
