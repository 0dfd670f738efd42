import type { ReactNode } from 'react'
import { type Legal, missingInPrivacy } from '#worker/domain/legal.ts'
import { periodInWords, retention } from '#worker/domain/retention.ts'
import {
  Address,
  Contact,
  type LegalPageProps,
  MissingDetails,
  OwnText,
  Prose,
  ProseList,
  ProseSection,
} from './legal-pages.tsx'
import { PublicFrame } from './public-frame.tsx'

/** Third parties that receive data, from the configuration. */
export type Recipients = { payment: 'stripe' | 'mollie' | null; hasTurnstile: boolean }

type PrivacyPageProps = LegalPageProps & { recipients: Recipients }

/** The privacy notice (Art. 13 DSGVO). */
export function PrivacyPage({ legal, recipients, ...frame }: PrivacyPageProps) {
  return (
    <PublicFrame {...frame} title="Datenschutz">
      <Prose>
        {legal.privacyText ? (
          <OwnText text={legal.privacyText} />
        ) : (
          <Notice legal={legal} recipients={recipients} />
        )}
      </Prose>
    </PublicFrame>
  )
}

type NoticeProps = { legal: Legal; recipients: Recipients }

/** Every claim here has to match what the program does. */
function Notice({ legal, recipients }: NoticeProps) {
  return (
    <>
      <Responsible legal={legal} />
      <Purposes />
      <RecipientsSection recipients={recipients} />
      <RetentionSection />
      <Rights />
      <BrowserStorageSection hasTurnstile={recipients.hasTurnstile} />
    </>
  )
}

function Responsible({ legal }: { legal: Legal }) {
  const { privacyContact } = legal
  return (
    <ProseSection title="Wer verantwortlich ist">
      <Address legal={legal} />
      <Contact legal={legal} />
      {privacyContact && <p>Ansprechperson für Datenschutz: {privacyContact}</p>}
      <MissingDetails missing={missingInPrivacy(legal)} />
    </ProseSection>
  )
}

function Purposes() {
  return (
    <ProseSection title="Wofür wir Daten brauchen">
      <ProseList>
        <li>
          <b>Anmeldung zu Umzügen:</b> Vorname, Nachname, E-Mail Adresse, Umzüge, Kleidernummer und
          Kleidertyp, um Dich anzumelden, Dir Bescheid zu geben und am Umzugstag abzuhaken, wer da
          ist. Der Geburtstag entscheidet über den Preis und hilft, Dich unter den Mitgliedern zu
          finden; ohne ihn gilt der Preis für Erwachsene. Ohne die übrigen Angaben können wir Dich
          nicht anmelden. Wer andere mit anmeldet, gibt deren Angaben für sie an. Braucht jemand für
          einen Umzug eine Begleitung, dazu deren Name und Telefon und die Einwilligung, damit wir
          am Umzugstag jemanden erreichen. Grundlage ist der Vertrag über die Teilnahme (Art. 6 Abs.
          1 Buchst. b DSGVO).
        </li>
        <li>
          <b>Mitgliedschaft:</b> Namen, Anschrift, Geburtstag, Kontakt, Mitgliedszeiten, Kleider,
          Ämter, Ehrungen und Teilnahmen, dazu die Bankverbindung für den Beitrag. Grundlage ist die
          Mitgliedschaft (Art. 6 Abs. 1 Buchst. b DSGVO).
        </li>
        <li>
          <b>Rundmails an Mitglieder:</b> Namen und E-Mail Adresse, damit Du weißt, was in der Zunft
          los ist. Grundlage ist unser Interesse daran, alle zu erreichen (Art. 6 Abs. 1 Buchst. f
          DSGVO). Am Ende jeder Rundmail steht ein Link, mit dem Du keine mehr bekommst.
        </li>
        <li>
          <b>Buchführung:</b> wer wofür wie viel bezahlt hat oder zurückbekommt. Grundlage sind die
          Pflichten aus dem Steuerrecht (Art. 6 Abs. 1 Buchst. c DSGVO).
        </li>
        <li>
          <b>Schutz vor Missbrauch:</b> ein Kürzel Deines Internetanschlusses, aus dem sich die
          Adresse nicht ablesen lässt, damit niemand alle Plätze auf einmal vormerkt oder Passwörter
          rät. Grundlage ist unser Interesse daran, dass alle einen Platz bekommen können (Art. 6
          Abs. 1 Buchst. f DSGVO).
        </li>
      </ProseList>
      <p>
        Entscheidungen über Menschen nach Art. 22 DSGVO trifft das Programm nicht, und es bewertet
        niemanden.
      </p>
    </ProseSection>
  )
}

