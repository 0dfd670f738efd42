import { dropDraft } from '#web/enrolment/draft.ts'

// What the result page does beyond what it shows; made without React, and small.

const page = document.querySelector<HTMLElement>('[data-outcome]')
if (page?.dataset.outcome === 'success') dropDraft()

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}

document.querySelector('[data-forget]')?.addEventListener('submit', dropDraft)
