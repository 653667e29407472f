import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pagesQuery } from '../../live/pages.ts'
import { svc } from '../../live/server.ts'
import classes from './chat.module.css'

const most = 3

/** Three questions that this workspace can answer. */
export function Suggestions({ isOff, onChoose }: { isOff: boolean; onChoose: (text: string) => void }) {
  const { data: pages = [] } = useQuery(pagesQuery)
  const { data: suggestions = [] } = useQuery({
    queryKey: ['sample', 'suggestions'],
    enabled: pages.length > 0,
    queryFn: async ({ signal }) => {
      const isOn = (path: string): boolean => pages.some(page => page.path === path && page.state === 'on')
      const none = { items: [] }
      const [memories, datasets, files] = await Promise.all([
        isOn('/memory') ? svc.memory.list({ limit: 1 }, { signal }) : none,
        isOn('/data') ? svc.data.catalog({ limit: 1 }, { signal }) : none,
        isOn('/files') ? svc.files.list({ limit: 1 }, { signal }) : none,
      ])
      return [
        ...memories.items.flatMap(({ content, source }) => questionsAbout(source, content)),
        ...datasets.items.map(({ name }) => `What is in the dataset ${name}?`),
        ...files.items.map(({ name }) => `What does the file ${name} say?`),
        'What can you do here?',
        ...(isOn('/tools') ? ['Which tools do you have?', '/calculator {"expression": "17 * 6"}'] : []),
      ].slice(0, most)
    },
  })
  return (
    <div role="group" aria-label="Suggestions" className={classes.suggestions}>
      {suggestions.map(text => (
        <Button key={text} variant="default" disabled={isOff} onClick={() => onChoose(text)}>
          {text}
        </Button>
      ))}
    </div>
  )
}

/** About the first two sections of a text; of one without sections, about where it comes from. */
function questionsAbout(source: string | null, content: string): string[] {
  const title = /^# +(.+)$/m.exec(content)?.[1] ?? source
  const sections = [...content.matchAll(/^## +(.+)$/gm)].slice(0, 2)
  if (title === null) return [`What do we know about "${content.split(/\s+/).slice(0, 6).join(' ')} …"?`]
  if (sections.length === 0) return [`What does ${title} say?`]
  return sections.map(([, section = '']) => `What does ${title} say about ${section.toLowerCase()}?`)
}
