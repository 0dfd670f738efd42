import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { retentionQuery } from '#web/data/privacy.ts'
import { prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { DisclosureDialog } from './disclosure-dialog.tsx'
import { ProposedCard } from './proposed-card.tsx'
import { RulesCard, ruleHeads } from './rules-card.tsx'

export function loader() {
  prefetch(retentionQuery)
  return null
}

/** How long data of people are kept, and what became of it last night. */
export function RetentionPage() {
  const query = useQuery(retentionQuery)
  const mayWrite = hasRole(useUser(), 'management')
  const [isOpen, setOpen] = useState(false)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.settings, label: 'Einstellungen' }}
        title="Aufbewahrung"
        lead="Was abgelaufen ist, löscht das Programm jede Nacht nach zwei Uhr."
        actions={
          mayWrite && (
            <Button onClick={() => setOpen(true)}>
              <Mail />
              Auskunft per E-Mail
            </Button>
          )
        }
      />
      <QuerySection
        query={query}
        waiting={
          <Card bleed>
            <CardHead title="Was von selbst gelöscht wird" />
            <TableSkeleton heads={ruleHeads} size="sm" />
          </Card>
        }
      >
        {({ rules, members }) => (
          <div className="grid gap-6 *:min-w-0">
            <RulesCard rules={rules} />
            <ProposedCard members={members} />
          </div>
        )}
      </QuerySection>
      {isOpen && <DisclosureDialog onClose={() => setOpen(false)} />}
    </Wrap>
  )
}
