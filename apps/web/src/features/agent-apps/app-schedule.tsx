import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { JsonView } from '../../ui/copy/json-view.tsx'
import { Time } from '../../ui/words/time.tsx'
import classes from './agent-apps.module.css'
import type { App } from './types.ts'
import { inputsOf } from './use-inputs.ts'

/** When the clock runs the app; people set that in its manifest. */
export function AppSchedule({ app }: { app: App }) {
  const { schedule } = app
  if (schedule === null) {
    const example = { schedule: { cron: '0 9 * * 1-5', timezone: zone(), inputs: inputsOf(app) } }
    return (
      <section aria-label="Schedule" className={classes.prose}>
        <p>
          Nothing runs this app by the clock. To have it run each weekday at nine with the inputs of the form, add this
          to <code>manifests/{app.name}/manifest.json</code>. It counts as soon as the file is saved.
        </p>
        <CodeBlock>
          {JSON.stringify(example, null, 2).split('\n').slice(1, -1).join('\n').replace(/^ {2}/gm, '')}
        </CodeBlock>
        <p>
          The five fields of <code>cron</code> are minute, hour, day, month and weekday.
        </p>
      </section>
    )
  }
  return (
    <section aria-label="Schedule" className={classes.prose}>
      <dl className={classes.pairs}>
        <dt>Next run</dt>
        <dd>
          {schedule.next_run_at === null ? 'None: schedules are switched off.' : <Time at={schedule.next_run_at} />}
        </dd>
        <dt>Cron</dt>
        <dd>
          <code>{schedule.cron}</code>
        </dd>
        <dt>Time zone</dt>
        <dd>{schedule.timezone}</dd>
      </dl>
      <h2>Inputs of each run</h2>
      <JsonView value={schedule.inputs} />
      <p>
        It stands in <code>manifests/{app.name}/manifest.json</code>. Change <code>schedule</code> there, or take it
        out. Times that pass while the server is down are not made up for.
      </p>
    </section>
  )
}

function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}