function RecipientsSection({ recipients: { payment, hasTurnstile } }: { recipients: Recipients }) {
  return (
    <ProseSection title="Wer sie bekommt">
      <p>In der Zunft sehen sie nur, wer sie für seine Aufgabe braucht. Außerhalb:</p>
      <ProseList>
        <li>
          <b>Cloudflare</b>, Inc., San Francisco, USA: betreibt diese Seiten in unserem Auftrag und
          verschickt unsere E-Mails. Die Datenbank liegt in der EU. Für das, was in die USA gelangt,
          gilt der Angemessenheitsbeschluss der EU (Data Privacy Framework).
          {hasTurnstile &&
            ' Sind gerade sehr viele gleichzeitig da, prüft Cloudflare mit „Turnstile“, dass sich Menschen anmelden; erst dann wird es geladen.'}
        </li>
        {payment && (
          <li>
            {payments[payment]}: wickelt die Bezahlung ab. Dorthin gehen Name, E-Mail Adresse,
            Betrag und Zweck; Deine Karte oder Dein Konto gibst Du nur dort an.
          </li>
        )}
        <li>
          <b>Unsere Bank</b>: zieht Mitgliedsbeiträge ein, wenn Du ein SEPA-Mandat gegeben hast.
        </li>
      </ProseList>
      <p>Verkauft oder für Werbung weitergegeben wird nichts.</p>
    </ProseSection>
  )
}

const payments: Record<NonNullable<Recipients['payment']>, ReactNode> = {
  stripe: (
    <>
      <b>Stripe</b> Payments Europe, Ltd., Dublin, Irland
    </>
  ),
  mollie: (
    <>
      <b>Mollie</b> B.V., Amsterdam, Niederlande
    </>
  ),
}

function RetentionSection() {
  return (
    <ProseSection title="Wie lange wir sie brauchen">
      <ProseList>
        <li>Das Kürzel Deines Internetanschlusses: {periodInWords(retention.networks)}.</li>
        <li>
          Wie oft von einem Anschluss aus etwas abgelehnt wurde, unter einem anderen Kürzel:{' '}
          {periodInWords(retention.refusals)}.
        </li>
        <li>Anmeldungen, die nicht bezahlt wurden: {periodInWords(retention.unpaidOrders)}.</li>
        <li>
          E-Mail Adressen von Teilnehmern: {periodInWords(retention.eMailOfParticipants)} nach dem
          Umzug.
        </li>
        <li>
          Begleitung von Kindern und Jugendlichen, mit Telefon und Einwilligung:{' '}
          {periodInWords(retention.guardians)} nach dem Umzug.
        </li>
        <li>
          Geburtstage von Teilnehmern, die keine Mitglieder sind:{' '}
          {periodInWords(retention.birthdayOfUnmatched)} nach dem Aschermittwoch, der auf ihren
          letzten Umzug folgt.
        </li>
        <li>
          Wer was bezahlt hat: {periodInWords(retention.bookings)} nach Ende des Jahres,
          Lastschriften {periodInWords(retention.directDebits)} (§ 147 AO).
        </li>
        <li>
          Wer bei welchem Umzug dabei war: Vorname und Nachname bleiben für Ehrungen und die
          Geschichte der Zunft.
        </li>
        <li>
          Angaben zur Mitgliedschaft: solange Du Mitglied bist; danach, was für Ehrungen und die
          Geschichte der Zunft gebraucht wird. Die Bankverbindung:{' '}
          {periodInWords(retention.bankDataOfFormerMembers)} nach dem Austritt, länger nur, solange
          ein Beitrag offen ist oder Du für andere zahlst.
        </li>
        <li>
          Rundmails und die Adressen, an die sie gingen: {periodInWords(retention.circulars)} nach
          dem Verschicken.
        </li>
        <li>
          Wer in der Zunft welche Angaben geändert hat: {periodInWords(retention.history)}; wer sich
          von ihnen am Programm angemeldet hat: {periodInWords(retention.signIns)}.
        </li>
      </ProseList>
      <p>
        Ist eine dieser Fristen vorbei, löscht das Programm die Angaben in den Tagen danach von
        selbst. Willst Du, dass wir etwas früher löschen oder auch das, was für die Geschichte der
        Zunft bleibt, dann schreib uns.
      </p>
    </ProseSection>
  )
}

