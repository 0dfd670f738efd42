import { PageHead, Wrap } from '#web/components/page.tsx'
import { HistoryCard } from './history-card.tsx'

/** The history of everything. */
export function HistoryPage() {
  return (
    <Wrap>
      <PageHead
        title="Verlauf"
        lead="Wer was geändert hat, das Neueste zuerst. Das meiste lässt sich 30 Tage lang rückgängig machen."
      />
      <HistoryCard scope={null} />
    </Wrap>
  )
}
