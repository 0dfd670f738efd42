import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

export type ProductFile = { file: string; source: string }

/** All sources that may contain texts for users. */
export const productFiles = () => filesOf(['web', 'worker'], /\.(ts|tsx|html)$/)

/** The files of the folders; a missing folder has none. */
export function filesOf(folders: readonly string[], name: RegExp): ProductFile[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
        posix.join(folder, file.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => name.test(file))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
}

/** Removes comments: a text in a comment is not shown to users. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, '')
}

/** A text as written in its file, with escapes and line breaks. */
export type WrittenText = { text: string; start: number }

/** All string literals and JSX texts; without names, comments and import paths. */
export function textsOf({ file, source }: ProductFile): WrittenText[] {
  if (!/\.tsx?$/.test(file)) return [{ text: source, start: 0 }]
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const texts: WrittenText[] = []
  const add = ({ start, end }: { start: number; end: number }) =>
    texts.push({ text: source.slice(start, end), start })
  const imported = new Set<number>()
  const pass = ({ source: from }: { source: { start: number } | null }) => {
    if (from) imported.add(from.start)
  }
  new Visitor({
    ImportDeclaration: pass,
    ExportNamedDeclaration: pass,
    ExportAllDeclaration: pass,
    ImportExpression: pass,
    Literal(node) {
      if (typeof node.value === 'string' && !imported.has(node.start)) add(node)
    },
    TemplateElement: add,
    JSXText: add,
  }).visit(program)
  return texts
}

export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

/** All sources without comments, with single spaces, because JSX may break texts into lines. */
export const saidTexts = productFiles()
  .map(({ source }) => withoutComments(source).replace(/\s+/gu, ' '))
  .join('\n')

// Matches whole texts only: "Anmelden..." does not contain the button "Anmelden".
const begin = String.raw`(?<=['"\x60]|> ?|\} )`
const end = String.raw`(?= ?['"\x60<{])`
const anything = String.raw`[^'"\x60]*?`

/** Whether the product contains exactly this text; `{…}` stands for a variable part. */
export function isSaid(text: string): boolean {
  const words = text
    .split(/\{[^}]*\}/u)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
    .join(anything)
  const whole = `${text.startsWith('{') ? '' : begin}${words}${text.endsWith('{…}') ? '' : end}`
  return new RegExp(whole, 'u').test(saidTexts)
}
