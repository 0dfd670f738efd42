import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/security.md goes through OWASP ASVS 5.0.0. People judge whether a verdict is right; here the numbers
// are compared with those of the standard.

/** The requirements of level 1 and 2, from the standard's own list. */
const levels: Record<'1' | '2', string> = {
  1: `1.2.1–5 1.3.1–2 1.5.1 2.1.1 2.2.1–2 2.3.1 3.2.1–2 3.3.1 3.4.1–2 3.5.1–3 4.1.1 4.4.1 5.2.1–2
    5.3.1–2 6.1.1 6.2.1–8 6.3.1–2 6.4.1–2 7.2.1–4 7.4.1–2 8.1.1 8.2.1–2 8.3.1 9.1.1–3 9.2.1 10.4.1–5
    11.3.1–2 11.4.1 12.1.1 12.2.1–2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`,
  2: `1.1.1–2 1.2.6–9 1.3.3–11 1.4.1–3 1.5.2 2.1.2–3 2.2.3 2.3.2–4 2.4.1 3.3.2–4 3.4.3–6 3.5.4–5
    3.7.1–2 4.1.2–3 4.2.1 4.3.1–2 4.4.2–4 5.1.1 5.2.3 5.4.1–3 6.1.2–3 6.2.9–12 6.3.3–4 6.4.3–4 6.5.1–5
    6.6.1–3 6.8.1–4 7.1.1–3 7.3.1–2 7.4.3–5 7.5.1–2 7.6.1–2 8.1.2 8.2.3 8.4.1 9.2.2–4 10.1.1–2
    10.2.1–2 10.3.1–4 10.4.6–11 10.5.1–5 10.6.1–2 10.7.1–3 11.1.1–2 11.2.1–3 11.3.3 11.4.2–4 11.5.1
    11.6.1 12.1.2–3 12.3.1–4 13.1.1 13.2.1–5 13.3.1–2 13.4.2–5 14.1.1–2 14.2.2–4 14.3.2–3 15.1.2–3
    15.2.2–3 15.3.2–7 16.1.1 16.2.1–5 16.3.1–4 16.4.1–3 16.5.1–3 17.1.1 17.2.1–4 17.3.1–2`,
}

const paper = readFileSync('docs/security.md', 'utf8')

/** `1.2.6–8, 1.3.1` as four numbers. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(/(\d+\.\d+)\.(\d+)(?:–(\d+))?/g)].flatMap(([, section, from, to]) => {
    const first = Number(from)
    const count = Number(to ?? from) - first + 1
    return Array.from({ length: count }, (_, index) => `${section}.${first + index}`)
  })
}

type Row = { chapter: string; numbers: string[]; levels: string; verdict: string }

/** Of the tables of the chapters. */
const rows: Row[] = paper.split(/^## (?=V\d)/m).flatMap((part, index) => {
  if (index === 0) return []
  const [chapter = ''] = /^V\d+/.exec(part) ?? []
  const lines = part.split(/^## /m)[0]?.match(/^\| \d.*$/gm) ?? []
  return lines.map((line) => {
    const [, numbers = '', level = '', , verdict = ''] = line.split('|').map((cell) => cell.trim())
    return { chapter, numbers: numbersIn(numbers), levels: level, verdict }
  })
})

const listed = (paper.split(/^## Not met$/m)[1] ?? '').split(/^## /m)[0] ?? ''
const excuses = [...listed.matchAll(/^\| (\d[^|]*)\|/gm)].flatMap(([, cell = '']) =>
  numbersIn(cell),
)

test('The lists in this test contain all 70 requirements of level 1 and 183 of level 2 of the security standard', () => {
  expect(numbersIn(levels[1])).toHaveLength(70)
  expect(numbersIn(levels[2])).toHaveLength(183)
})

test('Each requirement of the security standard of level 1 and 2 stands once in the table of its chapter, with its level', () => {
  const all = rows.flatMap(({ numbers }) => numbers)
  expect(all.toSorted()).toEqual(numbersIn(`${levels[1]} ${levels[2]}`).toSorted())
  for (const { chapter, numbers, levels: named } of rows) {
    const own = numbers.map((number) => (numbersIn(levels[1]).includes(number) ? '1' : '2'))
    expect([...new Set(own)].sort().join('–'), numbers.join()).toBe(named)
    for (const number of numbers) expect(number.split('.')[0]).toBe(chapter.slice(1))
  }
})

test('Each security requirement is "met", "n/a" or "not met", and each that is not met is listed as open or accepted', () => {
  for (const { verdict, numbers } of rows) {
    expect(['met', 'n/a', 'not met'], numbers.join()).toContain(verdict)
  }
  const missing = rows.filter(({ verdict }) => verdict === 'not met')
  expect(excuses.toSorted()).toEqual(missing.flatMap(({ numbers }) => numbers).toSorted())
  for (const line of listed.match(/^\| \d.*$/gm) ?? []) expect(line).toMatch(/\b(open|accepted)\b/i)
})

test('Each file and chapter that docs/security.md mentions exists', () => {
  const files = [...paper.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|tsx|md|toml|sql))`/g)].map(
    ([, name]) => name,
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((name = '') => !existsSync(name))).toEqual([])
  const headings = [...paper.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  )
  const links = [...paper.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor)
  expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([])
})
