import {
  dropDraft,
  finishDraft,
  forgetLastEmail,
  keepDraft,
  readDraft,
} from '#web/enrolment/draft.ts'
import { listenForSaving, listenForSlides } from './code-box-listeners.ts'
import { dropKeptOrders, forgetKeptOrders, isPastOrder } from './kept-order.ts'

// The script of the result page, without React to keep it small.

const page = document.querySelector<HTMLElement>('[data-outcome]')
const token = page?.dataset.token
if (token && ['success', 'waiting'].includes(page?.dataset.outcome ?? '')) endDraft(token)

dropKeptOrders(isPastOrder)
listenForSlides()
listenForSaving()

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}

document.querySelector('[data-forget]')?.addEventListener('submit', () => {
  dropDraft()
  forgetLastEmail()
  forgetKeptOrders()
})

/** Removes the draft of this order; a draft begun later stays. */
function endDraft(token: string): void {
  const draft = readDraft()
  if (!draft) return
  const { form, order } = draft
  if (!order) {
    if (isArrival()) finishDraft()
  } else if (order.token === token) {
    if (order.isReplaced) finishDraft()
    else keepDraft({ form, order: null })
  }
}

/**
 * Whether the page was just navigated to, as from the payment. After Back or a reload the stored
 * draft may be a newer one, which must stay.
 */
function isArrival(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return !!visit && 'type' in visit && visit.type === 'navigate'
}
