import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { publicData } from '#tests/support/enrolment-page.tsx'
import { stubWire } from '#tests/support/wire.ts'
import { PublicPage, type PublicPageProps } from '#web/enrolment/public/public-page.tsx'

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** The page as a browser gets it, before its script runs. */
function served(data: PublicPageProps = publicData()) {
  const root = document.createElement('div')
  root.innerHTML = renderToString(<PublicPage {...data} />)
  document.body.append(root)
  return root
}

async function hydrate(root: Element, data: PublicPageProps = publicData()) {
  stubWire({})
  const told: unknown[] = []
  await act(async () => {
    const app = hydrateRoot(root, <PublicPage {...data} />, {
      onRecoverableError: (error) => told.push(error),
    })
    onTestFinished(() => act(() => app.unmount()))
  })
  return told
}

describe('what the server renders', () => {
  test('has no style of its own, no script, and nothing that waits', () => {
    const html = renderToString(<PublicPage {...publicData()} />)
    expect(html).not.toMatch(/\sstyle=/)
    expect(html).not.toMatch(/<script|<style|<template|<!--\$/)
  })

  test('is a form that can be sent as it is, with the fields of every parade', () => {
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

describe.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles'])('in %s', (zone) => {
  // 23:59 and 00:01 in Berlin, and a page that was made on the day before.
  test.each(['2026-11-21T22:59:00Z', '2026-11-21T23:01:00Z'])(
    'comes alive at %s without a difference',
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
