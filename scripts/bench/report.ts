import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectDir } from '#scripts/local/project.ts'

type Page = 'docs/speed.md' | 'docs/operations.md'

const data = join(projectDir, 'docs/speed.json')

/** Replaces a part of a page between its marks. */
export async function writePart(name: string, markdown: string, of: Page = 'docs/speed.md') {
  const page = join(projectDir, of)
  const text = await readFile(page, 'utf8')
  const [begins, ends] = [`<!-- npm run bench: ${name} -->`, `<!-- npm run bench: end -->`]
  const start = text.indexOf(begins)
  const end = text.indexOf(ends, start)
  if (start < 0 || end < 0) throw new Error(`${of} has no part ${name}`)
  const before = text.slice(0, start + begins.length)
  await writeFile(page, `${before}\n\n${markdown.trim()}\n\n${text.slice(end)}`)
}

/** Writes the figures to `docs/speed.json`, part by part. */
export async function writeFigures(name: string, figures: object): Promise<void> {
  const stored: object = JSON.parse(await readFile(data, 'utf8').catch(() => '{}'))
  await writeFile(data, `${JSON.stringify({ ...stored, [name]: figures }, null, 1)}\n`)
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  // Figures are right-aligned.
  const rule = heads.map((_, index) => (index === 0 ? '---' : '--:'))
  return [line(heads), line(rule), ...rows.map(line)].join('\n')
}
