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
  test('Opening the result of a paid order deletes its draft except for the e-mail address', async () => {
    keepDraft({ form, order: keptFor(token) })
    await open(anOrder())
    expect(readDraft()).toBeNull()
    expect(formWithLastEmail().emailAddress).toBe('joerg@example.de')
  })

  test('The draft stays when the result page is opened without an order', async () => {
    keepDraft({ form, order: null })
    await open(null)
    expect(readDraft()?.form.emailAddress).toBe('joerg@example.de')
  })

  test('The draft of an order stays when the result page does not know the order', async () => {
    keepDraft({ form, order: keptFor(token) })
    await open(null)
    expect(readDraft()?.order?.token).toBe(token)
  })

  test('A draft whose form was sent without a script is deleted when the payment leads to the result', async () => {
    keepDraft({ form, order: null })
    await open(anOrder())
    expect(readDraft()).toBeNull()
  })

  test('A draft stays when the result page is opened with "Back"', async () => {
    keepDraft({ form, order: null })
    visit = [{ type: 'back_forward' } as PerformanceNavigationTiming]
    await open(anOrder())
    expect(readDraft()?.form.emailAddress).toBe('joerg@example.de')
  })

  test('Opening the result of a paid order keeps a draft that belongs to another order', async () => {
    keepDraft({ form, order: keptFor('b'.repeat(32)) })
    await open(anOrder())
    expect(readDraft()?.order?.token).toBe('b'.repeat(32))
  })

  test('A draft begun for another person stays after the previous order is paid, without that order', async () => {
    keepDraft({ form, order: keptFor(token, false) })
    await open(anOrder())
    expect(readDraft()).toEqual({ form, order: null })
  })

  test.each([
    ['failed', anOrder({ state: 'cancelled' }), 'success'],
    ['open', anOrder({ state: 'pending' }), 'success'],
    ['unknown and failed', null, 'error'],
  ])('The draft stays when the order is %s', async (_, order, state) => {
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

test('The print button of the result page appears with the script and prints', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await open(anOrder())
  const button = document.querySelector<HTMLButtonElement>('[data-print]')
  expect(button).toBeVisible()
  button?.click()
  expect(print).toHaveBeenCalledOnce()
})
