/** How a connection is kept private: TLS from the first byte, TLS after the greeting, or not at all. */
export type Security = 'tls' | 'starttls' | 'none'

export interface EmailConfig {
  address?: string
  name?: string
  username?: string
  password?: string
  imap_host?: string
  imap_port?: number
  imap_security: Security
  smtp_host?: string
  smtp_port?: number
  smtp_security: Security
  allow_plain_text: boolean
  timeout_seconds: number
  send_timeout_seconds: number
  idle_seconds: number
  max_connections: number
  max_message_mb: number
  max_recipients: number
}
