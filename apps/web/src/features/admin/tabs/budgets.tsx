import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { serverNow } from '../../../live/server-clock.ts'
import { svc } from '../../../live/server.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import classes from '../admin.module.css'

type Rows = Awaited<ReturnType<typeof svc.developer.usage>>['items']

/** What the keys with a budget of tokens have used of it. */
export function Budgets() {
  const query = useQuery({
    queryKey: ['models', 'budgets'],
    queryFn: async ({ signal }) => {
      const today = new Date(serverNow()).toISOString().slice(0, 10)
      const since = async (from: string): Promise<Rows> =>
        (await svc.developer.usage({ group_by: 'key', from, to: today }, { signal })).items
      const [keys, day, month] = await Promise.all([
        svc.developer.keys.list({ limit: 200 }, { signal }),
        since(today),
        since(`${today.slice(0, 8)}01`),
      ])
      return keys.items
        .filter(({ token_budget }) => token_budget !== null)
        .map(({ id, name, token_budget: budget }) => ({
          id,
          name,
          day: share(tokensOf(day, id), budget?.day),
          month: share(tokensOf(month, id), budget?.month),
        }))
    },
  })
  return (
    <section aria-labelledby="budgets">
      <h2 id="budgets" className={classes.section}>
        Budgets
      </h2>
      <Loaded query={query} sketch={<RowsSketch />}>
        {budgets =>
          budgets.length === 0 ? (
            <p className={classes.says}>
              None of your keys has a budget of tokens.{' '}
              <Link to="/developer" search={{ tab: 'keys' } as never}>
                A key gets one when it is created
              </Link>
              .
            </p>
          ) : (
            <div className={classes.scroll}>
              <Table aria-label="Budgets">
                <TableHead columns={['Key', { number: 'Tokens today' }, { number: 'Tokens this month' }]} />
                <Table.Tbody>
                  {budgets.map(({ id, name, day, month }) => (
                    <Table.Tr key={id}>
                      <Table.Td className={classes.wide}>{name}</Table.Td>
                      <Table.Td ta="right">{day}</Table.Td>
                      <Table.Td ta="right">{month}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )
        }
      </Loaded>
    </section>
  )
}

function tokensOf(rows: Rows, keyId: string): number {
  const row = rows.find(({ key_id }) => key_id === keyId)
  return row === undefined ? 0 : row.prompt_tokens + row.completion_tokens
}

function share(used: number, limit: number | undefined): string {
  const count = used.toLocaleString('en')
  return limit === undefined ? count : `${count} of ${limit.toLocaleString('en')}`
}
