import { fileLine } from '#worker/domain/text.ts'

// Children by local name, because banks write the same message in several namespaces and versions.

export function childrenOf(parent: Element | null, name: string): Element[] {
  return parent ? [...parent.children].filter(({ localName }) => localName === name) : []
}

/** The first element at the end of a path: `elementAt(entry, 'BookgDt', 'Dt')`. */
export function elementAt(parent: Element | null, ...path: string[]): Element | null {
  return path.reduce<Element | null>(
    (element, name) => childrenOf(element, name)[0] ?? null,
    parent,
  )
}

/** The text at the end of a path; '' when the element is missing. */
export function textAt(parent: Element | null, ...path: string[]): string {
  return oneLine(elementAt(parent, ...path)?.textContent)
}

/** The text as one line without invisible characters, which would split names and references. */
export const oneLine = (text: string | null | undefined) => fileLine(text ?? '')

/** The texts within an element with their element names, except for the elements in `without`. */
export function textsIn(parent: Element | null, without: ReadonlySet<string>): [string, string][] {
  if (!parent || without.has(parent.localName)) return []
  if (parent.children.length === 0) return [[parent.localName, oneLine(parent.textContent)]]
  return [...parent.children].flatMap((child) => textsIn(child, without))
}

/** The amount at the end of a path, "53.00", in cents; null when it is not in euros. */
export function eurosAt(parent: Element | null, ...path: string[]): number | null {
  const element = elementAt(parent, ...path)
  return element && element.getAttribute('Ccy') === 'EUR'
    ? centsOf(oneLine(element.textContent))
    : null
}

function centsOf(text: string): number | null {
  // Some banks pad the field with leading zeros.
  const match = /^\+?0*(\d{0,11})(?:\.(\d{0,2})0*)?$/.exec(text)
  return match && /\d/.test(text)
    ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
    : null
}
