import { act, screen } from '@testing-library/react'
import { cloneElement } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { anOrder } from '#tests/support/my-orders.ts'
import { byOrderToken, json, stubWire } from '#tests/support/wire.ts'
import { LinkForm } from '#web/enrolment/public/link-form.tsx'
import { MyOrderPage } from '#web/enrolment/public/my-order-page.tsx'

const token = 'c'.repeat(32)
let root: Root | undefined

afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
  window.history.replaceState(null, '', '/')
})

test.each([`#order=${token}`, ''])(
  'The browser hydrates the page of the worker without a mismatch and then reads "%s"',
  async (fragment) => {
    window.history.replaceState(null, '', `/meine-anmeldung${fragment}`)
    stubWire({ 'GET /api/enrolment/order': byOrderToken({ [token]: json(anOrder()) }) })
    const page = (
      <MyOrderPage
        guild={{ name: 'Narrenzunft Schellental' }}
        costumeTypes={[{ id: 1, name: 'Schellenhansel' }]}
      />
    )
    const html = renderToString(cloneElement(page, { withoutScript: <LinkForm /> }))
    expect(html).toContain('Diese Seite braucht JavaScript.')
    expect(html).not.toMatch(/ style=|<template|<script/)
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = html
    await act(async () => {
      root = hydrateRoot(container, page, {
        onRecoverableError: (error) => {
          throw error
        },
      })
    })
    const shown = fragment ? 'Jörg Straßer' : 'Hier fehlt der Link zu Deiner Anmeldung'
    expect(await screen.findByRole('heading', { level: 2, name: shown })).toBeVisible()
  },
)