function Rights() {
  return (
    <ProseSection title="Deine Rechte">
      <p>Du kannst von uns verlangen:</p>
      <ProseList>
        <li>Auskunft, was wir über Dich gespeichert haben (Art. 15 DSGVO),</li>
        <li>dass wir Falsches berichtigen (Art. 16),</li>
        <li>dass wir löschen, was wir nicht mehr brauchen (Art. 17),</li>
        <li>dass wir die Verarbeitung einschränken (Art. 18),</li>
        <li>Deine Angaben in einem gängigen Format (Art. 20).</li>
      </ProseList>
      <p>
        Rundmails kannst Du jederzeit abbestellen, ohne einen Grund zu nennen. Dem, was wir zum
        Schutz vor Missbrauch tun, kannst Du aus Gründen widersprechen, die sich aus Deiner
        besonderen Lage ergeben (Art. 21). Und Du kannst Dich bei einer Aufsichtsbehörde für den
        Datenschutz beschweren (Art. 77), zum Beispiel bei der des Landes, in dem Du wohnst.
      </p>
    </ProseSection>
  )
}

function BrowserStorageSection({ hasTurnstile }: Pick<Recipients, 'hasTurnstile'>) {
  return (
    <ProseSection title="Was in Deinem Browser gespeichert wird">
      <p>
        Nur, was diese Seiten brauchen, um zu tun, was Du von ihnen willst (§ 25 Abs. 2 TDDDG).
        Deshalb fragt Dich hier kein Banner.
      </p>
      <ProseList>
        <li>
          <b>Dein Entwurf der Anmeldung</b> (lokaler Speicher), damit nichts verloren geht, wenn Du
          die Seite verlässt: einen Tag, bis zur Anmeldung oder bis zu „Alles leeren“.
        </li>
        <li>
          <b>Das Cookie „order“</b>, mit dem die Seite nach der Anmeldung zeigt, wie es um sie
          steht: einen Tag.
        </li>
        <li>
          <b>„Meine Anmeldung“ mit den Codes</b> (lokaler Speicher), damit sie am Umzugstag auch
          ohne Netz zu sehen ist: wenn Du sie öffnest, bis zum Tag des letzten Umzugs oder bis zu
          „Nicht meine Anmeldung“.
        </li>
        <li>
          <b>Die Cookies „staff“ und „browser“ und die Anmeldung am Programm</b> (lokaler Speicher):
          nur bei denen, die in der Zunft mit dem Programm arbeiten.
        </li>
      </ProseList>
      <p>
        {hasTurnstile
          ? 'Inhalte anderer Anbieter werden nicht geladen, außer der Prüfung von Cloudflare, solange sehr viele gleichzeitig da sind.'
          : 'Inhalte anderer Anbieter werden nicht geladen.'}{' '}
        Nichts davon wertet aus, was Du tust.
      </p>
    </ProseSection>
  )
}
