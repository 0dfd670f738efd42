import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { RefundAllDialog } from './refund-all-dialog.tsx'
import { sorted } from './refund-progress.ts'

type RefundAllProps = {
  refunds: ParadeRefunds
  isWorking: boolean
  onStart: () => Promise<void>
}

/** The one act of the page; absent when there is nothing left to ask for. */
export function RefundAll({ refunds, isWorking, onStart }: RefundAllProps) {
  const [isOpen, setOpen] = useState(false)
  const { unasked } = sorted(refunds)
  if (unasked.length === 0) return null
  return (
    <>
      <Button variant="primary" busy={isWorking} onClick={() => setOpen(true)}>
        <Undo2 />
        Alle erstatten
      </Button>
      {isOpen && (
        <RefundAllDialog
          refunds={refunds}
          onClose={() => setOpen(false)}
          onConfirm={() => {
            setOpen(false)
            void onStart()
          }}
        />
      )}
    </>
  )
}
