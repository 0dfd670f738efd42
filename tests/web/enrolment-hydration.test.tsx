import { act, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { publicData } from '#tests/support/enrolment-page.tsx'
import { stubWire } from '#tests/support/wire.ts'
import { ComingParades } from '#web/enrolment/public/coming.tsx'
import { PublicFrame } from '#web/enrolment/public/public-frame.tsx'
import { PublicPage, type PublicPageProps } from '#web/enrolment/public/public-page.tsx'
import { ServedFrame } from '#web/enrolment/public/served-frame.tsx'

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** The page as a browser gets it, before its script runs. */
function served(data: PublicPageProps = publicData()) {
  const root = document.createElement('div')
  root.innerHTML = renderToString(
    <PublicPage {...data} Frame={PublicFrame} Coming={ComingParades} />,
  )
  document.body.append(root)
  return root
}

async function hydrate(root: Element, data: PublicPageProps = publicData()) {
  stubWire({})
  const errors: unknown[] = []
  await act(async () => {
    const app = hydrateRoot(
      root,
      <PublicPage {...data} Frame={ServedFrame} Coming={ComingParades} />,
      {
        onRecoverableError: (error) => errors.push(error),
      },
    )
    onTestFinished(() => act(() => app.unmount()))
  })
  return errors
}

describe('the page from the server', () => {
  test('The HTML from the server has no inline style, no inline script and no placeholder for content still to come', () => {
    const html = renderToString(
      <PublicPage {...publicData()} Frame={PublicFrame} Coming={ComingParades} />,
    )
    expect(html).not.toMatch(/\sstyle=/)
    expect(html).not.toMatch(/<script|<style|<template|<!--\$/)
  })

  test('The form from the server works without script and has the fields of every parade', () => {
    const root = served()
    const form = root.querySelector('form')
    expect(form?.method).toBe('post')
    expect(form?.getAttribute('action')).toBe('/parade-enrolment')
    expect(form?.noValidate).toBe(true)
    const names = [...new FormData(form ?? undefined).keys()]
    expect(names).toEqual([
      'firstName',
      'lastName',
      'emailAddress',
      'birthday',
      'costumeNumber-11',
      'costumeTypeId-11',
      'costumeNumber-12',
      'costumeTypeId-12',
    ])
    const ticks = [...root.querySelectorAll<HTMLInputElement>('[name=parade]')]
    expect(ticks.map((tick) => tick.value)).toEqual(['11', '12'])
    expect(root.querySelector('button[type=submit]')).toBeEnabled()
  })
})

describe('an announcement', () => {
  const soon = {
    ...publicData().parades[0],
    id: 99,
    dateEnrolmentStart: '2026-11-27',
    timeEnrolmentStart: '20:00',
    opensAt: '2026-11-27T19:00:00.000Z',
  } as PublicPageProps['coming'][number]
  const partsOf = (data: PublicPageProps) =>
    [...served(data).querySelectorAll('form[novalidate], #coming')].map(({ tagName }) => tagName)

  test('The announcement of a coming parade stands behind the form of open ones, whose number comes first', () => {
    const data = publicData({ coming: [soon] })
    expect(partsOf(data)).toEqual(['FORM', 'SECTION'])
    expect(document.body).toHaveTextContent(
      /2 Umzüge sind jetzt offen\. 1 weiterer öffnet später.*Wer läuft mit\?.*Anmeldung ab/,
    )
  })

  test('A page that only announces has the announcement alone', () => {
    expect(partsOf(publicData({ parades: [], coming: [soon] }))).toEqual(['SECTION'])
    expect(document.body).not.toHaveTextContent('jetzt offen')
  })
})

describe.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles'])('the time zone %s', (zone) => {
  // 23:59 and 00:01 in Berlin, and a page that was made on the day before.
  test.each(['2026-11-21T22:59:00Z', '2026-11-21T23:01:00Z'])(
    'The enrolment page hydrates at %s without a mismatch',
    async (now) => {
      const before = process.env.TZ
      process.env.TZ = zone
      onTestFinished(() => {
        if (before === undefined) delete process.env.TZ
        else process.env.TZ = before
      })
      const root = served()
      vi.setSystemTime(new Date(now))
      expect(await hydrate(root)).toEqual([])
      expect(root.querySelector('button[type=submit]')).toBeDisabled()
    },
  )
})

