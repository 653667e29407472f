const bytesOfCharacter = 4
const mostBytes = 64 * 1024 * 1024

/**
 * The text of a file, without the mark of its byte order. `maxLength`: characters that are taken.
 * @throws Error that says why the file is not taken: too large, or no text in UTF-8
 */
export async function readTextFile(file: File, maxLength = mostBytes): Promise<string> {
  const most = Math.min(mostBytes, maxLength * bytesOfCharacter)
  const refusal = `${file.name} is too long: at most ${maxLength.toLocaleString('en')} characters are taken.`
  if (file.size > most) throw new Error(refusal)
  const text = await textOf(file)
  if (text.length > maxLength) throw new Error(refusal)
  return text
}

async function textOf(file: File): Promise<string> {
  const content = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch (cause) {
    throw new Error(`${file.name} is no text in UTF-8. Save it as UTF-8, and read it again.`, { cause })
  }
}
