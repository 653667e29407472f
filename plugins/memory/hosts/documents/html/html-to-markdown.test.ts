import { expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { parseHtml } from './html-tree.ts'

const markdown = (html: string) => htmlToMarkdown(parseHtml(html))

it('headings, paragraphs, lists, tables and code come out as Markdown, links as their words', () => {
  const html = `<!doctype html><title>T</title><body>
    <h1>Top <em>level</em></h1>
    <p>A <a href="https://example.com/x">link</a>,<br>two   lines</p>
    loose <b>words</b>
    <ul><li>one</li><li><p>two</p><ol start=3><li>three</li></ol></li></ul>
    <table><caption>Prices</caption><tr><th>Name<th>EUR<tr><td>a|b<td>1</table>
    <pre><code>if (a &lt; b) {
  x()
}</code></pre>
    <blockquote><p>Said.</p></blockquote>
    <a href="/"><h2>Linked heading</h2></a>`
  expect(markdown(html)).toBe(
    [
      '# Top level',
      'A link,\ntwo lines',
      'loose words',
      '- one\n- two\n  3. three',
      'Prices\n\n| Name | EUR |\n| --- | --- |\n| a\\|b | 1 |',
      '```\nif (a < b) {\n  x()\n}\n```',
      '> Said.',
      '## Linked heading',
    ].join('\n\n'),
  )
})

it('what nobody reads on the page is left out', () => {
  const html = `<script>evil()</script><style>p{}</style><nav>Menu</nav><noscript>Enable</noscript><p hidden>h</p>
    <p style="color:red; display : none">invisible</p><span aria-hidden="true">icon</span><template>t</template><svg><text>s</text></svg>
    <!-- comment --><p>Seen <img alt="a cat" src="x"></p>`
  expect(markdown(html)).toBe('Seen a cat')
})

it('a table that only places things is what stands in it', () => {
  expect(markdown('<table><tr><td><h2>News</h2><p>Today.</p></td><td>Side</td></tr></table>')).toBe(
    '## News\n\nToday.\n\nSide',
  )
})

it('text that looks like a mark stays text', () => {
  expect(markdown('<p># not a heading</p><p>```</p><p>---</p>')).toBe('\\# not a heading\n\n\\```\n\n\\---')
})

it('a page nested without end is refused', () => {
  expect(() => markdown('<div>'.repeat(100_000))).toThrow('nested more than 1000 elements deep')
})
