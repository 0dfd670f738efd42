import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { CallFailure } from '#web/lib/call-failure.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { busy?: boolean; failure?: CallFailure; onConfirm?: () => void }

function DeleteHonor(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Löschen</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Ehrung löschen?"
        tone="destructive"
        onConfirm={() => {}}
        {...props}
      >
        Ehrennarr von Annegret Gruber wird entfernt.
      </ConfirmDialog>
    </>
  )
}

async function openDialog(props: Props = {}) {
  render(<DeleteHonor {...props} />)
  await userEvent.click(screen.getByRole('button', { name: 'Löschen' }))
  return screen.getByRole('alertdialog', { name: 'Ehrung löschen?' })
}

test('A confirm dialog mentions the object and focuses "Abbrechen"; after it is closed, the focus is on the button that opened it', async () => {
  const dialog = await openDialog()
  expect(dialog).toHaveAccessibleDescription('Ehrennarr von Annegret Gruber wird entfernt.')
  expect(screen.getByRole('button', { name: 'Abbrechen' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(dialog).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Löschen' })).toHaveFocus()
})

test('"Abbrechen" closes a confirm dialog, and "OK" runs its action', async () => {
  const onConfirm = vi.fn()
  const dialog = await openDialog({ onConfirm })
  await userEvent.click(screen.getByRole('button', { name: 'Abbrechen' }))
  expect(dialog).not.toBeInTheDocument()
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Löschen' }))
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('While its request is running, a confirm dialog can be neither closed nor confirmed again', async () => {
  const onConfirm = vi.fn()
  const dialog = await openDialog({ busy: true, onConfirm })
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(dialog).toBeInTheDocument()
  expect(onConfirm).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Abbrechen' })).toBeDisabled()
})

test('A failed request is shown inside the confirm dialog', async () => {
  const sentence = 'Die Ehrung konnte nicht gelöscht werden.'
  await openDialog({ failure: new CallFailure(sentence, { type: 'ApiError' }) })
  expect(screen.getByRole('alert')).toHaveTextContent('Die Ehrung konnte nicht gelöscht werden.')
})

test('A confirm dialog without a failed request shows no error', async () => {
  await openDialog()
  const parts = [...screen.getByRole('alertdialog').children].map(({ textContent }) => textContent)
  expect(parts).toEqual([
    'Ehrung löschen?Ehrennarr von Annegret Gruber wird entfernt.',
    'AbbrechenOK',
  ])
})
