import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { PrintSheets } from '#web/components/print/print-sheets.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { assemblyQuery, changeAssemblyRows } from '#web/data/assembly.ts'
import { settingsQuery, useHonorLabels } from '#web/data/guild.ts'
import { membersQuery } from '#web/data/members.ts'
import { counted } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Assembly } from '#worker/assembly/assembly.contract.ts'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { assemblyBackLink, dayFromSearch } from './asked-day.ts'
import { rowKeyOf } from './assembly-rows.ts'
import {
  InvitationSheet,
  type InvitationText,
  type Invitee,
  invitationHint,
  inviteesOf,
  storedInvitation,
  storeInvitation,
} from './invitation-sheet.tsx'
import { NoHonorsDue } from './no-honors-due.tsx'
import { type PrintableSheet, PrintChoice, useSheetSelection } from './print-choice.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const asked = dayFromSearch(request)
  prefetch(assemblyQuery(asked), membersQuery, settingsQuery)
  return { asked, today: berlinDay(new Date()) }
}

/** Invitation letters for the people honored at the assembly. */
export function InvitationsPage() {
  const { asked, today } = useLoaderData<typeof loader>()
  const assembly = useQuery(assemblyQuery(asked))
  const members = useQuery(membersQuery)
  const settings = useQuery(settingsQuery)
  return (
    <Wrap>
      <PageHead
        back={assemblyBackLink(asked)}
        title="Einladungen"
        lead="Für jede Person ein Brief mit allen ihren Ehrungen, für Umschläge mit Fenster."
      />
      <QuerySection query={assembly} waiting={<PageSpinner />}>
        {(data) => (
          <QuerySection query={members} waiting={<PageSpinner />}>
            {(rows) => (
              <QuerySection query={settings} waiting={<PageSpinner />}>
                {(guild) => (
                  <InvitationsForm assembly={data} members={rows} guild={guild} today={today} />
                )}
              </QuerySection>
            )}
          </QuerySection>
        )}
      </QuerySection>
    </Wrap>
  )
}

type InvitationsFormProps = {
  assembly: Assembly
  members: readonly MemberRow[]
  guild: GuildSettings
  today: Day
}

/** Chooses recipients and text, with a preview of the first letter. */
function InvitationsForm({ assembly, members, guild, today }: InvitationsFormProps) {
  const { date, rows } = assembly
  const mayMark = can(useUser(), 'keepMembers')
  const labels = useHonorLabels()
  const [invitation, setInvitation] = useState(storedInvitation)
  const [printed, setPrinted] = useState<{ invitees: readonly Invitee[]; round: number }>({
    invitees: [],
    round: 0,
  })
  const [toMark, setToMark] = useState<readonly Invitee[]>([])
  const invitees = inviteesOf(rows, members)
  const choice = useSheetSelection(
    invitees.map((invitee): PrintableSheet => {
      const { member, address, invitedOn, isExcused } = invitee
      return {
        key: String(member.id),
        name: listName(member),
        to: paths.member(member.id),
        about: invitee.rows.map(({ type }) => labels(type)).join(', '),
        hint: invitationHint(invitee),
        isPossible: address !== null,
        isTickedFirst: invitedOn === null && !isExcused,
      }
    }),
  )
  if (rows.length === 0) return <NoHonorsDue date={date} />
  const chosen = invitees.filter(({ member }) => choice.ticked.has(String(member.id)))
  const change = (changed: Partial<InvitationText>) => {
    const next = { ...invitation, ...changed }
    setInvitation(next)
    storeInvitation(next)
  }
  const sheetOf = (invitee: Invitee) => (
    <InvitationSheet
      key={invitee.member.id}
      invitee={invitee}
      invitation={invitation}
      guild={guild}
      date={date}
      today={today}
    />
  )
  const printedDone = () => {
    if (mayMark) setToMark(printed.invitees)
    setPrinted(({ round }) => ({ invitees: [], round }))
  }
  const [first] = chosen
  return (
    <div className="grid gap-6 *:min-w-0">
      <InvitationCard date={date} invitation={invitation} onChange={change} />
      <Card bleed aria-labelledby="who">
        <CardHead
          id="who"
          title="Wer eine bekommt"
          tally={`${chosen.length} von ${invitees.length}`}
        />
        {invitees.length === 0 ? (
          <Empty title="Niemand" level="h3">
            Alle Ehrungen sind schon eingetragen.
          </Empty>
        ) : (
          <>
            <CardBody>
              <PrintChoice {...choice} />
            </CardBody>
            <CardBody className="grid justify-items-end">
              <Button
                variant="primary"
                disabled={!first}
                onClick={() => setPrinted(({ round }) => ({ invitees: chosen, round: round + 1 }))}
              >
                <Printer />
                {chosen.length} drucken
              </Button>
            </CardBody>
          </>
        )}
      </Card>
      {first && (
        <section aria-labelledby="preview" className="print:hidden">
          <h2 id="preview" className="mb-3">
            Vorschau
          </h2>
          <div className="max-w-[48rem]">{sheetOf(first)}</div>
        </section>
      )}
      {printed.invitees.length > 0 && (
        <PrintSheets key={printed.round} onDone={printedDone}>
          {printed.invitees.map(sheetOf)}
        </PrintSheets>
      )}
      {toMark.length > 0 && (
        <MarkDialog
          date={date}
          today={today}
          invitees={toMark}
          onClose={() => setToMark([])}
          onMarked={choice.reset}
        />
      )}
    </div>
  )
}

