import { isBlank } from '#worker/domain/text.ts'
import type { Legal, PublicGuild } from '#worker/guild/guild.contract.ts'
import {
  Address,
  Contact,
  NotEntered,
  OwnText,
  Prose,
  ProseList,
  ProseSection,
} from './legal-pages.tsx'
import { PublicFrame } from './public-frame.tsx'

type AccessibilityPageProps = { guild: PublicGuild; legal: Legal }

/** How well everybody can use the public pages, and how an obstacle is reported. */
export function AccessibilityPage({ guild, legal }: AccessibilityPageProps) {
  return (
    <PublicFrame guild={guild} title="Barrierefreiheit">
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

/** Says what the tests of the program do (tests/e2e/accessible.spec.ts, noscript.spec.ts), and no more. */
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
        <NotEntered missing={isBlank(legal.contactEmail) ? ['contactEmail'] : []} />
      </ProseSection>
    </>
  )
}
