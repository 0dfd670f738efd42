import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anOrder } from '#tests/support/my-orders.ts'
import { formWithLastEmail, keepDraft, readDraft } from '#web/enrolment/draft.ts'
import { emptyForm } from '#web/enrolment/enrolment-form.ts'
import { ResultPage } from '#web/enrolment/public/result-page.tsx'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'

const token = 'a'.repeat(32)
const form = { ...emptyForm, emailAddress: 'joerg@example.de' }
const keptFor = (of: string, isReplaced = true) => ({ token: of, holdUntil: null, isReplaced })

let visit: PerformanceEntryList

beforeEach(() => {
  visit = [{ type: 'navigate' } as PerformanceNavigationTiming]
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => visit)
  return () => {
    vi.restoreAllMocks()
    document.body.replaceChildren()
  }
})

/** The page as the worker makes it, and its script. */
async function open(order: MyOrder | null, state = 'success') {
  document.body.innerHTML = renderToStaticMarkup(
    <ResultPage
      sendsMail
      guild={{ name: 'Narrenzunft Schellental' }}
      known={order && { order, token }}
      asked={{ state, reason: null }}
      now={new Date()}
    />,
  )
  vi.resetModules()
  await import('#web/enrolment/public/result-script.ts')
}

describe('the kept draft on the result page', () => {
  test('When the result of a paid order is opened, the draft is deleted except for the e-mail address', async () => {
    keepDraft({ form, order: keptFor(token) })
    await open(anOrder())
    expect(readDraft()).toBeNull()
    expect(formWithLastEmail().emailAddress).toBe('joerg@example.de')
  })

  test('When the result of an order on the waiting list is opened, the draft is deleted', async () => {
    const waiting = { position: 1, state: 'waiting', offeredUntil: null, reason: null } as const
    keepDraft({ form, order: keptFor(token) })
    await open(anOrder({ state: 'waiting', waiting }))
    expect(readDraft()).toBeNull()
  })

  test('When the result page is opened without an order, the draft stays', async () => {
    keepDraft({ form, order: null })
    await open(null)
    expect(readDraft()?.form.emailAddress).toBe('joerg@example.de')
  })

  test('When the result page does not know the order of the draft, the draft stays', async () => {
    keepDraft({ form, order: keptFor(token) })
    await open(null)
    expect(readDraft()?.order?.token).toBe(token)
  })

  test('When the payment leads to the result, a draft without an order is deleted, as its form was sent without a script', async () => {
    keepDraft({ form, order: null })
    await open(anOrder())
    expect(readDraft()).toBeNull()
  })

  test('When the result page is opened with "Back", a draft without an order stays', async () => {
    keepDraft({ form, order: null })
    visit = [{ type: 'back_forward' } as PerformanceNavigationTiming]
    await open(anOrder())
    expect(readDraft()?.form.emailAddress).toBe('joerg@example.de')
  })

  test('When the result of a paid order is opened, the draft of another order stays', async () => {
    keepDraft({ form, order: keptFor('b'.repeat(32)) })
    await open(anOrder())
    expect(readDraft()?.order?.token).toBe('b'.repeat(32))
  })

  test('When the order is paid, a draft begun for another person stays, but without the order', async () => {
    keepDraft({ form, order: keptFor(token, false) })
    await open(anOrder())
    expect(readDraft()).toEqual({ form, order: null })
  })

  test.each([
    ['failed', anOrder({ state: 'cancelled' }), 'success'],
    ['open', anOrder({ state: 'pending' }), 'success'],
    ['unknown and failed', null, 'error'],
  ])('When the order is %s, the draft stays', async (_, order, state) => {
    keepDraft({ form, order: keptFor(token) })
    await open(order, state)
    expect(readDraft()?.order?.token).toBe(token)
  })

  test('"Nicht meine Anmeldung" deletes the draft and the e-mail address', async () => {
    await open(anOrder({ state: 'cancelled' }))
    keepDraft({ form, order: keptFor(token) })
    sessionStorage.setItem('parade-enrolment-email', 'joerg@example.de')
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    expect(readDraft()).toBeNull()
    expect(formWithLastEmail().emailAddress).toBe('')
  })
})

test('With the script the print button of the result page is shown, and it prints', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await open(anOrder())
  const button = document.querySelector<HTMLButtonElement>('[data-print]')
  expect(button).toBeVisible()
  button?.click()
  expect(print).toHaveBeenCalledOnce()
})
