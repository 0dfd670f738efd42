import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')]
const textOf = (file: string) => readFileSync(file, 'utf8')
const isFolderOfTheTree = /^(worker|web|tests|scripts|docs|migrations)\//

describe.each(documents)('%s', (document) => {
  // Links of the handbook into the app begin with "/": tests/domain/handbook.test.ts follows them.
  test('Every relative link of a document leads to an existing file', () => {
    const links = [...textOf(document).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(
      ([, link]) => link ?? '',
    )
    const relative = links.filter((link) => !/^([a-z]+:|\/)/.test(link))
    expect(relative.filter((link) => !existsSync(join(dirname(document), link)))).toEqual([])
  })

  test('Every npm script that a document mentions exists', () => {
    const named = [...textOf(document).matchAll(/npm run ([a-z]+(?::[a-z0-9]+)?)/g)].map(
      ([, name]) => name ?? '',
    )
    expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([])
  })

  test('Every path of the repository that a document mentions exists', () => {
    const spans = [...textOf(document).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '')
    const paths = spans.filter((span) => isFolderOfTheTree.test(span) && !/[\s<…]/.test(span))
    expect(paths.filter((path) => globSync(path.replace(/\/$/, '')).length === 0)).toEqual([])
  })
})
