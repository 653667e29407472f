import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWords } from './count-words.ts'
import { passageWords, splitPassages, splitPassagesInSlices } from './split-passages.ts'

const passagesOf = (content: string, format: 'markdown' | 'text' = 'markdown') =>
  splitPassages(content, format).map(({ heading, text }) => `${heading.join(' > ')}: ${text}`)
const sentence = 'The quick brown fox jumps over the lazy dog near the old river bank. '
const wordsOf = ({ text }: { text: string }) => countWords(text, 0, text.length)

describe('passages of a Markdown document', () => {
  it('stand under their headings, with small neighbours joined and comments left out', () => {
    const content = [
      '# The *house*',
      'Built in 1900.',
      '<!-- no one reads this -->',
      'Painted since.',
      '## Rooms {#rooms}',
      '- kitchen\n- bath',
      'Cellar\n------',
      'Dark.',
      '### [Wine](/wine) `red`',
      'Good.',
      '# Garden',
    ].join('\n\n')
    expect(passagesOf(content)).toEqual([
      'The house: Built in 1900.\n\n<!-- no one reads this -->\n\nPainted since.',
      'The house > Rooms {#rooms}: - kitchen\n- bath',
      'The house > Cellar: Dark.',
      'The house > Cellar > Wine red: Good.',
      ': Garden',
    ])
  })

  it('keep code, tables and list items whole up to three times the length of prose', () => {
    const code = `\`\`\`ts\n${'const a = 1 // # not a heading\n\n'.repeat(30)}\`\`\``
    const table = `| a | b |\n|---|---|\n${'| some words | more words |\n'.repeat(30)}`.trim()
    const item = `- ${sentence.repeat(15).trim()}`
    expect(passagesOf([code, table, item].join('\n\n'))).toEqual([code, table, item].map(text => `: ${text}`))
  })

  it('cut what alone is too long: code and tables at lines, prose at sentences', () => {
    const code = splitPassages(`\`\`\`\n${'one two three four\n'.repeat(200)}\`\`\``, 'markdown')
    const prose = splitPassages(sentence.repeat(60), 'markdown')
    expect({
      codeLines: code.every(({ text }) => /^(```|one)[^]*(four|```)$/.test(text)),
      sentences: prose.every(({ text }) => /^The [^]*bank\.$/.test(text)),
      sizes: [...code, ...prose].every(passage => wordsOf(passage) <= passageWords.joined * 1.2),
    }).toEqual({ codeLines: true, sentences: true, sizes: true })
    expect(prose.length).toBeGreaterThan(5)
  })

  it('take front matter for itself, and lines that end as on Windows', () => {
    const content = '---\r\ntitle: A\r\n---\r\n# One\r\n\r\nText\r\nhere.\r\n\r\n```\r\n# code\r\n```\r\n'
    expect(passagesOf(content)).toEqual([': ---\r\ntitle: A\r\n---', 'One: Text\r\nhere.\r\n\r\n```\r\n# code\r\n```'])
  })

  it('end where a page ends and a heading begins', () => {
    expect(passagesOf('# One\n\nend of a page\n\n\f\n\n## Two\n\nnext')).toEqual([
      'One: end of a page',
      'One > Two: next',
    ])
  })

  it('go on in scripts without spaces, and never cut a character in two', () => {
    const japanese = splitPassages('これは日本語の文章です。'.repeat(100), 'text')
    const signs = splitPassages('𠮷'.repeat(5000), 'text')
    expect(japanese.every(({ text }) => text.endsWith('。'))).toBe(true)
    expect(japanese.length).toBeGreaterThan(4)
    expect(signs.map(({ text }) => text.isWellFormed())).toEqual(signs.map(() => true))
  })
})

describe('passages of a text', () => {
  it('are its paragraphs; nothing in it is a mark', () => {
    expect(passagesOf('# no heading\nwords\n\n\n- second\n', 'text')).toEqual([': # no heading\nwords\n\n\n- second'])
  })

  it('are there for signs alone, and not for nothing', () => {
    expect({ signs: passagesOf('🎉 🎉', 'text'), nothing: passagesOf(' \n\t\n', 'text') }).toEqual({
      signs: [': 🎉 🎉'],
      nothing: [],
    })
  })
})

it.each(['markdown', 'text'] as const)('every passage of any %s is its place in the content, in order', format => {
  const line = fc.oneof(
    fc.constantFrom('', '# A', '- b', '```', '| a | b |', '|---|---|', '> q', '    c', sentence.repeat(20), '---'),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 15 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, lineBreak) => {
      const content = lines.join(lineBreak)
      const passages = splitPassages(content, format)
      let last = 0
      passages.forEach(({ ordinal, text, start, end }, index) => {
        expect({ ordinal, text, follows: start >= last }).toEqual({
          ordinal: index,
          text: content.slice(start, end),
          follows: true,
        })
        last = end
      })
    }),
    { numRuns: 150, seed: 5 },
  )
})

it('a long document is split in slices between which other work goes on, with the same result', async () => {
  const content = `# Part\n\n${sentence.repeat(5)}\n\n`.repeat(4000)
  let turns = 0
  let running = true
  const count = (): void => {
    turns += 1
    if (running) setImmediate(count)
  }
  setImmediate(count)
  const sliced = await splitPassagesInSlices(content, 'markdown', new AbortController().signal)
  running = false
  expect(turns).toBeGreaterThan(1)
  expect(sliced).toEqual(splitPassages(content, 'markdown'))
})

it('text made to be slow is split as quickly as any other', () => {
  const hostile = [
    '- '.repeat(50_000),
    '> '.repeat(50_000),
    '['.repeat(50_000),
    '<!--'.repeat(30_000),
    `# ${'_a'.repeat(50_000)}`,
  ]
  const passages = hostile.map(content => splitPassages(content, 'markdown').length)
  expect(passages.every(count => count <= 200)).toBe(true)
})

describe('a text that is made for it', () => {
  it('has no passage without end, and no half of a character', () => {
    const text = `first${' '.repeat(19_994)}😀${' '.repeat(30_000)}last`
    const found = splitPassages(text, 'text')
    expect(found.map(({ text: each, start, end }) => [each.trim(), text.slice(start, end) === each])).toEqual([
      ['first', true],
      ['last', true],
    ])
    const faces = `face ${'😀'.repeat(30_000)} face`
    expect(splitPassages(faces, 'text').every(({ text: each }) => each.isWellFormed() && each.length <= 20_000)).toBe(
      true,
    )
  })

  it('is refused when it falls into more passages than a document has', async () => {
    const { signal } = new AbortController()
    await expect(splitPassagesInSlices('# a\n'.repeat(50_001), 'markdown', signal)).rejects.toMatchObject({
      status: 413,
    })
    expect(await splitPassagesInSlices('\n'.repeat(100_000) + 'end', 'markdown', signal)).toHaveLength(1)
  })
})