describe('input typed before hydration', () => {
  const key = 'parade-enrolment-draft'
  const type = (root: Element, name: string, value: string) => {
    const input = root.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (!input) throw new Error(`There is no field ${name}`)
    input.value = value
  }
  const tick = (root: Element, index: number) =>
    root.querySelectorAll<HTMLInputElement>('[name=parade]')[index]?.click()
  const value = (root: Element, name: string) =>
    root.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value

  test('Input typed before hydration stays in the form, is priced and is stored as a draft', async () => {
    vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
    const root = served()
    type(root, 'firstName', 'Jörg')
    type(root, 'lastName', 'Straßer')
    type(root, 'emailAddress', 'joerg@example.de')
    type(root, 'birthday', '1.2.2015')
    tick(root, 1)
    type(root, 'costumeNumber-12', '118')
    type(root, 'costumeTypeId-12', '3')
    expect(await hydrate(root)).toEqual([])
    expect(value(root, 'firstName')).toBe('Jörg')
    expect(value(root, 'birthday')).toBe('1.2.2015')
    expect(value(root, 'costumeNumber-12')).toBe('118')
    expect(value(root, 'costumeTypeId-12')).toBe('3')
    expect(root.querySelector('[name="costumeNumber-11"]')).toBeNull()
    expect(root.querySelectorAll('[name=parade]:checked')).toHaveLength(1)
    expect(root.querySelector('output')).toHaveTextContent('1,50 €')
    expect(root.querySelector('button[type=submit]')).toBeEnabled()
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({
      people: [{ firstName: 'Jörg', birthday: '2015-02-01', chosen: [12] }],
    })
  })

  test('The text of an invalid birthday typed before hydration stays in the form', async () => {
    const root = served()
    type(root, 'birthday', '31.02.')
    await hydrate(root)
    expect(value(root, 'birthday')).toBe('31.02.')
    expect(root.querySelector('[role=status]')).toHaveTextContent('Es fehlt der Vorname.')
  })

  test('Input typed before hydration overrides the draft, which fills the other fields', async () => {
    const person = { firstName: 'Lina', lastName: 'Straßer', chosen: [11], costumes: {} }
    const draft = { savedAt: Date.now(), emailAddress: 'l@example.de', people: [person], open: 0 }
    localStorage.setItem(key, JSON.stringify(draft))
    const root = served()
    type(root, 'firstName', 'Emma')
    tick(root, 1)
    expect(await hydrate(root)).toEqual([])
    expect(value(root, 'firstName')).toBe('Emma')
    expect(value(root, 'lastName')).toBe('Straßer')
    expect(value(root, 'emailAddress')).toBe('l@example.de')
    expect(root.querySelectorAll('[name=parade]:checked')).toHaveLength(2)
  })

  test('Input that the browser restores on "Back" is discarded if there is no draft', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const visit = { type: 'back_forward' } as PerformanceNavigationTiming
    performance.getEntriesByType ??= () => []
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([visit])
    const root = served()
    type(root, 'firstName', 'Jörg')
    tick(root, 0)
    await hydrate(root)
    expect(value(root, 'firstName')).toBe('')
    expect(root.querySelectorAll('[name=parade]:checked')).toHaveLength(0)
  })
})

test('A page rendered yesterday uses the age of today for the price', async () => {
  vi.setSystemTime(new Date('2026-11-22T12:00:00Z'))
  const data = publicData({ today: '2026-11-21' })
  const root = served(data)
  const birthday = root.querySelector<HTMLInputElement>('[name=birthday]')
  // Sixteen on the 22nd.
  if (birthday) birthday.value = '22.11.2010'
  expect(await hydrate(root, data)).toEqual([])
  expect(root.querySelector('aside')).toHaveTextContent('Preise für Erwachsene')
})

describe('a confirmation step that fails to load', () => {
  async function pressWith(people: number, isOnline: boolean) {
    onTestFinished(() => void vi.doUnmock('#web/enrolment/public/confirm-step.tsx'))
    vi.doMock('#web/enrolment/public/confirm-step.tsx', () => {
      throw new Error('gone')
    })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    const person = {
      firstName: 'Jörg',
      lastName: 'Straßer',
      chosen: [11],
      costumes: { 11: { costumeNumber: '118', costumeTypeId: 3 } },
    }
    const draft = {
      savedAt: Date.now(),
      emailAddress: 'j@example.de',
      open: 0,
      people: Array(people).fill(person),
    }
    localStorage.setItem('parade-enrolment-draft', JSON.stringify(draft))
    const root = served()
    await hydrate(root)
    await act(async () => root.querySelector<HTMLElement>('button[type=submit]')?.click())
    const isAnswered = () => submit.mock.calls.length > 0 || root.querySelector('[role=alert]')
    await waitFor(() => expect(isAnswered()).toBeTruthy())
    return { submit, root }
  }

  test('If the code of the confirmation cannot be loaded, the form of a single person is sent by the browser itself', async () => {
    const { submit } = await pressWith(1, true)
    expect(submit).toHaveBeenCalledOnce()
  })

  test('If the code of the confirmation cannot be loaded offline, the form is not sent and an error is shown', async () => {
    const { submit, root } = await pressWith(1, false)
    expect(submit).not.toHaveBeenCalled()
    expect(root.querySelector('[role=alert]')).toHaveTextContent('Der Server ist nicht erreichbar.')
  })

  test('If the code of the confirmation cannot be loaded, the form of a family is not sent and an error is shown', async () => {
    const { submit, root } = await pressWith(2, true)
    expect(submit).not.toHaveBeenCalled()
    expect(root.querySelector('[role=alert]')).toHaveTextContent(
      'Der nächste Schritt ließ sich nicht laden. Was Du eingegeben hast, bleibt.',
    )
  })
})
