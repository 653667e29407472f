import { fixedWords } from '../document/fixed-words.ts'
import { coverParts, signatoryLines, signatoryPlaces } from '../document/signing-lines.ts'
import type { FigureImage } from '@svc/plugin/contracts/export'
import type {
  CoverPage,
  PreparedBlock,
  PreparedChapter,
  PreparedDocument,
  PreparedFigure,
  PreparedInline,
  PreparedTable,
} from '../document/prepared-document.ts'
import { htmlStyle } from './html-style.ts'

// The file may be opened from anywhere: whatever got into it, nothing runs and nothing is fetched.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** One file that needs no other. */
export function writeHtml(document: PreparedDocument): string {
  const { title, chapters, setup, cover, signatories, createdAt, provenance } = document
  const isTitled = cover === null && chapters.length === 1 && chapters[0]?.title === title
  const parts = [
    cover === null ? '' : coverPage(cover),
    cover === null && !isTitled ? titleHead(title, createdAt) : '',
    setup.toc ? contents(chapters) : '',
    ...chapters.map((chapter, index) => section(chapter, index, isTitled)),
    signatories.length === 0 ? '' : signatures(signatories),
    provenance.length === 0 ? '' : `<footer>${provenance.map(line => `<p>${escaped(line)}</p>`).join('')}</footer>`,
  ]
  return `<!doctype html>
<html lang="${escaped(setup.lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${htmlStyle(setup)}</style>
</head>
<body>
<main>
${parts.filter(part => part !== '').join('\n')}
</main>
</body>
</html>
`
}

function titleHead(title: string, createdAt: string): string {
  return `<header class="plain">\n<h1>${escaped(title)}</h1>\n<p class="by">${escaped(createdAt.slice(0, 10))}</p>\n</header>`
}

function coverPage(cover: CoverPage): string {
  const { title, subtitle, organisation, authors, abstract, classification, facts } = coverParts(cover)
  const line = (name: string, text: string): string => (text === '' ? '' : `<p class="${name}">${escaped(text)}</p>`)
  const parts = [
    classification === '' ? '' : `<p class="classification">${escaped(classification)}</p>`,
    cover.logo === undefined ? '' : `<p class="logo">${imageElement(cover.logo.image, 'Logo', cover.logo)}</p>`,
    line('organisation', organisation),
    `<h1>${escaped(title)}</h1>`,
    line('subtitle', subtitle),
    line('authors', authors),
    facts.length === 0
      ? ''
      : `<dl>${facts.map(({ label, value }) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`,
    abstract.length === 0
      ? ''
      : `<div class="abstract">${abstract.map(text => `<p>${escaped(text)}</p>`).join('')}</div>`,
  ]
  return `<header class="cover">\n${parts.filter(part => part !== '').join('\n')}\n</header>`
}

function contents(chapters: readonly PreparedChapter[]): string {
  const items = chapters.map(({ title }, index) => `<li><a href="#c${index + 1}">${escaped(title)}</a></li>`)
  return `<nav aria-label="${fixedWords.contents}"><h2>${fixedWords.contents}</h2><ol>${items.join('')}</ol></nav>`
}

function section({ title, about, blocks, footnotes }: PreparedChapter, index: number, isTitled: boolean): string {
  const level = isTitled ? 1 : 2
  const parts = [
    `<h${level}>${escaped(title)}</h${level}>`,
    about === '' ? '' : `<p class="about">${escaped(about)}</p>`,
    ...blocks.map(block => blockElement(block, level)),
    footnotes.length === 0
      ? ''
      : `<ol class="footnotes" start="${footnotes[0]?.number ?? 1}">${footnotes.map(({ number, children }) => `<li id="f${number}">${inlines(children)} <a href="#r${number}" aria-label="Back to the text">↩</a></li>`).join('')}</ol>`,
  ]
  return `<section id="c${index + 1}">\n${parts.filter(part => part !== '').join('\n')}\n</section>`
}

