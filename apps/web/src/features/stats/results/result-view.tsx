import { Tabs } from '@mantine/core'
import { Chart } from '../../../ui/chart/chart.tsx'
import { CopyButton } from '../../../ui/copy/copy-button.tsx'
import type { Analysis } from '../types.ts'
import { ApaTable } from './apa-table.tsx'
import { Assumptions } from './assumptions.tsx'
import classes from './results.module.css'

const checksTitle = 'Assumption checks'

/** Everything that one analysis found: words first, then tables, plots, assumptions and how to repeat it. */
export function ResultView({ analysis }: { analysis: Analysis }) {
  const { interpretation, warnings, tables, plots, assumptions, syntax, engine, n, excluded } = analysis
  return (
    <div className={classes.result}>
      <div className={classes.words}>
        {interpretation.split(/\n{2,}/).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {warnings.map((warning, index) => (
            <li key={index}>{warning}</li>
          ))}
        </ul>
      )}
      {tables
        .filter(({ title, rows }) => title !== checksTitle && rows.length > 0)
        .map((table, index) => (
          <ApaTable key={index} table={table} />
        ))}
      {plots.map(({ title, spec }, index) => (
        <Chart key={index} title={title} spec={spec} />
      ))}
      <Assumptions assumptions={assumptions} />
      <section aria-label="Syntax" className={classes.syntax}>
        <h3>Syntax</h3>
        <Tabs defaultValue="r" keepMounted={false}>
          <Tabs.List aria-label="Language">
            <Tabs.Tab value="r">R</Tabs.Tab>
            <Tabs.Tab value="python">Python</Tabs.Tab>
          </Tabs.List>
          {(['r', 'python'] as const).map(language => (
            <Tabs.Panel key={language} value={language} pt={8}>
              <pre tabIndex={0}>{syntax[language]}</pre>
              <div className={classes.copy}>
                <CopyButton text={syntax[language]}>
                  {language === 'r' ? 'Copy R script' : 'Copy Python script'}
                </CopyButton>
              </div>
            </Tabs.Panel>
          ))}
        </Tabs>
      </section>
      <p className={classes.note}>
        {rowsWords(n)} analysed, {excluded.toLocaleString('en')} left out for missing values. {engine.name}{' '}
        {engine.version}.
      </p>
    </div>
  )
}

function rowsWords(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`
}
