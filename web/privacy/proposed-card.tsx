import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import {
  OpenCell,
  OpenHeads,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableRow,
} from '#web/ui/table.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { listName } from '#worker/domain/names.ts'
import { formerMembers } from '#worker/domain/retention.ts'
import type { FormerMember } from '#worker/privacy/privacy.contract.ts'

const proposedHeads = ['Mitglied', 'Status', 'Seit']

/** Nobody is made nobody's by a machine: each row leads to the member, where somebody decides. */
export function ProposedCard({ members }: { members: readonly FormerMember[] }) {
  const isSome = members.length > 0
  return (
    <Card bleed>
      <CardHead
        id="proposed"
        title="Ehemalige Mitglieder"
        tally={isSome && String(members.length)}
      />
      <p className="max-w-[62ch] px-6 pb-4 text-muted-foreground max-md:px-4">
        {isSome
          ? `Seit mehr als ${formerMembers.count} Monaten ausgetreten oder verstorben, und nichts ist offen: Wessen Daten die Zunft nicht mehr braucht, lässt sich anonymisieren. Von selbst geschieht das nie.`
          : `Niemand ist seit mehr als ${formerMembers.count} Monaten ausgetreten oder verstorben, ohne dass noch etwas offen ist.`}
      </p>
      {isSome && (
        <Table size="sm" aria-labelledby="proposed">
          <OpenHeads heads={proposedHeads} />
          <TableBody>
            {members.map((member) => (
              <TableRow key={member.id} opens>
                <TableCell at="first">
                  <RowLink to={paths.member(member.id)}>{listName(member)}</RowLink>
                </TableCell>
                <TableCell at="second">{membershipStateLabels[member.membershipState]}</TableCell>
                <TableCell at="right" className="tabular-nums">
                  {germanDate(member.leftOn)}
                </TableCell>
                <OpenCell />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}
