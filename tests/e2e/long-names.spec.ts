import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { expect, test } from './fixtures.ts'
import { postAs } from './session.ts'

const longName = `Aa${'donaudampfschiff'.repeat(6)}`.slice(0, 90)

/**
 * Creates a member with 90 letters without a space who is in every list: a birthday today and an
 * honor due.
 */
async function aMemberOfLongName(origin: string): Promise<number> {
  const today = berlinDay(new Date())
  const { id } = await postAs<{ id: number }>(origin, 'management', '/api/member', {
    firstName: 'Ida',
    lastName: longName,
    birthday: `1980${today.slice(4)}`,
    membershipState: 'Active',
    dateJoined: '1998-01-01',
    membershipActiveTimespan: [{ from: '1998-01-01', to: null }],
  })
  await postAs(origin, 'management', `/api/member/${id}/duties`, {
    duty: 'Kassier',
    from: '2000-01-01',
    to: null,
    comment: '',
  })
  return id
}

test('With a name of 90 letters without a space no list is wider than the phone, the desktop or the sheet of paper', async ({
  browserOf,
  origin,
}, { project }) => {
  test.skip(project.name === 'phone', 'it goes through the widths itself')
  const id = await aMemberOfLongName(origin)
  const page = await browserOf('readonly')
  const lists = [
    `${paths.members}?q=Aadonau`,
    paths.member(id),
    `${paths.paradesPerMember}?q=Aadonau`,
    paths.upcomingBirthdays,
    paths.upcomingHonors,
    paths.assembly,
    paths.callUpList,
    paths.assemblyInvitations,
    paths.certificates,
    `${paths.duties}?q=Aadonau`,
    `${paths.dutyHolders}?duty=Kassier`,
    `${paths.membershipFees}?q=Aadonau`,
  ]
  for (const list of lists) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(list)
    await page.getByText(longName).first().waitFor({ state: 'attached' })
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      // Data loaded late may still change the layout.
      await expect.poll(() => overflows(page), `${list} at ${width} px`).toEqual([])
    }
    // The printable width of an A4 sheet.
    await page.setViewportSize({ width: 688, height: 900 })
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => overflows(page), `${list} on paper`).toEqual([])
  }
})

/** Elements wider than the page or than their cell. */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const cells = [...document.querySelectorAll('td, th, li')]
      .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => `${cell.tagName}: ${cell.textContent?.slice(0, 30)}`)
    return scrollWidth > clientWidth ? [`page: ${scrollWidth} > ${clientWidth}`, ...cells] : cells
  })
}