type InvitationCardProps = {
  date: Day
  invitation: InvitationText
  onChange: (changed: Partial<InvitationText>) => void
}

function InvitationCard({ date, invitation, onChange }: InvitationCardProps) {
  return (
    <Card bleed aria-labelledby="what">
      <CardHead id="what" title="Was drinsteht" />
      <CardBody className="grid gap-4 md:grid-cols-[2fr_1fr]">
        <Field label="Ort">
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              maxLength={200}
              value={invitation.place}
              onChange={(event) => onChange({ place: event.target.value })}
            />
          )}
        </Field>
        <Field label="Uhrzeit">
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              maxLength={100}
              value={invitation.time}
              onChange={(event) => onChange({ time: event.target.value })}
            />
          )}
        </Field>
        <Field
          className="md:col-span-2"
          label="Was Du noch schreibst"
          help={`Steht hinter den Ehrungen. Dein Browser merkt es sich; der Tag ist der der Generalversammlung, ${germanDate(date)}.`}
        >
          {(ids) => (
            <Textarea
              {...ids}
              rows={4}
              maxLength={1500}
              value={invitation.text}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          )}
        </Field>
      </CardBody>
    </Card>
  )
}

type MarkDialogProps = {
  date: Day
  today: Day
  invitees: readonly Invitee[]
  onClose: () => void
  onMarked: () => void
}

/** Asks whether to note the invitations: a browser does not report whether the letters were printed. */
function MarkDialog({ date, today, invitees, onClose, onMarked }: MarkDialogProps) {
  const people = counted(invitees.length, 'Person', 'Personen')
  const { submit, isPending, failure } = useSubmit(
    changeAssemblyRows(date),
    (_, __, undoAction) => {
      toast(`${people} als eingeladen gemerkt`, undoAction)
      onMarked()
      onClose()
    },
  )
  const rows = invitees.flatMap(({ rows: own }) => own.map(rowKeyOf))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={
        invitees.length === 1 ? 'Ist die Einladung gedruckt?' : 'Sind die Einladungen gedruckt?'
      }
      confirmLabel="Als eingeladen merken"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit({ rows, set: { invitedOn: today } })}
    >
      Dann steht bei {people}, dass sie am {germanDate(today)} eingeladen{' '}
      {invitees.length === 1 ? 'wurde' : 'wurden'}.
    </ConfirmDialog>
  )
}
