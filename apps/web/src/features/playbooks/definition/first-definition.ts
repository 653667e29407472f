/** What a new definition begins as: it runs as it stands. */
export const firstDefinition = `document:
  dsl: '1.0.3'
  namespace: default
  name: hello
  version: '1.0.0'
  title: Hello
input:
  schema:
    document:
      type: object
      required: [name]
      properties:
        name: { type: string }
do:
  - greet:
      set:
        text: \${ "Hello \\(.name)" }
  - ask:
      call: approval
      with:
        title: Shall it be said?
        data: \${ . }
`
