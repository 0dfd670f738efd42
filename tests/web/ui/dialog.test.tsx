import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

function HonorDialog({ onSubmit }: { onSubmit: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ehrung eintragen</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Ehrung eintragen"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Abbrechen</Button>
            <Button type="submit" variant="primary">
              OK
            </Button>
          </>
        }
      >
        <Field label="Kommentar">{(ids) => <Input {...ids} />}</Field>
      </Dialog>
    </>
  )
}

function Row() {
  const [isOpen, setOpen] = useState(false)
  const [isGone, setGone] = useState(false)
  return (
    <main tabIndex={-1}>
      {!isGone && <Button onClick={() => setOpen(true)}>Löschen</Button>}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Ehrung löschen?"
        footer={
          <Button
            onClick={() => {
              setGone(true)
              setOpen(false)
            }}
          >
            OK
          </Button>
        }
      />
    </main>
  )
}

test('In a dialog with fields the first one has the focus, and Enter submits the dialog', async () => {
  const onSubmit = vi.fn()
  render(<HonorDialog onSubmit={onSubmit} />)
  await userEvent.click(screen.getByRole('button', { name: 'Ehrung eintragen' }))
  expect(screen.getByRole('textbox', { name: 'Kommentar' })).toHaveFocus()
  await userEvent.keyboard('schön{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('If the button that opened a dialog has disappeared, the page has the focus after closing', async () => {
  render(<Row />)
  await userEvent.click(screen.getByRole('button', { name: 'Löschen' }))
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.getByRole('main')).toHaveFocus()
})

test('The focus stays inside an open dialog', async () => {
  render(<HonorDialog onSubmit={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Ehrung eintragen' }))
  await userEvent.tab()
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus()
  await userEvent.tab()
  expect(screen.getByRole('textbox', { name: 'Kommentar' })).toHaveFocus()
})
