import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { gruber, strasser } from '#tests/support/statistics.ts'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/upcoming-birthdays-page.tsx'

const upcoming = 'GET /api/statistics/members/birthdays/upcoming'
const jasmin = { ...gruber, id: 44, firstName: 'Jasmin', birthday: '1996-11-21' }

fixToday()

function openPage(wire: WireTable = {}) {
  return renderApp({
    path: '/statistics/upcoming-birthdays',
    user: withRoles('readonly'),
    wire: {
      [`${upcoming}/week`]: json([{ member: jasmin, age: 30 }]),
      [`${upcoming}/month`]: json([]),
      [`${upcoming}/quarter`]: json([{ member: { ...strasser, birthday: '1976-12-09' }, age: 50 }]),
      ...wire,
    },
  })
}

/** What stands below a title, up to the next one. */
const sectionOf = async (title: RegExp) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  return within(heading.closest('section') as HTMLElement)
}

describe('upcoming birthdays', () => {
  test('Upcoming birthdays are shown in three lists with the age reached', async () => {
    openPage()
    const quarter = await sectionOf(/^Dieses Quartal/)
    const row = (await quarter.findAllByRole('row'))[1] as HTMLElement
    expect(within(row).getByRole('link', { name: 'Straßer, Jörg' })).toHaveAttribute(
      'href',
      '/members/details/42',
    )
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.textContent),
    ).toEqual(['Straßer, Jörg', '09.12.1976', 'wird 50'])
    expect(quarter.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Name',
      'Geburtstag',
      'Alter',
      'Öffnen',
    ])
  })

  test('Birthdays of today are marked', async () => {
    openPage()
    const week = await sectionOf(/^Diese Woche/)
    expect(await week.findByText('heute')).toBeVisible()
    expect((await sectionOf(/^Dieses Quartal/)).queryByText('heute')).not.toBeInTheDocument()
  })

  test('A month without birthdays shows a note', async () => {
    openPage()
    const month = await sectionOf(/^Dieser Monat/)
    expect(await month.findByText('In diesem Monat hat niemand mehr Geburtstag.')).toBeVisible()
  })

  test('If one of the lists of birthdays fails to load, it can be loaded again on its own', async () => {
    const { person } = openPage({
      [`${upcoming}/month`]: [refusal(500, 'InternalError'), json([{ member: jasmin, age: 30 }])],
    })
    const month = await sectionOf(/^Dieser Monat/)
    expect(await month.findByRole('alert')).toHaveTextContent(
      'Die Geburtstage konnten nicht geladen werden',
    )
    expect(
      await (await sectionOf(/^Diese Woche/)).findByRole('link', { name: 'Gruber, Jasmin' }),
    ).toBeVisible()
    await person.click(month.getByRole('button', { name: 'Erneut laden' }))
    expect(await month.findByRole('link', { name: 'Gruber, Jasmin' })).toBeVisible()
  })
})
