import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aUser, renderApp, withRoles } from '#tests/support/render-app.tsx'
import { chapters } from '#web/help/chapter.ts'
import { readChapterOf } from '#web/help/handbook.ts'
import { helpOf } from '#web/help/page-help.ts'
import { seenKey } from '#web/lib/first-visits.ts'

const helpButton = () => screen.findByRole('button', { name: 'Hilfe', expanded: false })
const help = () => screen.findByRole('complementary', { name: 'Hilfe' })

describe('the help', () => {
  test('"Alle Kapitel" lists the chapters of the handbook, and the chosen chapter is shown and focused', async () => {
    const { person } = renderApp({ path: '/', user: aUser() })
    await person.click(await helpButton())
    const panel = within(await help())
    await person.click(panel.getByRole('button', { name: 'Alle Kapitel' }))
    for (const name of chapters) {
      expect(panel.getByRole('button', { name: readChapterOf(name).title })).toBeVisible()
    }
    expect(panel.getByRole('heading', { name: 'Kassier' })).toBeVisible()
    await person.click(panel.getByRole('button', { name: readChapterOf('kontoauszug').title }))
    const { title } = readChapterOf('kontoauszug')
    expect(panel.getByRole('heading', { level: 2, name: title })).toHaveFocus()
  })

  test('When the user opens another page, the help still shows the chosen chapter', async () => {
    const { person, router } = renderApp({ path: '/gibt-es-nicht', user: aUser() })
    await person.click(await helpButton())
    const panel = within(await help())
    await person.click(await panel.findByRole('button', { name: readChapterOf('anmelden').title }))
    await router.navigate('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
    const { title } = readChapterOf('anmelden')
    expect(panel.getByRole('heading', { level: 2, name: title })).toBeVisible()
  })

  test('A user without a role sees the help button', async () => {
    renderApp({ path: '/', user: withRoles() })
    expect(await helpButton()).toBeVisible()
  })
})

describe('the hint of the first visit', () => {
  test('The hint of the first visit opens the help and can be closed', async () => {
    const { person } = renderApp({ path: '/', user: aUser(), isNew: true })
    const sentence = await screen.findByText(helpOf.home.sentence, { exact: false })
    await person.click(within(sentence).getByRole('button', { name: 'Hilfe' }))
    const { title } = readChapterOf(helpOf.home.chapter)
    expect(await within(await help()).findByRole('heading', { name: title })).toHaveFocus()
    await person.click(screen.getByRole('button', { name: 'Hinweis schließen' }))
    expect(sentence).not.toBeInTheDocument()
  })

  test.each(['[]', '["members"]', 'null', '7', '{'])(
    'The hint of the first visit is shown if the stored visits are %s',
    async (stored) => {
      const { router } = renderApp({ path: '/', user: aUser(), isNew: true })
      await screen.findByText(helpOf.home.sentence, { exact: false })
      localStorage.setItem(seenKey, stored)
      await router.navigate('/gibt-es-nicht')
      await router.navigate('/')
      expect(await screen.findByText(helpOf.home.sentence, { exact: false })).toBeVisible()
    },
  )

  test('A page that was visited before shows no hint', async () => {
    const { router } = renderApp({ path: '/', user: aUser(), isNew: true })
    await screen.findByText(helpOf.home.sentence, { exact: false })
    await router.navigate('/gibt-es-nicht')
    await screen.findByRole('heading', { level: 1, name: /^404/ })
    await router.navigate('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
    expect(screen.queryByText(helpOf.home.sentence, { exact: false })).toBeNull()
  })
})
