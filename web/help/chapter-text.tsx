import { Link } from 'react-router'
import type { Block, Chapter, ChapterName, Inline } from './chapter.ts'
import { chapterOf } from './chapter.ts'

type ChapterTextProps = { chapter: Chapter; onShow: (chapter: ChapterName) => void }

export function ChapterText({ chapter, onShow }: ChapterTextProps) {
  return (
    <div className="mt-3 grid gap-3 leading-relaxed">
      {chapter.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chapter never changes
        <BlockText key={index} block={block} onShow={onShow} />
      ))}
    </div>
  )
}

type Shows = Pick<ChapterTextProps, 'onShow'>

function BlockText({ block, onShow }: { block: Block } & Shows) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 className="mt-3 text-base">
          <Inlines text={block.text} onShow={onShow} />
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Inlines text={block.text} onShow={onShow} />
        </p>
      )
    case 'steps':
      return (
        <ol className="grid list-decimal gap-2 ps-6 marker:font-bold marker:text-muted-foreground">
          <Items items={block.items} onShow={onShow} />
        </ol>
      )
    case 'list':
      return (
        <ul className="grid list-disc gap-2 ps-6 marker:text-muted-foreground">
          <Items items={block.items} onShow={onShow} />
        </ul>
      )
  }
}

function Items({ items, onShow }: { items: Inline[][] } & Shows) {
  return items.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a chapter never changes
    <li key={index}>
      <Inlines text={text} onShow={onShow} />
    </li>
  ))
}

function Inlines({ text, onShow }: { text: Inline[] } & Shows) {
  return text.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a chapter never changes
    <InlineText key={index} inline={inline} onShow={onShow} />
  ))
}

function InlineText({ inline, onShow }: { inline: Inline } & Shows) {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'shown':
      return <strong className="font-bold">{inline.text}</strong>
    case 'link': {
      const chapter = chapterOf(inline.to)
      if (!chapter) return <Link to={inline.to}>{inline.text}</Link>
      return (
        <button type="button" className="text-link underline" onClick={() => onShow(chapter)}>
          {inline.text}
        </button>
      )
    }
  }
}
