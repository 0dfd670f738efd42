import { dropDraft, finishDraft, forgetEmail, keepDraft, readDraft } from '#web/enrolment/draft.ts'
import { listenForSaving, listenForSlides } from './code-box-listeners.ts'
import { dropKeptOrders, forgetKeptOrders, isOver } from './kept-order.ts'

// What the result page does beyond what it shows; made without React, and small.

const page = document.querySelector<HTMLElement>('[data-outcome]')
const token = page?.dataset.token
if (page?.dataset.outcome === 'success' && token) endDraft(token)

dropKeptOrders(isOver)
listenForSlides()
listenForSaving()

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}

document.querySelector('[data-forget]')?.addEventListener('submit', () => {
  dropDraft()
  forgetEmail()
  forgetKeptOrders()
})

/** What was typed for this order is done; what was begun after it stays. */
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

/** Straight from the payment, not by Back, to which something new may have been typed since. */
function isArrival(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return !!visit && 'type' in visit && visit.type === 'navigate'
}
