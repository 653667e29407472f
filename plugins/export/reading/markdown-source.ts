import { hash } from 'node:crypto'
import { bodyFault } from '@svc/plugin'
import type { ExportSource } from '@svc/plugin/contracts/export'

/** A text that comes with the order itself. */
export const markdownSource: ExportSource = {
  type: 'markdown',
  title: 'Text in Markdown',
  permission: 'export:write',
  async read({ content, title }) {
    if (content === undefined) throw bodyFault('/items', 'of the type markdown need their text as content')
    const heading = /^#[ \t]+(.+)$/m.exec(content)
    const isTitled = title === undefined && heading !== null && content.trimStart().startsWith('# ')
    const shown = title ?? (isTitled ? heading[1] : undefined) ?? 'Text'
    return {
      title: shown.replaceAll(/[*_`]/g, ''),
      version: null,
      sha256: hash('sha256', content, 'hex'),
      // Its first heading is the chapter's.
      chapters: [
        {
          title: shown.replaceAll(/[*_`]/g, ''),
          blocks: [{ type: 'markdown', text: isTitled ? content.trimStart().replace(/^# .*/, '') : content }],
        },
      ],
      record: { content },
    }
  },
}
