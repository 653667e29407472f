const keyBytes = 32
const signatureBytes = 64
/** What stands before the bare key in SPKI. */
const spkiBytes = 44

/**
 * Whether a key of a server signed the manifest of an export, checked without the server.
 * @param bytes `svc-manifest.json` as it came, before any parsing
 * @param signature the text of `svc-manifest.sig`
 * @param publicKey `public_key` of one of `export.keys.list()` or of `/.well-known/svc-signing-keys.json`: never one that only the manifest names
 */
export async function verifyManifest(
  bytes: Uint8Array<ArrayBuffer>,
  signature: string,
  publicKey: string,
): Promise<boolean> {
  const key = decoded(publicKey)
  const signed = decoded(signature)
  if (signed?.length !== signatureBytes) return false
  if (key?.length !== keyBytes && key?.length !== spkiBytes) return false
  try {
    const form = key.length === keyBytes ? 'raw' : 'spki'
    const imported = await crypto.subtle.importKey(form, key, { name: 'Ed25519' }, false, ['verify'])
    return await crypto.subtle.verify({ name: 'Ed25519' }, imported, signed, bytes)
  } catch {
    // A key of another kind is none that could have signed.
    return false
  }
}

/** Null: it is no base64. */
function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.trim()), letter => letter.charCodeAt(0))
  } catch {
    return null
  }
}
