import { Scale } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Legal, legalLabels } from '#worker/domain/legal.ts'

type MissingCardProps = {
  missing: readonly { step: 'imprint' | 'privacy'; fields: readonly (keyof Legal)[] }[]
}

const pages = { imprint: 'Im Impressum', privacy: 'In der Datenschutzerklärung' } as const

/** What the law asks for on a public page; absent as soon as it is there. */
export function MissingCard({ missing }: MissingCardProps) {
  if (missing.length === 0) return null
  return (
    <Alert
      tone="warn"
      icon={Scale}
      title="Das fehlt noch"
      className="mb-8"
      action={
        <Button asChild size="sm">
          <Link to={paths.settings}>Angaben ergänzen</Link>
        </Button>
      }
    >
      {missing.map(({ step, fields }) => (
        <p key={step}>
          {pages[step]}: {fields.map((field) => legalLabels[field]).join(', ')}.
        </p>
      ))}
    </Alert>
  )
}
