/** What a new account may be called, as the server takes it; said before it is broken. */
export const newUsername = {
  description: '1 to 64 letters, digits and . _ @ + - (a letter or digit first)',
  pattern: '[A-Za-z0-9][A-Za-z0-9._@+\\-]{0,63}',
  maxLength: 64,
}
