import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { readDraft } from '#web/enrolment/draft.ts'
import { peopleOrEmpty } from '#web/enrolment/enrolment-form.ts'
import type { PersonForm } from '#web/enrolment/person-form.ts'
import { keepServedContent } from '#web/lib/as-served.ts'
import { unreadableDay } from '#web/lib/typed-day.ts'
import { dropKeptOrders, isPastOrder } from './kept-order.ts'
import { PublicPage, type PublicPageProps } from './public-page.tsx'
import { ServedFrame } from './served-frame.tsx'
import { loadDialogs } from './use-preloaded-dialogs.ts'

// Orders kept for offline use are deleted after their last parade, whichever page is opened.
dropKeptOrders(isPastOrder)

const root = document.getElementById('root')
const data = document.getElementById('data')
if (root && data) {
  const props = readProps(data.textContent)
  // As a transition, so that typing is not blocked.
  const hydrate = () =>
    startTransition(() => {
      hydrateRoot(root, <PublicPage {...props} Frame={ServedFrame} Coming={ServedComing} />)
    })
  const draft = readDraft()
  // With several people or an open payment, the dialogs' code is loaded before hydration.
  if (draft && (draft.order || draft.attempt || draft.form.people.length > 1)) {
    loadDialogs().then(hydrate, hydrate)
  } else hydrate()
}

/** Keeps the server's announcement until the countdown takes its place. Hoisted, since it is used above. */
function ServedComing() {
  return <section {...keepServedContent} />
}

/** JSON drops the symbol of an unreadable birthday; it is restored here. */
function readProps(json: string): PublicPageProps {
  const { entered, ...props }: PublicPageProps = JSON.parse(json)
  if (!entered) return props
  const people = entered.people.map(
    (person): PersonForm => ({
      ...person,
      birthday: person.birthday === undefined ? unreadableDay : person.birthday,
    }),
  )
  return { ...props, entered: { ...entered, people: peopleOrEmpty(people) } }
}
