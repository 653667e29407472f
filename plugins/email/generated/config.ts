// Generated from config.schema.json by npm run generate. Do not edit.

export interface EmailConfig {
  /**
   * The address of the operator's mailbox, such as ada@example.com, which serves the first owner's own workspace; others set an account up over the API.
   */
  address?: string
  /**
   * The name that stands beside the address in what is sent, in one line.
   */
  name?: string
  /**
   * What the mail servers know the account as, in one line; without it the address.
   */
  username?: string
  /**
   * The password of the account, in one line; most providers want an app password here.
   */
  password?: string
  /**
   * The server that messages are read from, by name or IP address, such as imap.example.com.
   */
  imap_host?: string
  /**
   * 993 when it is not set, 143 where the security is starttls or none.
   */
  imap_port?: number
  /**
   * tls from the first byte, starttls after the greeting, or none, which only this machine's own servers are reached with.
   */
  imap_security: 'tls' | 'starttls' | 'none'
  /**
   * The server that messages are sent through, by name or IP address, such as smtp.example.com.
   */
  smtp_host?: string
  /**
   * 465 when it is not set, 587 where the security is starttls, 25 where it is none.
   */
  smtp_port?: number
  /**
   * The same choices as SVC_EMAIL_IMAP_SECURITY.
   */
  smtp_security: 'tls' | 'starttls' | 'none'
  /**
   * Let passwords and messages travel unencrypted to servers other than this machine's own, where an account says so.
   */
  allow_plain_text: boolean
  /**
   * How long a mail server may take over a request.
   */
  timeout_seconds: number
  /**
   * How long sending a message may take, attachments included.
   */
  send_timeout_seconds: number
  /**
   * How long a workspace's connection to its mail server is kept without use.
   */
  idle_seconds: number
  /**
   * Connections to IMAP servers at once, and as many to SMTP servers; a workspace has one to read.
   */
  max_connections: number
  /**
   * The largest message that is read or sent, attachments included.
   */
  max_message_mb: number
  /**
   * Addresses that one message may go to.
   */
  max_recipients: number
}
