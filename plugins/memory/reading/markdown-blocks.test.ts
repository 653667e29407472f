import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, it } from 'vitest'
import { markdownBlocks } from './markdown-blocks.ts'

/** The headings, code blocks and tables of the outermost level, as a parser of the whole language finds them. */
function parsed(content: string): string[] {
  const tree = fromMarkdown(content, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  return tree.children.flatMap(node => {
    const place = `${node.position?.start.line}`
    if (node.type === 'heading') return [`heading ${node.depth} at ${place}`]
    return node.type === 'code' || node.type === 'table' ? [`${node.type} at ${place}`] : []
  })
}

function found(content: string): string[] {
  const blocks = [...markdownBlocks(content)]
    .filter(block => block !== null)
    .filter(({ kind }) => ['heading', 'code', 'table'].includes(kind))
  return blocks.map(({ kind, level, start }) => {
    const line = content.slice(0, start).split('\n').length
    return kind === 'heading' ? `heading ${level} at ${line}` : `${kind} at ${line}`
  })
}

const lines = fc.constantFrom(
  '',
  '',
  '# One',
  '### Three ###',
  'words of a paragraph',
  'more | words',
  '---',
  '===',
  '- item',
  '  under it',
  '1. first',
  '   - nested',
  '> quoted',
  '```',
  '~~~ts',
  '    indented',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '<div>',
  '<!-- # no heading -->',
  '<!--',
  '-->',
  '***',
  '#hashtag',
  '\t# tab',
)

it('finds headings, code and tables where a parser of all of Markdown does', () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 9 }), parts => {
      const content = parts.join('\n')
      expect(found(content)).toEqual(parsed(content))
    }),
    { numRuns: 100, seed: 5 },
  )
})
