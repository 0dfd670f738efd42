import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { readDraft } from '#web/enrolment/draft.ts'
import { peopleOf } from '#web/enrolment/enrolment-form.ts'
import type { PersonForm } from '#web/enrolment/person-form.ts'
import { unreadable } from '#web/lib/typed-day.ts'
import { dropKeptOrders, isOver } from './kept-order.ts'
import { PublicPage, type PublicPageProps } from './public-page.tsx'
import { ServedFrame } from './served-frame.tsx'
import { loadLater } from './use-later.ts'

// What was kept for a parade is gone after its day, whichever page is opened then.
dropKeptOrders(isOver)

const root = document.getElementById('root')
const data = document.getElementById('data')
if (root && data) {
  const props = readProps(data.textContent)
  // In small pieces: whoever types meanwhile is served first.
  const hydrate = () =>
    startTransition(() => {
      hydrateRoot(root, <PublicPage {...props} Frame={ServedFrame} />)
    })
  const draft = readDraft()
  // Who comes back to a family or an open payment sees all of it at once.
  if (draft && (draft.order || draft.attempt || draft.form.people.length > 1)) {
    loadLater().then(hydrate, hydrate)
  } else hydrate()
}

/** JSON has no word for a birthday that nobody can read, and leaves it out. */
function readProps(json: string): PublicPageProps {
  const { entered, ...props }: PublicPageProps = JSON.parse(json)
  if (!entered) return props
  const people = entered.people.map(
    (person): PersonForm => ({
      ...person,
      birthday: person.birthday === undefined ? unreadable : person.birthday,
    }),
  )
  return { ...props, entered: { ...entered, people: peopleOf(people) } }
}
