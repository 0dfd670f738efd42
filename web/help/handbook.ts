import type { Chapter, ChapterName } from './chapter.ts'

const files = import.meta.glob<Chapter>(
  ['../../docs/handbuch/*.md', '!../../docs/handbuch/README.md'],
  { eager: true, import: 'default' },
)

/**
 * @throws Error for a name without a file; tests/domain/handbook.test.ts checks that every chapter
 * has one
 */
export function readChapterOf(name: ChapterName): Chapter {
  const chapter = files[`../../docs/handbuch/${name}.md`]
  if (!chapter) throw new Error(`There is no chapter ${name}`)
  return chapter
}
