import { TextInput, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { listed, titleOf } from '../words.ts'
import type { Chosen, Measure, Variable } from '../types.ts'
import { RoleBox } from './role-box.tsx'
import { firstPlace, place, remove } from './roles.ts'
import type { Role } from './roles.ts'
import { VariableListbox } from './variable-listbox.tsx'
import classes from './setup.module.css'

const manyVariables = 12

/** Puts variables into the roles of a method, by drag, double click, keys or buttons; says each change. */
export function Assign({
  datasetId,
  variables,
  roles,
  chosen,
  faults,
  onChange,
}: {
  datasetId: string
  variables: readonly Variable[]
  roles: readonly Role[]
  chosen: Chosen
  faults: Readonly<Record<string, string>>
  onChange: (chosen: Chosen) => void
}) {
  const [selected, setSelected] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [refused, setRefused] = useState<{ role: string; names: readonly string[] } | null>(null)
  const [said, setSaid] = useState('')
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState<unknown>(null)

  const now = useRef({ chosen, onChange })
  useEffect(() => {
    now.current = { chosen, onChange }
  })
  const used = new Set(roles.flatMap(({ name }) => chosen[name] ?? []))
  const free = variables.filter(({ name }) => !used.has(name))
  const found = free.filter(({ name, label }) =>
    `${name} ${label ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  const picked = (selected[''] ?? []).filter(name => found.some(each => each.name === name))
  const byName = (names: readonly string[]): Variable[] =>
    names.flatMap(name => variables.find(each => each.name === name) ?? [])

  const addTo = (role: Role, given: readonly Variable[]): void => {
    if (given.length === 0) return setSaid('Select a variable in the list Variables first.')
    const put = place(now.current.chosen, role, given)
    const title = titleOf(role.name)
    setRefused(put.refused.length > 0 ? { role: role.name, names: put.refused.map(({ name }) => name) } : null)
    setSelected({})
    const words = [
      put.added.length > 0 && `${listed(put.added)} added to ${title}`,
      put.replaced.length > 0 && `${listed(put.replaced)} removed from ${title}`,
      put.left.length > 0 && `no place in ${title} for ${listed(put.left)}`,
    ].filter(each => each !== false)
    setSaid(words.length > 0 ? `${words.join(', ')}.` : '')
    if (put.added.length > 0) now.current.onChange(put.chosen)
  }
  const removeFrom = (role: string, names: readonly string[]): void => {
    if (names.length === 0) return setSaid(`Select a variable in ${titleOf(role)} first.`)
    setRefused(null)
    setSelected({})
    setSaid(`${listed(names)} removed from ${titleOf(role)}.`)
    onChange(remove(chosen, role, names))
  }
  const open = (names: readonly string[]): void => {
    const [first] = byName(names)
    const role = first && firstPlace(roles, chosen, first)
    if (role) addTo(role, byName(names))
    else setSaid(roles.length === 0 ? 'This method takes no variables.' : 'Every role is full.')
  }
  const treat = async (role: Role, given: readonly Variable[], measure: Measure): Promise<void> => {
    setProblem(null)
    try {
      const { variables: known } = await svc.stats.import({
        dataset_id: datasetId,
        variables: given.map(variable => givenAs(variable, measure)),
      })
      queries.setQueryData(['data', 'variables', datasetId], known)
      addTo(
        role,
        given.map(variable => ({ ...variable, measure })),
      )
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <div className={classes.panes}>
      <div className={classes.column}>
        <div className={classes.columnHead}>
          <h3>Variables</h3>
          <span className={classes.grow} />
          <span className={classes.caption}>
            {free.length} of {variables.length}
          </span>
        </div>
        {variables.length > manyVariables && (
          <TextInput
            type="search"
            aria-label="Search variables"
            placeholder="Search variables"
            leftSection={<Icon name="search" size={16} />}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
        )}
        <VariableListbox
          label="Variables"
          variables={found}
          selected={picked}
          onSelect={names => setSelected({ '': names })}
          onOpen={open}
          onDrop={(names, from) => {
            const role = roles.find(({ name }) => titleOf(name) === from)
            if (role) removeFrom(role.name, names)
          }}
          empty={search === '' ? 'All are in use' : 'No variable has this name'}
        />
      </div>
      <div className={classes.column}>
        {roles.map(role => {
          const here = (chosen[role.name] ?? []).map(name => byName([name])[0] ?? missingVariable(name))
          const wrong = refused?.role === role.name ? byName(refused.names) : []
          return (
            <RoleBox
              key={role.name}
              role={role}
              variables={here}
              selected={selected[role.name] ?? []}
              canAdd={picked.length > 0}
              refused={wrong}
              fault={faults[role.name]}
              onSelect={names => setSelected({ [role.name]: names })}
              onAdd={() => addTo(role, byName(picked))}
              onRemove={names => removeFrom(role.name, names)}
              onDrop={names => addTo(role, byName(names))}
              onTreat={measure => treat(role, wrong, measure)}
            />
          )
        })}
        {problem !== null && <ErrorPanel error={problem} />}
      </div>
      <VisuallyHidden role="status" aria-label="Changes of the variables">
        {said}
      </VisuallyHidden>
    </div>
  )
}

/** The address may name a column that the dataset does not have, or not any more: it is shown, so that it can be removed. */
function missingVariable(name: string): Variable {
  return { name, type: '', measure: 'nominal', label: null, levels: null, missing_values: [], source: 'inferred' }
}

/** What is known of a variable stays; continuous ones have no levels. */
function givenAs({ name, label, levels, missing_values }: Variable, measure: Measure) {
  return {
    name,
    measure,
    ...(missing_values.length > 0 && { missing_values }),
    ...(label !== null && { label }),
    ...(levels !== null && measure !== 'continuous' && { levels }),
  }
}
