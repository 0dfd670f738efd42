import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { experimental_getWranglerCommands as wranglerCommands } from 'wrangler'

/** A call of wrangler, parsed from a text. */
export type WranglerCall = {
  /** The command's name: `d1 export` */
  name: string
  positionals: string[]
  flags: Readonly<Record<string, unknown>>
  /** Whether the command has a `--local` flag. */
  hasLocal: boolean
}

type Flag = { type?: string; choices?: readonly unknown[] }

const { registry, globalFlags } = wranglerCommands()

/**
 * Parses `npx wrangler d1 export DB --remote` with wrangler's own definitions of its commands.
 * @throws when wrangler has no such command or flag, or there are more arguments than it takes
 */
export function readWranglerCall(line: string): WranglerCall {
  const [npx, wrangler, ...words] = wordsOf(line)
  if (npx !== 'npx' || wrangler !== 'wrangler')
    throw new Error(`No single call of wrangler: ${line}`)
  const path: string[] = []
  let node = registry
  for (const word of words) {
    const next = node.subtree.get(word)
    if (!next) break
    path.push(word)
    node = next
  }
  const { definition } = node
  if (definition?.type !== 'command') throw new Error(`No command of wrangler: ${line}`)
  const { args = {}, positionalArgs = [] } = definition
  const named = Object.entries<Flag>({ ...globalFlags, ...args }).filter(
    ([name]) => !positionalArgs.includes(name),
  )
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    named.map(([name, { type }]) => [name, { type: type === 'boolean' ? 'boolean' : 'string' }]),
  )
  const read = parseArgs({ args: words.slice(path.length), options, allowPositionals: true })
  if (read.positionals.length > positionalArgs.length) throw new Error(`One word too many: ${line}`)
  for (const [name, { choices }] of named) {
    const value = read.values[name]
    if (value !== undefined && choices?.includes(value) === false) {
      throw new Error(`--${name} cannot be ${value}: ${line}`)
    }
  }
  const { positionals, values: flags } = read
  return { name: path.join(' '), positionals, flags, hasLocal: 'local' in args }
}

/** Splits a line like a shell, as far as these texts need it. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
