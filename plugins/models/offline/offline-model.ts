export const offlineModelId = 'svc/offline'

/** The name that stands for a provider of it. */
export const offlineProviderName = 'svc'
