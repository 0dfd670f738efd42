import { readdirSync, readFileSync } from 'node:fs'

/** All that the product says, with the code around it. */
export const saidTexts = sourcesIn('web', 'worker')

/** Every source as one line, so that a text may be broken where JSX breaks it. */
function sourcesIn(...folders: string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.(ts|tsx|html)$/.test(file))
    .map((file) => withoutComments(readFileSync(file, 'utf8')).replace(/\s+/gu, ' '))
    .join('\n')
}

/** A text that only a comment quotes is said to nobody. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, '')
}

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
