import type { AppProblem } from '@svc/plugin/contracts/sandbox'

/** One problem as people read it: `manifest.json:3:5: message`, then the code frame. The same in the log, the CLI and the API. */
export function problemText({ file, line, column, message, frame }: AppProblem): string {
  const place = [file, line, column].filter(part => part !== null).join(':')
  return frame === null ? `${place}: ${message}` : `${place}: ${message}\n${frame}`
}

export function problemsText(problems: readonly AppProblem[]): string {
  return problems.map(problemText).join('\n\n')
}
