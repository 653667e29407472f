import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useId, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { listed, titleOf } from '../words.ts'
import type { Measure, Variable } from '../types.ts'
import { takesWords } from './roles.ts'
import type { Role } from './roles.ts'
import { VariableListbox } from './variable-listbox.tsx'
import classes from './setup.module.css'

/** One part of the method: what stands in it, what it takes, and what is wrong with it. */
export function RoleBox({
  role,
  variables,
  selected,
  canAdd,
  refused,
  fault,
  onSelect,
  onAdd,
  onRemove,
  onDrop,
  onTreat,
}: {
  role: Role
  variables: readonly Variable[]
  selected: readonly string[]
  /** Whether something is selected that could be added. */
  canAdd: boolean
  /** Variables that were to be added and do not fit. */
  refused: readonly Variable[]
  fault: string | undefined
  onSelect: (names: string[]) => void
  onAdd: () => void
  onRemove: (names: string[]) => void
  onDrop: (names: string[]) => void
  onTreat: (measure: Measure) => Promise<void>
}) {
  const id = useId()
  const title = titleOf(role.name)
  const add = `Add to ${title}`
  const take = `Remove from ${title}`
  const measure = treatable(role, refused)
  const [isBusy, setBusy] = useState(false)
  const treat = async (as: Measure): Promise<void> => {
    setBusy(true)
    await onTreat(as)
    setBusy(false)
  }
  return (
    <div className={classes.role} data-fault={fault !== undefined || undefined}>
      <div className={classes.roleHead}>
        <h3>{title}</h3>
        {!role.isRequired && <span className={classes.caption}>optional</span>}
        <span className={classes.grow} />
        <Tooltip label={take}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={take}
            {...unavailable(selected.length === 0)}
            onClick={() => onRemove([...selected])}
          >
            <Icon name="left" size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={add}>
          <ActionIcon variant="default" aria-label={add} {...unavailable(!canAdd)} onClick={onAdd}>
            <Icon name="right" size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <VariableListbox
        label={title}
        variables={variables}
        selected={selected}
        onSelect={onSelect}
        onOpen={onRemove}
        onDrop={onDrop}
        empty={`Takes ${takesWords(role)}`}
        describedBy={`${id}-about`}
      />
      <div id={`${id}-about`}>
        {role.description !== '' && <p className={classes.caption}>{role.description}</p>}
        {fault !== undefined && <p className={classes.fault}>{fault}</p>}
      </div>
      {refused.length > 0 && (
        <div className={classes.refused} role="alert">
          <p>
            {title} takes {takesWords({ ...role, most: Infinity })};{' '}
            {listed(refused.map(({ name, measure: is }) => `${name} is ${is}`))}.
          </p>
          {measure !== null && (
            <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void treat(measure)}>
              Treat as {measure}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** A button that has nothing to do stays in reach: one that were disabled by its own click would drop the focus. */
function unavailable(isIdle: boolean) {
  return { 'aria-disabled': isIdle, 'data-disabled': isIdle || undefined }
}

const numeric = /INT|DOUBLE|FLOAT|REAL|DECIMAL|NUMERIC|DATE|TIMESTAMP/i

/** As what refused variables would fit; null: text is no number, whatever it is called. */
function treatable({ measures }: Role, refused: readonly Variable[]): Measure | null {
  if (measures.includes('nominal')) return 'nominal'
  const isNumeric = refused.every(({ type }) => numeric.test(type) && !type.includes('['))
  if (measures.includes('continuous') && isNumeric) return 'continuous'
  return measures.includes('ordinal') ? 'ordinal' : null
}
