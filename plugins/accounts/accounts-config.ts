/** `config.schema.json`, as the kernel hands it over. */
export interface AccountsConfig {
  registration_enabled: boolean
  admin_username?: string
  admin_password?: string
}
