import application from '../../package.json' with { type: 'json' }

/** The version of svc. */
export const svcVersion: string = application.version
