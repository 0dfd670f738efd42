import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useHeadFocus, useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { Dialog } from '#web/ui/dialog.tsx'

type PageProps = { isAsking: boolean; isThere: boolean }

/** A row whose button opens a question; deleting removes the row and the question. */
function Page({ isAsking, isThere }: PageProps) {
  const { goal, markRemoved } = useRemovalFocus<HTMLButtonElement>(isThere ? [{ id: 1 }] : [])
  return (
    <main tabIndex={-1}>
      <button type="button" ref={goal}>
        Hinzufügen
      </button>
      {isThere && (
        <button type="button" onClick={() => markRemoved(1)}>
          Löschen
        </button>
      )}
      <Dialog
        open={isAsking}
        onOpenChange={() => {}}
        title="Löschen?"
        footer={<button type="button">OK</button>}
      />
    </main>
  )
}

/** Removes the row while the question is still open, then closes the question. */
async function removedUnderTheQuestion(before: () => void) {
  const { rerender } = render(<Page isAsking={false} isThere />)
  const opener = screen.getByRole('button', { name: 'Löschen' })
  opener.click()
  opener.focus()
  rerender(<Page isAsking isThere />)
  await screen.findByRole('dialog')
  before()
  rerender(<Page isAsking isThere={false} />)
  rerender(<Page isAsking={false} isThere={false} />)
}

const goal = () => screen.findByRole('button', { name: 'Hinzufügen' })

test('After a row was removed by a confirmed question, the focus is on the button above the list', async () => {
  await removedUnderTheQuestion(() => screen.getByRole('button', { name: 'OK' }).focus())
  await expect.poll(async () => document.activeElement === (await goal())).toBe(true)
})

test('After a row was removed, the focus is above the list even if no element had it', async () => {
  await removedUnderTheQuestion(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await expect.poll(async () => document.activeElement === (await goal())).toBe(true)
})

/** A list whose head is a different element while the list is empty. */
function Entering({ isAsking, rows }: { isAsking: boolean; rows: readonly string[] | undefined }) {
  const goal = useHeadFocus<HTMLButtonElement>(rows)
  return (
    <main tabIndex={-1}>
      <div key={rows?.length ? 'there' : 'empty'}>
        <button type="button" ref={goal}>
          Hinzufügen
        </button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={() => {}}
        title="Hinzufügen"
        footer={<button type="button">OK</button>}
      />
    </main>
  )
}

test('After the first row was added, the button that opened the dialog is a new element, and has the focus', async () => {
  const { rerender } = render(<Entering isAsking={false} rows={[]} />)
  const opener = await goal()
  opener.focus()
  rerender(<Entering isAsking rows={[]} />)
  await screen.findByRole('dialog')
  rerender(<Entering isAsking rows={['Hepp']} />)
  rerender(<Entering isAsking={false} rows={['Hepp']} />)
  await expect.poll(async () => document.activeElement === (await goal())).toBe(true)
  expect(opener).not.toBeInTheDocument()
})

test('When a list has loaded its first rows, the focus is where it was', async () => {
  const { rerender } = render(<Entering isAsking={false} rows={undefined} />)
  rerender(<Entering isAsking={false} rows={['Hepp']} />)
  expect(document.body).toHaveFocus()
})
