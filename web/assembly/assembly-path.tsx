import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type PathStep, StepPath, type StepState } from '#web/components/step-path.tsx'
import { counted } from '#web/lib/german-count.ts'
import { paths, settingsChange } from '#web/paths.ts'
import { dateSearch } from '#web/statistics/assembly-date.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { addDays, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { isNotEntered } from './assembly-rows.ts'

/** The ids of the parts of the assembly's page that the steps link to. */
export const assemblyAnchors = { list: 'liste', order: 'bestellen' } as const

/** The step of the certificates becomes due this many days before the assembly, when the list hardly changes any more. */
const certificateDaysBefore = 30

type AssemblyPathProps = {
  assembly: Assembly
  today: Day
  /** Whether the user may prepare the assembly; for others no step is theirs to do now. */
  mayAct: boolean
  /** Whether the shown day is the guild's own and the user may change it. */
  canChangeDay: boolean
}

/** The number of steps of the path, for its outline while loading. */
export const assemblySteps = 8

/** What there is to do for an assembly, as steps from setting its day to reading the report. */
export function AssemblyPath({ assembly, today, mayAct, canChangeDay }: AssemblyPathProps) {
  return (
    <StepPath
      aria-label="Der Weg zur Generalversammlung"
      steps={withOneNow(stepsOf(assembly, today, canChangeDay), mayAct)}
    />
  )
}

/** Of the steps that are due the first is next, the others can be done beside it. */
function withOneNow(steps: readonly PathStep[], mayAct: boolean): PathStep[] {
  const next = mayAct ? steps.find(({ state }) => state === 'now') : undefined
  return steps.map((step) =>
    step.state === 'now' && step !== next ? { ...step, state: 'open' } : step,
  )
}

function stepsOf({ date, rows }: Assembly, today: Day, canChangeDay: boolean): PathStep[] {
  const open = rows.filter(isNotEntered)
  const toOrder = open.filter(({ orderedOn, handedOverOn }) => !orderedOn && !handedOverOn)
  const toInvite = new Set(
    open.filter(({ invitedOn }) => !invitedOn).map(({ member }) => member.id),
  )
  const isBegun = rows.some((row) => row.orderedOn || row.invitedOn || row.honorId !== null)
  const isAllEntered = rows.length > 0 && open.length === 0
  const search = dateSearch(date)
  /** The state of a step that works on the list: not needed for an empty list, done once all honors are entered. */
  const of = (state: StepState): StepState =>
    rows.length === 0 ? 'notNeeded' : isAllEntered ? 'done' : state
  return [
    {
      id: 'schritt-tag',
      title: 'Tag',
      state: 'done',
      // "Erledigt" would read as if the assembly had been held.
      stateWord: 'Festgelegt',
      figure: germanDateWithWeekday(date),
      text: 'An diesem Tag zählen Jahre und Sprünge.',
      action: canChangeDay && <StepLink to={settingsChange('assembly')}>Tag ändern</StepLink>,
    },
    {
      id: 'schritt-liste',
      title: 'Liste prüfen',
      state: of(isBegun ? 'done' : 'now'),
      figure: counted(rows.length, 'Ehrung', 'Ehrungen'),
      text: 'Sieh nach, ob jemand fehlt oder diesmal nicht geehrt werden soll.',
      action: <StepAnchor to={assemblyAnchors.list}>Liste ansehen</StepAnchor>,
    },
    {
      id: 'schritt-bestellen',
      title: 'Bestellen',
      state: of(toOrder.length === 0 ? 'done' : 'now'),
      figure: toOrder.length > 0 ? `${toOrder.length} zu bestellen` : null,
      text: 'Orden, Nadeln und Urkunden, nach Aussteller getrennt.',
      action: <StepAnchor to={assemblyAnchors.order}>Bestellungen ansehen</StepAnchor>,
    },
    {
      id: 'schritt-einladen',
      title: 'Einladen',
      state: of(toInvite.size === 0 ? 'done' : 'now'),
      figure: toInvite.size > 0 ? counted(toInvite.size, 'Person', 'Personen') : null,
      text: 'Wer geehrt wird, bekommt eine Einladung auf Papier.',
      action: <StepLink to={{ pathname: paths.assemblyInvitations, search }}>Einladungen</StepLink>,
    },
    {
      id: 'schritt-urkunden',
      title: 'Urkunden',
      state: of(certificateState(date, today)),
      text: 'Die Urkunden der Zunft zum Drucken.',
      action: <StepLink to={{ pathname: paths.certificates, search }}>Urkunden</StepLink>,
    },
    {
      id: 'schritt-abend',
      title: 'Am Abend',
      state: of(today > date ? 'done' : today === date ? 'now' : 'later'),
      text: 'Die Aufrufliste liegt am Mikrofon. In der Liste unten hältst Du fest, wer da ist.',
      action: <StepLink to={{ pathname: paths.callUpList, search }}>Aufrufliste</StepLink>,
    },
    {
      id: 'schritt-eintragen',
      title: 'Eintragen',
      state: of(today < date ? 'later' : 'now'),
      figure: enteredText(rows, open),
      text: 'Unten in der Leiste: Alle Ehrungen kommen in einem Schritt zu den Mitgliedern.',
    },
    {
      id: 'schritt-bericht',
      title: 'Jahresbericht',
      state: today < date ? 'later' : 'now',
      text: 'Zahlen und Namen des Jahres, wie sie vorgelesen werden.',
      action: (
        <StepLink to={{ pathname: paths.assemblyReport, search: `?year=${yearToReport(date)}` }}>
          Jahresbericht
        </StepLink>
      ),
    },
  ]
}

/** Whether certificates were printed is not recorded; on the evening itself other steps come first. */
function certificateState(date: Day, today: Day): StepState {
  if (today >= date) return 'open'
  return today >= addDays(date, -certificateDaysBefore) ? 'now' : 'later'
}

function enteredText(rows: readonly AssemblyRow[], open: readonly AssemblyRow[]): string | null {
  const entered = rows.length - open.length
  return entered > 0 ? `${entered} von ${rows.length} eingetragen` : null
}

/** An assembly in the first half of a year reports on the year before. */
function yearToReport(date: Day): number {
  return Number(date.slice(0, 4)) - (date.slice(5, 7) < '07' ? 1 : 0)
}

type StepLinkProps = { to: string | { pathname: string; search: string }; children: ReactNode }

function StepLink({ to, children }: StepLinkProps) {
  return (
    <Button asChild>
      <Link to={to}>{children}</Link>
    </Button>
  )
}

/** A button that scrolls to a part of this page. */
function StepAnchor({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button asChild>
      <a href={`#${to}`}>{children}</a>
    </Button>
  )
}
