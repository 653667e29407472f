import Database from 'better-sqlite3'

const createText = `CREATE VIRTUAL TABLE question USING fts5(body, tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'")`
const createTerms = `CREATE VIRTUAL TABLE terms USING fts5vocab('question', 'instance')`
const insertText = `INSERT INTO question (rowid, body) VALUES (1, ?)`
const selectTerms = `SELECT term FROM terms GROUP BY term ORDER BY min("offset") LIMIT ?`
const deleteText = `DELETE FROM question`

/** Splits what was asked into terms with the index's own tokenizer, so that both always agree. */
export class TermSplitter {
  readonly #database = new Database(':memory:')
  readonly #insert: Database.Statement<[string]>
  readonly #select: Database.Statement<[number], string>
  readonly #delete: Database.Statement<[]>

  constructor() {
    this.#database.exec(createText)
    this.#database.exec(createTerms)
    this.#insert = this.#database.prepare(insertText)
    this.#select = this.#database.prepare<[number], string>(selectTerms).pluck()
    this.#delete = this.#database.prepare(deleteText)
  }

  /** The terms, each once, in the order of the text. */
  terms(text: string, limit: number): string[] {
    this.#insert.run(text)
    try {
      return this.#select.all(limit)
    } finally {
      this.#delete.run()
    }
  }

  close(): void {
    this.#database.close()
  }
}
