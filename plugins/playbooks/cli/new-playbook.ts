/** A definition that runs as it stands. */
export function newPlaybook(name: string): string {
  return `# A workflow in the Serverless Workflow DSL 1.0; docs/playbooks.md explains it.
document:
  dsl: '1.0.3'
  namespace: default
  name: ${name}
  version: '1.0.0'
input:
  schema:
    document:
      type: object
      properties:
        name: { type: string, default: world }
do:
  - greet:
      set:
        text: \${ "Hello " + (.name // "world") }
  - pause:
      wait: PT1S
  - shout:
      set:
        text: \${ .text | ascii_upcase }
`
}
