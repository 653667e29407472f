import type { CliCommand, CliContext } from '@svc/plugin/contracts/cli'

/** `svc stats …`. Each is loaded when it is called. */
export function statCommands(): CliCommand[] {
  return [
    {
      name: 'stats methods',
      summary: 'List the statistical methods, or show what one takes',
      arguments: [{ name: 'method', description: 'one of them; default: all', required: false }],
      run: async (context: CliContext) => (await import('./list-methods.ts')).listMethods(context),
    },
    {
      name: 'stats run',
      summary:
        'Analyse a dataset: svc stats run t_test_independent --dataset tooth --variables \'{"dependent": "len", "group": "supp"}\'',
      arguments: [{ name: 'method', description: 'as "stats methods" lists it', required: true }],
      options: [
        { flags: '--dataset <dataset>', description: 'its id (ds_…, ds_…@2) or the name of its table' },
        {
          flags: '--variables <json>',
          description: 'which column takes which part, or part=column[,column] with commas',
        },
        { flags: '--options <json>', description: 'the options of the method' },
        { flags: '--filter <condition>', description: 'rows for which this condition in SQL is true' },
      ],
      run: async (context: CliContext) => (await import('./run-analysis.ts')).runAnalysis(context),
    },
    {
      name: 'stats export',
      summary: 'Write a report: svc stats export report.pdf --analysis ana_…',
      arguments: [
        { name: 'file', description: 'its ending says the format: html, pdf, md, csv, json or r', required: true },
      ],
      options: [
        { flags: '--analysis <id>', description: 'an analysis; repeatable; default: the newest', repeatable: true },
        { flags: '--title <text>', description: 'on the cover' },
        { flags: '--author <text>', description: 'on the cover' },
      ],
      run: async (context: CliContext) => (await import('./export-report.ts')).exportReport(context),
    },
  ]
}
