import { html, raw } from 'hono/html'
import type {
  AuditEntity,
  AuditOp,
  AuditVia,
  FeeBookingKind,
  FeeLetterKind,
  FeeState,
  MailKind,
  OrderEvent,
  OrderState,
  ParticipationState,
  PaymentMethod,
  PaymentProviderId,
} from '#worker/domain/codes.ts'
import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'
import { extraWords } from '#worker/domain/extras.ts'
import { returnReasonInWords } from '#worker/domain/fee-ledger.ts'
import { assemblyChoiceLabels, attendanceLabels } from '#worker/domain/labels.ts'
import { labelAlone, type MemberFields, memberFieldNames } from '#worker/domain/member.ts'
import { valueInWords } from '#worker/domain/member-values.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import { plainPage } from '#worker/http/plain-page.ts'
import type { Disclosure } from './disclosure.queries.ts'

/** A self-contained page to read, print and keep; the same data are inside as JSON. */
export function disclosurePage(
  disclosure: Disclosure,
  { about, now, privacyUrl }: { about: string; now: Date; privacyUrl: string },
): Promise<string> {
  const { guild } = disclosure
  // Escaped, so that stored text cannot close the script element.
  const json = JSON.stringify(
    { ...disclosure, about, createdAt: now.toISOString() },
    null,
    1,
  ).replaceAll('<', '\\u003c')
  const sections = sectionsOf(disclosure)
  return plainPage(
    'Auskunft über gespeicherte Daten',
    html`<p>${about}, Stand ${instant(now.toISOString())}. Auskunft nach Art. 15 DSGVO.</p>
<p>${responsible(guild)}</p>
<p>Wofür die Daten gebraucht werden, wer sie bekommt, wie lange sie bleiben und welche Rechte Du hast, steht unter <a href="${privacyUrl}">${privacyUrl}</a>. Du kannst verlangen, dass Falsches berichtigt und nicht mehr Gebrauchtes gelöscht wird, und Dich bei einer Aufsichtsbehörde beschweren. Die Daten kommen von Dir, von denen, die Dich angemeldet haben, oder von der Zunft.</p>
${sections.length === 0 ? html`<p>Hierzu ist nichts gespeichert.</p>` : ''}
${sections.map(sectionHtml)}
<h2>Als Datei für Programme</h2>
<p>Dieselben Angaben stehen als JSON in dieser Seite (Element „auskunft“).</p>`,
    html`<script type="application/json" id="auskunft">${raw(json)}</script>`,
  )
}

function responsible(guild: Disclosure['guild']): string {
  if (!guild) return ''
  const { legalName, name, street, plz, town, contactEmail, privacyContact } = guild
  const who = [legalName || name, street, `${plz} ${town}`.trim(), contactEmail].filter(Boolean)
  const contact = privacyContact && `. Ansprechperson für Datenschutz: ${privacyContact}`
  return `Verantwortlich: ${who.join(', ')}${contact}`
}

type Section = { title: string; heads: string[] | null; rows: string[][] }

