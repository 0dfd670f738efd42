import { roleLabels } from '#web/lib/role-labels.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { roles } from '#worker/domain/codes.ts'
import { roleRights } from './user-words.ts'

export function RolesCard() {
  return (
    <Card bleed aria-labelledby="roles">
      <CardHead id="roles" title="Was die Rollen dürfen" />
      <div className="grid border-t md:grid-cols-3">
        {roles.map((role) => (
          <div
            key={role}
            className="px-6 pt-5 pb-5.5 not-first:border-l max-md:border-l-0! max-md:px-4 max-md:py-4 max-md:not-first:border-t"
          >
            <h3 className="mb-1">{roleLabels[role]}</h3>
            <p className="text-muted-foreground">{roleRights[role].long}</p>
          </div>
        ))}
      </div>
    </Card>
  )
}
