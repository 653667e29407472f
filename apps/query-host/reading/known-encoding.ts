import { engineFailure } from '../engine-failure.ts'

/** Names that Python, R and Windows have and the WHATWG's table has not, as letters and digits alone, by a label of that table. */
const otherNames = Object.entries({
  'utf-8': 'u8 utf utf8sig utf8bom utf8mb4 cp65001 65001',
  'utf-16le': 'u16 utf16 utf16le ucs2le cp1200 1200 unicodelittleunmarked',
  'utf-16be': 'utf16be ucs2be cp1201 1201 unicodebigunmarked',
  'windows-1252': 'ansi mbcs dbcs winlatin1 latin 8859 iso8859 646 iso646us cp367 ibm367 us',
  'windows-1254': 'iso88599turkish',
  'windows-874': 'cp874 874 thai iso885911 tis620',
  'iso-8859-13': 'latin7 l7',
  'iso-8859-14': 'latin8 l8',
  'iso-8859-15': 'latin9 latin0',
  'iso-8859-16': 'latin10 l10',
  ibm866: '866',
  macintosh: 'macroman macosroman',
  'x-mac-cyrillic': 'maccyrillic',
  shift_jis: 'cp932 932 mskanji',
  'euc-jp': 'eucjp ujis',
  'iso-2022-jp': 'iso2022jp',
  gbk: 'cp936 936 ms936 euccn eucgb2312cn',
  gb18030: 'gb180302000',
  big5: 'cp950 950 ms950 big5tw hkscs',
  'euc-kr': 'cp949 949 ms949 uhc euckr ksc5601 ksx1001',
}).flatMap(([label, names]) => names.split(' ').map(name => [name, label] as const))
const byOtherName: ReadonlyMap<string, string> = new Map(otherNames)

/** The encoding of a name as people write it: `latin-1`, `cp1252`, `ansi`, `utf_8_sig`. @throws RemoteError */
export function knownEncoding(name: string): string {
  const label = name.trim().toLowerCase()
  const plain = label.replaceAll(/[^a-z0-9]/g, '')
  const [, page] = /^(?:cp|ms|win|windows|ansi)?(125[0-8])$/.exec(plain) ?? []
  const labels = [label, label.replaceAll(/[_ ]/g, '-'), plain, byOtherName.get(plain), page && `windows-${page}`]
  const encoding = labels.map(one => one && decoderName(one)).find(one => one)
  if (encoding) return encoding
  throw engineFailure(
    'import_failed',
    `There is no encoding ${JSON.stringify(name.slice(0, 60))}. Give a name such as utf-8, utf-16le, windows-1252, iso-8859-2, shift_jis or gb18030.`,
  )
}

function decoderName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
