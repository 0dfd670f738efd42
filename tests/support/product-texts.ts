import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

export type ProductFile = { file: string; source: string }

/** All that the product is made of, and may say something. */
export const productFiles = () => filesOf(['web', 'worker'], /\.(ts|tsx|html)$/)

/** The files of the folders; a folder that is not there has none. */
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

/** A text that only a comment quotes is said to nobody. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, '')
}

/** A text as it stands in its file, escapes and line breaks included. */
export type WrittenText = { text: string; start: number }

/** Every string and every text between tags; names, comments and what is imported are none. */
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

/** All that the product says, each source as one line, so that a text may be broken where JSX breaks it. */
export const saidTexts = productFiles()
  .map(({ source }) => withoutComments(source).replace(/\s+/gu, ' '))
  .join('\n')

// A text is a whole one: "Anmelden" in "Anmelden..." says nothing of the button.
const begin = String.raw`(?<=['"\x60]|> ?|\} )`
const end = String.raw`(?= ?['"\x60<{])`
const anything = String.raw`[^'"\x60]*?`

/** Whether the product says a text to the letter; `{…}` stands for what differs. */
export function isSaid(text: string): boolean {
  const words = text
    .split(/\{[^}]*\}/u)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
    .join(anything)
  const whole = `${text.startsWith('{') ? '' : begin}${words}${text.endsWith('{…}') ? '' : end}`
  return new RegExp(whole, 'u').test(saidTexts)
}
