// Generated from config.schema.json by npm run generate. Do not edit.

export interface AccountsConfig {
  /**
   * Whether anybody who reaches the server may register.
   */
  registration_enabled: boolean
  /**
   * Whether there may be more accounts than the first. Off: no invitations, no registration, no new users.
   */
  multi_user_enabled: boolean
  /**
   * Wrong passwords a minute that are taken from one address; five of them for one name. Sign-ins and changes of a password count apart.
   */
  wrong_passwords_per_address: number
  /**
   * Makes the first owner at start; needs admin_password.
   */
  admin_username?: string
  /**
   * The password of that first owner.
   */
  admin_password?: string
}
