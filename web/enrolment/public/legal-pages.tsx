import type { ReactNode } from 'react'
import { type Legal, legalLabels, missingInImprint, paragraphsOf } from '#worker/domain/legal.ts'
import { isBlank, mailtoLink } from '#worker/domain/text.ts'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import { PublicWrap } from './public-band.tsx'
import { PublicFrame } from './public-frame.tsx'

/** The single column of a text page. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <PublicWrap className="flex-1 py-9 max-md:py-6">
      <article className="wrap-anywhere grid max-w-[68ch] gap-8">{children}</article>
    </PublicWrap>
  )
}

export function ProseSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export function ProseList({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5">{children}</ul>
}

/** A text by the guild: plain text, with empty lines between paragraphs. */
export function OwnText({ text }: { text: string }) {
  return (
    <div className="grid gap-4">
      {paragraphsOf(text).map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the page is static.
        <p key={place} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  )
}

/** Name and address, a line each, without empty lines for missing parts. */
export function Address({ legal }: { legal: Legal }) {
  const { legalName, street, plz, town } = legal
  const lines = [legalName, street, [plz, town].filter(Boolean).join(' ')].filter(Boolean)
  if (lines.length === 0) return null
  return <p className="whitespace-pre-line">{lines.join('\n')}</p>
}

export function Contact({ legal: { contactEmail, contactPhone } }: { legal: Legal }) {
  if (!contactEmail && !contactPhone) return null
  return (
    <p>
      {contactEmail && (
        <>
          E-Mail: <a href={mailtoLink(contactEmail)}>{contactEmail}</a>
        </>
      )}
      {contactEmail && contactPhone && <br />}
      {contactPhone && (
        <>
          Telefon: <a href={`tel:${contactPhone.replace(/[^\d+]/g, '')}`}>{contactPhone}</a>
        </>
      )}
    </p>
  )
}

/** A sentence with the details that the guild has not entered; nothing when none is missing. */
export function MissingDetails({ missing }: { missing: readonly (keyof Legal)[] }) {
  if (missing.length === 0) return null
  const labels = missing.map((field) => legalLabels[field]).join(', ')
  return <p className="text-muted-foreground">Die Zunft hat noch nicht eingetragen: {labels}.</p>
}

export type LegalPageProps = { guild: PublicGuild; legal: Legal; isForStaff: boolean }

/** The imprint (§ 5 DDG). */
export function ImprintPage({ legal, ...frame }: LegalPageProps) {
  return (
    <PublicFrame {...frame} title="Impressum">
      <Prose>
        {legal.imprintText ? <OwnText text={legal.imprintText} /> : <ImprintText legal={legal} />}
      </Prose>
    </PublicFrame>
  )
}

function ImprintText({ legal }: { legal: Legal }) {
  const { representatives, contactEmail, contactPhone, registerCourt, registerNumber, vatId } =
    legal
  return (
    <>
      {hasAddress(legal) && (
        <ProseSection title="Angaben nach § 5 DDG">
          <Address legal={legal} />
        </ProseSection>
      )}
      {representatives && (
        <ProseSection title="Vertreten durch">
          <p>{representatives}</p>
        </ProseSection>
      )}
      {(contactEmail || contactPhone) && (
        <ProseSection title="Kontakt">
          <Contact legal={legal} />
        </ProseSection>
      )}
      {(registerCourt || registerNumber) && (
        <ProseSection title="Vereinsregister">
          <p>{[registerCourt, registerNumber].filter(Boolean).join(', ')}</p>
        </ProseSection>
      )}
      {vatId && (
        <ProseSection title="Umsatzsteuer-ID">
          <p>{vatId}</p>
        </ProseSection>
      )}
      <MissingDetails missing={missingInImprint(legal)} />
    </>
  )
}

function hasAddress({ legalName, street, plz, town }: Legal): boolean {
  return Boolean(legalName || street || plz || town)
}

/** The accessibility statement, with how to report an obstacle. */
export function AccessibilityPage({ legal, ...frame }: LegalPageProps) {
  return (
    <PublicFrame {...frame} title="Barrierefreiheit">
      <Prose>
        {legal.accessibilityText ? (
          <OwnText text={legal.accessibilityText} />
        ) : (
          <AccessibilityStatement legal={legal} />
        )}
      </Prose>
    </PublicFrame>
  )
}

/** The statement claims only what tests check (tests/e2e/accessible.spec.ts, noscript.spec.ts). */
function AccessibilityStatement({ legal }: { legal: Legal }) {
  return (
    <>
      <ProseSection title="Worum es geht">
        <p>
          Zu einem Umzug anmelden, bezahlen, die eigene Anmeldung ansehen und absagen: Das sollen
          alle selbst können, auch mit Tastatur, Vergrößerung oder Vorleseprogramm. Maßstab sind die
          Regeln WCAG 2.2, Stufe AA.
        </p>
      </ProseSection>
      <ProseSection title="Was geprüft ist">
        <ProseList>
          <li>
            Jede dieser Seiten wird mit dem Prüfprogramm axe in einem echten Browser untersucht,
            hell und dunkel, auf dem Handy und am großen Bildschirm: Beschriftungen, Kontraste,
            Überschriften, Größe der Schaltflächen.
          </li>
          <li>Auch auf 320 Pixeln Breite muss man nichts seitlich verschieben.</li>
          <li>Eine Person anmelden geht auch ohne Skripte.</li>
        </ProseList>
      </ProseSection>
      <ProseSection title="Was nicht geprüft ist">
        <p>
          Solche Prüfprogramme finden nicht alles. Eine Prüfung durch eine unabhängige Stelle oder
          durch Menschen, die mit einem Vorleseprogramm arbeiten, gab es bisher nicht. Die Seiten,
          auf denen Du bezahlst, sind vom Zahlungsdienst.
        </p>
      </ProseSection>
      <ProseSection title="Ein Hindernis melden">
        <p>
          Kommst Du irgendwo nicht weiter? Sag uns, auf welcher Seite und womit Du arbeitest. Dann
          finden wir einen anderen Weg, Dich anzumelden.
        </p>
        <Address legal={legal} />
        <Contact legal={legal} />
        <MissingDetails missing={isBlank(legal.contactEmail) ? ['contactEmail'] : []} />
      </ProseSection>
    </>
  )
}