function sectionHtml({ title, heads, rows }: Section) {
  return html`<h2>${title}</h2>
<div class="rows" role="region" aria-label="${title}" tabindex="0"><table>
${heads ? html`<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>` : ''}
<tbody>
${rows.map(
  (row) => html`<tr>${row.map((cell, index) =>
    heads === null && index === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`,
  )}</tr>
`,
)}</tbody></table></div>
`
}

/** The sections of the disclosure that are not empty. */
function sectionsOf(disclosure: Disclosure): Section[] {
  const { members, places, orders, mails, history, disclosures } = disclosure
  const isSeveral = members.length > 1
  return [
    ...members.flatMap((member) => memberSections(member, isSeveral)),
    {
      title: 'Umzüge',
      heads: ['Umzug', 'Wer', 'Kleid', 'Gebühr', 'Stand'],
      rows: places.map((place) => [
        `${place.parade}, ${germanDate(place.date)}`,
        [fullName(place), day(place.birthday)].filter(Boolean).join(', '),
        `${place.costumeType} ${place.costumeNumber}`.trim(),
        `${germanEuro(place.priceInCent)} (${place.ageClass === 'Child' ? 'Kind' : 'Erwachsen'})${paidWords(place)}`,
        placeWords(place),
      ]),
    },
    {
      title: 'Zahlungen',
      heads: ['Vom', 'Zahler', 'Betrag', 'Stand'],
      rows: orders.map((order) => [
        instant(order.createdAt),
        [fullName(order), order.emailAddress].filter(Boolean).join(', '),
        `${germanEuro(order.amountInCent)}, ${providers[order.provider]}${order.receivedInCent === null ? '' : `, eingegangen ${germanEuro(order.receivedInCent)}`}`,
        [
          orderStates[order.state],
          ...order.refunds.map(
            (refund) =>
              `Erstattung ${germanEuro(refund.amountInCent)}${refund.doneAt ? ` am ${instant(refund.doneAt)}` : ', noch offen'}`,
          ),
          ...order.history.map(({ at, kind, detail, by }) =>
            [`${instant(at)}: ${orderEvents[kind]}`, detail, by].filter(Boolean).join(', '),
          ),
        ].join('\n'),
      ]),
    },
    {
      title: 'E-Mails',
      heads: ['Worüber', 'Verschickt'],
      rows: mails.map(({ kind, subject, sentAt }) => [
        subject === null ? mailKinds[kind] : `${mailKinds[kind]} „${subject}“`,
        sentAt ? instant(sentAt) : 'nicht verschickt',
      ]),
    },
    {
      title: 'Wann daran etwas geändert wurde',
      heads: ['Wann', 'Von wem', 'Was'],
      rows: history.map(({ at, via, entity, op }) => [
        instant(at),
        vias[via],
        `${entities[entity]} ${ops[op]}`.trim(),
      ]),
    },
    {
      title: 'Auskünfte',
      heads: ['Verlangt', 'Link gilt bis'],
      rows: disclosures.map(({ createdAt, expiresAt }) => [instant(createdAt), instant(expiresAt)]),
    },
  ].filter(({ rows }) => rows.length > 0)
}

type DisclosedMember = Disclosure['members'][number]

function memberSections(member: DisclosedMember, isSeveral: boolean): Section[] {
  const of = isSeveral ? ` (${fullName(member)})` : ''
  return [
    {
      title: `Mitgliedschaft${of}`,
      heads: null,
      rows: [
        ...fieldRows(member),
        ['Angelegt', instant(member.createdAt)],
        ['Zuletzt geändert', instant(member.updatedAt)],
        ...(member.importedFrom === null || member.importedAt === null
          ? []
          : [['Übernommen', `${member.importedFrom}, ${instant(member.importedAt)}`]]),
      ],
    },
    {
      title: `Austritt${of}`,
      heads: ['Zum', 'Eingetragen', 'Stand'],
      rows: member.exits.map(({ state, date, recordedAt, effectiveAt, undoneAt }) => [
        `${state === 'Died' ? 'Todesfall ' : ''}${germanDate(date)}`,
        `${instant(recordedAt)}, Verwaltung`,
        undoneAt ? 'zurückgenommen' : effectiveAt ? 'wirksam' : 'steht bevor',
      ]),
    },
    {
      title: `Kleider${of}`,
      heads: ['Kleid', 'Von', 'Bis'],
      rows: member.costumes.map(({ costumeType, number, ownedFrom, ownedTo }) => [
        `${costumeType} ${number}`,
        germanDate(ownedFrom),
        day(ownedTo),
      ]),
    },
    {
      title: `Ehrungen${of}`,
      heads: ['Ehrung', 'Am', 'Kommentar'],
      rows: member.honors.map(({ honor, date, comment }) => [honor, germanDate(date), comment]),
    },
    {
      title: `Generalversammlung${of}`,
      heads: ['Am', 'Ehrung', 'Stand', 'Notiz'],
      rows: member.assemblies.map((one) => [
        germanDate(one.date),
        one.honor,
        assemblyWords(one).join('\n'),
        one.note,
      ]),
    },
    {
      title: `Ämter${of}`,
      heads: ['Amt', 'Von', 'Bis', 'Kommentar'],
      rows: member.duties.map(({ office, from, to, comment }) => [
        office,
        germanDate(from),
        day(to),
        comment,
      ]),
    },
    {
      title: `Beiträge${of}`,
      heads: ['Jahr', 'Beitrag', 'Stand', 'Buchungen'],
      rows: member.fees.map((fee) => [
        String(fee.year),
        `${germanEuro(fee.amountInCent)}, ${fee.reason}`,
        [feeStateWords(fee), ...(fee.isPaidByOther ? ['zahlt ein anderes Mitglied'] : [])].join(
          '\n',
        ),
        fee.bookings.map(bookingWords).join('\n'),
      ]),
    },
    {
      title: `Beiträge anderer, für die Du zahlst${of}`,
      heads: ['Jahr', 'Beitrag', 'Stand', 'Buchungen'],
      rows: member.feesOfOthers.map((fee) => [
        String(fee.year),
        germanEuro(fee.amountInCent),
        feeStateWords(fee),
        fee.bookings.map(bookingWords).join('\n'),
      ]),
    },
    {
      title: `Schreiben zum Beitrag${of}`,
      heads: ['Was', 'Vom', 'Zahlbar bis'],
      rows: member.feeLetters.map(({ kind, step, year, channel, dueOn, createdAt, voidedAt }) => [
        `${step === 0 ? feeLetterKinds[kind] : `${step}. ${feeLetterKinds[kind]}`} ${year}, ${channel === 'mail' ? 'per E-Mail' : 'als Brief'}${voidedAt === null ? '' : ', nicht verschickt'}`,
        instant(createdAt),
        germanDate(dueOn),
      ]),
    },
  ]
}

/** The marks of an assembly: "entschuldigt", "eingeladen am 01.10.2027". */
function assemblyWords(one: DisclosedMember['assemblies'][number]): string[] {
  const days = [
    ['eingeladen', one.invitedOn],
    ['bestellt', one.orderedOn],
    ['übergeben', one.handedOverOn],
  ] as const
  return [
    ...(one.attendance ? [attendanceLabels[one.attendance]] : []),
    ...(one.choice ? [assemblyChoiceLabels[one.choice]] : []),
    ...days.flatMap(([what, on]) => (on === null ? [] : [`${what} am ${germanDate(on)}`])),
  ]
}

type DisclosedFee = { amountInCent: number; openInCent: number; state: FeeState }

function feeStateWords({ openInCent, state }: DisclosedFee): string {
  const words = feeStates[state]
  return openInCent === 0 ? words : `${words}: ${germanEuro(Math.abs(openInCent))}`
}

const feeStates: Record<FeeState, string> = {
  open: 'offen',
  returned: 'zurückgegeben, offen',
  credit: 'Guthaben',
  free: 'beitragsfrei',
  collected: 'eingezogen',
  paid: 'bezahlt',
  waived: 'erlassen',
}

type DisclosedBooking = DisclosedMember['fees' | 'feesOfOthers'][number]['bookings'][number]

/** A booking in words: "01.03.2026: 20,00 € eingezogen, Mandat M7-20140201". */
function bookingWords(booking: DisclosedBooking): string {
  const { day: on, kind, amountInCent, method, reasonCode, mandateId, note } = booking
  return [
    `${germanDate(on)}: ${germanEuro(Math.abs(amountInCent))} ${bookingKinds[kind]}`,
    ...(method ? [paymentMethods[method]] : []),
    ...(reasonCode ? [returnReasonInWords(reasonCode)] : []),
    ...(mandateId ? [`Mandat ${mandateId}`] : []),
    note,
  ]
    .filter(Boolean)
    .join(', ')
}

const bookingKinds: Record<FeeBookingKind, string> = {
  collected: 'eingezogen',
  paid: 'bezahlt',
  waived: 'erlassen',
  returned: 'von der Bank zurückgegeben',
  refunded: 'erstattet',
  charged: 'Bankgebühr weiterbelastet',
  corrected: 'berichtigt',
  undone: 'zurückgenommen',
}

const paymentMethods: Record<PaymentMethod, string> = { transfer: 'überwiesen', cash: 'bar' }

const feeLetterKinds: Record<FeeLetterKind, string> = {
  notice: 'Ankündigung der Lastschrift',
  invoice: 'Rechnung',
  reminder: 'Erinnerung',
}

const day = (value: string | null) => (value ? germanDate(value) : '')

function fieldRows(member: MemberFields): string[][] {
  return memberFieldNames
    .map((name) => [labelAlone(name), valueInWords(name, member[name])])
    .filter(([, words]) => words !== '')
}

/** The instant in Berlin: "16.01.2027, 13:00". */
function instant(at: string): string {
  const date = new Date(at)
  return `${germanDate(berlinDay(date))}, ${berlinTime(date)}`
}

type DisclosedPlace = Disclosure['places'][number]

function paidWords({ isPaid, isPaidAt, cashReturnedAt }: DisclosedPlace): string {
  if (cashReturnedAt) return `\nzurückgegeben ${instant(cashReturnedAt)}`
  if (!isPaid) return ''
  return isPaidAt ? `\nbezahlt ${instant(isPaidAt)}` : '\nbezahlt'
}

function placeWords(place: DisclosedPlace): string {
  const { state, enrolledAt, cancelledAt, isConfirmed, confirmedAt, matchedAt, checkInCode } = place
  return [
    `angemeldet ${instant(enrolledAt)}`,
    ...(matchedAt ? [`zugeordnet ${instant(matchedAt)}, Verwaltung`] : []),
    ...(checkInCode ? [`Code für den Umzugstag ${checkInCode}`] : []),
    ...guardianWords(place),
    ...place.extras.map(
      (extra) => `dazu ${extraWords(extra, extra.quantity)}, ${germanEuro(extra.priceInCent)}`,
    ),
    ...(isConfirmed ? [`bestätigt${confirmedAt ? ` ${instant(confirmedAt)}` : ''}`] : []),
    ...(state === 'booked'
      ? []
      : [`${placeStates[state]}${cancelledAt ? ` ${instant(cancelledAt)}` : ''}`]),
  ].join('\n')
}

function guardianWords({ guardianName, guardianPhone, ...consent }: DisclosedPlace): string[] {
  const { guardianConsent: version, guardianConsentedAt: at } = consent
  if (guardianName === null) return []
  const who = [guardianName, guardianPhone].filter(Boolean).join(', ')
  return [`Begleitung ${who}, eingewilligt ${at ? instant(at) : ''} (Fassung ${version})`]
}

const placeStates: Record<ParticipationState, string> = {
  reserved: 'vorgemerkt',
  booked: 'angemeldet',
  released: 'wieder frei',
  cancelled: 'abgesagt',
  waiting: 'auf der Warteliste',
}

const providers: Record<PaymentProviderId, string> = {
  sandbox: 'Testzahlung',
  stripe: 'Stripe',
  mollie: 'Mollie',
  none: 'ohne Bezahlung',
}

const orderStates: Record<OrderState, string> = {
  pending: 'noch nicht bezahlt',
  waiting: 'auf der Warteliste',
  paid: 'bezahlt',
  expired: 'abgelaufen',
  cancelled: 'abgebrochen',
  failed: 'fehlgeschlagen',
  review: 'in Klärung',
  refund_pending: 'Erstattung läuft',
  refunded: 'erstattet',
}

const orderEvents: Record<OrderEvent, string> = {
  paid: 'bezahlt',
  paidLate: 'verspätet bezahlt',
  paidDouble: 'doppelt bezahlt',
  review: 'anderer Betrag bezahlt',
  accepted: 'Betrag angenommen',
  expired: 'abgelaufen',
  cancelled: 'abgebrochen',
  failed: 'fehlgeschlagen',
  placeCancelled: 'Platz gestrichen',
  placeCancelledByPayer: 'Platz selbst abgesagt',
  costumeChangedByPayer: 'Kleid selbst geändert',
  extrasChangedByPayer: 'Zusätze selbst geändert',
  addressChangedByPayer: 'E-Mail Adresse selbst geändert',
  refundRequested: 'Erstattung veranlasst',
  refunded: 'erstattet',
  refundRefused: 'Erstattung abgelehnt',
  refundRetried: 'Erstattung noch einmal versucht',
  refundedByHand: 'von Hand erstattet',
  refundedOutside: 'beim Zahlungsdienst erstattet',
  disputed: 'Rückbuchung',
  releasedByHand: 'von Hand freigegeben',
  ended: 'beendet',
  settled: 'erledigt',
  waiting: 'auf die Warteliste gesetzt',
  offered: 'Plätze angeboten',
  offerAccepted: 'Angebot angenommen',
  offerKept: 'Zahlung beendet, Angebot gilt weiter',
  offerTakenBack: 'Umzug abgesagt, wieder auf der Warteliste',
  movedFirst: 'auf der Warteliste nach oben gesetzt',
  replaced: 'durch eine neue Anmeldung ersetzt',
  costumeTaken: 'Kleid inzwischen vergeben',
}

const mailKinds: Record<MailKind, string> = {
  enrolled: 'Anmeldung',
  refunded: 'Erstattung',
  paradeCancelled: 'Umzug abgesagt',
  paradeReinstated: 'Umzug findet doch statt',
  orderLinks: 'Links zu Anmeldungen',
  addressChanged: 'E-Mail Adresse geändert',
  waiting: 'Warteliste',
  offered: 'Angebot von der Warteliste',
  waitingCostume: 'Warteliste: Kleid vergeben',
  waitingEnded: 'Ende der Warteliste',
  disclosure: 'Auskunft',
  circular: 'Rundmail',
  feeLetter: 'Schreiben zum Beitrag',
  invitation: 'Einladung',
  passwordReset: 'Neues Passwort',
  passwordChanged: 'Nachricht zum Passwort',
  passkeyAdded: 'Nachricht zum Passkey',
  passkeyRemoved: 'Nachricht zum Passkey',
  newSignIn: 'Nachricht zu einer Anmeldung',
}

/** Who made a change: users of the guild are not named. */
const vias: Record<AuditVia, string> = {
  staff: 'Verwaltung',
  public: 'über die öffentlichen Seiten',
  provider: 'Zahlungsdienst',
  cron: 'Programm',
  cli: 'Verwaltung',
  import: 'Verwaltung',
  outside: 'Verwaltung',
}

const entities: Record<AuditEntity, string> = {
  member: 'Mitglied',
  timespan: 'Mitgliedszeit',
  exit: 'Austritt',
  honor: 'Ehrung',
  duty: 'Amt',
  costumeType: 'Kleidertyp',
  costume: 'Kleid',
  ownership: 'Besitz eines Kleids',
  parade: 'Umzug',
  participation: 'Teilnahme',
  settings: 'Einstellungen',
  feeRule: 'Beitragstabelle',
  honorRule: 'Ehrungsregel',
  honorRuleDuty: 'Amt einer Ehrungsregel',
  office: 'Ämter der Zunft',
  user: 'Zugang',
  userRole: 'Rolle',
  passkey: 'Passkey',
  session: 'Anmeldung am Programm',
  run: 'Lastschriftdatei',
  export: 'Datei',
  disclosure: 'Auskunft',
  import: 'Übernahme',
  merge: 'Zusammenführung',
  view: 'Ansicht',
  circular: 'Rundmail',
  feeYear: 'Beiträge eines Jahres',
  feeBooking: 'Buchung auf den Beitrag',
  feeLetter: 'Schreiben zum Beitrag',
  letterText: 'Text der Schreiben',
  circularTemplate: 'Vorlage für Rundmails',
  assemblyHonor: 'Ehrung auf der Generalversammlung',
}

const ops: Record<AuditOp, string> = {
  insert: 'angelegt',
  update: 'geändert',
  delete: 'gelöscht',
  event: '',
}
