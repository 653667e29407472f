import { UnavailableError } from '@svc/plugin'

/** A schema that this version cannot bring up to date: migrations that are malformed, were changed after they had run, or fail. */
export class MigrationError extends UnavailableError {}

/** The data was brought further by a newer version than this: that version is to be started, or a backup restored. */
export class NewerDataError extends MigrationError {}
