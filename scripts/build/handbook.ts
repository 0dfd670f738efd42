import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { Block, Chapter, Inline } from '#web/help/chapter.ts'

const folder = fileURLToPath(new URL('../../docs/handbuch', import.meta.url))

/** Serves the chapters of docs/handbuch as modules, so that the app shows the same text. */
export function handbook(): Plugin {
  return {
    name: 'handbook',
    async load(id) {
      const [file = ''] = id.split('?')
      if (!file.startsWith(folder) || !file.endsWith('.md')) return null
      return `export default ${JSON.stringify(readChapter(await readFile(file, 'utf8')))}`
    },
  }
}

/** Path of a chapter's file. */
export const chapterFile = (name: string) => join(folder, `${name}.md`)

/**
 * Parses a chapter for the app, without its pictures, since the app's reader has the pages at hand.
 * @throws Error for content that the app cannot show
 */
export function readChapter(text: string): Chapter {
  const [title, audience, ...rest] = marked.lexer(text).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || title.depth !== 1)
    throw new Error('A chapter begins with a title')
  const reader = /^Für: (.+)$/.exec(audience?.raw.trim() ?? '')?.[1]
  if (!reader) throw new Error(`${title.text}: says not for whom it is`)
  return { title: title.text, audience: reader, blocks: rest.flatMap(readBlock) }
}

function readBlock(token: Token): Block[] {
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', text: readInlines(token.tokens) }]
    case 'paragraph': {
      const text = readInlines(token.tokens)
      return text.length > 0 ? [{ kind: 'paragraph', text }] : []
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return [{ kind: ordered ? 'steps' : 'list', items: items.map(readItem) }]
    }
  }
  throw new Error(`The app draws no ${token.type}: ${token.raw}`)
}

function readItem({ tokens }: Tokens.ListItem): Inline[] {
  return tokens.flatMap((token) => {
    if (token.type !== 'text') throw new Error(`No ${token.type} in a list: ${token.raw}`)
    return readInlines(token.tokens)
  })
}

function readInlines(tokens: Token[] = []): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
        return [{ kind: 'text', text: token.text }]
      case 'strong':
        return [{ kind: 'shown', text: token.text }]
      case 'link':
        return [{ kind: 'link', text: token.text, to: token.href }]
      case 'image':
        return []
    }
    throw new Error(`The app draws no ${token.type}: ${token.raw}`)
  })
}
