import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { MarkedText } from '../../ui/words/marked-text.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { dayOf } from './day-of.ts'
import classes from './chat.module.css'

const pageSize = 50

/** All conversations of the workspace, last used first, by day; found by what was said in them. */
export function ConversationList({ openId }: { openId: string | undefined }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const listing = useInfiniteQuery({
    queryKey: ['chat', 'list', search],
    queryFn: async ({ signal, pageParam }) =>
      svc.conversations.list(
        { limit: pageSize, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor,
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classes.list}>
      <Button
        component={Link}
        to="/"
        data-key="n"
        variant="default"
        leftSection={<Icon name="plus" size={16} />}
        fullWidth
      >
        New conversation
      </Button>
      <TextInput
        type="search"
        aria-label="Search conversations"
        placeholder="Search conversations"
        data-key="/"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <nav aria-label="Conversations" className={classes.entries}>
        <Loaded query={listing} sketch={<RowsSketch />}>
          {({ pages }) => {
            const items = pages.flatMap(page => page.items)
            if (items.length === 0)
              return <p className={classes.none}>{search === '' ? 'No conversations yet.' : 'None has these words.'}</p>
            const days = Map.groupBy(items, ({ updated_at }) => dayOf(new Date(updated_at)))
            return [...days].map(([day, conversations]) => (
              <section key={day}>
                <h2>{day}</h2>
                <ul>
                  {conversations.map(({ session_id: id, title, match }) => (
                    <li key={id}>
                      <Link
                        to="/c/$session_id"
                        params={{ session_id: id } as never}
                        aria-current={id === openId ? 'page' : undefined}
                      >
                        <span className={classes.title}>{title ?? 'Untitled'}</span>
                        {match && (
                          <span className={classes.snippet}>
                            <MarkedText>{match.snippet}</MarkedText>
                          </span>
                        )}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))
          }}
        </Loaded>
        <ShowMore listing={listing} />
      </nav>
    </div>
  )
}
