import type { Call } from '../core/call.ts'
import type { Answer, Body, Item, ListQuery, Query } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import type { Transport } from '../core/transport/transport.ts'

const tasks = '/api/workspace/tasks'
const oneTask = `${tasks}/{task_id}`
const notes = '/api/workspace/notes'
const sample = '/api/workspace/sample'
const oneNote = `${notes}/{note_id}`

class Tasks extends Resource {
  list(query?: ListQuery<'listTasks'>, options?: RequestOptions): Pages<Item<'listTasks'>> {
    return this.pages<'listTasks'>(tasks, { query, options })
  }

  create(body: Body<'createTask'>, options?: RequestOptions): Call<Answer<'createTask'>> {
    return this.ask<'createTask'>('POST', tasks, { body, options })
  }

  get(task_id: string, options?: RequestOptions): Call<Answer<'getTask'>> {
    return this.ask<'getTask'>('GET', oneTask, { path: { task_id }, options })
  }

  update(task_id: string, body: Body<'updateTask'>, options?: RequestOptions): Call<Answer<'updateTask'>> {
    return this.ask<'updateTask'>('PATCH', oneTask, { path: { task_id }, body, options })
  }

  delete(task_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', oneTask, { path: { task_id }, options })
  }

  /** Brings it back within a day after it was deleted, with its id. */
  restore(task_id: string, options?: RequestOptions): Call<Answer<'restoreTask'>> {
    return this.ask<'restoreTask'>('POST', `${oneTask}/restore`, { path: { task_id }, options })
  }
}

class Notes extends Resource {
  list(query?: ListQuery<'listNotes'>, options?: RequestOptions): Pages<Item<'listNotes'>> {
    return this.pages<'listNotes'>(notes, { query, options })
  }

  create(body: Body<'createNote'>, options?: RequestOptions): Call<Answer<'createNote'>> {
    return this.ask<'createNote'>('POST', notes, { body, options })
  }

  get(note_id: string, options?: RequestOptions): Call<Answer<'getNote'>> {
    return this.ask<'getNote'>('GET', oneNote, { path: { note_id }, options })
  }

  /** @throws PreconditionFailedError when the note has changed since the ETag `ifMatch` was read */
  replace(
    note_id: string,
    body: Body<'replaceNote'>,
    { ifMatch }: { ifMatch?: string } = {},
    options?: RequestOptions,
  ): Call<Answer<'replaceNote'>> {
    const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch }
    return this.ask<'replaceNote'>('PUT', oneNote, { path: { note_id }, body, headers, options })
  }

  delete(note_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', oneNote, { path: { note_id }, options })
  }

  /** Brings it back within a day after it was deleted, with its id. */
  restore(note_id: string, options?: RequestOptions): Call<Answer<'restoreNote'>> {
    return this.ask<'restoreNote'>('POST', `${oneNote}/restore`, { path: { note_id }, options })
  }
}

class Sample extends Resource {
  /** What it is made of, and what of it is there. */
  get(options?: RequestOptions): Call<Answer<'getSample'>> {
    return this.ask<'getSample'>('GET', sample, { options })
  }

  /** Adds what is not there yet. */
  add(options?: RequestOptions): Call<Answer<'addSample'>> {
    return this.ask<'addSample'>('POST', sample, { options })
  }

  /** Removes it and nothing else; what somebody wrote into stays, unless `changed` is `delete`. */
  remove(query?: Query<'removeSample'>, options?: RequestOptions): Call<Answer<'removeSample'>> {
    return this.ask<'removeSample'>('DELETE', sample, { query, options })
  }
}

/** Tasks, notes and sample data. */
export class Workspace extends Resource {
  readonly tasks: Tasks
  readonly notes: Notes
  readonly sample: Sample

  constructor(transport: Transport) {
    super(transport)
    this.tasks = new Tasks(transport)
    this.notes = new Notes(transport)
    this.sample = new Sample(transport)
  }
}
