import { Link } from '@tanstack/react-router'
import { root } from '../../live/server.ts'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import classes from './ml.module.css'

const script = `import mlflow

mlflow.set_experiment("first")
with mlflow.start_run():
    mlflow.log_param("alpha", 0.5)
    for step in range(10):
        mlflow.log_metric("loss", 1 / (step + 1), step=step)`

/** How a client of MLflow logs into this workspace: two variables, and the program stays as it is. */
export function MlflowVariables() {
  const url = root.href.replace(/\/$/, '')
  return (
    <section aria-label="Log from MLflow" className={classes.connect}>
      <h2>Log from MLflow</h2>
      <p>
        A program that uses MLflow logs its runs here with two variables and no other change.{' '}
        <Link to="/developer">Make a key</Link> for <code>SVC_API_KEY</code>; it names the workspace.
      </p>
      <CodeBlock copies="Copy variables">
        {`export MLFLOW_TRACKING_URI="${url}"\nexport MLFLOW_TRACKING_TOKEN="$SVC_API_KEY"`}
      </CodeBlock>
      <CodeBlock copies="Copy program">{script}</CodeBlock>
      <p>
        <Link to="/docs/$page" params={{ page: 'mlflow' } as never}>
          What is the same as in MLflow, and what is not
        </Link>
      </p>
    </section>
  )
}