function blockElement(block: PreparedBlock, level: number): string {
  switch (block.type) {
    case 'heading': {
      const deep = Math.min(6, level + block.level)
      return `<h${deep}>${inlines(block.children)}</h${deep}>`
    }
    case 'paragraph':
      return `<p${block.tone === undefined ? '' : ` class="${block.tone}"`}>${inlines(block.children)}</p>`
    case 'reference':
      return `<p class="reference" id="ref-${escaped(block.key)}">${inlines(block.children)}</p>`
    case 'quote':
      return `<blockquote>${block.children.map(child => blockElement(child, level)).join('')}</blockquote>`
    case 'list': {
      const items = block.items.map(({ children, checked }) => {
        const box = checked === undefined ? '' : `<span class="box">${checked ? '☑' : '☐'}</span> `
        return `<li>${box}${children.map(child => listed(child, level)).join('')}</li>`
      })
      if (!block.ordered) return `<ul>${items.join('')}</ul>`
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items.join('')}</ol>`
    }
    case 'code': {
      const code = `<pre><code>${escaped(block.text)}</code></pre>`
      return block.folded === undefined ? code : `<details><summary>${escaped(block.folded)}</summary>${code}</details>`
    }
    case 'table':
      return tableElement(block)
    case 'figure':
      return figureElement(block)
    case 'rule':
      return '<hr>'
    case 'page_break':
      return '<div class="page-break"></div>'
  }
}

/** A paragraph in a list stands close to its mark. */
function listed(block: PreparedBlock, level: number): string {
  return block.type === 'paragraph' ? `<p class="item">${inlines(block.children)}</p>` : blockElement(block, level)
}

function tableElement({ caption, columns, rows, leftOut }: PreparedTable): string {
  const align = columns.map(({ isRight }) => (isRight ? ' class="right"' : ''))
  const head = columns.map(({ name }, index) => `<th scope="col"${align[index]}>${escaped(name)}</th>`).join('')
  const body = rows.map(
    row => `<tr>${row.map((cell, index) => `<td${align[index]}>${inlines(cell)}</td>`).join('')}</tr>`,
  )
  const title = caption === undefined ? '' : `<caption>${escaped(caption)}</caption>`
  const more = leftOut === 0 ? '' : `\n<p class="more">${leftOut} more rows are not printed.</p>`
  return `<div class="wide"><table>${title}<thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>${more}`
}

function figureElement(figure: PreparedFigure): string {
  const caption = figure.caption === undefined ? '' : `<figcaption>${escaped(figure.caption)}</figcaption>`
  return `<figure>${caption}${imageElement(figure.image, figure.alt, figure)}</figure>`
}

function imageElement(image: FigureImage, alt: string, { width, height }: { width: number; height: number }): string {
  if (image.kind === 'svg')
    return `<div role="img" aria-label="${escaped(alt)}">${image.svg.replace(/^\s*<\?xml[^>]*\?>/, '')}</div>`
  const data = Buffer.from(image.bytes).toString('base64')
  return `<img src="data:image/${image.kind};base64,${data}" alt="${escaped(alt)}" width="${width}" height="${height}">`
}

function signatures(signatories: PreparedDocument['signatories']): string {
  const blocks = signatories.map(signatory => {
    const lines = signatoryLines(signatory).map((text, index) =>
      index === 0 ? `<strong>${escaped(text)}</strong>` : escaped(text),
    )
    const places = signatoryPlaces(signatory).map(
      ({ label, value }) =>
        `<span class="place">${label}: ${value === null ? '<span class="blank"></span>' : escaped(value)}</span>`,
    )
    return `<div class="signatory"><div class="sign-here"></div><p>${lines.join('<br>')}</p><p>${places.join(' ')}</p></div>`
  })
  return `<section class="signatures">\n<h2>${fixedWords.signatures}</h2>\n<div class="grid">${blocks.join('\n')}</div>\n</section>`
}

function inlines(parts: readonly PreparedInline[]): string {
  return parts.map(inlineElement).join('')
}

const elements = { strong: 'strong', emphasis: 'em', strike: 's', code: 'code' } as const

function inlineElement(inline: PreparedInline): string {
  switch (inline.type) {
    case 'text': {
      const names = (inline.marks ?? []).map(mark => elements[mark])
      const open = names.map(name => `<${name}>`).join('')
      return `${open}${escaped(inline.text)}${names
        .toReversed()
        .map(name => `</${name}>`)
        .join('')}`
    }
    case 'citation':
      return inline.key === undefined
        ? escaped(inline.text)
        : `<a href="#ref-${escaped(inline.key)}">${escaped(inline.text)}</a>`
    case 'link':
      return `<a href="${escaped(inline.url)}" rel="noreferrer noopener">${inlines(inline.children)}</a>`
    case 'footnote':
      return `<sup id="r${inline.number}"><a href="#f${inline.number}">${inline.number}</a></sup>`
    case 'break':
      return '<br>'
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character] ?? '')
}
