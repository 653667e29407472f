import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { ManualText } from './manual-text.tsx'
import { listManual, placesIn, readManual, searchManual } from './manual.ts'
import classes from './docs.module.css'

/** The manual: its pages at the side, one of them, or what a search finds in all. */
export function DocsPage() {
  const { page = '' } = useParams({ strict: false }) as { page?: string }
  const search = useSearchText()
  const isWide = useMediaQuery('(min-width: 769px)', true, { getInitialValueInEffect: false })
  const parts = useQuery({ queryKey: ['docs', 'pages'], staleTime: Infinity, queryFn: listManual })
  const text = useQuery({ queryKey: ['docs', 'text', page], staleTime: Infinity, queryFn: () => readManual(page) })
  return (
    <Page title="Documentation" bare>
      <div className={classes.page}>
        <div className={classes.side}>
          <SearchBox label="Search the manual" />
          <details open={isWide} className={classes.pages}>
            <summary>Pages</summary>
            <nav aria-label="Pages of the manual">
              {(parts.data ?? []).map(part => (
                <section key={part.title} aria-label={part.title}>
                  <p className={classes.part}>{part.title}</p>
                  <ul>
                    {part.pages.map(({ name, title }) => (
                      <li key={name}>
                        <Link
                          to="/docs/$page"
                          params={{ page: name } as never}
                          aria-current={name === page ? 'page' : undefined}
                        >
                          {title}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </nav>
          </details>
        </div>
        <div className={classes.text}>
          {search === undefined ? (
            <Loaded query={text} sketch={<RowsSketch />}>
              {markdown =>
                markdown === null ? (
                  <EmptyState icon="book">The manual has no page of this name.</EmptyState>
                ) : (
                  <ManualText text={markdown} page={page} />
                )
              }
            </Loaded>
          ) : (
            <Search search={search} />
          )}
        </div>
        {search === undefined && <Places text={text.data ?? ''} />}
      </div>
    </Page>
  )
}

/** The headings of the page, where there is room beside it. */
function Places({ text }: { text: string }) {
  const places = placesIn(text)
  if (places.length < 2) return null
  return (
    <nav aria-label="On this page" className={classes.places}>
      <p className={classes.part}>On this page</p>
      <ul>
        {places.map(place => (
          <li key={place.anchor}>
            <Link to="." hash={place.anchor}>
              {place.headings.at(-1)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Search({ search }: { search: string }) {
  const found = useQuery({
    queryKey: ['docs', 'search', search],
    staleTime: Infinity,
    queryFn: () => searchManual(search),
  })
  return (
    <Loaded query={found} sketch={<RowsSketch />}>
      {items =>
        items.length === 0 ? (
          <p>No section has these words.</p>
        ) : (
          <ul className={classes.found} aria-label="Found in the manual">
            {items.map(({ page, title, headings, anchor, line }) => (
              <li key={`${page} ${headings.join(' ')}`}>
                <Link to="/docs/$page" params={{ page } as never} {...(anchor && { hash: anchor })}>
                  {[title, ...headings].join(' › ')}
                </Link>
                <p>{line}</p>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
